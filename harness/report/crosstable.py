"""How each did against each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from harness.arena.rating.samples import Estimate, Pairs
from harness.arena.standings import Standings
from harness.report.figures import half_width, limits, plus_minus, share
from harness.report.tables import DASH, say, show


def print_crosstable(standings: Standings) -> None:
    """Print how the bot of each row did against that of each column, with its interval.

    That is the score, and in a table that is ordered by points their margin as well.
    """
    level = standings.elo.method.level
    scores = {(one.first, one.second): one.pairs for one in standings.encounters}
    scores |= {(second, first): pairs.flip() for (first, second), pairs in scores.items()}
    _show(standings, {two: _score(pairs, level) for two, pairs in scores.items()})
    say(f"Scores in %, with intervals of {100 * level:g} % by pairs.")
    if standings.order != "margin":
        return
    margins = {(one.first, one.second): one.margin for one in standings.encounters if one.margin}
    margins |= {(second, first): margin.flip() for (first, second), margin in margins.items()}
    _show(standings, {two: _margin(margin) for two, margin in margins.items()})
    say(f"Points a hand, with intervals of {100 * level:g} % by deal sets.")


def _show(standings: Standings, cells: Mapping[tuple[str, str], str]) -> None:
    """Draw a table with a row and a column for each bot."""
    names = [row.name for row in standings.rows]
    columns = [str(place) for place in range(1, len(names) + 1)]
    rows = [
        [str(place), name, *(cells.get((name, other), DASH) for other in names)]
        for place, name in enumerate(names, 1)
    ]
    say("")
    show(("", "Bot", *columns), rows, numbers=columns)


def crosstable_as_dicts(standings: Standings) -> list[dict[str, Any]]:
    """Return how each two did who met, with full figures."""
    level = standings.elo.method.level
    return [
        {
            "first": one.first,
            "second": one.second,
            **asdict(one.record),
            "pairs": one.pairs.counts,
            "score": one.pairs.score,
            "elo": asdict(one.pairs.elo(level)),
            "margin": one.margin and asdict(one.margin),
            "los": standings.elo.los(one.first, one.second),
        }
        for one in standings.encounters
    ]


def _score(pairs: Pairs, level: float) -> str:
    margin = half_width(pairs.variance, pairs.units, level)
    return f"{share(pairs.score, margin).rstrip('%')} {plus_minus(100 * margin)}"


def _margin(margin: Estimate) -> str:
    return " ".join(limits(margin.value, margin.lower, margin.upper))
