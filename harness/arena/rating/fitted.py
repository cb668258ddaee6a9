"""What a fit comes to, before its zero is chosen; and the ranking that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from harness.arena.rating.clusters import quantiles
from harness.arena.rating.columns import Bools, Floats, Ints
from harness.arena.rating.method import Method
from harness.arena.rating.ranking import Ranking, Rating, Side

Limit: TypeAlias = Side | Literal["neither"] | None
"""The one limit of a bot; None where it has both."""

RESAMPLED: Final = 9.0
"""Degrees of freedom from which on limits are read from resampled tournaments."""
_NOTHING: Final = 1e-6
"""A distance that is nothing but rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Arrays over the bots in the order of their names, on the scale of the ranking.

    Attributes:
        values: the ratings.
        covariance: of them.
        clusters: those that the error of a bot rests on, 0 for none.
        freedom: degrees of freedom of its limits.
        component: of each bot.
        core: whether a bot is of the core of its component, or that has none.
        sides: the one limit of a bot, None for both.
        limited: whether matches set a bot any limit.
        level: probability with which each limit is to hold.
        replicas: ratings of the core in resampled tournaments, (bots, replicas).
    """

    values: Floats
    covariance: Floats
    clusters: Ints
    freedom: Floats
    component: Ints
    core: Bools
    sides: Sequence[Limit]
    limited: Bools
    level: float
    replicas: Floats | None = None

    def centred(self, anchor: int | None = None) -> Fitted:
        """Return the same measured from the mean of each core, or from the anchor in its own."""
        counts = self.core.copy()
        if anchor is not None:
            counts &= self.component != self.component[anchor]
            counts[anchor] = True
        zero = (self.component[:, None] == self.component) & counts
        centre = np.eye(len(self.values)) - zero / zero.sum(axis=1, keepdims=True)
        return replace(
            self,
            values=centre @ self.values,
            covariance=centre @ self.covariance @ centre.T,
            replicas=None if self.replicas is None else centre @ self.replicas,
        )

    def ranking(self, names: Sequence[str], method: Method) -> Ranking:
        """Return the ranking of the bots, given their names and how all this was computed."""
        se, reach = self._se(), self._reach()
        limits = np.stack([self.values - reach, self.values + reach])
        if self.replicas is not None:
            resampled = self.core & (self.clusters > 0) & (self.freedom >= RESAMPLED)
            limits[:, resampled] = self._resampled(self.replicas[resampled], resampled, method)

        def row(bot: int) -> Rating:
            lower, upper = limits[:, bot].tolist()
            side, limited = self.sides[bot], self.limited[bot] and self.sides[bot] != "neither"
            return Rating(
                names[bot],
                self.values[bot].item(),
                lower=lower if limited and side != "upper" else None,
                upper=upper if limited and side != "lower" else None,
                se=se[bot].item(),
                component=int(self.component[bot]) + 1,
                one_sided=None if side == "neither" else side,
                clusters=int(self.clusters[bot]) or None,
                freedom=self.freedom[bot].item(),
            )

        rows = [row(bot) for bot in range(len(names))]
        order = sorted(range(len(names)), key=lambda bot: (rows[bot].component, -rows[bot].value))
        covariance = self.covariance[np.ix_(order, order)]
        return Ranking(
            tuple(rows[bot] for bot in order), tuple(map(tuple, covariance.tolist())), method
        )

    def _resampled(self, replicas: Floats, bots: Bools, method: Method) -> Floats:
        """Return both limits of some bots from their replicas, (2, bots).

        They are at the percentiles of the level that is asked for, and farther than these in the
        proportion in which normal limits would be: by what Student's t and G / (G − 1) add, since
        replicas spread a little less than what they are made from (Hesterberg 2015), and by what
        all limits of a table need to hold together. Percentiles that far out would be those of a
        handful of replicas. Where replicas all lie on one side the limits are the normal ones.
        """
        sign = np.array([[-1], [1]])
        values, freedom = self.values[bots], self.freedom[bots]
        tails = (1 + np.array([-1, 1]) * method.level) / 2
        off = np.quantile(replicas - values[:, None], tails, axis=1, method="weibull")
        arms = np.maximum(sign * off, 0)
        normal = quantiles(np.full_like(freedom, np.inf), method.level)
        wider = np.sqrt((freedom + 1) / freedom) * quantiles(freedom, self.level) / normal
        reach = np.where(arms.min(axis=0) > _NOTHING, arms * wider, self._reach()[bots])
        limits: Floats = values + sign * reach
        return limits

    def _reach(self) -> Floats:
        """Return how far the limits of each bot are by its standard error."""
        reach: Floats = self._se() * quantiles(self.freedom, self.level)
        return reach

    def _se(self) -> Floats:
        se: Floats = np.sqrt(np.maximum(np.diag(self.covariance), 0))
        return se
