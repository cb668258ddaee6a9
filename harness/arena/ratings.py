"""Ratings of all bots at once: a joint Bradley-Terry fit whose intervals respect the deals.

A bot rated a is expected to score 1 / (1 + exp(b − a)) against one rated b (Zermelo 1929, Bradley
and Terry 1952); a draw is half a win; Elo is 400 / ln 10 times this scale. The ratings are those of
highest likelihood, with mean 0.

Intervals: the unit is the cluster, the matches that share deals. The covariance is B·M·B (Liang and
Zeger 1986), with B the inverse of the information and M the sum over clusters of the outer product
of their scores, times G / (G − 1) for G clusters; limits are those of Student's t for the clusters
a bot was seen in (Cameron and Miller 2015). A bot seen in fewer than `TRUSTED_CLUSTERS`, or only in
clusters that went exactly as its rating says, shows no spread to speak of. Its matches enter M with
the variance of the model; with all matches like that B·M·B would be B, and its limits are normal.

Results without a highest likelihood: there is one if a chain leads from each bot to each other, in
which each bot took something from the next (Ford 1957). In general the bots fall into pools within
which that is so. Of two pools that met, one won every match, and no finite distance is enough. So
each pool is rated by the matches within it, as in the limit of the likelihood, and the pools are
then placed at finite distances:

- The prior is half a virtual draw a pool, spread evenly over its matches with other pools. Between
  two pools that makes one draw, the prior of Jeffreys for a score (Firth 1993).
- The limit is exact (Clopper and Pearson 1934, here against opponents of several strengths): the
  distance at which winning everything has probability (1 − level) / 2. A cluster counts as one
  match, since its matches may have been one piece of luck. The standard error is the one that puts
  the limit z standard errors away: exactly between two pools, roughly in longer chains.

The largest of the pools that are linked is their core. Its mean is the zero, so that bots placed by
a prior do not move the others; a bot above it has a lower limit only, one below it an upper limit
only. Where no pool is the largest, the zero is the mean of all, and one limit is what a pool has
that won everything, or lost everything, against others.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.special import expit, log_expit, stdtrit

from harness.arena.stats import ELO, Ranking, Rating, Side, Wdl, two_sided

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

TRUSTED_CLUSTERS: Final = 5
"""Clusters that a bot must be seen in before their spread is believed."""

_NO_SPREAD: Final = 1e-9
"""Share of the expected variance below which a spread is nothing but rounding."""

_STRIDE: Final = 1e-8
"""Last step of a fit, in log odds; the error left after it is of the order of its square."""


def _sums(weight: Floats, kind: Ints, size: int) -> Floats:
    """Add up the weights of each kind, (size,)."""
    return np.bincount(kind, weight, size).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class _Results:
    """Points of nodes (bots or pools) against each other, in entries of an a, a b and a cluster."""

    size: int
    """Number of nodes."""
    a: Ints
    b: Ints
    cluster: Ints
    won: Floats
    """Points of a."""
    lost: Floats
    """Points of b."""
    lead: Floats | float = 0.0
    """What a is ahead of b besides the ratings of the two, in log odds."""

    def merged(self) -> _Results:
        """Add up entries of the same a, b and cluster; exact, so that no order of them matters."""
        keys = (self.a * self.size + self.b) * (self.cluster.max(initial=0) + 1) + self.cluster
        _, at, kind = np.unique(keys, return_index=True, return_inverse=True)
        won, lost = _sums(self.won, kind, len(at)), _sums(self.lost, kind, len(at))
        return _Results(self.size, self.a[at], self.b[at], self.cluster[at], won, lost)

    def overall(self) -> _Results:
        """Add up entries of the same a and b."""
        return replace(self, cluster=np.zeros_like(self.cluster)).merged()

    def kept(self, mask: Bools) -> _Results:
        """Return the entries that the mask chooses."""
        a, b, cluster = self.a[mask], self.b[mask], self.cluster[mask]
        return _Results(self.size, a, b, cluster, self.won[mask], self.lost[mask])

    def turned(self, mask: Bools) -> _Results:
        """Return the same with a and b exchanged in the entries that the mask chooses."""
        a, b = np.where(mask, self.b, self.a), np.where(mask, self.a, self.b)
        won, lost = np.where(mask, self.lost, self.won), np.where(mask, self.won, self.lost)
        return _Results(self.size, a, b, self.cluster, won, lost)

    def gap(self, ratings: Floats) -> Floats:
        """Log odds of a against b."""
        return ratings[self.a] - ratings[self.b] + self.lead

    def surprise(self, gap: Floats) -> Floats:
        """Points of a beyond those expected, written so that long odds lose no digits."""
        return self.won * expit(-gap) - self.lost * expit(gap)

    def variance(self, gap: Floats) -> Floats:
        """Variance of the points of a in the model."""
        return (self.won + self.lost) * expit(gap) * expit(-gap)

    def laplacian(self, weight: Floats) -> Floats:
        """Sum weight·(e_a − e_b)(e_a − e_b)ᵀ over the entries, (size, size)."""
        linked = _sums(weight, self.a * self.size + self.b, self.size**2)
        linked = linked.reshape(self.size, self.size)
        return np.diag(linked.sum(axis=0) + linked.sum(axis=1)) - linked - linked.T

    def scores(self, weight: Floats) -> csr_array[np.float64]:
        """Sum weight·(e_a − e_b) over the entries of each cluster, (clusters, size)."""
        place = (np.tile(self.cluster, 2), np.concatenate([self.a, self.b]))
        shape = (int(self.cluster.max(initial=0)) + 1, self.size)
        return csr_array((np.concatenate([weight, -weight]), place), shape=shape)

    def highest(self, group: Ints) -> Floats:
        """Return the ratings of highest likelihood in log odds, of mean 0 in each group.

        Newton's method, damped as Sun and Tran-Dinh (2019) do for generalised self-concordant
        functions, which converges from anywhere; a step is as long as the gap it changes most.
        """
        ratings = np.zeros(self.size)
        stride = math.inf
        while stride > _STRIDE:
            gap = self.gap(ratings)
            surprise = self.surprise(gap)
            slope = _sums(surprise, self.a, self.size) - _sums(surprise, self.b, self.size)
            step = _solved(self.laplacian(self.variance(gap)), group, slope)
            stride = float(np.abs(step[self.a] - step[self.b]).max(initial=0.0))
            ratings += step * (math.log1p(stride) / stride if stride else 1.0)
        return ratings


def _solved(laplacian: Floats, group: Ints, right: Floats) -> Floats:
    """Solve a Laplacian within each group, where the columns of `right` sum to 0."""
    together = (group[:, None] == group).astype(float)
    return cho_solve(cho_factor(laplacian + together), right)


def _sandwich(information: Floats, meat: Floats, group: Ints) -> Floats:
    """Return B·M·B, with B the inverse of the information within each group."""
    return _solved(information, group, _solved(information, group, meat).T)


def _spread(within: _Results, gap: Floats, pool: Ints, trusted: float) -> tuple[Floats, Ints]:
    """Return the covariance of the ratings in pools, (bots, bots), and what it rests on, (bots,).

    That is the number of clusters a bot was seen in, or 0 if the model had to do since they were
    fewer than `trusted` or all alike.
    """
    size, surprise, variance = within.size, within.surprise(gap), within.variance(gap)
    information = within.laplacian(variance)
    scores = within.scores(surprise)
    seen = np.bincount(scores.indices, minlength=size)
    squares = _sums(scores.data**2, scores.indices.astype(np.int64), size)
    robust = (seen >= trusted) & (squares > _NO_SPREAD * np.diag(information))

    both = robust[within.a] & robust[within.b]
    shown = within.scores(np.where(both, surprise, 0.0))
    units = np.bincount(np.unique(within.cluster * size + pool[within.a]) % size, minlength=size)
    factor = np.sqrt(units / np.maximum(units - 1, 1))[pool]
    meat = (shown.T @ shown).toarray() * np.outer(factor, factor)
    meat += within.laplacian(np.where(both, 0.0, variance))
    return _sandwich(information, meat, pool), np.where(robust, seen, 0)


def _places(links: _Results, pool: Ints, group: Ints) -> Floats:
    """Place pools by their matches and the prior, in log odds, (pools,).

    `links` are the matches between pools, all won by a, with the lead that a has in its pool over
    what b has in its own; `group` is the component of each pool.
    """
    above, below, won = pool[links.a], pool[links.b], links.won
    met = _sums(won, above, len(group)) + _sums(won, below, len(group))
    prior = won * (1 / met[above] + 1 / met[below]) / 4
    posterior = replace(links, size=len(group), a=above, b=below, won=won + prior, lost=prior)
    return posterior.highest(group)


def _uncertainty(
    places: Floats, links: _Results, across: _Results, pool: Ints, group: Ints, level: float
) -> Floats:
    """Return the covariance of the places, (pools, pools), that the exact limits stand for.

    `across` are the matches of `links` by cluster.
    """
    pools = len(group)
    keys, pair = np.unique(pool[links.a] * pools + pool[links.b], return_inverse=True)
    by_cluster = (across.cluster * pools + pool[across.a]) * pools + pool[across.b]
    clusters = np.unique(np.unique(by_cluster) % pools**2, return_counts=True)[1]
    share = links.won / _sums(links.won, pair, len(keys))[pair]
    trials = share * clusters[pair]

    def below_place(gap: Floats) -> Bools:
        odds = gap[pair] + links.lead
        surprise = (links.won + share / 2) * expit(-odds) - share / 2 * expit(odds)
        return _sums(surprise, pair, len(keys)) > 0

    def below_limit(gap: Floats) -> Bools:
        chance = _sums(trials * log_expit(gap[pair] + links.lead), pair, len(keys))
        return chance < math.log((1 - level) / 2)

    reach = np.full(len(keys), 50 + np.abs(links.lead).max(initial=0.0) - math.log(1 - level))
    pairs = replace(links, size=pools, a=keys // pools, b=keys % pools, lead=0.0)
    width = np.maximum(pairs.gap(places), _border(below_place, reach)) - _border(below_limit, reach)
    information = pairs.laplacian((two_sided(level) / width) ** 2)
    return _sandwich(information, information, group)


def _border(is_below: Callable[[Floats], Bools], reach: Floats) -> Floats:
    """Return the values between -reach and reach up to which `is_below` holds, by bisection."""
    low, high = -reach, reach
    for _ in range(64):
        middle = (low + high) / 2
        rising = is_below(middle)
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    return low


def _cores(pool: Ints, component: Ints) -> Ints:
    """Return the core of each component, -1 for one without."""
    cores = np.full(component.max(initial=-1) + 1, -1)
    for each in range(len(cores)):
        (core, size), *others = Counter(pool[component == each].tolist()).most_common(2)
        if all(size > other for _, other in others):
            cores[each] = core
    return cores


def _sides(links: _Results, pool: Ints, cores: Ints) -> list[Side | None]:
    """Say which limit each bot has, None for both; `links` as in `_places`."""
    above, below = pool[links.a], pool[links.b]
    won, lost = set(above.tolist()), set(below.tolist())
    sides: dict[int, Side | None] = dict.fromkeys(won - lost, "lower")
    sides.update(dict.fromkeys(lost - won, "upper"))
    beat = csr_array((links.won, (above, below)), shape=(links.size, links.size))
    for core in cores[cores >= 0].tolist():
        worse = breadth_first_order(beat, core, return_predecessors=False)
        better = breadth_first_order(beat.T, core, return_predecessors=False)
        sides.update(dict.fromkeys(worse.tolist(), "upper"))
        sides.update(dict.fromkeys(better.tolist(), "lower"))
        sides[core] = None
    return [sides.get(each) for each in pool.tolist()]


def _connected(links: _Results, connection: Literal["weak", "strong"]) -> Ints:
    """Label the bots by components of the graph of who took something from whom, largest first."""
    took, gave = links.won > 0, links.lost > 0
    rows = np.concatenate([links.a[took], links.b[gave]])
    columns = np.concatenate([links.b[took], links.a[gave]])
    graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(links.size, links.size))
    labels = connected_components(graph, connection=connection)[1].tolist()
    order = {label: place for place, (label, _) in enumerate(Counter(labels).most_common())}
    return np.array([order[label] for label in labels], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Arrays over the bots in the order of their names, in Elo."""

    elo: Floats
    covariance: Floats
    clusters: Ints
    component: Ints
    sides: list[Side | None]


