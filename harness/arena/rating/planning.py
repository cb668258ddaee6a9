"""How many pairs it takes to see a difference.

The mean score of n units of standard deviation s is off by s/√n. A difference of mean score d is
seen, with probability `power` and an interval of probability `level` that leaves out 0, from

    n = ((z_level + z_power)·s / d)²

units on (Cohen 1988, §2.4, with the normal for Student's t).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from harness.arena.rating.samples import ELO, Pairs, two_sided
from harness.errors import BeloteError

POWER: Final = 0.8

COIN: Final = math.sqrt(1 / 8)
"""Deviation of a pair's score where both matches are fair coins: what is assumed of nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one wants to see, and how sure one wants to be.

    Attributes:
        level: of the interval that is to leave out 0.
        power: the probability that it does, where the difference is as large as said.

    Raises:
        BeloteError: A probability does not lie between 0 and 1.
    """

    level: float = 0.95
    power: float = POWER

    def __post_init__(self) -> None:
        two_sided(self.level)
        if not 0 < self.power < 1:
            raise BeloteError(f"the power is {self.power:g}, it must lie between 0 and 1")

    def units(self, difference: float, deviation: float) -> float:
        """Return how many units show a difference, given the deviation of one unit.

        Raises:
            BeloteError: The difference is 0, or not finite.
        """
        if not difference or not math.isfinite(difference):
            raise _endless(difference)
        z = two_sided(self.level) + NormalDist().inv_cdf(self.power)
        return (z * deviation / difference) ** 2

    def times(self, gap: float, error: float) -> float:
        """Return how many times as much must be played to show a gap measured with an error."""
        return self.units(gap, error)


def score_at(elo: float) -> float:
    """Return the mean score that an Elo difference stands for, less ½.

    Raises:
        BeloteError: The difference is not finite.
    """
    if not math.isfinite(elo):
        raise _endless(elo)
    return math.tanh(elo / (2 * ELO)) / 2


def _endless(difference: float) -> BeloteError:
    return BeloteError(f"no number of pairs shows a difference of {difference:g}")


def deviation_of(pairs: Pairs) -> float:
    """Return the deviation of a pair's score; where nothing tells, that of fair coins."""
    return math.sqrt(pairs.variance * pairs.units / (pairs.units - 1)) if pairs.units > 1 else COIN
