"""What has happened since a seat was last told, as lines of the protocol.

It is read off the seat's own view, so nothing can be told that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from harness.game.auction import open_auction
from harness.game.cards import CARD_NAMES, SUITS, Mask
from harness.game.log import Log
from harness.game.scoring import HandScore
from harness.game.seats import SEATS, SIDES
from harness.game.view import View
from harness.plugin.protocol import (
    Announce,
    Belote,
    Bid,
    Card,
    Cards,
    ChooseBid,
    Deal,
    Score,
    Show,
    Trick,
    Uncover,
    line_of,
)

_NAMES: Final = [
    [
        "".join(f"{CARD_NAMES[8 * suit + rank]} " for rank in range(8) if cards >> rank & 1)
        for cards in range(256)
    ]
    for suit in range(4)
]
"""By suit, and the cards of it as 8 bits, their names."""
_CARDS: Final = [[line_of(Card(seat, card)) for card in CARD_NAMES] for seat in SEATS]
"""By seat and card, the line that tells of it: most of what is told."""
_ROYALS: Final = (4, 5)
"""The ranks of queen and king, with which belote is said."""


class Chronicle:
    """What is said in a hand besides bids and cards, in lines that are the same for every seat.

    Attributes:
        text: the lines.
        auction: bytes of them that tell of the bids, which come first.
    """

    def __init__(self, log: Log) -> None:
        self.text = bytearray()
        self.auction = 0
        self._log = log
        self._open = log.open.copy()
        self._announced = self._plays = self._belotes = 0
        self._shown = False

    def bring_up_to_date(self) -> None:
        """Add what has happened since."""
        log = self._log
        if len(log.announcements) > self._announced:
            for one in log.announcements[self._announced :]:
                self.text += line_of(Announce(SEATS[one.seat], one.kind, one.length, one.value))
            self._announced = len(log.announcements)
        if len(log.plays) > self._plays:
            self._tell_cards(log)
            self._plays = len(log.plays)
            self._belotes = len(log.belotes)
        if log.shown and not self._shown:
            self._shown = True
            for seat, declared in log.shown:
                cards = cards_told(declared.mask)
                self.text += line_of(Show(SEATS[seat], declared.kind, cards, declared.value))

    def _tell_cards(self, log: Log) -> None:
        """Tell what goes with the cards played: belotes, and what tricks turned over."""
        for seat, suit in log.belotes[self._belotes :]:
            self.text += line_of(Belote(SEATS[seat], SUITS[suit]))
        if log.open != self._open:
            self._tell_uncovered(log)

    def _tell_uncovered(self, log: Log) -> None:
        for seat, (now, before) in enumerate(zip(log.open, self._open, strict=True)):
            if now != before:
                self.text += line_of(Uncover(SEATS[seat], cards_told(now & ~before)))
        self._open = log.open.copy()


class InWords(Chronicle):
    """All that is public in a hand, as `Chronicle` has it."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self._order = log.rounds[log.rounds[log.dealer][1]]
        self._bidding = open_auction(log.rules, self._order, log.turned)
        self._bids = self._tricks = 0

    def bring_up_to_date(self) -> None:
        """Add what has happened since."""
        log = self._log
        if not self._plays and len(log.auction.bids) > self._bids:
            self._tell_bids(log)
        super().bring_up_to_date()

    def _tell_bids(self, log: Log) -> None:
        for bid in log.auction.bids[self._bids :]:
            seat = self._bidding.turn
            assert seat is not None  # noqa: S101 - whoever bid had the turn
            self.text += _bid(seat, bid)
            self._bidding.push(bid)
        self._bids = len(log.auction.bids)
        self.auction = len(self.text)

    def _tell_cards(self, log: Log) -> None:
        """Tell the cards played, each with its belote, and the tricks that they made whole."""
        size, text = len(log.order), self.text
        said = log.belotes[self._belotes :]
        for place in range(self._plays, len(log.plays)):
            card, seat = log.plays[place], self._order[place % size]
            text += _CARDS[seat][card]
            if said and card & 7 in _ROYALS and (seat, card >> 3) in said:
                said.remove((seat, card >> 3))
                text += line_of(Belote(SEATS[seat], SUITS[card >> 3]))
            if place % size == size - 1 and self._tricks < len(log.trick_winners):
                self._tell_trick(log, size)

    def _tell_trick(self, log: Log, size: int) -> None:
        """Tell who has won a trick, and what it turned over."""
        winner = log.trick_winners[self._tricks]
        cards = log.plays[size * self._tricks : size * (self._tricks + 1)]
        self._tricks += 1
        points = sum([log.law.points[card] for card in cards])
        last = size * self._tricks == len(CARD_NAMES)
        self.text += _trick(winner, points + (log.law.last_trick if last else 0))
        self._order = log.rounds[winner]
        if log.open != self._open and self._tricks == len(log.trick_winners):
            self._tell_uncovered(log)


