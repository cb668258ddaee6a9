"""Seats and sides: N E S W are 0 to 3, the sides NS and EW are 0 and 1, a partner is two away."""

from __future__ import annotations

from typing import Final, TypeAlias

from harness.errors import BeloteError
from harness.game.rules import Rules

Seat: TypeAlias = int
Side: TypeAlias = int
Pair: TypeAlias = tuple[int, int]
"""One number for each side, NS and EW."""

Rounds: TypeAlias = tuple[tuple[Seat, ...], ...]

SEATS: Final = "NESW"
SIDES: Final = ("NS", "EW")
NOTHING: Final[Pair] = (0, 0)

ROUNDS: Final[dict[tuple[str, int], Rounds]] = {
    (direction, seats): tuple(
        tuple((first + step * place) % seats for place in range(seats)) for first in range(seats)
    )
    for direction, step in (("clockwise", 1), ("counterclockwise", -1))
    for seats in (2, 4)
}


def rounds(rules: Rules) -> Rounds:
    """Return, for each seat, the seats in the order of play beginning with it."""
    return ROUNDS[rules.direction, rules.seats]


def round_from(rules: Rules, first: Seat) -> tuple[Seat, ...]:
    """Return the seats in the order of play, beginning with `first`."""
    return rounds(rules)[first]


def after(rules: Rules, seat: Seat) -> Seat:
    """Return the seat whose turn follows that of `seat`."""
    return rounds(rules)[seat][1]


def side_number(side: str | int) -> Side:
    """Read a side: `NS`, `EW`, a seat's letter, or 0 and 1.

    Raises:
        BeloteError: for anything else.
    """
    if side in (0, 1):
        return int(side)
    text = str(side).upper()
    if text in SIDES:
        return SIDES.index(text)
    if len(text) == 1 and text in SEATS:
        return SEATS.index(text) % 2
    message = f"{side!r} is not a side: write NS or EW"
    raise BeloteError(message)


def for_side(side: Side, amount: int) -> Pair:
    """Return an amount as one side's, the other having nothing."""
    return (amount, 0) if side == 0 else (0, amount)
