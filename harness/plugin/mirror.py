"""A seat's view kept from what the protocol tells: all that a bot in process finds in its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final

from harness.game.cards import SUITS, Card, Mask
from harness.game.declarations import Announcement, find
from harness.game.log import Log
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import SIDES, Seat
from harness.game.view import View
from harness.plugin import protocol
from harness.plugin.protocol import (
    CARD_NUMBERS,
    SEAT_NUMBERS,
    ChooseCard,
    Deal,
    Event,
    Score,
    ToBid,
    ToPlay,
    cards_heard,
)

if TYPE_CHECKING:
    import random

_TAKING_IN: Final = RLock()
"""Held while somebody takes in what was told: a bot may look from several threads."""


class Mirror(View):
    """A view of one hand that hears of events, and takes them in once somebody looks.

    So what a bot does not look at costs it nothing. Whoever has been given the log itself finds it
    up to date whenever it is asked. A copy is a plain view.

    Args:
        rules: of the table.
        seat: whose view it is.
        chance: returns the generator of the match.
        deal: with which the hand begins.
    """

    __slots__ = ("_chance", "_dealt", "_given", "_rules", "_taken_in", "_told")

    _dealt: Mask
    _taken_in: Log

    def __init__(
        self, rules: Rules, seat: Seat, chance: Callable[[], random.Random], deal: Deal
    ) -> None:
        self.seat = seat
        self.legal_mask = 0
        self._rules = rules
        self._chance = chance
        self._told: deque[Event | ToBid | ToPlay] = deque([deal])
        self._given = False

    @property
    def log(self) -> Log:
        """As that of a view; once it is given away, it goes on with each event."""
        self._given = True
        return self._log

    @property
    def _log(self) -> Log:  # type: ignore[override]
        if self._told:
            self._take_in()
        return self._taken_in

    @property
    def dealt_mask(self) -> Mask:
        """As that of a view."""
        if self._told:
            self._take_in()
        return self._dealt

    @dealt_mask.setter
    def dealt_mask(self, cards: Mask) -> None:
        if self._told:
            self._take_in()
        self._dealt = cards

    @property
    def rng(self) -> random.Random:
        """As that of a view; made for whoever wants one, since that takes longer than a card."""
        return self._chance()

    @rng.setter
    def rng(self, chance: random.Random) -> None:
        self._chance = lambda: chance

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes a plain view of it."""
        made_of = self.seat, self.log, self.dealt_mask, self.rng
        return View, made_of, (None, {"legal_mask": self.legal_mask})

    def hear(self, event: Event | ToBid | ToPlay) -> None:
        """Keep an event, or what a question in shorthand tells, until somebody looks."""
        self._told.append(event)
        if self._given:
            self._take_in()

    def asked(self, question: ChooseCard) -> View:
        """Return the view as it is asked for a card."""
        self.legal_mask = cards_heard(question.legal)
        return self

    def to_play(self, question: ToPlay) -> View:
        """As `asked`, in shorthand."""
        self._told.append(question)  # as `hear` does, written out: most of what is heard
        if self._given:
            self._take_in()
        self.legal_mask = question.legal
        return self

    def _take_in(self) -> None:
        told = self._told
        with _TAKING_IN:
            while told:
                event = told[0]
                self._what_it_does[type(event)](self, event)
                del told[0]  # last: whoever looks meanwhile has to wait for it

    # What events do

    def _deal(self, deal: Deal) -> None:
        turned = None if deal.turned is None else CARD_NUMBERS[deal.turned]
        dealer = SEAT_NUMBERS[deal.dealer]
        so_far = deal.hand, deal.totals, deal.held
        self._taken_in = log = Log(self._rules, dealer, turned, *so_far, last=deal.last)
        self._dealt = cards_heard(deal.cards)
        if deal.open:
            log.open = [cards_heard(cards) for cards in deal.open]
        if log.auction.turn is None:
            log.begin_play()

    def _follow(self, bids: Sequence[str] = (), cards: Sequence[Card] = ()) -> None:
        log = self._taken_in
        auction = log.auction
        for bid in bids:
            auction.push(bid)
        if bids and auction.turn is None and auction.contract is not None:
            log.begin_play()
        if cards:
            log.follow(cards)

    def _cards(self, event: protocol.Cards) -> None:
        self._dealt = cards_heard(event.cards)

    def _announce(self, said: protocol.Announce) -> None:
        one = Announcement(SEAT_NUMBERS[said.seat], said.kind, said.length, said.value)
        self._taken_in.announcements.append(one)

    def _card(self, event: protocol.Card) -> None:
        self._taken_in.push(CARD_NUMBERS[event.card])

    def _belote(self, said: protocol.Belote) -> None:
        self._taken_in.belotes.append((SEAT_NUMBERS[said.seat], SUITS.index(said.suit)))

    def _uncover(self, event: protocol.Uncover) -> None:
        seat, cards = SEAT_NUMBERS[event.seat], cards_heard(event.cards)
        self._taken_in.open[seat] |= cards
        if seat == self.seat:
            self._dealt |= cards

    def _show(self, event: protocol.Show) -> None:
        log, cards = self._taken_in, cards_heard(event.cards)
        (shown,) = [each for each in find(self._rules, cards, log.trump) if each.mask == cards]
        log.shown.append((SEAT_NUMBERS[event.seat], shown))

    _what_it_does: ClassVar[dict[type[Any], Callable[[Mirror, Any], None]]] = {
        Deal: _deal,
        protocol.Bid: lambda self, said: self._follow([said.bid]),
        protocol.Cards: _cards,
        protocol.Announce: _announce,
        protocol.Card: _card,
        protocol.Belote: _belote,
        protocol.Trick: lambda self, _: self._taken_in.end_trick(),
        protocol.Uncover: _uncover,
        protocol.Show: _show,
        protocol.Played: lambda self, told: self._follow(told.bids, told.cards),
        ToBid: lambda self, asked: self._follow(asked.bids),
        ToPlay: lambda self, asked: self._taken_in.follow(asked.cards),
    }


def score_heard(told: Score) -> HandScore:
    """Return the score of a hand that was told."""
    parts = {name: getattr(told, name) for name in HandScore._fields}
    return HandScore(**parts | {"capot": None if told.capot is None else SIDES.index(told.capot)})
