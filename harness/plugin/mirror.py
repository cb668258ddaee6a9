"""A seat's view kept from what the protocol tells: all that a bot in process finds in its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

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

_FOLLOWED: Final = ("dealt_mask", "_log")
"""What events change: there is none of it while some have not been taken in."""


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

    __slots__ = ("_chance", "_given", "_heard", "_rules", "_taken_in")

    def __init__(
        self, rules: Rules, seat: Seat, chance: Callable[[], random.Random], deal: Deal
    ) -> None:
        self.seat = seat
        self.legal_mask = 0
        self._rules = rules
        self._chance = chance
        self._heard: list[Event | ToBid | ToPlay] = [deal]
        self._taken_in: tuple[Any, Mask] = (None, 0)
        self._given = False

    @property
    def log(self) -> Log:
        """As that of a view; once it is given away, it goes on with each event."""
        self._given = True
        return self._log

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what a slot holds
        """Return what is not there yet, once all that was heard is taken in."""
        if name == "rng":
            self.rng = self._chance()
        elif name in _FOLLOWED:
            self._take_in()
        else:
            raise AttributeError(name)
        return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes a plain view of it."""
        made_of = self.seat, self._log, self.dealt_mask, self.rng
        return View, made_of, (None, {"legal_mask": self.legal_mask})

    def hear(self, event: Event | ToBid | ToPlay) -> None:
        """Keep an event, or what a question in shorthand tells, until somebody looks."""
        if not self._heard:
            self._taken_in = self._log, self.dealt_mask
            del self._log, self.dealt_mask
        self._heard.append(event)
        if self._given:
            self._take_in()

    def asked(self, question: ChooseCard) -> View:
        """Return the view as it is asked for a card."""
        self.legal_mask = cards_heard(question.legal)
        return self

    def to_play(self, question: ToPlay) -> View:
        """As `asked`, in shorthand."""
        self.hear(question)
        self.legal_mask = question.legal
        return self

    def _take_in(self) -> None:
        heard, self._heard = self._heard, []
        self._log, self.dealt_mask = self._taken_in
        for event in heard:
            self._what_it_does[type(event)](self, event)

    # What events do

    def _deal(self, deal: Deal) -> None:
        turned = None if deal.turned is None else CARD_NUMBERS[deal.turned]
        dealer = SEAT_NUMBERS[deal.dealer]
        so_far = deal.hand, deal.totals, deal.held
        self._log = log = Log(self._rules, dealer, turned, *so_far, last=deal.last)
        self.dealt_mask = cards_heard(deal.cards)
        if deal.open:
            log.open = [cards_heard(cards) for cards in deal.open]
        if log.auction.turn is None:
            log.begin_play()

    def _follow(self, bids: Sequence[str] = (), cards: Sequence[Card] = ()) -> None:
        log = self._log
        auction = log.auction
        for bid in bids:
            auction.push(bid)
        if bids and auction.turn is None and auction.contract is not None:
            log.begin_play()
        if cards:
            log.follow(cards)

    def _cards(self, event: protocol.Cards) -> None:
        self.dealt_mask = cards_heard(event.cards)

    def _announce(self, said: protocol.Announce) -> None:
        one = Announcement(SEAT_NUMBERS[said.seat], said.kind, said.length, said.value)
        self._log.announcements.append(one)

    def _card(self, event: protocol.Card) -> None:
        self._log.push(CARD_NUMBERS[event.card])

    def _belote(self, said: protocol.Belote) -> None:
        self._log.belotes.append((SEAT_NUMBERS[said.seat], SUITS.index(said.suit)))

    def _uncover(self, event: protocol.Uncover) -> None:
        seat, cards = SEAT_NUMBERS[event.seat], cards_heard(event.cards)
        self._log.open[seat] |= cards
        if seat == self.seat:
            self.dealt_mask |= cards

    def _show(self, event: protocol.Show) -> None:
        log, cards = self._log, cards_heard(event.cards)
        (shown,) = [each for each in find(self._rules, cards, log.trump) if each.mask == cards]
        log.shown.append((SEAT_NUMBERS[event.seat], shown))

    _what_it_does: ClassVar[dict[type[Any], Callable[[Mirror, Any], None]]] = {
        Deal: _deal,
        protocol.Bid: lambda self, said: self._follow([said.bid]),
        protocol.Cards: _cards,
        protocol.Announce: _announce,
        protocol.Card: _card,
        protocol.Belote: _belote,
        protocol.Trick: lambda self, _: self._log.end_trick(),
        protocol.Uncover: _uncover,
        protocol.Show: _show,
        protocol.Played: lambda self, told: self._follow(told.bids, told.cards),
        ToBid: lambda self, asked: self._follow(asked.bids),
        ToPlay: lambda self, asked: self._log.follow(asked.cards),
    }


def score_heard(told: Score) -> HandScore:
    """Return the score of a hand that was told."""
    parts = {name: getattr(told, name) for name in HandScore._fields}
    return HandScore(**parts | {"capot": None if told.capot is None else SIDES.index(told.capot)})
