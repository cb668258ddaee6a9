"""What a fit comes to, before its zero is chosen; and the ranking that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr

from harness.arena.rating.clusters import quantiles
from harness.arena.rating.entries import Bools, Floats, Ints
from harness.arena.rating.method import Method
from harness.arena.rating.ranking import Ranking, Rating, Side
from harness.arena.rating.samples import two_sided


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
        played: whether a bot has played.
        level: probability with which each limit is to hold.
        replicas: ratings of the core in resampled tournaments, (bots, replicas).
    """

    values: Floats
    covariance: Floats
    clusters: Ints
    freedom: Floats
    component: Ints
    core: Bools
    sides: Sequence[Side | None]
    played: Bools
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
        se = np.sqrt(np.maximum(np.diag(self.covariance), 0))
        reach = se * quantiles(self.freedom, self.level)
        limits = np.stack([self.values - reach, self.values + reach])
        if self.replicas is not None:
            resampled = self.core & (self.clusters > 0)
            limits[:, resampled] = self._resampled(self.replicas[resampled], resampled, method)

        def row(bot: int) -> Rating:
            lower, upper = limits[:, bot].tolist()
            side, played = self.sides[bot], self.played[bot]
            return Rating(
                names[bot],
                self.values[bot].item(),
                lower=lower if played and side != "upper" else None,
                upper=upper if played and side != "lower" else None,
                se=se[bot].item(),
                component=int(self.component[bot]) + 1,
                one_sided=side,
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

        A bot alone has limits at the percentiles of its replicas. Those of a table are farther by
        one factor, the one that leaves as many replicas within all of them as these bots are to
        hold together (Montiel Olea and Plagborg-Møller 2019). Both are farther by what Student's t
        and G / (G − 1) would add (Hesterberg 2015), since replicas spread a little less than what
        they are made from.
        """
        sign = np.array([[-1], [1]])
        values, freedom = self.values[bots], self.freedom[bots]
        off = replicas - values[:, None]
        tails = (1 + np.array([-1, 1]) * method.level) / 2
        arms = np.maximum(sign * np.quantile(off, tails, axis=1, method="weibull"), 0)
        each, z = method.level, two_sided(method.level)
        if method.simultaneous:
            far = np.where(off < 0, -off, off)
            arm = np.where(off < 0, arms[0, :, None], arms[1, :, None])
            beyond = np.divide(far, arm, out=np.zeros_like(far), where=arm > 0).max(axis=0)
            together = method.level ** (len(values) / self.played.sum())
            each = 2 * ndtr(z * np.quantile(beyond, together, method="weibull")) - 1
        wider = np.sqrt((freedom + 1) / freedom) * quantiles(freedom, each) / z
        return values + sign * arms * wider
