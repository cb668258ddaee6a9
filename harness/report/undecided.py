"""Which bots of a ranking cannot be told apart, and how much more it takes to tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from harness.arena.rating.planning import Plan
from harness.arena.standings import Standings
from harness.report.figures import two_digits

_ENDLESS: Final = 1_000_000
_MOST: Final = 3
"""How many neighbours are spoken of; the table says the rest."""


def undecided(standings: Standings) -> Iterator[str]:
    """Say which neighbours cannot be told apart, and how many more pairs would tell."""
    alike = list(_alike(standings))
    for one, other, more in alike[:_MOST]:
        yield (
            f"{one} and {other} cannot be told apart yet: {_pairs(more)} more for each two bots "
            "would tell, if they are as far apart as it seems."
        )
    if len(alike) > _MOST:
        yield f"Nor can {len(alike) - _MOST} more neighbours, as LOS shows."


def _alike(standings: Standings) -> Iterator[tuple[str, str, float]]:
    """Yield two neighbours at a time and how many more pairs each two bots would have to play."""
    if not standings.encounters:
        return
    ranking = standings.ranking
    plan = Plan(ranking.method.level)
    met = sum(one.pairs.units for one in standings.encounters) / len(standings.encounters)
    for one, other in pairwise(ranking.rows):
        if one.component == other.component:
            gap, error = ranking.difference(one.name, other.name)
            if ranking.los(one.name, other.name) < (1 + plan.level) / 2:
                more = (plan.times(gap, error) - 1) * met if gap else math.inf
                yield one.name, other.name, max(more, 1)


def _pairs(count: float) -> str:
    return "over a million pairs" if count >= _ENDLESS else f"about {two_digits(count):,} pairs"
