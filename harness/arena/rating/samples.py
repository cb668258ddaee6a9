"""Samples: results counted by score, and what they say of one side.

A sample counts units by score; two add up, and flipping one tells it from the other side. The unit
is a match in `Wdl` and a pair of matches on the same deals in `Pairs`: the two matches of a pair
share their luck, so a pair is one observation and not two. With s the mean score of a unit, v its
variance and se = √(v / units),

    Elo            = −400·log10(1/s − 1), with the limits that s ± z·se have on that scale
    normalised Elo = (s − ½) / √(v · matches in a unit) · 800 / ln 10, ± z·se on the same scale
    LOS            = Φ((s − ½) / se), the likelihood of superiority

Sources: Elo, The Rating of Chessplayers (1978); Van den Bergh, Normalized Elo (2021);
Chess Programming Wiki, Match Statistics.

Samples too small for these are told apart, so that nothing is infinite or surer than it can be:

- A normal limit nearer to 0 or 1 than half a unit makes no sense. Both limits are then those of
  Wilson (1927), with units · s(1 − s) / v for the number of trials.
- Units that all went alike show no variance. They get that of a trial which is either won or lost,
  the largest that a mean allows.
- A side that won or lost everything is placed by the prior of Jeffreys, as if half a match more
  had been won and half a match more lost. It has one limit, the exact one of Clopper and Pearson
  (1934), and no other. Of normalised Elo that is what won and lost units of the limit's score have:
  whatever the units lost would be, no distribution with as many won ones has less.

This module needs the standard library only.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import astuple, dataclass
from statistics import NormalDist
from typing import ClassVar, Final, Self

from harness.errors import BeloteError

ELO: Final = 400 / math.log(10)
"""Elo points in one unit of log odds."""

MOST: Final = 10**12
"""The greatest count; far above it shares could not be told from 0 and 1."""

SUREST: Final = 1e-9
"""How near a probability that is asked for may come to 0 or 1; nearer, no normal tail is right."""


def elo_of(score: float) -> float:
    """Elo difference at which `score`, strictly between 0 and 1, is expected."""
    return ELO * math.log(score / (1 - score))


def two_sided(level: float) -> float:
    """Return z such that a normal value lies within ±z with probability `level`.

    Raises:
        BeloteError: The level is not between 0 and 1, or too near one of them.
    """
    between("the level of an interval", level)
    return NormalDist().inv_cdf((1 + level) / 2)


def between(what: str, chance: float, most: float = 1) -> None:
    """See that a probability lies between 0 and `most`, and `SUREST` from both.

    Raises:
        BeloteError: It does not.
    """
    if not 0 < chance < most:
        raise BeloteError(f"{what} is {chance}, it must lie between 0 and {most:g}")
    if not SUREST <= chance <= most - SUREST:
        raise BeloteError(
            f"{what} is {chance}, it must lie between 0 and {most:g}, and no nearer to one of them "
            f"than {SUREST:.9f}"
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its limits; a limit is None where the data set none."""

    value: float
    lower: float | None
    upper: float | None

    @property
    def margin(self) -> float | None:
        """Half the distance between the limits, the ± of the value; None without both."""
        return None if self.lower is None or self.upper is None else (self.upper - self.lower) / 2

    def flip(self) -> Estimate:
        """Return the same as the other side sees it."""
        lower, upper = (None if one is None else -one for one in (self.upper, self.lower))
        return Estimate(-self.value, lower, upper)


