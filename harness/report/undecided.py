"""Which bots of a ranking cannot be told apart, and how much more it takes to tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from harness.arena.rating.planning import Plan
from harness.arena.standings import Standings
from harness.report.figures import two_digits
from harness.report.tables import plural

_ENDLESS: Final = 1_000_000
"""Pairs that nobody plays: whom so many would tell apart are level."""
_FEWEST: Final = 10
"""Pairs of each two bots before which nothing can be said of more."""
_MOST: Final = 3
"""How many neighbours are spoken of; the table says the rest."""


def undecided(standings: Standings) -> Iterator[str]:
    """Say which neighbours cannot be told apart, and how many more pairs would tell.

    Nothing is said of those that are level, nor before a few pairs have been played.
    """
    alike = list(_alike(standings))
    for one, other, pairs in alike[:_MOST]:
        yield (
            f"{one} and {other} cannot be told apart yet: {_about(pairs)} more for each two bots "
            "would tell, if they are as far apart as it seems."
        )
    if len(alike) > _MOST:
        more = plural(len(alike) - _MOST, "more couple", "more couples")
        yield f"Nor can {more} of neighbours, as LOS shows."


def _alike(standings: Standings) -> Iterator[tuple[str, str, float]]:
    """Yield two neighbours at a time and how many more pairs each two bots would have to play."""
    if not standings.encounters:
        return
    met = sum(one.pairs.units for one in standings.encounters) / len(standings.encounters)
    if met < _FEWEST:
        return
    ranking = standings.ranking
    plan = Plan(ranking.method.level)
    for one, other in pairwise(ranking.rows):
        if one.component == other.component:
            gap, error = ranking.difference(one.name, other.name)
            if gap and ranking.los(one.name, other.name) < (1 + plan.level) / 2:
                more = max((plan.times(gap, error) - 1) * met, 1)
                if more < _ENDLESS:
                    yield one.name, other.name, more


def _about(count: float) -> str:
    return f"about {plural(two_digits(count), 'pair')}"
