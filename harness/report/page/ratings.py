"""Ratings as the page shows them: the table of a run, and how it came about.

Nothing else of the page knows how bots are rated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harness.arena.rating.method import LEVEL
from harness.arena.runs import Ask
from harness.arena.standings import rank

STEPS: Final = 24
"""How often, at most, the ratings are looked at as matches come in."""

_PAIRS: Final = "SELECT max(pair) + 1 AS pairs FROM matches WHERE run_id = '{run_id}'"


def table(ask: Ask, run_id: str, where: str = "") -> list[dict[str, Any]]:
    """Return a row a side, best first; empty before the first pair is complete.

    Args:
        ask: answers SQL with a table.
        run_id: which run.
        where: a condition in SQL that its matches must meet.
    """
    return [
        {
            "bot": standing.rating.name,
            "elo": standing.rating.value,
            "lower": standing.rating.lower,
            "upper": standing.rating.upper,
            "one_sided": standing.rating.one_sided,
            "component": standing.rating.component,
            "matches": standing.record.matches,
            "wins": standing.record.wins,
            "draws": standing.record.draws,
            "losses": standing.record.losses,
            "score": standing.record.score,
            "points": standing.points_per_hand,
        }
        for standing in rank(ask, run_id, where=where).rows
    ]


def level() -> float:
    """Return the probability that an interval holds."""
    return LEVEL


def progress(ask: Ask, run_id: str) -> list[dict[str, Any]]:
    """Return the rating and interval of each bot after more and more pairs of each pairing."""
    pairs = ask(_PAIRS.format(run_id=run_id))["pairs"][0].as_py() or 0
    return [
        {
            "pairs": upto,
            "bot": row["bot"],
            "elo": row["elo"],
            "lower": row["lower"],
            "upper": row["upper"],
        }
        for upto in _steps(pairs)
        for row in table(ask, run_id, f"pair < {upto}")
    ]


def _steps(pairs: int) -> Iterator[int]:
    """Yield numbers of pairs up to all of them, the first at five, or at all where they are few."""
    first = min(5, pairs)
    for step in range(STEPS):
        upto = first + (pairs - first) * step // max(STEPS - 1, 1)
        if step == 0 or upto > first + (pairs - first) * (step - 1) // (STEPS - 1):
            yield upto
