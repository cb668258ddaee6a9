"""What a club player bids: it counts what its side should make, and bids what that allows.

What a side should make with a trump is a sum over the cards held: trumps by rank and number,
belote, aces, guarded tens, void suits; without a trump suit the two best ranks and long suits.
What the partner has bid tells how much better than average its cards are. Where a number is bid,
what can be announced counts towards it.

A contract that fails gives everything away, so a bid leaves room for bad luck, less of it where
the other side would play instead. A hand that would do well itself with the other side's trump
doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Final, NamedTuple, TypeAlias

from harness.game import View
from harness.game.bids import PASS, Contract, offers_of
from harness.game.cards import ACE, JACK, NINE, QUEEN, TEN, Mask
from harness.game.declarations import find
from harness.game.outcome import needed_for
from harness.game.play import ALL_TRUMPS, NO_TRUMPS, Trump, law_of

# Points, out of 162

ALL: Final = 162
HALF: Final = 81

BASE: Final = (64, 64, 64, 64, 88, 88)
"""What a side with average cards makes, by trump, beyond `LESS` for each card known."""
LESS: Final = 4
EACH_TRUMP: Final = 12
TRUMP_RANKS: Final = {JACK: 21, NINE: 10, TEN: 5, ACE: 4}
BELOTE: Final = 15
SIDE_ACE: Final = 10
ACE_AND_TEN: Final = 3
GUARDED_TEN: Final = 5
VOID: Final = 4
BEST: Final = 13
BEST_TWO: Final = 11
GUARDED_SECOND: Final = 7
BEST_AND_LONG: Final = 3
SECOND_AND_LONG: Final = 1
"""What each card beyond two adds in a suit without trumps."""

ANNOUNCED: Final = 0.6
"""How much of its declarations a hand counts on: those of the other side may be better."""
SLAM: Final = 175
"""What a hand must be worth by itself to win every trick."""
ANSWERS: Final = 30
"""What the takers' side must expect beyond its contract to answer a double."""


class Style(NamedTuple):
    """How bold one is in an auction.

    Attributes:
        room: what a bid leaves for bad luck.
        pressed: the same where the other side would play otherwise.
        doubles: what a hand must be worth with the other side's trump.
    """

    room: int
    pressed: int
    doubles: int


STYLES: Final = {
    "turn_up": Style(23, 23, 88),
    "tens": Style(10, 3, 102),
    "names": Style(20, 20, 104),
}

Promise: TypeAlias = tuple[bool, int, float]
"""Whether a bid leaves room enough, what it is for, and what is expected beyond its needs.

A double is for twice the contract.
"""


def bid(view: View) -> str:
    """Return the bid that promises most, or pass where none leaves room enough."""
    prospect = Prospect(view)
    return max(prospect.sensible(view.legal_bids), key=prospect.promise)


