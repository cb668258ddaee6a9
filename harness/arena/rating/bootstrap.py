"""The cluster bootstrap: the tournament again and again, with other weights for its deals.

Every cluster gets a weight of its own from an exponential distribution (Rubin 1981; Praestgaard and
Wellner 1993). That has the spread of drawing clusters with replacement, but no weight is ever 0: a
pool that hangs together does so in every replica, and each has ratings of highest likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from harness.arena.rating.entries import Entries, Floats, Ints

Refit: TypeAlias = Callable[..., Floats]
"""Takes the entries overall and their columns reweighted, (pairings, replicas), and returns the
ratings, (bots, replicas)."""

REPLICAS: Final = 2_000
MOST_REPLICAS: Final = 20_000
_BEYOND: Final = 20
"""Replicas that are to lie beyond both limits, where that takes more than `REPLICAS`."""
_ROOM: Final = 1 << 20
"""Numbers held at a time in one array: as many as a cache has room for."""


def replicas(entries: Entries, refit: Refit, *, level: float, seed: int) -> Floats:
    """Return the ratings in resampled tournaments, (bots, replicas).

    Args:
        entries: by cluster; the order of the clusters decides which gets which weight.
        refit: rates the bots in each.
        level: of the limits that are to be read from them.
        seed: of the weights.
    """
    rng = np.random.default_rng(seed)
    count = min(max(REPLICAS, math.ceil(_BEYOND / (1 - level))), MOST_REPLICAS)
    keys, pairing = np.unique(entries.a * entries.size + entries.b, return_inverse=True)
    place, shape = (pairing, entries.cluster), (len(keys), max(entries.clusters, 1))
    columns = [csr_array((getattr(entries, name), place), shape=shape) for name in entries.columns]
    overall = entries.overall()
    at_once = max(1, _ROOM // max(shape[1], entries.size**2))
    rated = []
    for start in range(0, count, at_once):
        weights = rng.standard_exponential((min(at_once, count - start), shape[1])).T
        rated.append(refit(overall, *(column @ weights for column in columns)))
    return np.concatenate(rated, axis=1)


def solved_each(entries: Entries, weight: Floats, right: Floats, group: Ints) -> Floats:
    """Solve the Laplacian of each replica.

    Args:
        entries: what is linked, an entry each pairing.
        weight: of the pairings, (pairings, replicas).
        right: for each entry what a is to be above b, times its weight, (pairings, replicas).
        group: of each bot; in a group the mean becomes 0.
    """
    size, pairings = entries.size, len(entries.a)
    rows = np.arange(pairings)
    one, other = (
        csr_array((np.ones(pairings), (rows, side)), shape=(pairings, size))
        for side in (entries.a, entries.b)
    )
    linked = csr_array(
        (
            np.ones(2 * pairings),
            (
                np.tile(rows, 2),
                np.concatenate([entries.a * size + entries.b, entries.b * size + entries.a]),
            ),
        ),
        shape=(pairings, size**2),
    )
    degree = np.asarray((one + other).T @ weight)
    laplacian = -np.asarray(linked.T @ weight).T.reshape(-1, size, size)
    places = np.arange(size)
    laplacian[:, places, places] += degree.T
    laplacian += group[:, None] == group
    slope = np.asarray((one - other).T @ right)
    return np.linalg.solve(laplacian, slope.T[:, :, None])[:, :, 0].T
