"""What matches can tell at all: which nodes they compare, and what they leave open.

A match measures the difference of two sides. Nodes whose difference is a sum of such measurements
are of one component and can be compared; two bots that were partners in every match are of
different ones, since no match tells one of them from the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from scipy.linalg import null_space
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from harness.arena.rating.columns import Bools, Floats, Ints
from harness.arena.rating.entries import Entries, by_size, together

APART: Final = 1e-6
"""How far from each other directions may be and still count as the same."""
_SINGULAR: Final = 1e-9


class Components(NamedTuple):
    """What entries tell.

    Attributes:
        of_nodes: the component of each node, the largest being 0.
        of_sides: of each side; sides of one are linked by matches.
        open_to: what the entries leave open, (nodes, nodes), as for `entries.solved`.
    """

    of_nodes: Ints
    of_sides: Ints
    open_to: Floats

    @property
    def found(self) -> int:
        """How many values the entries determine."""
        return len(self.open_to) - int(np.linalg.matrix_rank(self.open_to))


def components(entries: Entries) -> Components:
    """Return what entries tell."""
    size = entries.size
    links = csr_array((np.ones(len(entries.a)), (entries.a, entries.b)), shape=(size, size))
    of_sides = by_size(connected_components(links, directed=False)[1])
    if entries.shares is None:
        return Components(of_sides, of_sides, together(of_sides))
    free = unmeasured(entries)
    return Components(alike(free), of_sides, free @ free.T)


def unmeasured(entries: Entries) -> Floats:
    """Return directions of the nodes' values that change no side against another, (nodes, n)."""
    basis: Floats = null_space(entries.laplacian(np.ones(len(entries.a))), rcond=_SINGULAR)
    return basis


def alike(rows: Floats) -> Ints:
    """Number rows so that those that are the same have one number, the most frequent being 0."""
    distance = np.abs(rows[:, None] - rows).max(axis=2, initial=0.0)
    return by_size(connected_components(csr_array(distance < APART), directed=False)[1])


def compared(component: Ints) -> Bools:
    """Say of each node whether there are others of its component."""
    others: Bools = np.bincount(component)[component] > 1
    return others
