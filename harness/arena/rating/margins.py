"""Ratings by points: how many more a hand each bot writes than the average one.

A side of strength a is expected to write a − b points more a hand than one of strength b. The
ratings are those of least squares, each match with the weight of its hands, since its spread grows
with them: between two bots that is the margin of all matches over the hands of all. In duplicate
play a match is a board and has one hand. Errors are those of `clusters`; where all G deals weigh
the same, that of a mean is √(Σ(dᵢ − d̄)² / G(G − 1)), from the margins dᵢ of the deals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from harness.arena.rating.bootstrap import Pairings, replicas
from harness.arena.rating.clusters import (
    TRUSTED_CLUSTERS,
    Residuals,
    believed,
    effective,
    quantiles,
    spread,
)
from harness.arena.rating.columns import Bools, Floats, column, numbered
from harness.arena.rating.components import compared, components
from harness.arena.rating.entries import Entries, anchor_of, solved, sums
from harness.arena.rating.fitted import Fitted
from harness.arena.rating.method import DEFAULT, LEVEL, Method
from harness.arena.rating.partners import shares_of
from harness.arena.rating.ranking import Ranking
from harness.arena.rating.samples import Estimate


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
    *,
    members: Mapping[str, Sequence[str]] | None = None,
) -> Ranking:
    """Rate all bots by the margins of all matches together, in points a hand.

    Args:
        names: Of the bots, or of their sides, all different.
        first: Index into `names` of one side of each match.
        second: Index of the other side.
        points: Of the first side less those of the second, over the match.
        hands: Of the match, at least one.
        cluster: Any integer that the matches which share deals have in common.
        method: How limits are found, and what is 0.
        members: Of each side, where bots are to be rated by all the sides they sat on.

    Raises:
        BeloteError: The anchor is not one of the bots.
        ValueError: The matches are not as described.
    """
    sides = sorted(names)
    matches = _matches(names, first, second, points, hands, cluster)
    bots, shares = (sides, None) if members is None else shares_of(sides, members)
    matches = replace(matches, shares=shares)
    if method.interval == "model":
        matches = replace(matches, cluster=np.arange(len(matches.a)))
    anchor = anchor_of(method.anchor, bots)
    return _fitted(matches.cells(), anchor, method).ranking(bots, method)


def pairing_margins(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    points: ArrayLike,
    hands: ArrayLike,
    cluster: ArrayLike,
    level: float = LEVEL,
) -> dict[tuple[str, str], Estimate]:
    """Return what each two who met made of each other, in points a hand.

    A key says whose points, and against whom; each two have two of them. That is what `fit_margins`
    says of the two alone, but that all pairings tell how far deals spread where one has too few.
    Arguments and errors are those of `fit_margins`.
    """
    ordered = sorted(names)
    cells = _matches(names, first, second, points, hands, cluster).cells()
    overall = cells.overall()
    pairing = cells.pairing()
    values = overall.points / overall.hands
    surprise = cells.points - cells.hands * values[pairing]
    per_hand, freedom = _per_hand(cells, surprise, len(values))
    squares, expected = sums(surprise**2, pairing, len(values)), per_hand * overall.hands
    robust = believed(np.bincount(pairing, minlength=len(values)), squares, expected)
    worth = effective(*(sums(cells.hands**power, pairing, len(values)) for power in (2, 4)))
    variance = np.where(robust, squares * worth / np.maximum(worth - 1, 1), expected)
    reach = np.sqrt(variance) / overall.hands
    reach *= quantiles(np.where(robust, np.maximum(worth - 1, 1), freedom), level)
    margins: dict[tuple[str, str], Estimate] = {}
    rows = zip(overall.a.tolist(), overall.b.tolist(), values.tolist(), reach.tolist(), strict=True)
    for a, b, value, half in rows:
        estimate = (
            Estimate(value, value - half, value + half) if half else Estimate(value, None, None)
        )
        margins[ordered[a], ordered[b]] = estimate
        margins[ordered[b], ordered[a]] = estimate.flip()
    return margins


def _matches(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    points: ArrayLike,
    hands: ArrayLike,
    cluster: ArrayLike,
) -> Margins:
    one, other, unit = numbered(names, first, second, cluster)
    margin, weight = column("points", points, len(one)), column("hands", hands, len(one))
    if not (np.isfinite(margin) & (weight >= 1)).all():
        raise ValueError("points, hands: a match has a margin, and at least one hand")
    return Margins(len(names), one, other, unit, margin, weight)


def _per_hand(cells: Margins, surprise: Floats, fitted: int) -> tuple[float, float]:
    """Return the variance of a hand after so many values were fitted, and its degrees of freedom.

    Where nothing is left over it is 0, and a limit that rests on it is none.
    """
    freedom = len(cells.a) - fitted
    squares = float((surprise**2 / cells.hands).sum())
    return (squares / freedom if freedom > 0 else 0.0), float(max(freedom, 1))


def _fitted(cells: Margins, anchor: int | None, method: Method) -> Fitted:
    """Solve the least squares, and measure all from the zero."""
    overall = cells.overall()
    played = cells.played
    level = method.level_of_each(int(played.sum()))
    told = components(overall)
    open_to, component = told.open_to, told.of_nodes
    values = solved(overall.laplacian(overall.hands), open_to, overall.slope(overall.points))

    surprise = cells.points - cells.hands * cells.gaps(values)
    per_hand, of_model = _per_hand(cells, surprise, told.found)
    left = Residuals(surprise, cells.hands, per_hand * cells.hands)
    trusted = math.inf if method.interval == "model" else TRUSTED_CLUSTERS
    covariance, clusters, freedom = spread(cells, left, told.of_sides, open_to, trusted=trusted)
    return Fitted(
        values=values,
        covariance=covariance,
        clusters=clusters,
        freedom=np.where(clusters, freedom, of_model),
        component=component,
        core=np.ones(cells.nodes, dtype=bool),
        sides=[None] * cells.nodes,
        limited=played & compared(component) & (per_hand > 0),
        level=level,
        replicas=(
            replicas(cells, partial(_solved_each, open_to), level=method.level, seed=method.seed)
            if method.interval == "bootstrap"
            else None
        ),
    ).centred(anchor)


def _solved_each(open_to: Floats, pairings: Pairings, points: Floats, hands: Floats) -> Floats:
    """Return the ratings of least squares of each replica, (nodes, replicas)."""
    return pairings.solved(hands, points, open_to)
