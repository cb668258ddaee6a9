"""The rules of a table: one frozen dataclass whose fields are data.

Each field knows its default, the values it may take and its meaning; presets (`presets/*.toml`)
give values to fields, and users may override any of them. The rest of the game branches on these
fields, never on the name of a preset.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple, TypeAlias, cast

from harness.errors import BeloteError, unknown

Value: TypeAlias = str | int | bool | None


class RulesError(BeloteError, ValueError):
    """A rule set, field or value that does not exist."""


class Choice(NamedTuple):
    """The field takes one of a few words, or is a switch."""

    words: tuple[Value, ...]

    def admits(self, value: Value) -> bool:
        """Say whether the field may take `value`."""
        return any(value is word or (type(value) is str and value == word) for word in self.words)

    def __str__(self) -> str:
        return ", ".join(as_text(word) for word in self.words)


class Span(NamedTuple):
    """The field takes a whole number, from `low` to `high` in steps; `none` where it may be off."""

    low: int
    high: int
    step: int = 1
    optional: bool = False

    def admits(self, value: Value) -> bool:
        """Say whether the field may take `value`."""
        if value is None:
            return self.optional
        return type(value) is int and value in range(self.low, self.high + 1, self.step)

    def __str__(self) -> str:
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{steps}{' or none' if self.optional else ''}"


def as_text(value: Value) -> str:
    """Write a value as a user writes it: `true`, `none`, `501`, `shuffle`."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _rule(default: Value, allowed: Choice | Span, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    return field(default=default, metadata={"allowed": allowed, "meaning": meaning})


