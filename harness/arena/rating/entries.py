"""Entries: what bots made of each other as arrays, and what a likelihood is made of.

Everything here adds up per entry, so it does not matter in which order matches were played; sums of
halves are exact.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array
from scipy.special import expit

from harness.errors import BeloteError, unknown

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_STRIDE: Final = 1e-8
"""Last step of a fit, in log odds; the error left after it is of the order of its square."""


def sums(weight: Floats, kind: Ints, size: int) -> Floats:
    """Add up the weights of each kind, (size,)."""
    return np.bincount(kind, weight, size).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """What nodes (bots or pools) made of each other, in entries of an a, a b and a cluster."""

    columns: ClassVar[tuple[str, ...]] = ()
    """The names of what adds up."""
    size: int
    """Number of nodes."""
    a: Ints
    b: Ints
    cluster: Ints

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max(initial=-1)) + 1

    @property
    def played(self) -> Bools:
        """Whether a node is in any entry, (size,)."""
        return np.bincount(np.concatenate([self.a, self.b]), minlength=self.size) > 0

    def merged(self) -> Self:
        """Add up entries of the same a, b and cluster; exact, so that no order of them matters."""
        keys = (self.a * self.size + self.b) * max(self.clusters, 1) + self.cluster
        _, at, kind = np.unique(keys, return_index=True, return_inverse=True)
        entries = replace(self, a=self.a[at], b=self.b[at], cluster=self.cluster[at])
        summed: dict[str, Any] = {
            name: sums(getattr(self, name), kind, len(at)) for name in self.columns
        }
        return replace(entries, **summed)

    def overall(self) -> Self:
        """Add up entries of the same a and b."""
        return replace(self, cluster=np.zeros_like(self.cluster)).merged()

    def kept(self, mask: Bools) -> Self:
        """Return the entries that the mask chooses."""
        kept = {name: getattr(self, name)[mask] for name in ("a", "b", "cluster", *self.columns)}
        return replace(self, **kept)

    def laplacian(self, weight: Floats) -> Floats:
        """Sum weight·(e_a − e_b)(e_a − e_b)ᵀ over the entries, (size, size)."""
        linked = sums(weight, self.a * self.size + self.b, self.size**2)
        linked = linked.reshape(self.size, self.size)
        return np.diag(linked.sum(axis=0) + linked.sum(axis=1)) - linked - linked.T

    def scores(self, weight: Floats) -> csr_array[np.float64]:
        """Sum weight·(e_a − e_b) over the entries of each cluster, (clusters, size)."""
        place = (np.tile(self.cluster, 2), np.concatenate([self.a, self.b]))
        shape = (max(self.clusters, 1), self.size)
        return csr_array((np.concatenate([weight, -weight]), place), shape=shape)


@dataclass(frozen=True, slots=True, eq=False)
class Wins(Entries):
    """Points of nodes against each other."""

    columns = ("won", "lost")
    won: Floats
    """Points of a."""
    lost: Floats
    """Points of b."""
    lead: Floats | float = 0.0
    """What a is ahead of b besides the ratings of the two, in log odds."""

    def turned(self, mask: Bools) -> Wins:
        """Return the same with a and b exchanged in the entries that the mask chooses."""
        a, b = np.where(mask, self.b, self.a), np.where(mask, self.a, self.b)
        won, lost = np.where(mask, self.lost, self.won), np.where(mask, self.won, self.lost)
        return Wins(self.size, a, b, self.cluster, won, lost)

    def gap(self, ratings: Floats) -> Floats:
        """Log odds of a against b."""
        return ratings[self.a] - ratings[self.b] + self.lead

    def surprise(self, gap: Floats) -> Floats:
        """Points of a beyond those expected, written so that long odds lose no digits."""
        return self.won * expit(-gap) - self.lost * expit(gap)

    def variance(self, gap: Floats) -> Floats:
        """Variance of the points of a in the model."""
        return (self.won + self.lost) * expit(gap) * expit(-gap)

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
            slope = sums(surprise, self.a, self.size) - sums(surprise, self.b, self.size)
            step = solved(self.laplacian(self.variance(gap)), group, slope)
            stride = float(np.abs(step[self.a] - step[self.b]).max(initial=0.0))
            ratings += step * (math.log1p(stride) / stride if stride else 1.0)
        return ratings


def solved(laplacian: Floats, group: Ints, right: Floats) -> Floats:
    """Solve a Laplacian within each group, where the columns of `right` sum to 0."""
    together = (group[:, None] == group).astype(float)
    return cho_solve(cho_factor(laplacian + together), right)


def sandwich(information: Floats, meat: Floats, group: Ints) -> Floats:
    """Return B·M·B, with B the inverse of the information within each group."""
    return solved(information, group, solved(information, group, meat).T)


def numbered(
    names: Sequence[str], first: ArrayLike, second: ArrayLike, cluster: ArrayLike
) -> tuple[Ints, Ints, Ints]:
    """Return both sides of each match and its cluster, the bots numbered in the order of names.

    Raises:
        ValueError: the columns are not of one length, or name no two bots.
    """
    one, other, unit = (np.asarray(each).astype(np.int64) for each in (first, second, cluster))
    if len(set(names)) < len(names):
        raise ValueError("names: two bots have the same name")
    if not one.shape == other.shape == unit.shape == (one.size,):
        raise ValueError("first, second, cluster: each needs one value for every match")
    if not ((one >= 0) & (other >= 0) & (one < len(names)) & (other < len(names))).all():
        raise ValueError(f"first, second: a bot is an index from 0 to {len(names) - 1}")
    if (one == other).any():
        raise ValueError("first, second: a match against oneself has no place in a ranking")
    place = np.argsort(np.argsort(np.array(list(names), dtype=object)))
    return place[one], place[other], np.unique(unit, return_inverse=True)[1]


def column(name: str, values: ArrayLike, matches: int) -> Floats:
    """Return a column of numbers.

    Raises:
        ValueError: it has not one for every match.
    """
    numbers = np.asarray(values, dtype=float)
    if numbers.shape != (matches,):
        raise ValueError(f"{name}: needs one value for every match")
    return numbers


def anchor_of(name: str | None, names: Sequence[str]) -> int | None:
    """Return the place of the bot that is to have 0.

    Raises:
        BeloteError: it is none of them.
    """
    if name is not None and name not in names:
        raise BeloteError(f"anchor: {unknown('contestant', name, names)}")
    return None if name is None else names.index(name)


def by_size(labels: Iterable[int]) -> Ints:
    """Number the labels anew from 0, that of the most nodes first."""
    labels = list(map(int, labels))
    order = {label: place for place, (label, _) in enumerate(Counter(labels).most_common())}
    return np.array([order[label] for label in labels], dtype=np.int64)
