"""Errors that respect the deals: what shares deals is one observation, however much it is.

The covariance is B·M·B (Liang and Zeger 1986), with B the inverse of the information and M the sum
over clusters of the outer product of their scores, times G / (G − 1) for G clusters; limits are
those of Student's t for the clusters that a bot was seen in (Cameron and Miller 2015). A bot seen
in fewer than `TRUSTED_CLUSTERS`, or only in clusters that went exactly as its rating says, shows no
spread to speak of: its matches enter M with the variance of the model, and its limits are normal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from scipy.special import stdtrit

from harness.arena.rating.entries import Entries, Floats, Ints, sandwich, sums
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


def spread(
    entries: Entries, left: Residuals, group: Ints, *, trusted: float = TRUSTED_CLUSTERS
) -> tuple[Floats, Ints]:
    """Return the covariance of ratings within groups, (bots, bots), and what it rests on, (bots,).

    That is the number of clusters a bot was seen in, or 0 if the model had to do since they were
    fewer than `trusted` or all alike.
    """
    size = entries.size
    scores = entries.scores(left.surprise)
    seen = np.bincount(scores.indices, minlength=size)
    squares = sums(scores.data**2, scores.indices.astype(np.int64), size)
    expected = np.diag(entries.laplacian(left.variance))
    robust = (seen >= trusted) & (squares > _NO_SPREAD * expected)

    both = robust[entries.a] & robust[entries.b]
    shown = entries.scores(np.where(both, left.surprise, 0.0))
    units = np.bincount(np.unique(entries.cluster * size + group[entries.a]) % size, minlength=size)
    factor = np.sqrt(units / np.maximum(units - 1, 1))[group]
    meat = (shown.T @ shown).toarray() * np.outer(factor, factor)
    meat += entries.laplacian(np.where(both, 0.0, left.variance))
    return sandwich(entries.laplacian(left.weight), meat, group), np.where(robust, seen, 0)


def quantiles(clusters: Ints, level: float) -> Floats:
    """Return how many standard errors the limits of each bot are away, (bots,)."""
    student = stdtrit(np.maximum(clusters - 1.0, 1.0), (1 + level) / 2)
    return np.where(clusters, student, two_sided(level))
