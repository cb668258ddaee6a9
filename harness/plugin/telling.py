"""What has happened since a seat was last told, as lines of the protocol.

It is read off the seat's own view, so nothing can be told that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harness.game.auction import open_auction
from harness.game.cards import CARD_NAMES, SUITS, CardSet, Mask
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
    Deal,
    Event,
    Score,
    Show,
    Trick,
    Uncover,
    line_of,
)

_CARDS: Final = [[line_of(Card(seat, card)) for card in CARD_NAMES] for seat in SEATS]
"""By seat and card, the line that tells of it: most of what is told."""
_ROYALS: Final = (4, 5)
"""The ranks of queen and king, with which belote is said."""


class Teller:
    """Follows one view, and tells what is new in it.

    Hands are told apart by their logs: a view of another one begins with its deal.
    """

    def __init__(self) -> None:
        self._log: Log | None = None
        self._dealt: Mask = 0
        self._open: list[Mask] = []
        self._bids = self._announced = self._plays = self._tricks = self._belotes = 0
        self._shown = False

    def news(self, view: View) -> list[bytes]:
        """Return the lines that tell what has happened since the last call."""
        log = view.log
        lines: list[bytes] = []
        if log is not self._log:
            self._begin(view)
            lines.append(line_of(_deal(view)))
        if len(log.auction.bids) > self._bids or view.dealt_mask != self._dealt:
            lines += map(line_of, self._before_play(view))
        if len(log.announcements) > self._announced:
            lines += [
                line_of(Announce(SEATS[one.seat], one.kind, one.length, one.value))
                for one in log.announcements[self._announced :]
            ]
            self._announced = len(log.announcements)
        if len(log.plays) > self._plays:
            self._tell_cards(log, lines)
        if log.shown and not self._shown:
            self._shown = True
            lines += [
                line_of(Show(SEATS[seat], one.kind, str(one.cards), one.value))
                for seat, one in log.shown
            ]
        return lines

    def _begin(self, view: View) -> None:
        self._log = log = view.log
        order = log.rounds[log.rounds[log.dealer][1]]
        self._auction = open_auction(log.rules, order, log.turned)
        self._dealt = view.dealt_mask
        self._open = log.open.copy()
        self._bids = self._announced = self._plays = self._tricks = self._belotes = 0
        self._shown = False

    def _before_play(self, view: View) -> Iterator[Event]:
        """Tell the bids, and what the seat got to see of its cards beyond those turned over."""
        bids = view.log.auction.bids
        for bid in bids[self._bids :]:
            seat = self._auction.turn
            assert seat is not None  # noqa: S101 - whoever bid had the turn
            yield Bid(SEATS[seat], bid)
            self._auction.push(bid)
        self._bids = len(bids)
        if view.dealt_mask != self._dealt:
            self._dealt = view.dealt_mask
            if not any(view.log.open):  # those are told to everybody, as they are turned over
                yield Cards(str(view.dealt))

    def _tell_cards(self, log: Log, lines: list[bytes]) -> None:
        """Tell the cards played, each with its belote, and the tricks that they made whole."""
        size = len(log.order)
        leader = log.trick_winners[self._tricks - 1] if self._tricks else log.rounds[log.dealer][1]
        order = log.rounds[leader]
        said = log.belotes[self._belotes :]
        for place in range(self._plays, len(log.plays)):
            card, seat = log.plays[place], order[place % size]
            lines.append(_CARDS[seat][card])
            if said and card & 7 in _ROYALS and (seat, card >> 3) in said:
                said.remove((seat, card >> 3))
                lines.append(line_of(Belote(SEATS[seat], SUITS[card >> 3])))
            if place % size == size - 1 and self._tricks < len(log.trick_winners):
                order = self._tell_trick(log, lines)
        self._plays = len(log.plays)
        self._belotes = len(log.belotes)

    def _tell_trick(self, log: Log, lines: list[bytes]) -> tuple[int, ...]:
        """Tell who has won a trick, and what it turned over; return the order of the next."""
        size = len(log.order)
        winner = log.trick_winners[self._tricks]
        self._tricks += 1
        cards = log.plays[size * (self._tricks - 1) : size * self._tricks]
        points = sum(log.law.points[card] for card in cards)
        last = size * self._tricks == len(CARD_NAMES)
        lines.append(line_of(Trick(SEATS[winner], points + (log.law.last_trick if last else 0))))
        if any(log.open) and self._tricks == len(log.trick_winners):
            self._tell_uncovered(log, lines)
        return log.rounds[winner]

    def _tell_uncovered(self, log: Log, lines: list[bytes]) -> None:
        for seat, (now, before) in enumerate(zip(log.open, self._open, strict=True)):
            if now != before:
                lines.append(line_of(Uncover(SEATS[seat], str(CardSet(now & ~before)))))
        self._open = log.open.copy()


def _deal(view: View) -> Deal:
    return Deal(
        hand=view.hand_no,
        dealer=SEATS[view.dealer],
        cards=str(view.dealt),
        turned=None if view.turned is None else CARD_NAMES[view.turned],
        open=[str(CardSet(cards)) for cards in view.log.open] if any(view.log.open) else [],
        totals=view.totals,
        held=view.held,
    )


def score_told(score: HandScore) -> bytes:
    """Return the line that tells how a hand was scored."""
    parts = score._asdict()
    return line_of(Score(**parts | {"capot": None if score.capot is None else SIDES[score.capot]}))
