"""What the whole table has seen of a hand.

One log a table: the hand writes it, the four views read it, and a bot in another process keeps an
equal one from the events it is told. Everything in it is public.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harness.game.auction import Contract, TurnUpAuction
from harness.game.cards import Card, Mask
from harness.game.dealing import DECK_SIZE
from harness.game.declarations import Announcement, Declaration
from harness.game.play import POINTS, STRENGTHS, TRUMPS
from harness.game.rules import Rules
from harness.game.scoring import Pair
from harness.game.seats import Seat, round_from, rounds


class Trick(NamedTuple):
    """A trick as it fell: who led, the cards in the order played, who won and its card points."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


class Log:
    """The public state of one hand.

    Attributes:
        rules, dealer, turned: as dealt (`turned` is a card).
        hand_no, totals, held: the match so far: hands before this one, scores (NS, EW), points
            that wait from ties.
        auction: who speaks, what was bid, the contract.
        announcements, shown, belotes: what was said, in order; the declarations that the better
            side shows from the second trick on; (seat, suit) of each belote said.
        plays: every card in the order played; `turn`: whose turn it is to play.
        led, best, winner, in_trick, trick_points: the trick under way: the suit led, the card and
            seat that win it so far, how many cards lie and what they are worth; `led`, `best` and
            `winner` are those of the last trick while `in_trick` is 0.
        points, tricks: card points and tricks won by NS and EW, the last trick's bonus included.
    """

    __slots__ = (
        "_order",
        "_points_of",
        "_power",
        "_rounds",
        "_strength",
        "_strengths",
        "announcements",
        "auction",
        "belotes",
        "best",
        "dealer",
        "hand_no",
        "held",
        "in_trick",
        "led",
        "played",
        "plays",
        "points",
        "rules",
        "shown",
        "totals",
        "trick_points",
        "trick_winners",
        "tricks",
        "trump",
        "turn",
        "turned",
        "winner",
    )

    def __init__(
        self,
        rules: Rules,
        dealer: Seat,
        turned: Card,
        *,
        hand_no: int = 0,
        totals: Pair = (0, 0),
        held: int = 0,
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.turned = turned
        self.hand_no = hand_no
        self.totals = totals
        self.held = held
        self.auction = TurnUpAuction(rules, dealer, turned)
        self.announcements: list[Announcement] = []
        self.shown: list[tuple[Seat, Declaration]] = []
        self.belotes: list[tuple[Seat, int]] = []
        self.plays: list[Card] = []
        self.played: Mask = 0
        self.trick_winners: list[Seat] = []
        self.trump = -1
        self.turn: Seat = dealer
        self.in_trick = self.trick_points = 0
        self.led = self.best = self.winner = 0
        self.points = [0, 0]
        self.tricks = [0, 0]

    def copy(self) -> Log:
        """Return an equal log that goes on independently."""
        twin = object.__new__(Log)
        for name in Log.__slots__:
            if hasattr(self, name):
                value = getattr(self, name)
                copied = isinstance(value, list | TurnUpAuction)
                setattr(twin, name, value.copy() if copied else value)
        return twin

    @property
    def contract(self) -> Contract | None:
        """What the auction settled, None before or when everyone passed."""
        return self.auction.contract

    def start_play(self) -> None:
        """Turn from the auction to the tricks: the dealer's neighbour leads."""
        contract = self.auction.contract
        assert contract is not None  # noqa: S101 - play follows a take
        self.trump = contract.trump
        self._strengths = STRENGTHS[self.trump]
        self._points_of = POINTS[self.trump]
        self._rounds = rounds(self.rules)
        self._order = self._rounds[self._rounds[self.dealer][1]]
        self.turn = self._order[0]

    def play(self, card: Card) -> None:
        """Take the card that the seat whose turn it is plays."""
        self.plays.append(card)
        self.played |= 1 << card
        self.trick_points += self._points_of[card]
        place = self.in_trick
        if not place:
            self.led = card >> 3
            self._strength = strength = self._strengths[card >> 3]
            self._power = strength[card]
            self.best = card
            self.winner = self.turn
        elif self._strength[card] > self._power:
            self._power = self._strength[card]
            self.best = card
            self.winner = self.turn
        place += 1
        if place == len(self._order):
            self._end_trick()
        else:
            self.in_trick = place
            self.turn = self._order[place]

    def _end_trick(self) -> None:
        winner = self.winner
        if len(self.plays) == DECK_SIZE:
            self.trick_points += self.rules.last_trick
        self.points[winner & 1] += self.trick_points
        self.tricks[winner & 1] += 1
        self.trick_winners.append(winner)
        self.turn = winner
        self._order = self._rounds[winner]
        self.trick_points = self.in_trick = 0

    @property
    def trick(self) -> list[Card]:
        """The cards of the trick under way, in the order played."""
        return self.plays[len(self.plays) - self.in_trick :]

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, the trick under way."""
        if self.trick_winners:
            return self.trick_winners[-1]
        return round_from(self.rules, self.dealer)[1]

    def tricks_played(self) -> Iterator[Trick]:
        """Yield the tricks that are over, first to last."""
        size = self.rules.seats
        leader = round_from(self.rules, self.dealer)[1]
        for number, winner in enumerate(self.trick_winners):
            cards = tuple(self.plays[size * number : size * (number + 1)])
            worth = sum(self._points_of[card] for card in cards)
            last = size * (number + 1) == DECK_SIZE
            yield Trick(leader, cards, winner, worth + (self.rules.last_trick if last else 0))
            leader = winner

    def name_trump(self) -> str | None:
        """Return the trump's text, None before somebody took."""
        contract = self.auction.contract
        return None if contract is None else TRUMPS[contract.trump]
