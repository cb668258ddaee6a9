"""Ratings of all bots at once: a joint Bradley-Terry fit whose intervals respect the deals.

A bot rated a is expected to score 1 / (1 + exp(b − a)) against one rated b (Zermelo 1929, Bradley
and Terry 1952); a draw is half a win; Elo is 400 / ln 10 times this scale. The ratings are those of
highest likelihood. Their errors are those of `clusters`, where one cluster is all that shares
deals, or of `bootstrap`; bots without a highest likelihood are the matter of `pools`.

The zero is the mean of the core, so that bots placed by a prior do not move the others, or a named
bot, whose pool then is the core.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from harness.arena.rating.bootstrap import Pairings, replicas
from harness.arena.rating.clusters import TRUSTED_CLUSTERS, Residuals, spread
from harness.arena.rating.columns import Floats, column, numbered
from harness.arena.rating.components import compared
from harness.arena.rating.entries import Wins, anchor_of
from harness.arena.rating.fitted import Fitted
from harness.arena.rating.method import DEFAULT, Method
from harness.arena.rating.partners import Partners, shares_of
from harness.arena.rating.pools import Pools, cores_of
from harness.arena.rating.ranking import Ranking
from harness.arena.rating.samples import ELO

_STRIDE: Final = 1e-3
"""Last step of the fit of a replica, in log odds; what is left after it is its square."""


def fit(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    score: ArrayLike,
    cluster: ArrayLike,
    method: Method = DEFAULT,
    *,
    less_luck: ArrayLike | None = None,
    members: Mapping[str, Sequence[str]] | None = None,
    times: ArrayLike | None = None,
) -> Ranking:
    """Rate all bots by all matches together, as the module describes.

    Args:
        names: Of the bots, or of their sides, all different.
        first: Index into `names` of one side of each match.
        second: Index of the other side.
        score: Of the first side: 0, ½ or 1.
        cluster: Any integer that the matches which share deals have in common.
        method: How limits are found, and what is 0.
        less_luck: The scores with luck taken out, which may be any numbers. They count instead
            where that leaves both sides of a pairing some part of the points.
        members: Of each side, where bots are to be rated by all the sides they sat on.
        times: How many matches each stands for, which are as many clusters that went alike; the
            same for all of a cluster.

    Raises:
        BeloteError: The anchor is not one of the bots.
        ValueError: The matches are not as described.
    """
    sides = sorted(names)
    bots, shares = (sides, None) if members is None else shares_of(sides, members)
    cells = _cells(names, first, second, score, cluster, method, less_luck, times)
    anchor = anchor_of(method.anchor, bots)
    return _fitted(replace(cells, shares=shares), anchor, method).ranking(bots, method)


def _cells(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    score: ArrayLike,
    cluster: ArrayLike,
    method: Method,
    less_luck: ArrayLike | None,
    times: ArrayLike | None,
) -> Wins:
    """Return what each two made of each other in each cluster."""
    one, other, unit = numbered(names, first, second, cluster)
    won = column("score", score, len(one))
    if not np.isin(won, (0, 0.5, 1)).all():
        raise ValueError("score: a match is worth 0, 0.5 or 1 to its first side")
    matches = Wins(len(names), one, other, unit, won, 1 - won)
    if less_luck is not None:
        matches = _adjusted(matches, column("less_luck", less_luck, len(one)))
    if method.interval == "model":
        matches = replace(matches, cluster=np.arange(len(one)))
    if times is not None:
        matches = _several(matches, column("times", times, len(one)))
    return matches.cells()


def _several(matches: Wins, times: Floats) -> Wins:
    """Return matches that stand for several each."""
    alike = np.ones(matches.clusters)
    alike[matches.cluster] = times
    return replace(matches, won=matches.won * times, lost=matches.lost * times, alike=alike)


def _adjusted(matches: Wins, won: Floats) -> Wins:
    """Return the matches with other scores, where both of a pairing have some before and after.

    So the pools stay what they are.
    """
    key = np.minimum(matches.a, matches.b) * matches.size + np.maximum(matches.a, matches.b)
    pairing = np.unique(key, return_inverse=True)[1]
    both = np.ones(int(pairing.max(initial=-1)) + 1, dtype=bool)
    for score in (matches.won, won):
        of_first = np.where(matches.a < matches.b, score, 1 - score)
        both &= (np.bincount(pairing, of_first) > 0) & (np.bincount(pairing, 1 - of_first) > 0)
    kept = np.where(both[pairing], won, matches.won)
    return replace(matches, won=kept, lost=1 - kept)


def _fitted(cells: Wins, anchor: int | None, method: Method) -> Fitted:
    """Rate bots in their pools, place the pools, and measure all in Elo from the zero."""
    played = cells.played
    level = method.level_of_each(int(played.sum()))
    overall = cells.overall()
    reach = Pools.of(overall) if cells.shares is None else Partners.of(overall)
    apart = reach.apart[cells.pairing()]
    within, across = cells.kept(~apart), cells.kept(apart)
    values = within.overall().highest(reach.open_to)
    gap = within.gap(values)
    variance = within.variance(gap)
    left = Residuals(within.surprise(gap), variance, variance)
    trusted = math.inf if method.interval == "model" else TRUSTED_CLUSTERS
    covariance, clusters, freedom = spread(
        within, left, reach.of_sides, reach.open_to, trusted=trusted
    )
    refit = partial(highest_each, reach.open_to, values)
    resampled = (
        replicas(within, refit, level=method.level, seed=method.seed)
        if method.interval == "bootstrap"
        else None
    )

    across = across.turned(across.lost > 0)
    links = across.overall()
    links = replace(links, lead=links.gap(values))
    places, uncertainty = reach.placed(links, across, level)

    component = reach.component
    cores = cores_of(reach.pool, component)
    if anchor is not None:
        cores[component[anchor]] = reach.pool[anchor]
    core = (cores[component] < 0) | (cores[component] == reach.pool)
    return Fitted(
        values=ELO * (values + places),
        covariance=ELO**2 * (covariance + uncertainty),
        clusters=np.where(core, clusters, 0),
        freedom=np.where(core, freedom, np.inf),
        component=component,
        core=core,
        sides=reach.sides(links, cores),
        limited=played & compared(component),
        level=level,
        replicas=None if resampled is None else ELO * resampled,
    ).centred(anchor)


def highest_each(
    open_to: Floats, start: Floats, pairings: Pairings, won: Floats, lost: Floats
) -> Floats:
    """Return the ratings of highest likelihood of each replica, (nodes, replicas).

    Newton's method as in `Wins.highest`, for all of them at once.

    Args:
        open_to: what the pairings leave open.
        start: where to begin, (nodes,).
        pairings: those that the rows of `won` and `lost` belong to.
        won: points of a, (pairings, replicas).
        lost: points of b.
    """
    values = np.repeat(start[:, None], won.shape[1], axis=1)
    stride = np.full(won.shape[1], math.inf)
    while stride.max(initial=0.0) > _STRIDE:
        chance = expit(pairings.entries.gaps(values))
        surprise = won * (1 - chance) - lost * chance
        step = pairings.solved((won + lost) * chance * (1 - chance), surprise, open_to)
        stride = np.abs(pairings.entries.gaps(step)).max(axis=0, initial=0.0)
        values += step * np.divide(
            np.log1p(stride), stride, out=np.ones_like(stride), where=stride > 0
        )
    return values