class Prospect:
    """What one seat can tell, during an auction, of the contracts its side may play."""

    def __init__(self, view: View) -> None:
        log, turned = view.log, view.log.turned
        self._rules = log.rules
        self._style = STYLES[log.rules.auction]
        self._contract = contract = log.contract
        self._ours = contract is not None and (contract.taker ^ view.seat) & 1 == 0
        self._pressed = contract is not None and not self._ours
        self._held = view.holding_mask
        self._partner: dict[Trump, float] = {}
        self._expected: dict[Trump, float] = {}
        self._settled = offers_of(log.rules, turned)
        if turned is None:
            self._named = {offer.trump for offer in self._settled.values()}
            self._listen(view)
        elif contract is None:
            self._held |= 1 << turned  # it goes to whoever takes

    def sensible(self, bids: Sequence[str]) -> Sequence[str]:
        """Return some bids without the numbers that are too high, where one may pass instead."""
        if bids[0] != PASS or self._rules.auction != "tens":
            return bids
        room, settled = self._style.pressed if self._pressed else self._style.room, self._settled
        most = [self._points(trump) - room if trump in self._named else 0 for trump in range(6)]
        return [
            bid
            for bid in bids
            if (offer := settled.get(bid)) is None
            or offer.slam is not None
            or needed_for(self._rules, offer) <= most[offer.trump]
        ]

    def promise(self, bid: str) -> Promise:
        """Return what a legal bid promises; of two promises the greater is the better."""
        offer, contract = self._settled.get(bid), self._contract
        if offer is not None:
            room = self._style.pressed if self._pressed else self._style.room
            beyond = self._beyond(offer) - room
            return beyond >= 0, offer.points, beyond
        if contract is None or (bid == PASS and not self._ours):
            return True, -1, 0.0
        if bid == PASS:
            return True, contract.points, self._beyond(contract) - self._style.room
        beyond = (
            self._beyond(contract) - ANSWERS
            if self._ours
            else estimate(self._held, contract.trump) - self._style.doubles
        )
        return beyond >= 0, 2 * contract.points, beyond

    def _listen(self, view: View) -> None:
        """Note by how much the partner's cards are better than average, by what it has bid.

        A bid tells of both where it follows the other's with the same trump.
        """
        told: dict[tuple[bool, Trump], float] = {}
        for seat, bid in zip(cycle(view.log.order), view.log.auction.bids, strict=False):
            offer = self._settled.get(bid)
            if offer is not None and (seat ^ view.seat) & 1 == 0:
                mine, trump = seat == view.seat, offer.trump
                both = self._style.room + (needed_for(self._rules, offer) or HALF) - HALF
                told[mine, trump] = both - told.get((not mine, trump), 0)
        self._partner = {trump: better for (mine, trump), better in told.items() if not mine}

    def _beyond(self, contract: Contract) -> float:
        """Return what is expected with the trump of a contract, less what that needs."""
        if contract.slam is not None:
            return estimate(self._held, contract.trump) - SLAM
        if contract.points:
            return self._points(contract.trump) - needed_for(self._rules, contract)
        return self._share(contract.trump) - HALF

    def _share(self, trump: Trump) -> float:
        """Return what is expected with a trump, as a share of `ALL`."""
        return estimate(self._held, trump) + self._partner.get(trump, 0)

    def _points(self, trump: Trump) -> float:
        """Return what is expected with a trump towards a number: points and declarations."""
        if trump not in self._expected:
            points = self._share(trump) * law_of(self._rules, trump).total / ALL
            if self._rules.declarations_count:
                found = find(self._rules, self._held, trump)
                points += ANNOUNCED * sum([one.value for one in found])
            self._expected[trump] = points
        return self._expected[trump]


def _worth_as_trumps(suit: int) -> int:
    """Return what the cards of a suit, as eight bits, add to the estimate when it is trump."""
    worth = EACH_TRUMP * suit.bit_count()
    worth += sum(extra for rank, extra in TRUMP_RANKS.items() if suit >> rank & 1)
    return worth + (BELOTE if suit >> QUEEN & 3 == 3 else 0)


def _worth_beside(suit: int) -> int:
    """Return what the cards of a suit, as eight bits, add to the estimate beside the trumps."""
    if not suit:
        return VOID
    ace, ten = suit >> ACE & 1, suit >> TEN & 1
    if ace:
        return SIDE_ACE + ACE_AND_TEN * ten
    return GUARDED_TEN if ten and suit.bit_count() > 1 else 0


def _worth_without(suit: int, best: int, second: int) -> int:
    """Return what the cards of a suit, as eight bits, add where no suit is trump, or all are."""
    long = max(suit.bit_count() - 2, 0)
    if suit >> best & 1:
        return BEST + BEST_TWO * (suit >> second & 1) + BEST_AND_LONG * long
    guarded = suit >> second & 1 and suit.bit_count() > 1
    return GUARDED_SECOND + SECOND_AND_LONG * long if guarded else 0


AS_TRUMPS: Final = tuple(map(_worth_as_trumps, range(256)))
BESIDE: Final = tuple(map(_worth_beside, range(256)))
WITHOUT: Final = {
    NO_TRUMPS: tuple(_worth_without(suit, ACE, TEN) for suit in range(256)),
    ALL_TRUMPS: tuple(
        _worth_without(suit, JACK, NINE) + (BELOTE if suit >> QUEEN & 3 == 3 else 0)
        for suit in range(256)
    ),
}


def estimate(held: Mask, trump: Trump) -> int:
    """Return the points that a holding and its partner should make with a trump."""
    each = WITHOUT.get(trump, BESIDE)
    worth = BASE[trump] - LESS * held.bit_count()
    worth += each[held & 0xFF] + each[held >> 8 & 0xFF]
    worth += each[held >> 16 & 0xFF] + each[held >> 24]
    if trump in WITHOUT:
        return worth
    trumps = held >> 8 * trump & 0xFF
    return worth - BESIDE[trumps] + AS_TRUMPS[trumps]
