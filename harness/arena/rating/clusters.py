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

from harness.arena.rating.entries import Bools, Entries, Floats, Ints, Sparse, sandwich
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
    weights = entries.weights(left.weight)
    clusters = weights.shape[0]
    times = np.ones(clusters) if entries.alike is None else entries.alike[:clusters]
    seen = np.rint(np.asarray(weights.astype(bool).T @ times)).astype(np.int64)
    squares = np.asarray(entries.scores(left.surprise).power(2).T @ (1 / times))
    robust = believed(seen, squares, np.diag(entries.laplacian(left.variance)), trusted=trusted)

    told = entries.all_of_a_side(robust)
    told = told[entries.a] & told[entries.b]
    of_groups = effective(by_cluster(entries, left.weight, group[entries.a], entries.size), times)
    factor = np.sqrt(of_groups / np.maximum(of_groups - 1, 1))[group[entries.a]]
    shown = entries.scores(
        np.where(told, left.surprise * factor / np.sqrt(times[entries.cluster]), 0.0)
    )
    meat = (shown.T @ shown).toarray() + entries.laplacian(np.where(told, 0.0, left.variance))
    return Spread(
        sandwich(entries.laplacian(left.weight), meat, open_to),
        np.where(robust, seen, 0),
        np.where(robust, np.maximum(effective(weights, times) - 1, 1), np.inf),
    )


def believed(
    seen: Ints, squares: Floats, expected: Floats, *, trusted: float = TRUSTED_CLUSTERS
) -> Bools:
    """Say where the squares of so many clusters tell a spread, given what the model expects."""
    shown: Bools = (seen >= trusted) & (squares > _NO_SPREAD * expected)
    return shown


def by_cluster(entries: Entries, weight: Floats, kind: Ints, kinds: int) -> Sparse:
    """Return the weight of each kind of entry in each cluster, (clusters, kinds)."""
    shape = (max(entries.clusters, 1), kinds)
    return csr_array((weight, (entries.cluster, kind)), shape=shape)


def effective(weights: Sparse, times: Floats | None = None) -> Floats:
    """Return how many clusters of equal weight those of each kind are worth, (kinds,).

    Args:
        weights: of each kind in each cluster, (clusters, kinds).
        times: how many each cluster stands for; 1 where None.
    """
    times = np.ones(weights.shape[0]) if times is None else times
    two, four = (np.asarray(weights.power(power).T @ times ** (1.0 - power)) for power in (2, 4))
    worth: Floats = np.divide(two**2, four, out=np.zeros(weights.shape[1]), where=four > 0)
    return worth


def quantiles(freedom: Floats, level: float) -> Floats:
    """Return how many standard errors limits are away, given their degrees of freedom."""
    student = stdtrit(np.where(np.isinf(freedom), 1, freedom), (1 + level) / 2)
    return np.where(np.isinf(freedom), two_sided(level), student)
