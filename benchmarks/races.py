"""Tournaments of races: matches by chance of which all is known, the luck of their deals too.

A match is a race to so many hands, and each hand goes to one of its sides. Whose it is hangs on the
deal, which both matches of a pair share with the sides swapped, and on chance. So the chance of a
match is that of the incomplete beta function, a hand is worth 2p − 1 on average whenever the match
ends (Wald 1944), and luck has mean 0 whoever plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import betaincinv, expit, ndtri
from scipy.stats import nbinom

from harness.arena.rating.margins import fit_margins
from harness.arena.rating.samples import ELO
from harness.arena.results import Results

OF_DEAL = 0.8
"""Share of what decides a hand, by variance, that is its deal's."""


class Races:
    """Bots of known strengths, each two of whom race in some pairs.

    Attributes:
        elo: what is true of each bot.
        margin: as well, in hands won less lost of each hand.
    """

    def __init__(self, elo: Sequence[float], *, target: int, pairs: int) -> None:
        self.target = target
        self.elo = np.array(elo) - np.mean(elo)
        self.names = [f"{bot:03}" for bot in range(len(elo))]
        one, other = np.triu_indices(len(elo), 1)
        hand = betaincinv(target, target, expit((self.elo[one] - self.elo[other]) / ELO))
        lost = np.arange(target)  # by whoever reaches the target
        ends = [nbinom.pmf(lost, target, chance[:, None]) for chance in (hand, 1 - hand)]
        hands = sum(ends) @ (target + lost)
        expected = fit_margins(
            self.names, one, other, (2 * hand - 1) * hands, hands, np.arange(len(one))
        )
        self.margin = np.array([expected[name].value for name in self.names])
        self.first, self.second = np.repeat(one, pairs), np.repeat(other, pairs)
        self.chance = np.repeat(hand, pairs)[:, None]

    def play(self, rng: np.random.Generator) -> Results:
        """Play them all once."""
        shape = (len(self.first), 2 * self.target - 1)
        luck = rng.normal(size=shape)  # of the second of a pairing, in the first match of a pair
        own = math.sqrt(1 - OF_DEAL) * rng.normal(size=(2, *shape))
        of_deal = math.sqrt(OF_DEAL) * np.stack([luck, -luck])
        won = own + of_deal < ndtri(self.chance)
        score = np.stack([won.cumsum(axis=2), (~won).cumsum(axis=2)])
        hands = (score.max(axis=0) >= self.target).argmax(axis=2) + 1
        played = np.arange(shape[1]) < hands[:, :, None]
        alone = played & ~played[::-1]
        of_pair = np.where(alone[1], luck, 0).sum(axis=1) - np.where(alone[0], luck, 0).sum(axis=1)
        points = np.stack([(won & played).sum(axis=2), (~won & played).sum(axis=2)])
        at_north = np.stack([points[:, 0], points[::-1, 1]], axis=1).reshape(2, -1)
        pair = np.tile(np.arange(shape[0]), 2)
        return Results(
            names=tuple(self.names),
            digest="",
            first=np.concatenate([self.first, self.second]),
            second=np.concatenate([self.second, self.first]),
            score=(at_north[0] > at_north[1]).astype(float),
            points=at_north,
            hands=hands.ravel(),
            forfeited=np.zeros(2 * shape[0], dtype=bool),
            cluster=pair,
            pair=pair,
            luck=np.concatenate([of_pair, -of_pair]) / 2,
        )
