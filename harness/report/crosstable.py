"""How each did against each."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from harness.arena.rating.samples import Pairs
from harness.arena.standings import Standings
from harness.report.figures import half_width, plus_minus, share
from harness.report.tables import DASH, say, show


def print_crosstable(standings: Standings) -> None:
    """Print the score of the bot of each row against that of each column, with its interval."""
    names = [row.name for row in standings.rows]
    level = standings.elo.method.level
    cells = {(one.first, one.second): _cell(one.pairs, level) for one in standings.encounters}
    cells |= {
        (one.second, one.first): _cell(one.pairs.flip(), level) for one in standings.encounters
    }
    columns = [str(place) for place in range(1, len(names) + 1)]
    rows = [
        [str(place), name, *(cells.get((name, other), DASH) for other in names)]
        for place, name in enumerate(names, 1)
    ]
    say("")
    show(("", "Bot", *columns), rows, numbers=columns)
    say(f"Scores in %, with intervals of {100 * level:g} % by pairs.")


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
            "los": standings.elo.los(one.first, one.second),
        }
        for one in standings.encounters
    ]


def _cell(pairs: Pairs, level: float) -> str:
    margin = half_width(pairs.variance, pairs.units, level)
    return f"{share(pairs.score, margin).rstrip('%')} {plus_minus(100 * margin)}"
