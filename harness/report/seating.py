"""The table seen from above: what lies or is held at each seat, drawn where the seat is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from harness.game.seats import Seat

_WIDTH: Final = 25
"""Columns of the screen for each third, so that all fit in 80."""
_PLACES: Final = {4: (7, 3, 1, 5), 2: (7, 1)}
"""By how many play, the places of a grid of three by three: below, left, above and right."""


def seating(at: Mapping[Seat, Sequence[Text]], *, below: Seat) -> Table:
    """Return the table as it is seen from a seat, clockwise from there.

    Args:
        at: by seat, the lines to draw there.
        below: the seat that is drawn lowest.
    """
    places = _PLACES[len(at)]
    squares = [Text("")] * 9
    for seat, lines in at.items():
        squares[places[(seat - below) % len(at)]] = Text("\n").join(lines)
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(width=_WIDTH, overflow="fold")
    for row in range(3):
        grid.add_row(*squares[3 * row : 3 * row + 3])
    return grid
