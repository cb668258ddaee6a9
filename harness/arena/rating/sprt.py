"""The generalised sequential probability ratio test: playing on until one of two claims is settled.

H0 says that one side is elo0 better than the other, H1 that it is elo1 better. What is counted are
units (matches or pairs) by score; nothing is supposed about their distribution but the claim, so
each claim stands for the distribution of highest likelihood among those that fit it, and the log
likelihood ratio is N·Σ p̂ ln(p1 / p0) for N units of which the share p̂ had each score. The test of
Wald (1945) accepts H1 where it reaches ln((1 − beta) / alpha), H0 where it falls to
ln(beta / (1 − alpha)).

A claim on the *logistic* scale is one on the mean score: s = 1 / (1 + 10^(−elo / 400)). Among
distributions of that mean the likeliest has pₖ = p̂ₖ / (1 + θ(aₖ − s)), where θ makes the mean s
(Owen 1988). A claim on the *normalised* scale is one on how many standard deviations the mean of a
unit is above ½: t = elo·√n·ln 10 / 800 for a unit of n matches. Among distributions of that t the
likeliest has pₖ = p̂ₖ / (1 + θhₖ) with hₖ = aₖ − ½ − κ(r + (aₖ − ½)² / r) / 2, where κ is
t / √(1 + t²) and r² the mean of its own (aₖ − ½)²: Lagrange's condition for
E(a − ½) = κ·√E(a − ½)², a root in r. Scores that never came count as if seen `UNSEEN` times.

Sources: Van den Bergh, A practical introduction to the GSPRT, and Normalized Elo (2021).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from scipy.optimize import brentq

from harness.arena.rating.samples import ELO, Sample, between
from harness.errors import BeloteError, unknown

Model: TypeAlias = Literal["normalized", "logistic"]
MODELS: Final[tuple[Model, ...]] = get_args(Model)
Claim: TypeAlias = Literal["H0", "H1"]
Shares: TypeAlias = Sequence[float]

UNSEEN: Final = 1e-3
FARTHEST: Final = 200.0
"""The greatest Elo that a claim may be about."""
NEAREST: Final = 0.01
"""The Elo that two claims are apart at least."""

_CLOSE: Final = 1e-13
_INSIDE: Final = 1 + 1e-9
"""By how much r is above the least that leaves anything with hₖ > 0."""
_STEPS: Final = 12
"""How often r is set to what follows from it, before its root is bracketed."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two claims on how much better one side is, and how sure one wants to be.

    Attributes:
        elo0, elo1: what H0 and H1 claim.
        alpha: probability of accepting H1 where H0 is right.
        beta: probability of accepting H0 where H1 is right.
        model: the scale of the two, `normalized` or `logistic`.

    Raises:
        BeloteError: This is not a test that could be decided.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise BeloteError(unknown("model", self.model, MODELS))
        if not -FARTHEST <= self.elo0 < self.elo1 <= FARTHEST:
            raise BeloteError(
                f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: elo0 must be below elo1, and both "
                f"between -{FARTHEST:g} and {FARTHEST:g}"
            )
        if self.elo1 - self.elo0 < NEAREST:
            raise BeloteError(
                f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: elo1 must be above elo0 by at least "
                f"{NEAREST:g}"
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            between(name, chance, 0.5)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, sample: Sample) -> float:
        """Return the log likelihood ratio of H1 to H0; 0 where nothing was played."""
        if not sample.units:
            return 0.0
        counts = [count or UNSEEN for count in sample.counts]
        units = sum(counts)
        shares = [count / units for count in counts]
        scores = [step / (len(counts) - 1) for step in range(len(counts))]
        p0, p1 = (self._likeliest(elo, shares, scores, sample) for elo in (self.elo0, self.elo1))
        ratios = (math.log(one / zero) for zero, one in zip(p0, p1, strict=True))
        return units * sum(share * ratio for share, ratio in zip(shares, ratios, strict=True))

    def accepted(self, llr: float) -> Claim | None:
        """Return the claim that a log likelihood ratio settles on, None while it is open."""
        lower, upper = self.bounds
        return "H1" if llr >= upper else "H0" if llr <= lower else None

    def units_expected(self, deviation: float, score: float, legs: int) -> float:
        """Return how many units the test takes on average, where one claim is right.

        By Wald's formula, without what the ratio overshoots a bound: about right where the claims
        are near each other.

        Args:
            deviation: of the score of a unit.
            score: the mean score of a unit.
            legs: matches in a unit.
        """
        lower, upper = self.bounds
        s0, s1 = (self._score(elo, deviation, legs) for elo in (self.elo0, self.elo1))
        drift = (s1 - s0) * (score - (s0 + s1) / 2) / deviation**2
        spread = (s1 - s0) / deviation
        if abs(drift) < 1e-9 * spread**2:
            return -lower * upper / spread**2
        power = 2 * drift / spread**2
        to_upper = math.expm1(-power * lower) / (
            math.exp(-power * lower) - math.exp(-power * upper)
        )
        return (to_upper * upper + (1 - to_upper) * lower) / drift

    def _score(self, elo: float, deviation: float, legs: int) -> float:
        """Return the mean score that a claim is about."""
        if self.model == "normalized":
            return 0.5 + elo * math.sqrt(legs) / (2 * ELO) * deviation
        return 1 / (1 + math.exp(-elo / ELO))

    def _likeliest(self, elo: float, shares: Shares, scores: Shares, sample: Sample) -> Shares:
        """Return the likeliest distribution among those that a claim is about."""
        if self.model == "logistic":
            mean = 1 / (1 + math.exp(-elo / ELO))
            return _tilted(shares, [score - mean for score in scores])
        return _of_ratio(shares, scores, elo * math.sqrt(sample.legs) / (2 * ELO))


