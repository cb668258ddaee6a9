"""Worlds, and how likely they are: what the bids heard tell of the unseen cards.

`harness.search.sample` draws evenly from all deals that fit what a seat knows. Here each is given
a weight: how likely the others would have bid as they did with the cards it gives them, if they
bid as `counter` does, give or take some points. Where few worlds weigh much, others take their
place, so that what is solved is worth solving.

The choice between bids is a multinomial logit (McFadden 1974): what each leaves beyond its needs,
in units of `DOUBT`, against nothing for a pass. Worlds are chosen at even steps through their
weights (Kitagawa 1996).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bots.bidding import (
    ALL,
    ANSWERS,
    AS_TRUMPS,
    BASE,
    BESIDE,
    HALF,
    LESS,
    SLAM,
    STYLES,
    WITHOUT,
)
from harness.game import View
from harness.game.auction import Auction, open_auction
from harness.game.bids import PASS, Contract, offers_of
from harness.game.cards import Card
from harness.game.outcome import needed_for
from harness.game.play import TRUMPS, Trump, law_of
from harness.game.rules import Rules
from harness.game.seats import Seat
from harness.search import Holdings, sample

Numbers: TypeAlias = NDArray[np.float64]

DOUBT: Final = 12.0
"""By how many points a bidder may count its hand otherwise than `counter` does."""
OVER: Final = 25.0
"""By how many points a hand may be better than the number bid with it."""
POOL: Final = 10
"""How many worlds are weighed for each that is kept."""


def likely_worlds(view: View, n: int) -> list[Holdings]:
    """Draw worlds as often as the bids heard make them likely; some may come twice.

    Raises:
        ValueError: as `sample`.
    """
    heard = any(view.bids)
    worlds = sample(view, n * POOL if heard else n, view.rng.getrandbits(64))
    return chosen(worlds, weights(view, worlds), n, view.rng) if heard else worlds


def chosen(
    worlds: Sequence[Holdings], weight: Numbers, n: int, rng: random.Random
) -> list[Holdings]:
    """Choose worlds by their weights."""
    upto = np.cumsum(weight)
    marks = (np.arange(n) + rng.random()) * (upto[-1] / n)
    return [worlds[place] for place in np.minimum(np.searchsorted(upto, marks), len(worlds) - 1)]


def weights(view: View, worlds: Sequence[Holdings]) -> Numbers:
    """Return how likely it is, world by world, that the others bid as they did."""
    log = view.log
    weight = np.ones(len(worlds))
    dealt = np.array(worlds, dtype="<u4") | np.array(log.played_by(), dtype="<u4")
    suits = dealt.view(np.uint8).reshape(len(worlds), 4, 4)
    counts: dict[Seat, Numbers] = {}
    hearing = Hearing(log.rules, log.rounds[log.rounds[log.dealer][1]], log.turned)
    for bid in log.auction.bids:
        seat = hearing.auction.turn
        assert seat is not None  # noqa: S101 - somebody has bid
        if seat != view.seat:
            if seat not in counts:
                counts[seat] = estimates(suits[:, seat])
            weight *= hearing.likelihood(bid, counts[seat])
        hearing.push(bid)
    return weight + 1e-12


# What a hand counts for


def _counts(trump: Trump) -> list[Numbers]:
    """Return, suit by suit and by its cards as 8 bits, what `counter` counts with a trump."""
    plain = np.array(WITHOUT.get(trump, BESIDE), dtype=float)
    return [np.array(AS_TRUMPS, dtype=float) if suit == trump else plain for suit in range(4)]


COUNTS: Final = np.array([_counts(trump) for trump in range(len(TRUMPS))])
STARTS: Final = np.array(BASE, dtype=float) - 8 * LESS


def estimates(suits: NDArray[np.uint8]) -> Numbers:
    """Return what eight cards count for with each trump, as `bidding.estimate` does.

    Args:
        suits: the cards of each suit as 8 bits, (worlds, 4).

    Returns:
        Points of 162, (worlds, 6).
    """
    return STARTS + sum(COUNTS[:, suit, suits[:, suit]].T for suit in range(4))


# What a bid tells


class Hearing:
    """An auction as it is heard: what each bid says of the cards behind it."""

    def __init__(self, rules: Rules, order: tuple[Seat, ...], turned: Card | None) -> None:
        self.auction: Auction = open_auction(rules, order, turned)
        self._rules = rules
        self._style = STYLES[rules.auction]
        self._offers = offers_of(rules, turned)
        self._told: dict[tuple[Seat, Trump], float] = {}

    def push(self, bid: str) -> None:
        """Take the next bid."""
        seat, offer = self.auction.turn, self._offers.get(bid)
        if seat is not None and offer is not None:
            self._told[seat, offer.trump] = self._asked(offer) - HALF + self._style.room
        self.auction.push(bid)

    def likelihood(self, bid: str, counts: Numbers) -> Numbers:
        """Return how likely the seat to speak makes a bid, by what its cards count for."""
        spare = {legal: self._spare(legal, counts) for legal in self._open() if legal != PASS} | (
            {bid: self._spare(bid, counts)} if bid != PASS else {}
        )
        odds = {legal: np.exp(np.clip(beyond / DOUBT, -30, 30)) for legal, beyond in spare.items()}
        passing = float(PASS in self.auction.legal_bids)
        total = passing + sum(odds.values())
        if bid == PASS:
            return passing / np.asarray(total)
        beyond = np.maximum(spare[bid], 0) if self._rules.auction == "tens" else 0.0
        return odds[bid] / total * np.exp(-((beyond / OVER) ** 2) / 2)

    def _open(self) -> list[str]:
        """Return the legal bids, of those with one trump the lowest."""
        lowest: dict[Trump | str, str] = {}
        for legal in self.auction.legal_bids:
            offer = self._offers.get(legal)
            lowest.setdefault(legal if offer is None else offer.trump, legal)
        return list(lowest.values())

    def _spare(self, bid: str, counts: Numbers) -> Numbers:
        """Return what the seat to speak expects beyond what a bid needs."""
        seat, contract, offer = self.auction.turn, self.auction.contract, self._offers.get(bid)
        assert seat is not None  # noqa: S101 - it speaks
        theirs = contract is not None and (contract.taker ^ seat) & 1
        if offer is None:
            assert contract is not None  # noqa: S101 - what is no offer doubles one
            needed = self._style.doubles if theirs else self._asked(contract) + ANSWERS
            return counts[:, contract.trump] - needed
        room = self._style.pressed if theirs else self._style.room
        told = (
            0.0
            if (seat, offer.trump) in self._told
            else self._told.get((seat ^ 2, offer.trump), 0.0)
        )
        return counts[:, offer.trump] + told - self._asked(offer) - room

    def _asked(self, offer: Contract) -> float:
        """Return the points, of 162, that a contract asks for."""
        if offer.slam is not None:
            return SLAM
        if not offer.points:
            return HALF
        return needed_for(self._rules, offer) * ALL / law_of(self._rules, offer.trump).total
