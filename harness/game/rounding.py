"""Rounding: what the sheet writes of amounts that are exact."""

from __future__ import annotations

from typing import Final

from harness.game.rules import Rules
from harness.game.seats import Side

EACH: Final = {"tens": (10, 5), "tens_from_six": (10, 4), "fives": (5, 2)}
"""Where each side is rounded by itself: to what, and what is added before it is cut down."""


def rounded(rules: Rules, north: int, east: int, waits: int, takers: Side) -> tuple[int, int, int]:
    """Round what each side writes and, where it goes by units of the sheet too, what waits."""
    if rules.rounding in EACH:
        unit, up = EACH[rules.rounding]
        if rules.written_in == "tens":
            waits = (waits + up) // unit * unit
        return (north + up) // unit * unit, (east + up) // unit * unit, waits
    amounts = [north, east]
    own = amounts[takers]
    amounts[takers] += waits
    north, east = _together(rules.rounding, amounts, takers)
    if not waits:
        return north, east, 0
    # What the takers write of a tied hand is belote, a whole number of tens.
    return (own, east, north - own) if takers == 0 else (north, own, east - own)


def _together(rounding: str, amounts: list[int], takers: Side) -> list[int]:
    """Round two amounts with an eye on their sum."""
    if rounding in ("takers_first", "takers_only"):
        return _takers_first(amounts, takers, exact=rounding == "takers_only")
    tens = _balanced(amounts, takers)
    if rounding == "leader_first":
        less = amounts.index(min(amounts))
        if amounts[0] == amounts[1]:
            return [min(tens)] * 2
        if amounts[less] and not tens[less]:
            tens[less] += 10
            tens[1 - less] -= 10
    return tens


def _balanced(amounts: list[int], takers: Side) -> list[int]:
    """Round two amounts to tens that add up to their rounded sum."""
    tens = [amount // 10 for amount in amounts]
    missing = (sum(amounts) + 5) // 10 - sum(tens)
    first_up = sorted(
        (0, 1), key=lambda side: (-(amounts[side] % 10), amounts[side], side != takers)
    )
    for side in first_up[:missing]:
        tens[side] += 1
    return [10 * ten for ten in tens]


def _takers_first(amounts: list[int], takers: Side, *, exact: bool) -> list[int]:
    """Round the takers' amount, and leave the rest of the sum, itself rounded or not, to others."""
    theirs = amounts[1 - takers]
    whole = sum(amounts) if exact else _to_ten(sum(amounts))
    mine = _to_ten(amounts[takers])
    rest = max(whole - mine, 0) if theirs else 0
    return [mine, rest] if takers == 0 else [rest, mine]


def _to_ten(amount: int) -> int:
    """Round to tens, halves up."""
    return (amount + 5) // 10 * 10
