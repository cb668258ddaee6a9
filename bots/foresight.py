"""Bids judged by what comes of them: the auction bid on, the cards played, the score written.

For each bid worth a thought, and each world, everybody bids on as `counter` does; then the cards
are played as well as can be with all seen. So a bid is worth what it brings against that policy:
one step of policy improvement by rollout (Tesauro and Galperin 1996; Bertsekas).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

import numpy as np

from bots.beliefs import likely_worlds
from bots.bidding import Prospect, bid
from bots.stakes import Worth, said_in, score_of
from harness.game import View
from harness.game.bids import PASS, Contract
from harness.game.cards import Mask, cards_of
from harness.game.play import Trump
from harness.game.seats import Seat
from harness.search import Holdings, force_worlds

REACH: Final = 12
"""How far a bid may be, in points, from what `counter` would bid to be worth a thought."""
MARGIN: Final = 1.0
"""By how many standard errors another bid must be better than that of `counter`, or worse to be
dropped."""
STEP: Final = 24
"""In how many worlds bids are followed before some are dropped."""


def best_bid(view: View, n: int, worth: Worth) -> str:
    """Return the bid that brings most over `n` worlds, in doubt what `counter` bids.

    One that is clearly worse after some of the worlds, or changes nothing in any of them, is not
    followed in the others.
    """
    usual, others = _worth_a_thought(view)
    if not others:
        return usual
    foresight = Foresight(view, n)
    brings: dict[str, list[float]] = {legal: [] for legal in (usual, *others)}
    gains: dict[str, tuple[float, float]] = {}
    for start in range(0, n, STEP):
        some = slice(start, start + STEP)
        for legal, values in foresight.values([usual, *others], worth, some).items():
            brings[legal] += values
        gains = {other: _gain(brings[other], brings[usual]) for other in others}
        others = [other for other, (mean, error) in gains.items() if mean > -MARGIN * error]
        if not others:
            return usual
    surely = {other: gains[other][0] - MARGIN * gains[other][1] for other in others}
    best = max(surely, key=surely.__getitem__)
    return best if surely[best] > 0 else usual


def _gain(brings: list[float], usual: list[float]) -> tuple[float, float]:
    """Return what a bid brings more than the usual one, world by world, and the standard error."""
    gains = np.subtract(brings, usual)
    return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)


def _worth_a_thought(view: View) -> tuple[str, list[str]]:
    """Return what `counter` bids, and other bids that are not far off."""
    prospect = Prospect(view)
    promises = {legal: prospect.promise(legal) for legal in view.legal_bids}
    usual = max(promises, key=promises.__getitem__)
    near = [
        legal
        for legal, (_, _, beyond) in promises.items()
        if legal not in (PASS, usual) and abs(beyond) <= REACH
    ]
    if usual != PASS and abs(promises[usual][2]) <= REACH and PASS in promises:
        near.append(PASS)
    return usual, near


class Dealt(NamedTuple):
    """A world, and which of its cards each seat has before it bids."""

    world: Holdings
    early: Holdings


class Foresight:
    """What bids come to in worlds that fit what was heard."""

    def __init__(self, view: View, n: int) -> None:
        self._view = view
        self._log = view.log
        self._leader = view.log.rounds[view.log.dealer][1]
        # Who takes the turned card is open until somebody has: the worlds give it to this seat.
        self._turned: Mask = 0
        if view.turned is not None and view.contract is None:
            self._turned = 1 << view.turned
        self._dealt = [self._split(world) for world in likely_worlds(view, n)]

    def values(
        self, bids: list[str], worth: Worth, some: slice = slice(None)
    ) -> dict[str, list[float]]:
        """Return what each bid is worth, world by world, in all worlds or in some."""
        ends = {bid: [self._end(dealt, bid) for dealt in self._dealt[some]] for bid in bids}
        to_solve: dict[Trump, set[Holdings]] = defaultdict(set)
        for outcomes in ends.values():
            for contract, world in outcomes:
                if contract is not None:
                    to_solve[contract.trump].add(world)
        points: dict[tuple[Trump, Holdings], int] = {}
        rules = self._log.rules
        for trump, worlds in to_solve.items():
            in_order = sorted(worlds)
            forced = force_worlds(rules, trump, self._leader, in_order, threads=1)
            points.update(
                ((trump, world), both[self._leader & 1])
                for world, both in zip(in_order, forced, strict=True)
            )
        return {
            bid: [
                worth((0, 0), self._log.held)
                if contract is None
                else self._worth(contract, world, points[contract.trump, world], worth)
                for contract, world in outcomes
            ]
            for bid, outcomes in ends.items()
        }

    def _worth(self, contract: Contract, world: Holdings, points: int, worth: Worth) -> float:
        said = said_in(self._log.rules, contract.trump, world, self._log.held)
        score = score_of(self._log.rules, contract, said, self._leader & 1, points)
        return worth(score.score, score.held_out)

    def _split(self, world: Holdings) -> Dealt:
        """Say which cards of a world each seat has already, at random where it is not known."""
        view = self._view
        number, rng = view.dealt_mask.bit_count(), view.rng
        if number == 8:
            return Dealt(world, world)
        early = [
            sum(1 << card for card in rng.sample(list(cards_of(held)), number)) for held in world
        ]
        early[view.seat] = view.dealt_mask
        north, east, south, west = early
        return Dealt(world, (north, east, south, west))

    def _end(self, dealt: Dealt, first: str) -> tuple[Contract | None, Holdings]:
        """Return what an auction comes to after a bid, and the cards that are played then."""
        log = self._log.copy()
        auction = log.auction
        auction.push(first)
        while (seat := auction.turn) is not None:
            auction.push(bid(View(seat, log, dealt.early[seat], self._view.rng)))
        contract = auction.contract
        if contract is None or not self._turned or contract.taker == self._view.seat:
            return contract, dealt.world
        return contract, self._turned_to(contract.taker, dealt)

    def _turned_to(self, taker: Seat, dealt: Dealt) -> Holdings:
        """Return a world in which another seat has the turned card, and gave one of its own."""
        late = dealt.world[taker] & ~dealt.early[taker]
        swapped = self._turned | (late & -late)
        held = list(dealt.world)
        held[taker] ^= swapped
        held[self._view.seat] ^= swapped
        north, east, south, west = held
        return north, east, south, west
