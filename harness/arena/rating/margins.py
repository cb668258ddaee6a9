"""Ratings by points: how many more a hand each bot writes than the average one.

A side of strength a is expected to write a − b points more a hand than one of strength b. The
ratings are those of least squares, each match with the weight of its hands, since its spread grows
with them: between two bots that is the margin of all matches over the hands of all. In duplicate
play a match is a board and has one hand. Errors are those of `clusters`; where all G deals weigh
the same, that of a mean is √(Σ(dᵢ − d̄)² / G(G − 1)), from the margins dᵢ of the deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from harness.arena.rating.bootstrap import replicas, solved_each
from harness.arena.rating.clusters import TRUSTED_CLUSTERS, Residuals, spread
from harness.arena.rating.entries import (
    Bools,
    Entries,
    Floats,
    Ints,
    anchor_of,
    by_size,
    column,
    numbered,
    solved,
    sums,
)
from harness.arena.rating.fitted import Fitted
from harness.arena.rating.method import DEFAULT, Method
from harness.arena.rating.ranking import Ranking


@dataclass(frozen=True, slots=True, eq=False)
class Margins(Entries):
    """Points of one side less those of the other, and the hands they were made in."""

    columns = ("points", "hands")
    points: Floats
    hands: Floats

    def turned(self, mask: Bools) -> Margins:
        """Return the same with a and b exchanged in the entries that the mask chooses."""
        a, b = np.where(mask, self.b, self.a), np.where(mask, self.a, self.b)
        return replace(self, a=a, b=b, points=np.where(mask, -self.points, self.points))


def fit_margins(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    points: ArrayLike,
    hands: ArrayLike,
    cluster: ArrayLike,
    method: Method = DEFAULT,
) -> Ranking:
    """Rate all bots by the margins of all matches together, in points a hand.

    Args:
        names: Of the bots, all different.
        first: Index into `names` of one side of each match.
        second: Index of the other side.
        points: Of the first side less those of the second, over the match.
        hands: Of the match, at least one.
        cluster: Any integer that the matches which share deals have in common.
        method: How limits are found, and what is 0.

    Raises:
        BeloteError: The anchor is not one of the bots.
        ValueError: The matches are not as described.
    """
    ordered = sorted(names)
    one, other, unit = numbered(names, first, second, cluster)
    margin, weight = column("points", points, len(one)), column("hands", hands, len(one))
    if not (np.isfinite(margin) & (weight >= 1)).all():
        raise ValueError("points, hands: a match has a margin, and at least one hand")
    matches = Margins(len(names), one, other, unit, margin, weight)
    matches = matches.turned(matches.a > matches.b)
    if method.interval == "model":
        matches = replace(matches, cluster=np.arange(len(one)))
    anchor = anchor_of(method.anchor, ordered)
    return _fitted(matches.merged(), anchor, method).ranking(ordered, method)


def _fitted(cells: Margins, anchor: int | None, method: Method) -> Fitted:
    """Solve the least squares, and measure all from the zero."""
    overall = cells.overall()
    played = cells.played
    level = method.level_of_each(int(played.sum()))
    links = csr_array((overall.hands, (overall.a, overall.b)), shape=(cells.size, cells.size))
    component = by_size(connected_components(links, directed=False)[1])
    slope = sums(overall.points, overall.a, cells.size) - sums(
        overall.points, overall.b, cells.size
    )
    values = solved(overall.laplacian(overall.hands), component, slope)

    surprise = cells.points - cells.hands * (values[cells.a] - values[cells.b])
    freedom = len(cells.a) - (cells.size - component.max(initial=-1) - 1)
    per_hand = float((surprise**2 / cells.hands).sum()) / max(freedom, 1)
    left = Residuals(surprise, cells.hands, per_hand * cells.hands)
    trusted = math.inf if method.interval == "model" else TRUSTED_CLUSTERS
    covariance, clusters, freedom = spread(cells, left, component, trusted=trusted)
    return Fitted(
        values=values,
        covariance=covariance,
        clusters=clusters,
        freedom=freedom,
        component=component,
        core=np.ones(cells.size, dtype=bool),
        sides=[None] * cells.size,
        played=played,
        level=level,
        replicas=(
            replicas(cells, partial(_solved_each, component), level=method.level, seed=method.seed)
            if method.interval == "bootstrap"
            else None
        ),
    ).centred(anchor)


def _solved_each(component: Ints, overall: Margins, points: Floats, hands: Floats) -> Floats:
    """Return the ratings of least squares of each replica, (bots, replicas)."""
    return solved_each(overall, hands, points, component)