def _of_ratio(shares: Shares, scores: Shares, t: float) -> Shares:
    """Return the likeliest distribution whose mean is t standard deviations above ½."""
    if t < 0:
        return _of_ratio(shares[::-1], scores, -t)[::-1]
    off = [score - 0.5 for score in scores]
    if not t:
        return _tilted(shares, off)
    kappa = t / math.hypot(1, t)

    def likeliest(root: float) -> Shares:
        return _tilted(shares, [each - kappa / 2 * (root + each**2 / root) for each in off])

    def squares(root: float) -> float:
        return sum(p * each**2 for p, each in zip(likeliest(root), off, strict=True))

    nearest = min(each for each in off if each > 0)
    least = nearest * kappa / (1 + math.sqrt(1 - kappa**2)) * _INSIDE
    root = max(least, math.sqrt(sum(p * each**2 for p, each in zip(shares, off, strict=True))))
    for _ in range(_STEPS):
        before, root = root, max(least, math.sqrt(squares(root)))
        if abs(root - before) < _CLOSE:
            return likeliest(root)
    return likeliest(brentq(lambda root: squares(root) - root**2, least, 0.5))


def _tilted(shares: Shares, off: Shares) -> Shares:
    """Return p̂ₖ / (1 + θhₖ) with the θ that makes Σ pₖhₖ = 0: Newton's method, kept in bounds."""
    low, high = -1 / max(off), -1 / min(off)
    close = 4e-16 * (high - low)
    theta = 0.0
    while True:
        weights = [each / (1 + theta * each) for each in off]
        value = sum(p * weight for p, weight in zip(shares, weights, strict=True))
        low, high = (theta, high) if value > 0 else (low, theta)
        slope = sum(p * weight**2 for p, weight in zip(shares, weights, strict=True))
        step = theta + value / slope
        step = step if low < step < high else (low + high) / 2
        if abs(step - theta) <= close:
            return [p / (1 + step * each) for p, each in zip(shares, off, strict=True)]
        theta = step
