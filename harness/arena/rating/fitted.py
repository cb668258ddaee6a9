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


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Arrays over the bots in the order of their names, on the scale of the ranking.

    Attributes:
        values: the ratings.
        covariance: of them.
        clusters: those that the error of a bot rests on, 0 for none.
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
        reach = se * quantiles(self.clusters, self.level)
        limits = np.stack([self.values - reach, self.values + reach])
        if self.replicas is not None:
            resampled = self.core & (self.clusters > 0)
            limits[:, resampled] = self._percentiles(self.replicas[resampled], resampled)

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
            )

        rows = [row(bot) for bot in range(len(names))]
        order = sorted(range(len(names)), key=lambda bot: (rows[bot].component, -rows[bot].value))
        covariance = self.covariance[np.ix_(order, order)]
        return Ranking(
            tuple(rows[bot] for bot in order), tuple(map(tuple, covariance.tolist())), method
        )

    def _percentiles(self, replicas: Floats, bots: Bools) -> Floats:
        """Return both limits of some bots from the replicas, (2, bots).

        The percentiles are wider than the level asks by what Student's t and G / (G − 1) would add
        (Hesterberg 2015), since replicas spread a little less than what they are made from.
        """
        clusters = self.clusters[bots]
        wider = np.sqrt(clusters / np.maximum(clusters - 1, 1)) * quantiles(clusters, self.level)
        tails = ndtr(-wider)
        pairs = zip(replicas, tails, strict=True)
        return np.array([np.quantile(one, [tail, 1 - tail]) for one, tail in pairs]).T
