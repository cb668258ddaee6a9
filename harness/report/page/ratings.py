"""Ratings as the page shows them: the table of a run, and how it came about.

Nothing else of the page knows how bots are rated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harness.arena.ranking import rank_run
from harness.arena.runs import Ask
from harness.arena.standings import Standings, rank
from harness.report.adjusted import adjusted_cells, gained
from harness.report.figures import true_minus
from harness.report.standings import cells_of, sections, standings_as_dicts
from harness.report.undecided import undecided

STEPS: Final = 24
"""How often, at most, the ratings are looked at as matches come in."""

_PAIRS: Final = "SELECT max(pair) + 1 AS pairs FROM matches WHERE run_id = '{run_id}'"


def table(ask: Ask, run_id: str) -> dict[str, Any]:
    """Return the ranking of a run.

    Returns:
        `rows`, best first, each with the figures of `standings_as_dicts`, the number of its
        `section`, as `cells` those that the terminal shows, and as `adjusted_cells` those with the
        luck of the cards taken out, if that moves any; `level` of the intervals; and in sentences
        what is `undecided`. As `members` rows of each bot by all the sides it sat on;
        none where nobody has a partner.
    """
    standings, members = rank_run(ask, run_id)
    return {
        "rows": _rows(standings),
        "members": _rows(members) if members else [],
        "level": standings.elo.method.level,
        "undecided": list(undecided(standings)),
    }


def progress(ask: Ask, run_id: str) -> list[dict[str, Any]]:
    """Return the rating and interval of each side after more and more pairs of each pairing."""
    pairs = ask(_PAIRS.format(run_id=run_id))["pairs"][0].as_py() or 0
    return [
        {"pairs": upto, **{name: row[name] for name in ("bot", "elo", "lower", "upper")}}
        for upto in _steps(pairs)
        for row in standings_as_dicts(rank(ask, run_id, where=f"pair < {upto}"))
    ]


def _rows(standings: Standings) -> list[dict[str, Any]]:
    told = iter(standings_as_dicts(standings))
    moved = gained(standings)
    return [
        {
            **next(told),
            "section": number,
            "cells": with_minus(cells_of(standings, standing), names=2),
            "adjusted_cells": with_minus(
                adjusted_cells(standings, standing) if moved else [], names=1
            ),
        }
        for number, part in enumerate(sections(standings), 1)
        for standing in part
    ]


def with_minus(cells: list[str], *, names: int) -> list[str]:
    """Return cells of which all but the first few, which name something, have a true minus."""
    return cells[:names] + [true_minus(figure) for figure in cells[names:]]


def _steps(pairs: int) -> Iterator[int]:
    """Yield numbers of pairs up to all of them, the first at five, or at all where they are few."""
    first = min(5, pairs)
    for step in range(STEPS):
        upto = first + (pairs - first) * step // max(STEPS - 1, 1)
        if step == 0 or upto > first + (pairs - first) * (step - 1) // (STEPS - 1):
            yield upto
