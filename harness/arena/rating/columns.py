"""Columns: what was played as arrays, a value for each match, and what they must be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.signedinteger[Any]]
"""Whole numbers, of 32 bits where there is one for each match: there may be millions."""


def numbered(
    names: Sequence[str], first: ArrayLike, second: ArrayLike, cluster: ArrayLike
) -> tuple[Ints, Ints, Ints]:
    """Return both sides of each match and its cluster, the bots numbered in the order of names.

    Raises:
        ValueError: the columns are not of one length, or name no two bots.
    """
    one, other, unit = map(np.asarray, (first, second, cluster))
    if len(set(names)) < len(names):
        raise ValueError("names: two bots have the same name")
    if not one.shape == other.shape == unit.shape == (one.size,):
        raise ValueError("first, second, cluster: each needs one value for every match")
    if not ((one >= 0) & (other >= 0) & (one < len(names)) & (other < len(names))).all():
        raise ValueError(f"first, second: a bot is an index from 0 to {len(names) - 1}")
    if (one == other).any():
        raise ValueError("first, second: a match against oneself has no place in a ranking")
    place = np.argsort(np.argsort(np.array(list(names), dtype=object))).astype(np.int32)
    return place[one], place[other], dense(unit)


def dense(labels: NDArray[Any]) -> Ints:
    """Number labels anew from 0, in their order."""
    order = np.argsort(labels)
    ordered = labels[order]
    numbers = np.empty(len(labels), dtype=np.int32)
    steps = np.r_[False, ordered[1:] != ordered[:-1]][: len(labels)]
    numbers[order] = np.cumsum(steps, dtype=np.int32)
    return numbers


def column(name: str, values: ArrayLike, matches: int) -> Floats:
    """Return a column of numbers.

    Raises:
        ValueError: it has not one for every match.
    """
    numbers = np.asarray(values, dtype=float)
    if numbers.shape != (matches,):
        raise ValueError(f"{name}: needs one value for every match")
    return numbers
