"""Ratings as the page shows them: the table of a run, and how it came about.

Nothing else of the page knows how bots are rated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harness.arena.members import rate_members
from harness.arena.runs import Ask
from harness.arena.standings import Standing, rank
from harness.report.members import cells_of_member, members_as_dicts
from harness.report.standings import cells_of, standings_as_dicts
from harness.report.undecided import undecided

STEPS: Final = 24
"""How often, at most, the ratings are looked at as matches come in."""

_PAIRS: Final = "SELECT max(pair) + 1 AS pairs FROM matches WHERE run_id = '{run_id}'"


def table(ask: Ask, run_id: str) -> dict[str, Any]:
    """Return the ranking of a run.

    Returns:
        `rows`, best first, each with the figures of `standings_as_dicts`, and as `cells` those that
        the terminal shows; `level` of the intervals; and in sentences what is `undecided`.
    """
    standings = rank(ask, run_id)
    level = standings.elo.method.level
    rows = zip(standings_as_dicts(standings), standings.rows, strict=True)
    return {
        "rows": [row | {"cells": _cells(standing, level)} for row, standing in rows],
        "level": level,
        "undecided": list(undecided(standings)),
    }


def members(ask: Ask, run_id: str) -> list[dict[str, Any]]:
    """Return each bot by all the sides it sat on, best first; nobody where none has a partner.

    Returns:
        Rows with the figures of `members_as_dicts`, and as `cells` those that the terminal shows.
    """
    rated = rate_members(ask, run_id)
    rows = zip(members_as_dicts(rated), rated, strict=True)
    return [
        row | {"cells": _with_minus(cells_of_member(place, member))}
        for place, (row, member) in enumerate(rows, 1)
    ]


def progress(ask: Ask, run_id: str) -> list[dict[str, Any]]:
    """Return the rating and interval of each side after more and more pairs of each pairing."""
    pairs = ask(_PAIRS.format(run_id=run_id))["pairs"][0].as_py() or 0
    return [
        {"pairs": upto, **{name: row[name] for name in ("bot", "elo", "lower", "upper")}}
        for upto in _steps(pairs)
        for row in standings_as_dicts(rank(ask, run_id, where=f"pair < {upto}"))
    ]


def _cells(standing: Standing, level: float) -> list[str]:
    return _with_minus(cells_of(standing, level))


def _with_minus(cells: list[str]) -> list[str]:
    """Return cells of which all but place and name have a true minus."""
    place, name, *figures = cells
    return [place, name, *(figure.replace("-", "−") for figure in figures)]


def _steps(pairs: int) -> Iterator[int]:
    """Yield numbers of pairs up to all of them, the first at five, or at all where they are few."""
    first = min(5, pairs)
    for step in range(STEPS):
        upto = first + (pairs - first) * step // max(STEPS - 1, 1)
        if step == 0 or upto > first + (pairs - first) * (step - 1) // (STEPS - 1):
            yield upto
