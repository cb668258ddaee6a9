"""Bots out of each other's reach: pools, where they are placed, and which limits they have.

There is a highest likelihood if a chain leads from each bot to each other, in which each bot took
something from the next (Ford 1957). In general the bots fall into pools within which that is so. Of
two pools that met, one won every match, and no finite distance is enough. So each pool is rated by
the matches within it, as in the limit of the likelihood, and the pools are then placed at finite
distances:

- The prior is half a virtual draw a pool, spread evenly over its matches with other pools. Between
  two pools that makes one draw, the prior of Jeffreys for a score (Firth 1993).
- The limit is exact (Clopper and Pearson 1934, here against opponents of several strengths): the
  distance at which winning everything has probability (1 − level) / 2. A cluster counts as one
  match, since its matches may have been one piece of luck. The standard error is the one that puts
  the limit z standard errors away: exactly between two pools, roughly in longer chains.

The largest of the pools that are linked is their core. A bot above it has a lower limit only, one
below it an upper limit only. Where no pool is the largest, one limit is what a pool has that won
everything, or lost everything, against others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.special import expit, log_expit

from harness.arena.rating.columns import Bools, Floats, Ints
from harness.arena.rating.entries import Wins, by_size, sandwich, sums, together
from harness.arena.rating.fitted import Limit
from harness.arena.rating.samples import two_sided


@dataclass(frozen=True, slots=True, eq=False)
class Pools:
    """Who is in reach of whom.

    Attributes:
        pool: of each bot.
        component: of each bot.
        of_sides: the pool again: who is of one shares clusters.
        apart: whether the matches of each pairing are between pools.
        open_to: what the matches within pools leave open, as for `entries.solved`.
    """

    pool: Ints
    component: Ints
    of_sides: Ints
    apart: Bools
    open_to: Floats

    @classmethod
    def of(cls, overall: Wins) -> Pools:
        """Return it for matches, an entry for each pairing."""
        pool, component = connected(overall, "strong"), connected(overall, "weak")
        apart = pool[overall.a] != pool[overall.b]
        return cls(pool, component, pool, apart, together(pool))

    def placed(self, links: Wins, across: Wins, level: float) -> tuple[Floats, Floats]:
        """Return what is added to each rating, in log odds, and the covariance of that.

        Args:
            links: the pairings between pools, all won by a, with the lead that a has in its pool
                over what b has in its own.
            across: their matches by cluster.
            level: of the limits.
        """
        group = self.component[np.unique(self.pool, return_index=True)[1]]
        found = places(links, self.pool, group)
        covariance = uncertainty(found, links, across, self.pool, group, level)
        return found[self.pool], covariance[np.ix_(self.pool, self.pool)]

    def sides(self, links: Wins, cores: Ints) -> list[Limit]:
        """Say which limit each bot has, as `Fitted` does; `links` as in `placed`."""
        return sides(links, self.pool, cores)


def places(links: Wins, pool: Ints, group: Ints) -> Floats:
    """Place pools by their matches and the prior, in log odds, (pools,).

    `links` are the matches between pools, all won by a, with the lead that a has in its pool over
    what b has in its own; `group` is the component of each pool.
    """
    above, below, won = pool[links.a], pool[links.b], links.won
    met = sums(won, above, len(group)) + sums(won, below, len(group))
    prior = won * (1 / met[above] + 1 / met[below]) / 4
    posterior = replace(links, size=len(group), a=above, b=below, won=won + prior, lost=prior)
    return posterior.highest(together(group))


def uncertainty(
    places: Floats, links: Wins, across: Wins, pool: Ints, group: Ints, level: float
) -> Floats:
    """Return the covariance of the places, (pools, pools), that the exact limits stand for.

    `across` are the matches of `links` by cluster.
    """
    pools = len(group)
    keys, pair = np.unique(pool[links.a] * pools + pool[links.b], return_inverse=True)
    by_cluster = (across.cluster * pools + pool[across.a]) * pools + pool[across.b]
    kinds, at = np.unique(by_cluster, return_index=True)
    times = 1.0 if across.alike is None else across.alike[across.cluster[at]]
    of_pair = np.unique(kinds % pools**2, return_inverse=True)[1]
    clusters = np.bincount(of_pair, np.broadcast_to(times, kinds.shape))
    share = links.won / sums(links.won, pair, len(keys))[pair]
    trials = share * clusters[pair]

    def below_place(gap: Floats) -> Bools:
        odds = gap[pair] + links.lead
        surprise = (links.won + share / 2) * expit(-odds) - share / 2 * expit(odds)
        return sums(surprise, pair, len(keys)) > 0

    def below_limit(gap: Floats) -> Bools:
        chance = sums(trials * log_expit(gap[pair] + links.lead), pair, len(keys))
        return chance < math.log((1 - level) / 2)

    reach = np.full(len(keys), 50 + np.abs(links.lead).max(initial=0.0) - math.log(1 - level))
    pairs = replace(links, size=pools, a=keys // pools, b=keys % pools, lead=0.0)
    width = np.maximum(pairs.gap(places), _border(below_place, reach)) - _border(below_limit, reach)
    information = pairs.laplacian((two_sided(level) / width) ** 2)
    return sandwich(information, information, together(group))


def _border(is_below: Callable[[Floats], Bools], reach: Floats) -> Floats:
    """Return the values between -reach and reach up to which `is_below` holds, by bisection."""
    low, high = -reach, reach
    for _ in range(64):
        middle = (low + high) / 2
        rising = is_below(middle)
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    return low


def cores_of(pool: Ints, component: Ints) -> Ints:
    """Return the core of each component, -1 for one without."""
    cores = np.full(component.max(initial=-1) + 1, -1)
    for each in range(len(cores)):
        (core, size), *others = Counter(pool[component == each].tolist()).most_common(2)
        if all(size > other for _, other in others):
            cores[each] = core
    return cores


def sides(links: Wins, pool: Ints, cores: Ints) -> list[Limit]:
    """Say which limit each bot has, None for both; `links` as in `places`."""
    above, below = pool[links.a], pool[links.b]
    won, lost = set(above.tolist()), set(below.tolist())
    sides: dict[int, Limit] = dict.fromkeys(won - lost, "lower")
    sides.update(dict.fromkeys(lost - won, "upper"))
    beat = csr_array((links.won, (above, below)), shape=(links.size, links.size))
    for core in cores[cores >= 0].tolist():
        worse = breadth_first_order(beat, core, return_predecessors=False)
        better = breadth_first_order(beat.T, core, return_predecessors=False)
        sides.update(dict.fromkeys(worse.tolist(), "upper"))
        sides.update(dict.fromkeys(better.tolist(), "lower"))
        sides[core] = None
    return [sides.get(each) for each in pool.tolist()]


def connected(links: Wins, connection: Literal["weak", "strong"]) -> Ints:
    """Label the bots by components of the graph of who took something from whom, largest first."""
    took, gave = links.won > 0, links.lost > 0
    rows = np.concatenate([links.a[took], links.b[gave]])
    columns = np.concatenate([links.b[took], links.a[gave]])
    graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(links.size, links.size))
    return by_size(connected_components(graph, connection=connection)[1])
