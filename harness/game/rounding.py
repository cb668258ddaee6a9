"""Rounding: what the sheet writes of amounts that are exact."""

from __future__ import annotations

from harness.game.rules import Rules
from harness.game.seats import Side


def rounded(rules: Rules, north: int, east: int, waits: int, takers: Side) -> tuple[int, int, int]:
    """Round what each side writes and, where the sheet is kept in tens, what waits."""
    if rules.rounding == "balanced":
        amounts = [north, east]
        own = amounts[takers]
        amounts[takers] += waits
        north, east = _balanced(amounts, takers)
        if not waits:
            return north, east, 0
        # What the takers write of a tied hand is belote, a whole number of tens.
        return (own, east, north - own) if takers == 0 else (north, own, east - own)
    up = 5 if rules.rounding == "tens" else 4
    if rules.written_in == "tens":
        waits = (waits + up) // 10 * 10
    return (north + up) // 10 * 10, (east + up) // 10 * 10, waits


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