def _choice(*words: str, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    return _rule(words[0], Choice(words), meaning)


def _switch(default: bool, meaning: str) -> Any:  # noqa: ANN401, FBT001 - as dataclasses.field
    return _rule(default, Choice((True, False)), meaning)


def _number(default: int | None, low: int, high: int, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    return _rule(default, Span(low, high, optional=default is None), meaning)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One table's rules; build one with `preset`, change one with `but`."""

    name: str
    base: str
    seats: int = _rule(4, Choice((4,)), "How many play: four in two partnerships.")
    direction: str = _choice(
        "clockwise", "counterclockwise", meaning="Which way deal, bids and play go round."
    )
    target: int = _number(501, 100, 3000, "The score that ends the match.")
    hand_limit: int = _number(0, 0, 1000, "Scored hands after which the leader wins; 0 for none.")
    level_at_target: str = _choice(
        "play_on",
        "draw",
        "last_hand",
        meaning="Both at the target and level: another hand, a drawn match, or a win for the side "
        "that won the last hand.",
    )
    first_dealer: str = _choice(
        "drawn",
        "lowest_card",
        meaning="Who deals first: a seat drawn at random, or whoever draws the lowest card "
        "(equal ranks draw again).",
    )
    dealing: str = _choice(
        "shuffle",
        "cut",
        meaning="Before each hand the deck is shuffled, or the tricks are stacked in the order "
        "won and cut (the first hand, and one after a passed-out deal, are shuffled).",
    )
    packets: str = _choice(
        "3+2", "2+3", meaning="The packets in which the five cards before the turn-up are dealt."
    )
    round_two: str = _choice(
        "other_suits",
        "any_suit",
        meaning="Suits that may be named in the second round of bidding: all but the turned-up "
        "one, or all four.",
    )
    dealer_must_name: bool = _switch(
        default=True, meaning="Whether the dealer, last in the second round, must name a suit."
    )
    passed_out: str = _choice(
        "same_dealer", "next_dealer", meaning="Who deals again when everyone has passed twice."
    )
    declarations: bool = _switch(
        default=True, meaning="Whether runs and fours of a kind are announced and scored."
    )
    declare_when: str = _choice(
        "first_trick",
        "before_play",
        meaning="Declarations are said with one's card to the first trick, or before play.",
    )
    silence: bool = _switch(
        default=False, meaning="Whether a player may keep quiet about a declaration."
    )
    run_order: str = _choice(
        "top",
        "length",
        meaning="Of two runs of equal value the higher is the one with the higher top card, or "
        "first the longer.",
    )
    shared_cards: bool = _switch(
        default=True, meaning="Whether one card may serve in a run and in a four."
    )
    contract: str = _choice(
        "compare",
        "points",
        meaning="The takers must total more than the defenders, or reach a number of points.",
    )
    contract_points: int = _number(
        82, 0, 162, "With `contract = points`: what the takers must reach."
    )
    contract_points_belote: int = _number(
        92, 0, 182, "With `contract = points`: what they must reach when belote was announced."
    )
    belote_counts: bool = _switch(
        default=True, meaning="Whether the takers' own belote counts when the contract is judged."
    )
    tie: str = _choice(
        "bank",
        "hold",
        "pool",
        "fail",
        "share",
        meaning="Both sides level. bank: the defenders write theirs, the takers' waits for "
        "whoever defends the next scored hand. hold: the same, but it waits for whoever wins "
        "that hand. pool: both wait for its winner. fail: the takers have failed. share: each "
        "side writes its own.",
    )
    failed_takes: str = _choice(
        "announced",
        "scoring",
        meaning="The declarations that a failed contract gives the defenders: all that either "
        "side announced, or those of the side that won the comparison.",
    )
    belote_when_failed: str = _choice(
        "kept",
        "lost",
        meaning="The takers' belote on a failed contract: kept, or written by the defenders.",
    )
    capot_total: int | None = _number(
        None, 152, 1000, "What all eight tricks count for, instead of the card points."
    )
    capot_bonus: int | None = _number(
        None, 0, 1000, "What all eight tricks add to the card points; instead of `capot_total`."
    )
    last_trick: int = _number(10, 0, 20, "What the last trick is worth.")
    overtrump: bool = _switch(
        default=True, meaning="Whether one who ruffs after a trump must beat it if able."
    )
    undertrump: bool = _switch(
        default=True,
        meaning="Whether one who must ruff but cannot beat the trump out must still play a trump.",
    )
    partner_exempt: bool = _switch(
        default=True, meaning="Whether one who is void plays freely while the partner is winning."
    )
    rise: bool = _switch(
        default=True, meaning="Whether one must beat the best trump, if able, when trump is led."
    )
    contree: bool = _switch(
        default=False,
        meaning="Whether the defenders may double the hand; belote and points that wait stay "
        "single.",
    )
    rounding: str = _choice(
        "exact",
        "tens",
        meaning="What a side writes for the hand: exact, or rounded to tens with halves up.",
    )
    limits: tuple[tuple[str, Span], ...] = ()

    def __post_init__(self) -> None:
        limits = dict(self.limits)
        for rule in describe():
            value = getattr(self, rule.name)
            limit = None if value is None else limits.get(rule.name)
            allowed = limit or rule.allowed
            if not (allowed.admits(value) and rule.allowed.admits(value)):
                where = f" (in {self.name})" if limit else ""
                raise RulesError(
                    f"rule {rule.name} = {as_text(value)} is not allowed{where}; it takes {allowed}"
                )
        if (self.capot_total is None) == (self.capot_bonus is None):
            raise RulesError("give either capot_total or capot_bonus, not both and not neither")

    def but(self, /, **changes: Value) -> Rules:
        """Return these rules with some fields changed.

        Naming one of `capot_total` and `capot_bonus` takes the other away.

        Raises:
            RulesError: naming the field that does not exist, or the value it cannot take.
        """
        if not changes:
            return self
        known = [rule.name for rule in describe()]
        for name in sorted(changes.keys() - set(known)):
            raise RulesError(unknown("rule", name, known))
        for one, other in (("capot_total", "capot_bonus"), ("capot_bonus", "capot_total")):
            if changes.get(one) is not None:
                changes.setdefault(other, None)
        return replace(self, **changes)  # type: ignore[arg-type]

    def named(self, name: str) -> Rules:
        """Return these rules under another name."""
        return replace(self, name=name)

    def as_dict(self) -> dict[str, Value]:
        """Return every field by name, plain enough for JSON."""
        return {rule.name: getattr(self, rule.name) for rule in describe()}


class Rule(NamedTuple):
    """What there is to say of one field."""

    name: str
    default: Value
    allowed: Choice | Span
    meaning: str


@cache
def describe() -> tuple[Rule, ...]:
    """Return every field of `Rules` with its default, allowed values and meaning."""
    return tuple(
        Rule(one.name, cast("Value", one.default), **one.metadata)
        for one in fields(Rules)
        if "allowed" in one.metadata
    )


SCORING: Final = frozenset(
    {
        "target",
        "hand_limit",
        "level_at_target",
        "declarations",
        "run_order",
        "contract",
        "contract_points",
        "contract_points_belote",
        "belote_counts",
        "tie",
        "failed_takes",
        "belote_when_failed",
        "capot_total",
        "capot_bonus",
        "last_trick",
        "rounding",
    }
)
"""The fields that decide only what is written down, not what was legal to play, bid or say."""

PRESETS: Final = resources.files(__package__) / "presets"


def preset_names() -> list[str]:
    """Return the names of the presets that come with the harness, sorted."""
    return sorted(
        file.name.removesuffix(".toml") for file in PRESETS.iterdir() if file.name.endswith(".toml")
    )


def preset(name: str, **overrides: Value) -> Rules:
    """Return a preset that comes with the harness, with some fields overridden.

    Raises:
        RulesError: for a name, field or value that does not exist.
    """
    rules = _load(name)
    return rules.but(**overrides) if overrides else rules


@cache
def _load(name: str) -> Rules:
    if name not in preset_names():
        raise RulesError(unknown("rule set", name, preset_names()))
    return from_table(name, tomllib.loads((PRESETS / f"{name}.toml").read_text("utf-8")))


def from_table(name: str, table: Mapping[str, Any]) -> Rules:
    """Build rules from a preset's table: `rules` gives fields, `limits` narrows what they take."""
    values: dict[str, Any] = table["rules"]
    limits = tuple((rule, Span(*span)) for rule, span in table.get("limits", {}).items())
    return Rules(name=name, base=name, limits=limits, **values)


def rules_of(spec: str | Mapping[str, Value] | Rules) -> Rules:
    """Return the rules that a record or a configuration names.

    Args:
        spec: a preset's name, or a table `{"base": name, field: value, ...}`.
    """
    if isinstance(spec, Rules):
        return spec
    if isinstance(spec, str):
        return preset(spec)
    changes = dict(spec)
    base = changes.pop("base", None)
    if not isinstance(base, str):
        raise RulesError('rules need a "base": the name of a preset to start from')
    return preset(base).but(**changes)


def parse_value(text: str) -> Value:
    """Read a value as a user writes it: `true`, `false`, `none`, a whole number or a word."""
    words: dict[str, Value] = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def differences(first: Rules, second: Rules) -> Iterator[tuple[Rule, Value, Value]]:
    """Yield each field in which two rule sets differ, with both values."""
    for rule in describe():
        one, other = getattr(first, rule.name), getattr(second, rule.name)
        if one != other or type(one) is not type(other):
            yield rule, one, other
