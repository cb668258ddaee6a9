"""The rules of a table: one frozen dataclass whose fields are data.

Presets (`presets/*.toml`) give values to fields, and users may override any of them. The rest of
the game branches on these fields, never on the name of a preset. The fields stand in modules of
their own, in the order of a hand; each class adds its own to those before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, NamedTuple, cast

from harness.errors import unknown
from harness.game.fields import Choice, RulesError, Span, Value, as_text
from harness.game.rules.sheet import SheetRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(SheetRules):
    """One table's rules; build one with `preset`, change one with `but`."""

    name: str
    base: str
    limits: tuple[tuple[str, Span], ...] = ()

    def __post_init__(self) -> None:
        limits = dict(self.limits)
        for one in describe():
            value = getattr(self, one.name)
            limit = None if value is None else limits.get(one.name)
            allowed = limit or one.allowed
            if not (allowed.admits(value) and one.allowed.admits(value)):
                where = f" (in {self.name})" if limit else ""
                raise RulesError(
                    f"rule {one.name} = {as_text(value)} is not allowed{where}; it takes {allowed}"
                )
        self._check_together()

    def _check_together(self) -> None:
        """See that fields which depend on each other go together."""
        packets = PACKETS[self.auction]
        bids = range(self.lowest_bid, self.highest_bid + 1, self.bid_step)
        wrong = {
            "give either capot_total or capot_bonus, not both and not neither": (
                self.capot_total is None
            )
            == (self.capot_bonus is None),
            f"auction = {self.auction} goes with packets = {' or '.join(packets)}, not "
            f"{self.packets}": self.packets not in packets,
            "seats = 2 goes with auction = last_card, and that with seats = 2": (self.seats == 2)
            != (self.auction == "last_card"),
            "contract = bid goes with auction = tens": self.contract == "bid"
            and self.auction != "tens",
            "score_by and failed_pays take bid with auction = tens": self.auction != "tens"
            and "bid" in (self.score_by, self.failed_pays),
            "written_in = tens needs a rounding to tens": self.written_in == "tens"
            and self.rounding == "exact",
            f"highest_bid must be lowest_bid and some steps more: {self.highest_bid} is not "
            f"{self.lowest_bid} and steps of {self.bid_step}": self.highest_bid not in bids,
        }
        for complaint, is_so in wrong.items():
            if is_so:
                raise RulesError(complaint)

    def but(self, /, **changes: Value) -> Rules:
        """Return these rules with some fields changed.

        Naming one of `capot_total` and `capot_bonus` takes the other away.

        Raises:
            RulesError: naming the field that does not exist, or the value it cannot take.
        """
        if not changes:
            return self
        known = [one.name for one in describe()]
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
        return {one.name: getattr(self, one.name) for one in describe()}


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


PACKETS: Final = {
    "turn_up": ("3+2", "2+3"),
    "tens": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "names": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "last_card": ("4+4+4+4",),
}
"""By auction, the packets that may be dealt before it."""

SCORING: Final = frozenset(
    {
        "target",
        "target_is",
        "hand_limit",
        "level_at_target",
        "capot_goes_out",
        "declarations",
        "declarations_compared",
        "run_order",
        "trump_run_wins",
        "no_trumps_declarations",
        "capot_takes_declarations",
        "contract",
        "contract_points",
        "contract_points_belote",
        "beat_defence",
        "belote_counts",
        "declarations_count",
        "tie",
        "tie_doubled",
        "belote_when_tied",
        "score_by",
        "failed_pays",
        "failed_points",
        "failed_takes",
        "belote_when_failed",
        "slam_alone",
        "doubles",
        "doubled_points",
        "doubled_capot",
        "capot_total",
        "capot_bonus",
        "last_trick",
        "no_trumps_points",
        "all_trumps_points",
        "rounding",
        "written_in",
    }
)
"""The fields that decide only what is written down, not what was legal to play, bid or say."""

WORTH: Final = frozenset({"capot_bid", "generale_bid", "surcontree"})
"""The fields whose number decides only that; whether there is one decides what may be bid."""


def differences(first: Rules, second: Rules) -> Iterator[tuple[Rule, Value, Value]]:
    """Yield each field in which two rule sets differ, with both values."""
    for field in describe():
        one, other = getattr(first, field.name), getattr(second, field.name)
        if one != other or type(one) is not type(other):
            yield field, one, other
