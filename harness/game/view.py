"""What one seat may know, and nothing else.

A view adds a seat's own cards to the public log of its table. Seats are 0 to 3 (N E S W), suits
and trumps 0 to 3 (S H D C), then 4 for no trumps and 5 for all trumps; cards as in `cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.game.bids import Contract
from harness.game.cards import Card, CardSet, Mask
from harness.game.declarations import Announcement, Declaration
from harness.game.log import Log, Trick
from harness.game.rules import Rules
from harness.game.seats import Pair, Seat

if TYPE_CHECKING:
    import random


class View:
    """One seat's knowledge of the hand under way.

    Attributes:
        seat: whose view it is.
        rng: the bot's own generator, for this match and seat.
        dealt_mask: the cards the seat was dealt, as a mask; of its own that lay face down, those
            turned over by now.
        legal_mask: the cards it may play, as a mask, when it is asked for one; 0 before the first.
    """

    __slots__ = ("_log", "dealt_mask", "legal_mask", "rng", "seat")

    def __init__(self, seat: Seat, log: Log, dealt_mask: Mask, rng: random.Random) -> None:
        self.seat = seat
        self._log = log
        self.dealt_mask = dealt_mask
        self.legal_mask: Mask = 0
        self.rng = rng

    @property
    def log(self) -> Log:
        """What is public: the table's own, which goes on with the hand."""
        return self._log

    # What may be answered

    @property
    def legal_bids(self) -> tuple[str, ...]:
        """What may be bid, `pass` among it: see `auction` for the words."""
        return self._log.auction.legal_bids

    @property
    def legal_cards(self) -> CardSet:
        """The cards that may be played now."""
        return CardSet(self.legal_mask)

    # The seat's own

    @property
    def holding_mask(self) -> Mask:
        """The cards held now, as a mask."""
        return self.dealt_mask & self._log.unplayed

    @property
    def holding(self) -> CardSet:
        """The cards held now."""
        return CardSet(self.holding_mask)

    @property
    def dealt(self) -> CardSet:
        """The cards held at the start, as far as the seat has seen them."""
        return CardSet(self.dealt_mask)

    @property
    def partner(self) -> Seat | None:
        """The seat across the table; None where two play."""
        return self.seat ^ 2 if self._log.rules.seats == 4 else None

    # The deal and the auction

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._log.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self._log.dealer

    @property
    def turned(self) -> Card | None:
        """The card turned up, or the last one dealt where that makes trump; None without one."""
        return self._log.turned

    @property
    def bids(self) -> tuple[str, ...]:
        """Every bid so far, from the first to speak."""
        return tuple(self._log.auction.bids)

    @property
    def contract(self) -> Contract | None:
        """Who took, which trump, with which bid; None before that."""
        return self._log.contract

    @property
    def taker(self) -> Seat | None:
        """Who took; None before that."""
        contract = self._log.contract
        return None if contract is None else contract.taker

    @property
    def trump(self) -> int | None:
        """The trump: 0 to 3 for a suit, 4 no trumps, 5 all trumps; None before the take."""
        contract = self._log.contract
        return None if contract is None else contract.trump

    # What was said

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """The declarations said so far: seat, kind, length and value, not yet their cards."""
        return tuple(self._log.announcements)

    @property
    def shown(self) -> tuple[tuple[Seat, Declaration], ...]:
        """The declarations of the side whose count, shown from the second trick on."""
        return tuple(self._log.shown)

    @property
    def belotes(self) -> tuple[tuple[Seat, int], ...]:
        """The seat and suit of each belote said so far."""
        return tuple(self._log.belotes)

    # The tricks

    @property
    def leader(self) -> Seat:
        """Who leads, or led, the trick under way."""
        return self._log.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick under way, in the order played."""
        return tuple(self._log.trick)

    @property
    def winning(self) -> tuple[Seat, Card] | None:
        """Who wins the trick under way so far, and with which card; None before the lead."""
        return (self._log.winner, self._log.best) if self._log.in_trick else None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that are over, first to last."""
        return tuple(self._log.tricks_played())

    @property
    def played(self) -> CardSet:
        """Every card played so far."""
        return CardSet(self._log.played)

    @property
    def unseen(self) -> CardSet:
        """The cards that are not played yet and that this seat cannot see."""
        return CardSet(self._log.unplayed & ~self.dealt_mask & ~sum(self._log.open))

    @property
    def open(self) -> tuple[CardSet, ...]:
        """By seat, the cards that lie face up before it; empty where cards are held in hand."""
        unplayed = self._log.unplayed
        return tuple(CardSet(cards & unplayed) for cards in self._log.open)

    @property
    def points(self) -> Pair:
        """Card points won so far by NS and EW."""
        north, east = self._log.points
        return north, east

    @property
    def tricks_won(self) -> Pair:
        """Tricks won so far by NS and EW."""
        north, east = self._log.tricks
        return north, east

    # The match

    @property
    def hand_no(self) -> int:
        """Deals made in this match before this one."""
        return self._log.hand_no

    @property
    def last_hand(self) -> bool:
        """Whether the match ends with this hand, whatever it is scored, as a board does."""
        return self._log.last

    @property
    def totals(self) -> Pair:
        """The match's score before this hand, NS and EW."""
        return self._log.totals

    @property
    def held(self) -> int:
        """Points that wait from tied hands."""
        return self._log.held
