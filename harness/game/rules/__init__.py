"""The rules of a table: one frozen dataclass whose fields are data.

Presets (`presets/*.toml`) give values to fields, and users may override any of them. The rest of
the game branches on these fields, never on the name of a preset. The fields stand in modules of
their own, in the order of a hand; each class adds its own to those before, and only the last of
them is ever made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, cast

from harness.errors import unknown
from harness.game.fields import Choice, RulesError, Span, Value, as_text
from harness.game.rules.contract import ContractRules
from harness.game.rules.sheet import SheetRules
from harness.game.rules.together import PACKETS, TO_TENS, contradiction

__all__ = [
    "PACKETS",
    "SCORING",
    "TO_TENS",
    "WORTH",
    "Rule",
    "Rules",
    "describe",
    "differences",
    "read_fields",
]

Limits: TypeAlias = tuple[tuple[str, Span], ...]
"""What narrows some fields in a preset, and in the rules based on it."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Rules(SheetRules):
    """One table's rules; build one with `preset`, change one with `but`."""

    name: str
    base: str
    limits: Limits = ()

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
        if complaint := contradiction(self):
            raise RulesError(complaint)

    # What a dataclass makes of so many fields takes long to compile.

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if type(other) is Rules else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        said = {"name": self.name, "base": self.base, **self.as_dict(), "limits": self.limits}
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in said.items())})"

    def but(self, /, **changes: Value) -> Rules:
        """Return these rules with some fields changed.

        Naming one of `capot_total` and `capot_bonus` takes the other away. What limits a target in
        tens is tenfold where the sheet comes to count points.

        Raises:
            RulesError: naming the field that does not exist, or the value it cannot take.
        """
        if not changes:
            return self
        changes = read_fields(changes)
        for one, other in (("capot_total", "capot_bonus"), ("capot_bonus", "capot_total")):
            if changes.get(one) is not None:
                changes.setdefault(other, None)
        if self.written_in == "tens" and changes.get("written_in") == "points":
            return self._in_points(changes)
        return replace(self, **changes)  # type: ignore[arg-type]

    def _in_points(self, changes: dict[str, Value]) -> Rules:
        """Return rules in tens with changes that make them count points."""
        limits = dict(self.limits)
        target = changes.get("target", self.target)
        if limit := limits.get("target"):
            limits["target"] = limit = Span(10 * limit.low, 10 * limit.high)
            if not limit.admits(target):
                raise RulesError(
                    f"target = {as_text(target)} does not go with written_in = points "
                    f"(in {self.name}): it takes {limit}"
                )
        return replace(self, limits=tuple(limits.items()), **changes)  # type: ignore[arg-type]

    def named(self, name: str) -> Rules:
        """Return these rules under another name."""
        return replace(self, name=name)

    def as_dict(self) -> dict[str, Value]:
        """Return every field by name, plain enough for JSON."""
        return {one.name: getattr(self, one.name) for one in describe()}


_values: Final = attrgetter(*(one.name for one in fields(Rules)))


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


def read_fields(written: Mapping[str, Value]) -> dict[str, Value]:
    """Return fields with the values that are meant, given as they are written: see `Choice.read`.

    Raises:
        RulesError: naming a field that does not exist.
    """
    allowed = {one.name: one.allowed for one in describe()}
    for name in sorted(written.keys() - allowed.keys()):
        raise RulesError(unknown("rule", name, allowed))
    return {name: allowed[name].read(value) for name, value in written.items()}


SCORING: Final = frozenset(
    {
        "target",
        "target_is",
        "hand_limit",
        "level_at_target",
        "both_at_target",
        "capot_goes_out",
        "belote_goes_out",
        "declarations",
        "declarations_compared",
        "run_order",
        "trump_run_wins",
        "no_trumps_declarations",
        "capot_takes_declarations",
        *ContractRules.__annotations__,
        *SheetRules.__annotations__,
    }
)
"""The fields that decide only what is written down, not what was legal to play, bid or say.

All that judge a contract or fill in the sheet are among them.
"""

WORTH: Final = frozenset({"capot_bid", "generale_bid", "surcontree"})
"""The fields whose number decides only that; whether there is one decides what may be bid."""


def differences(first: Rules, second: Rules) -> Iterator[tuple[Rule, Value, Value]]:
    """Yield each field in which two rule sets differ, with both values."""
    for field in describe():
        one, other = getattr(first, field.name), getattr(second, field.name)
        if one != other or type(one) is not type(other):
            yield field, one, other