def _fitted(cells: _Results, level: float, trusted: float) -> _Fit:
    """Rate bots in their pools, place the pools, and measure all from the zero of a component."""
    links = cells.overall()
    pool, component = _connected(links, "strong"), _connected(links, "weak")
    apart = pool[cells.a] != pool[cells.b]
    within, across = cells.kept(~apart), cells.kept(apart)
    ratings = within.overall().highest(pool)
    covariance, clusters = _spread(within, within.gap(ratings), pool, trusted)

    across = across.turned(across.lost > 0)
    links = across.overall()
    links = replace(links, lead=links.gap(ratings))
    group = component[np.unique(pool, return_index=True)[1]]
    places = _places(links, pool, group)
    ratings += places[pool]
    covariance += _uncertainty(places, links, across, pool, group, level)[np.ix_(pool, pool)]

    cores = _cores(pool, component)
    core = cores[component]
    zero = (component[:, None] == component) & ((core < 0) | (core == pool))
    centre = ELO * (np.eye(len(pool)) - zero / zero.sum(axis=1, keepdims=True))
    elo, covariance = centre @ ratings, centre @ covariance @ centre.T
    return _Fit(elo, covariance, clusters, component, _sides(links, pool, cores))


def _matches(
    names: Sequence[str], first: ArrayLike, second: ArrayLike, score: ArrayLike, cluster: ArrayLike
) -> _Results:
    """Read the matches, an entry each, with the bots numbered in the order of their names."""
    one, other, unit = (np.asarray(each).astype(np.int64) for each in (first, second, cluster))
    won = np.asarray(score, dtype=float)
    if len(set(names)) < len(names):
        raise ValueError("names: two bots have the same name")
    if not one.shape == other.shape == unit.shape == won.shape == (one.size,):
        raise ValueError("first, second, score, cluster: each needs one value for every match")
    if not ((one >= 0) & (other >= 0) & (one < len(names)) & (other < len(names))).all():
        raise ValueError(f"first, second: a bot is an index from 0 to {len(names) - 1}")
    if (one == other).any():
        raise ValueError("first, second: a match against oneself has no place in a ranking")
    if not np.isin(won, (0, 0.5, 1)).all():
        raise ValueError("score: a match is worth 0, 0.5 or 1 to its first side")
    place = np.argsort(np.argsort(np.array(list(names), dtype=object)))
    unit = np.unique(unit, return_inverse=True)[1]
    matches = _Results(len(names), place[one], place[other], unit, won, 1 - won)
    return matches.turned(matches.a > matches.b)


