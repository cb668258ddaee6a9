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
from scipy.special import stdtrit

from harness.arena.rating.entries import Bools, Entries, Floats, Ints, sandwich, sums
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
    entries: Entries, left: Residuals, group: Ints, *, trusted: float = TRUSTED_CLUSTERS
) -> Spread:
    """Return how uncertain ratings within groups are."""
    size = entries.size
    scores = entries.scores(left.surprise)
    seen = np.bincount(scores.indices, minlength=size)
    squares = sums(scores.data**2, scores.indices.astype(np.int64), size)
    expected = np.diag(entries.laplacian(left.variance))
    robust = believed(seen, squares, expected, trusted=trusted)

    both = robust[entries.a] & robust[entries.b]
    shown = entries.scores(np.where(both, left.surprise, 0.0))
    of_groups = effective(entries.cluster, group[entries.a], left.weight, size)
    factor = np.sqrt(of_groups / np.maximum(of_groups - 1, 1))[group]
    meat = (shown.T @ shown).toarray() * np.outer(factor, factor)
    meat += entries.laplacian(np.where(both, 0.0, left.variance))
    sides = np.concatenate([entries.a, entries.b])
    of_bots = effective(np.tile(entries.cluster, 2), sides, np.tile(left.weight, 2), size)
    return Spread(
        sandwich(entries.laplacian(left.weight), meat, group),
        np.where(robust, seen, 0),
        np.where(robust, np.maximum(of_bots - 1, 1), np.inf),
    )


def believed(
    seen: Ints, squares: Floats, expected: Floats, *, trusted: float = TRUSTED_CLUSTERS
) -> Bools:
    """Say where the squares of so many clusters tell a spread, given what the model expects."""
    shown: Bools = (seen >= trusted) & (squares > _NO_SPREAD * expected)
    return shown


def effective(cluster: Ints, kind: Ints, weight: Floats, kinds: int) -> Floats:
    """Return how many clusters of equal weight those of each kind are worth, (kinds,)."""
    keys, place = np.unique(cluster * kinds + kind, return_inverse=True)
    squared = sums(weight, place, len(keys)) ** 2
    two, four = (sums(each, keys % kinds, kinds) for each in (squared, squared**2))
    return np.divide(two**2, four, out=np.zeros(kinds), where=four > 0)


def quantiles(freedom: Floats, level: float) -> Floats:
    """Return how many standard errors limits are away, given their degrees of freedom."""
    student = stdtrit(np.where(np.isinf(freedom), 1, freedom), (1 + level) / 2)
    return np.where(np.isinf(freedom), two_sided(level), student)
