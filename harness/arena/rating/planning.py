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

from harness.arena.rating.samples import ELO, Pairs, between, two_sided
from harness.errors import BeloteError

POWER: Final = 0.8

MOST_UNITS: Final = 10**12
"""More than anybody plays: a difference that takes more cannot be seen."""
FARTHEST: Final = 10_000.0
"""The greatest difference, in Elo or in points a hand: no bot is as much better as that."""

COIN: Final = math.sqrt(1 / 8)
"""Deviation of a pair's score where both matches are fair coins: what is assumed of nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one wants to see, and how sure one wants to be.

    Attributes:
        level: of the interval that is to leave out 0.
        power: the probability that it does, where the difference is as large as said.

    Raises:
        BeloteError: A probability does not lie between 0 and 1, or the power is what chance gives.
    """

    level: float = 0.95
    power: float = POWER

    def __post_init__(self) -> None:
        two_sided(self.level)
        between("the power", self.power)
        if self._z <= 0:
            raise BeloteError(
                f"the power is {self.power:g}, which an interval of {self.level:g} has with "
                f"nothing played: it must be above {(1 - self.level) / 2:g}"
            )

    @property
    def _z(self) -> float:
        """How many standard errors the difference has to be."""
        return two_sided(self.level) + NormalDist().inv_cdf(self.power)

    def units(self, difference: float, deviation: float, *, asked: float | None = None) -> float:
        """Return how many units show a difference, given the deviation of one unit: at least 1.

        Args:
            difference: of mean scores, or of whatever a unit is measured in.
            deviation: of one unit, in the same.
            asked: the difference as somebody asked for it, where that was in something else.

        Raises:
            BeloteError: The difference is not finite, beyond `FARTHEST`, or takes `MOST_UNITS`.
        """
        asked = difference if asked is None else asked
        if FARTHEST < abs(asked) < math.inf:
            raise BeloteError(
                f"no bots are {asked:g} apart: ask for a difference of up to {FARTHEST:,g}"
            )
        units = self.times(difference, deviation)
        if not units < MOST_UNITS:
            raise _endless(asked)
        return max(1.0, units)

    def times(self, gap: float, error: float) -> float:
        """Return how many times as much must be played to show a gap measured with an error.

        Infinite where next to nothing is to be shown, and for what is not finite.
        """
        need, limit = self._z * error, math.sqrt(MOST_UNITS)
        return (
            (need / gap) ** 2 if 0 < abs(gap) < math.inf and need < abs(gap) * limit else math.inf
        )


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