def _records(matches: _Results) -> list[Wdl]:
    """Count what each bot won, drew and lost."""
    columns = (
        np.bincount(matches.a, matches.won == points, matches.size)
        + np.bincount(matches.b, matches.lost == points, matches.size)
        for points in (1, 0.5, 0)
    )
    return [Wdl(*map(int, counts)) for counts in zip(*columns, strict=True)]


def fit(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    score: ArrayLike,
    cluster: ArrayLike,
    *,
    level: float = 0.95,
    covariance: Literal["cluster", "model"] = "cluster",
) -> Ranking:
    """Rate all bots by all matches together, as the module describes.

    Args:
        names: Of the bots, all different.
        first: Index into `names` of one side of each match.
        second: Index of the other side.
        score: Of the first side: 0, ½ or 1.
        cluster: Any integer that the matches which share deals have in common.
        level: Probability that the limits hold.
        covariance: "cluster" for the sandwich; "model" takes every match as independent.

    Raises:
        BeloteError: The level is not between 0 and 1.
        ValueError: The matches are not as described.
    """
    z = two_sided(level)
    matches = _matches(names, first, second, score, cluster)
    if covariance == "cluster":
        fitted = _fitted(matches.merged(), level, TRUSTED_CLUSTERS)
    else:
        fitted = _fitted(replace(matches, cluster=np.arange(len(matches.a))), level, math.inf)
    se = np.sqrt(np.diag(fitted.covariance))
    freedom = np.maximum(fitted.clusters - 1.0, 1.0)
    reach = se * np.where(fitted.clusters, stdtrit(freedom, (1 + level) / 2), z)
    records = _records(matches)

    def row(bot: int, name: str) -> Rating:
        counts, side, elo = records[bot], fitted.sides[bot], float(fitted.elo[bot])
        return Rating(
            name,
            elo,
            lower=elo - float(reach[bot]) if counts.matches and side != "upper" else None,
            upper=elo + float(reach[bot]) if counts.matches and side != "lower" else None,
            se=float(se[bot]),
            matches=counts.matches,
            wins=counts.wins,
            draws=counts.draws,
            losses=counts.losses,
            score=counts.score,
            component=int(fitted.component[bot]) + 1,
            one_sided=side,
            clusters=int(fitted.clusters[bot]) or None,
        )

    rows = list(map(row, range(len(names)), sorted(names)))
    order = sorted(range(len(names)), key=lambda bot: (rows[bot].component, -rows[bot].elo))
    ranked = tuple(rows[bot] for bot in order)
    return Ranking(ranked, fitted.covariance[np.ix_(order, order)], level)