class Teller:
    """Follows one view, and tells what is new in it.

    Hands are told apart by their logs: a view of another one begins with its deal.
    """

    _chronicle_of: Callable[[Log], Chronicle] = staticmethod(lru_cache(maxsize=256)(InWords))
    """Returns the chronicle of a hand, one for all its seats."""

    def __init__(self) -> None:
        self._log: Log | None = None
        self._chronicle: Chronicle
        self._told = 0
        self._dealt: Mask = 0

    def news(self, view: View) -> bytes:
        """Return the lines that tell what has happened since the last call."""
        if view.log is not self._log:
            return self._begin(view) + self._since(view)
        return self._since(view)

    def _since(self, view: View) -> bytes:
        """Return the lines that tell what has happened in a hand whose deal has been told."""
        chronicle, told = self._chronicle, self._told
        chronicle.bring_up_to_date()
        text = chronicle.text
        self._told = len(text)
        if view.dealt_mask == self._dealt:
            return bytes(text[told:])
        self._dealt = view.dealt_mask
        if any(view.log.open):  # those are told to everybody, as they are turned over
            return bytes(text[told:])
        dealt = line_of(Cards(cards_told(view.dealt_mask)))
        return bytes(text[told : chronicle.auction] + dealt + text[max(told, chronicle.auction) :])

    def to_bid(self, view: View) -> tuple[bytes, bytes]:
        """Return the lines that tell what is new and ask for a bid.

        First those that are said of a table, then what names its table itself.
        """
        return self.news(view) + _bid_question(view.legal_bids), b""

    def to_play(self, view: View) -> tuple[bytes, bytes]:
        """Return the lines that tell what is new and ask for a card, as `to_bid`."""
        return self.news(view) + _card_question(view.legal_mask), b""

    def _begin(self, view: View) -> bytes:
        self._log = view.log
        self._chronicle = self._chronicle_of(view.log)
        self._told = 0
        self._dealt = view.dealt_mask
        return line_of(_deal(view))


@lru_cache(maxsize=256)
def _bid_question(legal: tuple[str, ...]) -> bytes:
    return line_of(ChooseBid(" ".join(legal)))


def _card_question(legal: Mask) -> bytes:
    return f'{{"type":"choose_card","legal":"{cards_told(legal)}"}}\n'.encode()


@lru_cache(maxsize=256)
def _bid(seat: int, bid: str) -> bytes:
    return line_of(Bid(SEATS[seat], bid))


@lru_cache(maxsize=1024)
def _trick(winner: int, points: int) -> bytes:
    return line_of(Trick(SEATS[winner], points))


def _deal(view: View) -> Deal:
    return Deal(
        hand=view.hand_no,
        dealer=SEATS[view.dealer],
        cards=cards_told(view.dealt_mask),
        turned=None if view.turned is None else CARD_NAMES[view.turned],
        open=[cards_told(cards) for cards in view.log.open] if any(view.log.open) else [],
        totals=view.totals,
        held=view.held,
        last=view.last_hand,
    )


@lru_cache(maxsize=256)
def score_told(score: HandScore) -> bytes:
    """Return the line that tells how a hand was scored."""
    parts = score._asdict()
    return line_of(Score(**parts | {"capot": None if score.capot is None else SIDES[score.capot]}))


def cards_told(cards: Mask) -> str:
    """Return the names of cards, as their `CardSet` is written, which takes longer."""
    spades, hearts, diamonds, clubs = _NAMES
    told = spades[cards & 255] + hearts[cards >> 8 & 255] + diamonds[cards >> 16 & 255]
    return (told + clubs[cards >> 24])[:-1]
