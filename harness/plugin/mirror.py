"""A seat's view kept from what the protocol tells: the same object that a bot in process holds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from harness.game.cards import SUITS
from harness.game.declarations import Announcement, Declaration, find
from harness.game.log import Log
from harness.game.play import Trump
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import SIDES, Seat
from harness.game.view import View
from harness.plugin.protocol import (
    CARD_NUMBERS,
    SEAT_NUMBERS,
    Announce,
    Belote,
    Bid,
    Card,
    Cards,
    ChooseCard,
    Deal,
    Event,
    Played,
    Score,
    Show,
    ToBid,
    ToPlay,
    Trick,
    Uncover,
    cards_heard,
)


class Mirror:
    """What one seat knows, brought up to date event by event.

    Attributes:
        view: of the hand under way; there is none before the first.
        hears: what each kind of event does to it.
    """

    view: View

    def __init__(self, rules: Rules, seat: Seat, rng: random.Random) -> None:
        self._rules = rules
        self._seat = seat
        self._rng = rng
        self.hears: dict[type[Any], Callable[[Any], None]] = {
            Deal: self._deal,
            Bid: self._bid,
            Cards: self._cards,
            Announce: self._announce,
            Card: self._card,
            Belote: self._belote,
            Trick: self._trick,
            Uncover: self._uncover,
            Show: self._show,
            Played: self._played,
        }

    def hear(self, event: Event) -> None:
        """Bring the view up to date."""
        self.hears[type(event)](event)

    def asked(self, question: ChooseCard) -> View:
        """Return the view as it is asked for a card."""
        view = self.view
        view.legal_mask = cards_heard(question.legal)
        return view

    def to_bid(self, question: ToBid) -> View:
        """Return the view as it is asked for a bid, in shorthand."""
        self._follow_auction(question.bids)
        return self.view

    def to_play(self, question: ToPlay) -> View:
        """As `asked`, in shorthand."""
        view = self.view
        view.log.follow(question.cards)
        view.legal_mask = question.legal
        return view

    def _deal(self, deal: Deal) -> None:
        turned = None if deal.turned is None else CARD_NUMBERS[deal.turned]
        dealer = SEAT_NUMBERS[deal.dealer]
        so_far = deal.hand, deal.totals, deal.held
        log = Log(self._rules, dealer, turned, *so_far, last=deal.last)
        if deal.open:
            log.open = [cards_heard(cards) for cards in deal.open]
        if log.auction.turn is None:
            log.begin_play()
        self.view = View(self._seat, log, cards_heard(deal.cards), self._rng)

    def _bid(self, event: Bid) -> None:
        self._follow_auction([event.bid])

    def _follow_auction(self, bids: list[str]) -> None:
        log = self.view.log
        auction = log.auction
        for bid in bids:
            auction.push(bid)
        if bids and auction.turn is None and auction.contract is not None:
            log.begin_play()

    def _played(self, told: Played) -> None:
        self._follow_auction(told.bids)
        self.view.log.follow(told.cards)

    def _cards(self, event: Cards) -> None:
        self.view.dealt_mask = cards_heard(event.cards)

    def _announce(self, said: Announce) -> None:
        one = Announcement(SEAT_NUMBERS[said.seat], said.kind, said.length, said.value)
        self.view.log.announcements.append(one)

    def _card(self, event: Card) -> None:
        self.view.log.push(CARD_NUMBERS[event.card])

    def _belote(self, said: Belote) -> None:
        self.view.log.belotes.append((SEAT_NUMBERS[said.seat], SUITS.index(said.suit)))

    def _trick(self, _: Trick) -> None:
        self.view.log.end_trick()

    def _uncover(self, event: Uncover) -> None:
        view, seat = self.view, SEAT_NUMBERS[event.seat]
        cards = cards_heard(event.cards)
        view.log.open[seat] |= cards
        if seat == self._seat:
            view.dealt_mask |= cards

    def _show(self, event: Show) -> None:
        log = self.view.log
        shown = _declaration(self._rules, log.trump, event.cards)
        log.shown.append((SEAT_NUMBERS[event.seat], shown))


def _declaration(rules: Rules, trump: Trump, told: str) -> Declaration:
    cards = cards_heard(told)
    (one,) = [each for each in find(rules, cards, trump) if each.mask == cards]
    return one


def score_heard(told: Score) -> HandScore:
    """Return the score of a hand that was told."""
    parts = {name: getattr(told, name) for name in HandScore._fields}
    return HandScore(**parts | {"capot": None if told.capot is None else SIDES.index(told.capot)})