@dataclass(frozen=True, slots=True, init=False)
class Sample(ABC):
    """Units counted by score; the fields of a subclass are these counts, in the order of scores.

    Raises:
        BeloteError: A count is negative, or above `MOST`.
    """

    legs: ClassVar[int]
    """Matches in a unit."""

    @abstractmethod
    def __init__(self, *counts: int) -> None: ...

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """Units by score, from 0 to 1 in equal steps."""

    def __post_init__(self) -> None:
        if min(self.counts) < 0:
            raise BeloteError(f"{self}: a count cannot be negative")
        if max(self.counts) > MOST:
            raise BeloteError(f"{self}: a count cannot be above {MOST:,}")

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def flip(self) -> Self:
        """Return the same results as the other side sees them."""
        return type(self)(*reversed(astuple(self)))

    @property
    def units(self) -> int:
        """How many observations there are."""
        return sum(self.counts)

    @property
    def matches(self) -> int:
        """How many matches they took."""
        return self.legs * self.units

    @property
    def score(self) -> float:
        """Mean score of a unit, 0 to 1; ½ where nothing was played."""
        steps = sum(step * count for step, count in enumerate(self.counts))
        return steps / (self.units * (len(self.counts) - 1)) if self.units else 0.5

    @property
    def variance(self) -> float:
        """Variance of a unit's score, 0 to ¼; 0 where nothing was played."""
        last = len(self.counts) - 1
        squares = sum(
            count * (step / last - self.score) ** 2 for step, count in enumerate(self.counts)
        )
        return squares / self.units if self.units else 0.0

    def elo(self, level: float = 0.95) -> Estimate:
        """Estimate the Elo difference, with limits that hold with probability `level`."""
        z = two_sided(level)
        if not self.units:
            return Estimate(0.0, None, None)
        if self.score in {0, 1}:
            return self._one_sided(elo_of(self._placed), elo_of(self._exact_limit(level)))
        lower, upper = self._normal_limits(z) or self._wilson_limits(z)
        return Estimate(elo_of(self.score), elo_of(lower), elo_of(upper))

    def normalized_elo(self, level: float = 0.95) -> Estimate:
        """Estimate the normalised Elo difference, with limits as in `elo`."""
        z = two_sided(level)
        if not self.units:
            return Estimate(0.0, None, None)
        scale = 2 * ELO
        if self.score in {0, 1}:
            limit = self._exact_limit(level)
            value, bound = (
                scale * (score - 0.5) / math.sqrt(self.legs * score * (1 - score))
                for score in (self._placed, limit)
            )
            return self._one_sided(value, bound)
        deviation = math.sqrt(self.legs * (self.variance or self.score * (1 - self.score)))
        value = scale * (self.score - 0.5) / deviation
        margin = scale * z / math.sqrt(self.matches)
        return Estimate(value, value - margin, value + margin)

    @property
    def los(self) -> float:
        """Likelihood of superiority: the probability that this side is the better one, 0 to 1."""
        if not self.units:
            return 0.5
        error = math.sqrt((self.variance or 0.25) / self.units)
        return NormalDist().cdf((self.score - 0.5) / error)

    @property
    def _placed(self) -> float:
        """The score that the prior gives a side that won everything."""
        return (self.matches + 0.5) / (self.matches + 1)

    def _exact_limit(self, level: float) -> float:
        """Return the least score of a side that won every unit, with probability `level`."""
        return math.pow((1 - level) / 2, 1 / self.units)

    def _one_sided(self, value: float, bound: float) -> Estimate:
        """Return the estimate of a side that won or lost everything, from a winner's."""
        won = Estimate(value, bound, None)
        return won if self.score else won.flip()

    def _normal_limits(self, z: float) -> tuple[float, float] | None:
        """Limits of the score by the normal approximation, None where it does not hold."""
        reach = z * math.sqrt(self.variance / self.units)
        lower, upper = self.score - reach, self.score + reach
        edge = 0.5 / self.units
        return (lower, upper) if reach and edge <= lower and upper <= 1 - edge else None

    def _wilson_limits(self, z: float) -> tuple[float, float]:
        """Limits of the score that always lie between 0 and 1."""
        spread = self.score * (1 - self.score)
        weight = z**2 * (self.variance or spread) / (spread * self.units)
        middle = self.score + weight / 2
        reach = math.sqrt(weight * (spread + weight / 4))
        return (middle - reach) / (1 + weight), (middle + reach) / (1 + weight)


@dataclass(frozen=True, slots=True)
class Wdl(Sample):
    """Matches won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    legs = 1

    @property
    def counts(self) -> tuple[int, ...]:
        """Matches by score: 0, ½, 1."""
        return self.losses, self.draws, self.wins


@dataclass(frozen=True, slots=True)
class Pairs(Sample):
    """Pairs of matches on the same deals by what came out of the two."""

    ll: int = 0
    ld: int = 0
    even: int = 0
    """One won and one lost, or both drawn."""
    wd: int = 0
    ww: int = 0
    legs = 2

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs by mean score: 0, ¼, ½, ¾, 1."""
        return self.ll, self.ld, self.even, self.wd, self.ww
