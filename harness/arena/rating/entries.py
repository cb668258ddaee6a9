"""Entries: what bots made of each other as arrays, and what a likelihood is made of.

Everything here adds up per entry, so it does not matter in which order matches were played; sums of
halves are exact.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array
from scipy.special import expit

from harness.arena.rating.columns import Bools, Floats, Ints
from harness.errors import BeloteError, unknown

Sparse: TypeAlias = csr_array[np.float64]

_WHICH: Final = ("a", "b", "cluster")
_AT_ONCE: Final = 1 << 16
"""Entries in a part."""
_STRIDE: Final = 1e-8
"""Last step of a fit, in log odds; the error left after it is of the order of its square."""


def sums(weight: Floats, kind: Ints, size: int) -> Floats:
    """Add up the weights of each kind, (size,)."""
    return np.bincount(kind, weight, size).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Entries(ABC):
    """What sides made of each other, in entries of an a, a b and a cluster.

    A side is a node (a bot or a pool), or it is as strong as several nodes are on average.
    """

    columns: ClassVar[tuple[str, ...]] = ()
    """The names of what adds up."""
    size: int
    """Number of sides."""
    a: Ints
    b: Ints
    cluster: Ints
    shares: Floats | None = field(default=None, kw_only=True)
    """What each node adds to each side, (sides, nodes), a row adding up to 1; None where a side is
    a node."""
    alike: Floats | None = field(default=None, kw_only=True)
    """How many clusters that went alike each cluster stands for; None for one."""

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return self.size if self.shares is None else self.shares.shape[1]

    @property
    def clusters(self) -> int:
        """How many clusters there are in the entries."""
        return int(self.cluster.max(initial=-1)) + 1

    @property
    def played(self) -> Bools:
        """Whether a node is in any entry, (nodes,)."""
        of_sides = np.bincount(np.concatenate([self.a, self.b]), minlength=self.size) > 0
        return of_sides if self.shares is None else (self.shares.T @ of_sides) > 0

    def merged(self) -> Self:
        """Add up entries of the same a, b and cluster, which come cluster by cluster.

        Exact for halves and whole points, so that there no order of the entries matters.
        """
        keys = (self.cluster.astype(np.int64) * self.size + self.a) * self.size + self.b
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        at = order[starts]
        entries = replace(
            self, **{name: getattr(self, name)[at].astype(np.int64) for name in _WHICH}
        )
        summed: dict[str, Any] = {
            name: np.add.reduceat(getattr(self, name)[order], starts) for name in self.columns
        }
        return replace(entries, **summed)

    def cells(self) -> Self:
        """Add up matches of the same two in the same cluster, each two in one order.

        Part by part, and then the parts, which takes less memory where parts have whole clusters.
        """
        parts = []
        for first in range(0, max(len(self.a), 1), _AT_ONCE):
            part = self.kept(slice(first, first + _AT_ONCE))
            parts.append(part.turned(part.a > part.b).merged())
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in (*_WHICH, *self.columns)
        }
        del parts
        return replace(self, **joined).merged()

    @abstractmethod
    def turned(self, mask: Bools) -> Self:
        """Return the same with a and b exchanged in the entries that the mask chooses."""

    def parts(self) -> Iterator[tuple[Self, slice]]:
        """Cut what is merged into parts of whole clusters, and say which entries each has.

        What is made for each of millions of entries then takes memory for one part at a time.
        """
        clusters = max(self.clusters, 1)
        step = max(_AT_ONCE * clusters // max(len(self.a), 1), 1)
        for low in range(0, clusters, step):
            cut = slice(*np.searchsorted(self.cluster, (low, low + step)).tolist())
            part = self.kept(cut)
            alike = None if self.alike is None else self.alike[low : low + step]
            yield replace(part, cluster=part.cluster - low, alike=alike), cut

    def overall(self) -> Self:
        """Add up entries of the same a and b."""
        return replace(self, cluster=np.zeros_like(self.cluster), alike=None).merged()

    def pairing(self) -> Ints:
        """Return which entry of `overall` each is part of."""
        pairing: Ints = np.unique(self.a * self.size + self.b, return_inverse=True)[1]
        return pairing

    def kept(self, mask: Bools | slice) -> Self:
        """Return the entries that the mask chooses."""
        kept = {name: getattr(self, name)[mask] for name in (*_WHICH, *self.columns)}
        return replace(self, **kept)

    def gaps(self, values: Floats) -> Floats:
        """Return by how much a is above b, given the values of nodes, (nodes,) or (nodes, n)."""
        strength = values if self.shares is None else self.shares @ values
        return strength[self.a] - strength[self.b]

    def slope(self, weight: Floats) -> Floats:
        """Sum weight·(a − b) over the entries, (nodes,), where a and b are sides made of nodes."""
        of_sides = sums(weight, self.a, self.size) - sums(weight, self.b, self.size)
        return of_sides if self.shares is None else self.shares.T @ of_sides

    def laplacian(self, weight: Floats) -> Floats:
        """Sum weight·(a − b)(a − b)ᵀ over the entries, (nodes, nodes)."""
        linked = sums(weight, self.a * self.size + self.b, self.size**2)
        linked = linked.reshape(self.size, self.size)
        of_sides = np.diag(linked.sum(axis=0) + linked.sum(axis=1)) - linked - linked.T
        return of_sides if self.shares is None else self.shares.T @ of_sides @ self.shares

    def scores(self, weight: Floats) -> Sparse:
        """Sum weight·(a − b) over the entries of each cluster, (clusters, nodes)."""
        return self._by_cluster(weight, -weight, self.shares)

    def each(self) -> Sparse:
        """Return a − b of each entry, (entries, nodes), where sides are made of nodes."""
        alone = replace(self, cluster=np.arange(len(self.a)), alike=None)
        return alone.scores(np.ones(len(self.a)))

    def weights(self, weight: Floats) -> Sparse:
        """Sum what weight each node has in the entries of each cluster, (clusters, nodes)."""
        return self._by_cluster(weight, weight, None if self.shares is None else self.shares**2)

    def all_of_a_side(self, mask: Bools) -> Bools:
        """Say of each side whether the mask has all of its nodes."""
        return mask if self.shares is None else (self.shares @ ~mask) == 0

    def _by_cluster(self, of_a: Floats, of_b: Floats, shares: Floats | None) -> Sparse:
        place = (np.tile(self.cluster, 2), np.concatenate([self.a, self.b]))
        shape = (max(self.clusters, 1), self.size)
        of_sides = csr_array((np.concatenate([of_a, of_b]), place), shape=shape)
        return of_sides if shares is None else csr_array(of_sides @ csr_array(shares))


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
        return replace(self, a=a, b=b, won=won, lost=lost)

    def gap(self, ratings: Floats) -> Floats:
        """Log odds of a against b."""
        return self.gaps(ratings) + self.lead

    def surprise(self, gap: Floats) -> Floats:
        """Points of a beyond those expected, written so that long odds lose no digits."""
        return self.won * expit(-gap) - self.lost * expit(gap)

    def variance(self, gap: Floats) -> Floats:
        """Variance of the points of a in the model."""
        return (self.won + self.lost) * expit(gap) * expit(-gap)

    def highest(self, open_to: Floats) -> Floats:
        """Return the ratings of highest likelihood in log odds; `open_to` is as for `solved`.

        Newton's method, damped as Sun and Tran-Dinh (2019) do for generalised self-concordant
        functions, which converges from anywhere; a step is as long as the gap it changes most.
        """
        ratings = np.zeros(self.nodes)
        stride = math.inf
        while stride > _STRIDE:
            gap = self.gap(ratings)
            slope = self.slope(self.surprise(gap))
            step = solved(self.laplacian(self.variance(gap)), open_to, slope)
            stride = float(np.abs(self.gaps(step)).max(initial=0.0))
            ratings += step * (math.log1p(stride) / stride if stride else 1.0)
        return ratings


def together(group: Ints) -> Floats:
    """Return what no match of nodes within groups says anything of: the mean of each group."""
    same: Floats = (group[:, None] == group).astype(float)
    return same


def solved(laplacian: Floats, open_to: Floats, right: Floats) -> Floats:
    """Solve a Laplacian where `right` has nothing of what it leaves open; nor has the result.

    `open_to` is a matrix, positive semidefinite, whose range is what the Laplacian leaves open.
    """
    return cho_solve(cho_factor(laplacian + open_to), right)


def sandwich(information: Floats, meat: Floats, open_to: Floats) -> Floats:
    """Return B·M·B, with B the inverse of the information as far as that goes."""
    return solved(information, open_to, solved(information, open_to, meat).T)


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
