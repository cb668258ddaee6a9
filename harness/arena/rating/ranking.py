"""Ratings of many bots on one scale, and what follows for any two of them and for their order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr, stdtrit

from harness.arena.rating.method import DEFAULT, Method
from harness.errors import BeloteError, unknown

Side: TypeAlias = Literal["lower", "upper"]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Ranks: TypeAlias = tuple[int, int]
"""The best and the worst place that a bot may have, counted from 1."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What all matches say of one bot, against the zero of its component.

    Attributes:
        name: of the bot.
        value: Elo, or points a hand.
        lower, upper: the limits; None where no match sets one.
        se: the standard error of the value.
        component: counted from 1, the largest first; bots of different ones cannot be compared.
        one_sided: the one limit of a bot that was placed by a prior.
        clusters: those whose spread made the interval; None where the model or a prior did.
        freedom: degrees of freedom of Student's t in it; infinite where it is normal.
    """

    name: str
    value: float
    lower: float | None
    upper: float | None
    se: float
    component: int = 1
    one_sided: Side | None = None
    clusters: int | None = None
    freedom: float = math.inf


@dataclass(frozen=True)
class Ranking:
    """Ratings, component by component and best first, with what they have in common.

    Two are equal if every figure in them is.

    Attributes:
        rows: the ratings.
        covariance: of the values in the order of `rows`, (bots, bots).
        method: how all this was computed.
    """

    rows: tuple[Rating, ...]
    covariance: tuple[tuple[float, ...], ...]
    method: Method = DEFAULT

    def __getitem__(self, name: str) -> Rating:
        return self.rows[self._place(name)]

    @property
    def names(self) -> list[str]:
        """The bots', as in `rows`."""
        return [row.name for row in self.rows]

    def difference(self, a: str, b: str) -> tuple[float, float]:
        """Return by how much `a` is above `b`, and the standard error of that.

        Raises:
            BeloteError: One is not ranked, or no chain of matches links the two.
        """
        one, other = self._place(a), self._place(b)
        if self.rows[one].component != self.rows[other].component:
            raise BeloteError(f"{a} and {b} cannot be compared, no chain of matches links them")
        return self._gaps[one, other].item(), self._errors[one, other].item()

    def los(self, a: str, b: str) -> float:
        """Likelihood of superiority of `a` over `b`, 0 to 1; ½ where nothing tells them apart."""
        return self.los_matrix[self._place(a)][self._place(b)]

    @cached_property
    def los_matrix(self) -> tuple[tuple[float, ...], ...]:
        """Likelihoods that the bot of the row is better than that of the column, as in `rows`."""
        t, freedom = self._t, self._freedom
        los = np.where(
            np.isinf(freedom), ndtr(t), stdtr(np.where(np.isinf(freedom), 1, freedom), t)
        )
        return tuple(map(tuple, np.where(self._comparable, los, 0.5).tolist()))

    @cached_property
    def ranks(self) -> tuple[Ranks, ...]:
        """The places that each bot may have in its component, as in `rows`.

        A place is ruled out by those bots that are surely better or surely worse. For one bot all
        comparisons with others hold together at the level, or all of the table where that is
        simultaneous (Klein, Wright and Wieczorek 2020, with Šidák's limits).
        """
        better = self._surely_better
        sizes = self._comparable.sum(axis=1)
        best, worst = 1 + better.sum(axis=0), sizes - better.sum(axis=1)
        return tuple(zip(best.tolist(), worst.tolist(), strict=True))

    @cached_property
    def _surely_better(self) -> Bools:
        """Whether the bot of the row is better than that of the column."""
        sizes = self._comparable.sum(axis=1).astype(float)
        together = sizes - 1
        if self.method.simultaneous:
            together = sizes * together / 2
        each = self.method.level ** (1 / np.maximum(together, 1))
        finite = np.where(np.isinf(self._freedom), 1e9, self._freedom)
        limit = stdtrit(finite, (1 + each[:, None]) / 2)
        better: Bools = self._comparable & (self._t > limit)
        return better

    @cached_property
    def _comparable(self) -> Bools:
        component = np.array([row.component for row in self.rows])
        comparable: Bools = component[:, None] == component
        return comparable

    @cached_property
    def _gaps(self) -> Floats:
        value = np.array([row.value for row in self.rows])
        gaps: Floats = value[:, None] - value
        return gaps

    @cached_property
    def _errors(self) -> Floats:
        covariance = np.array(self.covariance)
        variance = np.diag(covariance)
        errors: Floats = np.sqrt(np.maximum(variance[:, None] + variance - 2 * covariance, 0))
        return errors

    @cached_property
    def _t(self) -> Floats:
        """Each difference in standard errors; 0 where it has none."""
        return np.divide(
            self._gaps, self._errors, out=np.zeros_like(self._gaps), where=self._errors > 0
        )

    @cached_property
    def _freedom(self) -> Floats:
        """Degrees of freedom of each difference: those of the bot with fewer."""
        freedom = np.array([row.freedom for row in self.rows])
        lower: Floats = np.minimum(freedom[:, None], freedom)
        return lower

    @cached_property
    def _places(self) -> dict[str, int]:
        return {row.name: place for place, row in enumerate(self.rows)}

    def _place(self, name: str) -> int:
        if name not in self._places:
            raise BeloteError(unknown("ranked bot", name, self._places))
        return self._places[name]
