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

from harness.arena.rating.columns import Floats
from harness.arena.rating.entries import Entries

Refit: TypeAlias = Callable[..., Floats]
"""Takes the pairings and the columns of each, reweighted, (pairings, replicas), and returns the
ratings, (nodes, replicas)."""

REPLICAS: Final = 2_000
MOST_REPLICAS: Final = 20_000
_BEYOND: Final = 20
"""Replicas that are to lie beyond both limits, where that takes more than `REPLICAS`."""
_ROOM: Final = 1 << 20
"""Numbers held at a time in one array: as many as a cache has room for."""


def replicas(entries: Entries, refit: Refit, *, level: float, seed: int) -> Floats:
    """Return the ratings in resampled tournaments, (nodes, replicas).

    Args:
        entries: by cluster; the order of the clusters decides which gets which weight.
        refit: rates the bots in each.
        level: of the limits that are to be read from them.
        seed: of the weights.
    """
    rng = np.random.default_rng(seed)
    count = min(max(REPLICAS, math.ceil(_BEYOND / (1 - level))), MOST_REPLICAS)
    pairings = Pairings(entries.overall())
    place = entries.pairing(), entries.cluster
    shape = len(pairings.entries.a), max(entries.clusters, 1)
    columns = [csr_array((getattr(entries, name), place), shape=shape) for name in entries.columns]
    at_once = max(1, _ROOM // max(shape[1], entries.nodes**2))
    rated = []
    for start in range(0, count, at_once):
        weights = rng.standard_exponential((min(at_once, count - start), shape[1])).T
        rated.append(refit(pairings, *(column @ weights for column in columns)))
    return np.concatenate(rated, axis=1)


class Pairings:
    """Which sides met, for solving many tournaments of theirs at once.

    Attributes:
        entries: an entry each.
    """

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        self._rows = entries.each()
        node = np.arange(entries.nodes)
        of_one, of_other = np.repeat(node, len(node)), np.tile(node, len(node))
        self._linked = csr_array(self._rows[:, of_one].multiply(self._rows[:, of_other])).T

    def solved(self, weight: Floats, right: Floats, open_to: Floats) -> Floats:
        """Solve the Laplacian of each replica, (nodes, replicas).

        Args:
            weight: of the pairings, (pairings, replicas).
            right: what a of each is to be above b, times its weight, (pairings, replicas).
            open_to: what they leave open, (nodes, nodes), as for `entries.solved`.
        """
        laplacian = np.asarray(self._linked @ weight).T.reshape(-1, *open_to.shape) + open_to
        slope = np.asarray(self._rows.T @ right).T
        return np.linalg.solve(laplacian, slope[:, :, None])[:, :, 0].T
