"""Ratings with the luck of the cards taken out, beside the plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from harness.arena.standings import Standing, Standings
from harness.report.figures import limits
from harness.report.tables import say, show

_NOTHING_TO_ADJUST: Final = (
    "Both matches of every pair played the same deals: their luck is taken back already, and there "
    "is nothing to adjust."
)
_NOTHING_GAINED: Final = (
    "With the luck of the cards taken out nothing was gained: it goes so little with the results "
    "that they stay as they are."
)


def print_adjusted(
    standings: Standings, sections: Sequence[Sequence[Standing]], *, par: bool
) -> None:
    """Print the ratings with the luck of the cards taken out beside the plain ones.

    One sentence stands for the table where it would say nothing new, or, if asked, nothing at all.

    Args:
        standings: what to print.
        sections: its rows, those apart that no match compares.
        par: whether the luck was to be taken out, so that a word is due where there is none.
    """
    rows: list[list[str]] = []
    for part in sections:
        told = [cells for row in part if (cells := adjusted_cells(standings, row))]
        rows += [[], *told] if rows and told else told
    if standings.unsolved:
        if not standings.of_members:  # said of the sides
            say(f"\n{unsolved(standings)}", folded=True)
    elif not rows:
        if par:
            say(f"\n{_NOTHING_TO_ADJUST}", folded=True)
    elif not gained(standings):
        say(f"\n{_NOTHING_GAINED}", folded=True)
    else:
        say("\nWith the luck of the cards taken out:")
        headings = ("Bot", "Elo", "±", "adjusted", "± ", "Margin", "±  ", "adjusted ", "±   ")
        show(headings, rows, numbers=("Elo", "adjusted", "Margin", "adjusted "))


def unsolved(standings: Standings) -> str:
    """Say why no luck is taken out where some is known, and what helps."""
    them = " and ".join(f"belote par --run {run}" for run in standings.unsolved)
    return (
        f"The luck of the cards is known in part, and none is taken out: the rest takes {them}, "
        "unless decks are cut there."
    )


def gained(standings: Standings) -> bool:
    """Whether taking out the luck of the cards has moved any figure."""
    return any(row.adjusted not in (None, (row.rating, row.margin)) for row in standings.rows)


def adjusted_cells(standings: Standings, standing: Standing) -> list[str]:
    """Return name, Elo, adjusted Elo, margin and adjusted margin, each with its interval.

    There are none where the luck of the cards is not known.
    """
    if standing.adjusted is None or standing.name in standings.alone:
        return []
    elo, margin = standing.adjusted
    cells = [standing.name]
    for one in (standing.rating, elo, standing.margin, margin):
        cells += limits(one.value, one.lower, one.upper)
    return cells


def adjusted_as_dict(standing: Standing) -> dict[str, Any] | None:
    """Return the figures with the luck of the cards taken out, None where it is not known."""
    if standing.adjusted is None:
        return None
    elo, margin = standing.adjusted
    return {
        "elo": elo.value,
        "lower": elo.lower,
        "upper": elo.upper,
        "margin": margin.value,
        "margin_lower": margin.lower,
        "margin_upper": margin.upper,
    }
