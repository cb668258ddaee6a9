"""Errors that respect the deals: what shares deals is one observation, however much it is.

The covariance is B·M·B (Liang and Zeger 1986), with B the inverse of the information and M the sum
over clusters of the outer product of their scores, times G / (G − 1) for G clusters; limits are
those of Student's t with G − 1 degrees of freedom (Cameron and Miller 2015). Clusters that weigh
unequally count as fewer: with the share wᵢ of the information they are (Σwᵢ²)² / Σwᵢ⁴, as many as
spread like that if the matches of each stand and fall together (Carter, Schnepel and Steigerwald
2017). Those of its pool make the factor, those that a bot was seen in its degrees of freedom.

A bot seen in fewer than `TRUSTED_CLUSTERS`, or only in clusters that went exactly as its rating
says, shows no spread to speak of: its matches enter M with the variance of the model, and its
limits are normal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.special import stdtrit

from harness.arena.rating.columns import Bools, Floats, Ints
from harness.arena.rating.entries import Entries, Sparse, sandwich
from harness.arena.rating.samples import two_sided

TRUSTED_CLUSTERS: Final = 5
"""Clusters that a bot must be seen in before their spread is believed."""

_NO_SPREAD: Final = 1e-9
"""Share of the expected variance below which a spread is nothing but rounding."""


class Residuals(NamedTuple):
    """What a fit leaves over, by entry of the entries.

    Attributes:
        surprise: what a made beyond what was expected.
        weight: of the entry in the information.
        variance: of the surprise in the model.
    """

    surprise: Floats
    weight: Floats
    variance: Floats


class Spread(NamedTuple):
    """How uncertain ratings are.

    Attributes:
        covariance: of the ratings, (bots, bots).
        clusters: those that a bot was seen in, (bots,); 0 if the model had to do since they were
            fewer than `trusted` or all alike.
        freedom: degrees of freedom of its limits, (bots,); infinite for the model's.
    """

    covariance: Floats
    clusters: Ints
    freedom: Floats


def spread(
    entries: Entries,
    left: Residuals,
    group: Ints,
    open_to: Floats,
    *,
    trusted: float = TRUSTED_CLUSTERS,
) -> Spread:
    """Return how uncertain ratings are.

    Args:
        entries: by cluster.
        left: what the fit leaves over of them.
        group: of each side; those of one share their clusters.
        open_to: what the entries leave open, as for `solved`.
        trusted: clusters that it takes for their spread to be believed.
    """
    parts = [(part, Residuals(*(each[cut] for each in left))) for part, cut in entries.parts()]
    shown = [_shown(part, its, group) for part, its in parts]
    seen, squares, of_nodes, of_groups = (np.sum(each, axis=0) for each in zip(*shown, strict=True))
    robust = believed(seen, squares, np.diag(entries.laplacian(left.variance)), trusted=trusted)

    told = entries.all_of_a_side(robust)
    worth = effective(*of_groups)
    factor = np.sqrt(worth / np.maximum(worth - 1, 1))[group]
    meat = np.sum([_meat(part, its, told, factor) for part, its in parts], axis=0)
    return Spread(
        sandwich(entries.laplacian(left.weight), meat, open_to),
        np.where(robust, seen, 0),
        np.where(robust, np.maximum(effective(*of_nodes) - 1, 1), np.inf),
    )


class _Shown(NamedTuple):
    """What clusters show, by node: it adds up.

    Attributes:
        seen: clusters that a node is in.
        squares: of its scores there.
        of_nodes: powers of its weight there, as `effective` needs them.
        of_groups: powers of the weight that its group has there.
    """

    seen: Ints
    squares: Floats
    of_nodes: Floats
    of_groups: Floats


def _shown(entries: Entries, left: Residuals, group: Ints) -> _Shown:
    weights = entries.weights(left.weight)
    times = _times(entries)
    of_groups = _by_cluster(entries, left.weight, group[entries.a], entries.size)
    return _Shown(
        np.rint(np.asarray(weights.astype(bool).T @ times)).astype(np.int64),
        np.asarray(entries.scores(left.surprise).power(2).T @ (1 / times)),
        _powers(weights, times),
        _powers(of_groups, times),
    )


def _meat(entries: Entries, left: Residuals, told: Bools, factor: Floats) -> Floats:
    """Return what the clusters show of the sides that are told, and the model's of others.

    Args:
        entries: by cluster.
        left: what the fit leaves over of them.
        told: whether the spread of a side is believed.
        factor: of its scores.
    """
    both = told[entries.a] & told[entries.b]
    surprise = left.surprise * factor[entries.a] / np.sqrt(_times(entries)[entries.cluster])
    shown = entries.scores(np.where(both, surprise, 0.0))
    meat: Floats = (shown.T @ shown).toarray()
    return meat + entries.laplacian(np.where(both, 0.0, left.variance))


def _times(entries: Entries) -> Floats:
    """Return how many clusters each stands for."""
    clusters = max(entries.clusters, 1)
    return np.ones(clusters) if entries.alike is None else entries.alike[:clusters]


def believed(
    seen: Ints, squares: Floats, expected: Floats, *, trusted: float = TRUSTED_CLUSTERS
) -> Bools:
    """Say where the squares of so many clusters tell a spread, given what the model expects."""
    shown: Bools = (seen >= trusted) & (squares > _NO_SPREAD * expected)
    return shown


def _by_cluster(entries: Entries, weight: Floats, kind: Ints, kinds: int) -> Sparse:
    """Return the weight of each kind of entry in each cluster, (clusters, kinds)."""
    shape = (max(entries.clusters, 1), kinds)
    return csr_array((weight, (entries.cluster, kind)), shape=shape)


def effective(squares: Floats, fourths: Floats) -> Floats:
    """Return how many clusters of equal weight some are worth.

    Args:
        squares: sum of the second powers of their weights, (kinds,).
        fourths: sum of the fourth powers.
    """
    worth: Floats = np.divide(squares**2, fourths, out=np.zeros(len(squares)), where=fourths > 0)
    return worth


def _powers(weights: Sparse, times: Floats) -> Floats:
    """Return the sums of the second and the fourth powers, (2, kinds): they add up."""
    powers = [np.asarray(weights.power(power).T @ times ** (1.0 - power)) for power in (2, 4)]
    return np.array(powers)


def quantiles(freedom: Floats, level: float) -> Floats:
    """Return how many standard errors limits are away, given their degrees of freedom."""
    student = stdtrit(np.where(np.isinf(freedom), 1, freedom), (1 + level) / 2)
    return np.where(np.isinf(freedom), two_sided(level), student)
