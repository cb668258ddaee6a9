"""What the whole table has seen of a hand.

One log a table: the hand writes it, the four views read it, and a bot in another process keeps an
equal one from the events it is told. Everything in it is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from harness.game.auction import Auction, open_auction
from harness.game.bids import Contract
from harness.game.cards import DECK_SIZE, FULL_DECK, Card, Mask, mask_of
from harness.game.declarations import Announcement, Declaration
from harness.game.play import LEAD, NO_LAW, Law, Trump, law_of
from harness.game.rules import Rules
from harness.game.seats import Pair, Seat, rounds


class Trick(NamedTuple):
    """A trick as it fell: who led, the cards in the order played, who won and its card points."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


class Log:
    """The public state of one hand.

    Attributes:
        rules, dealer, turned: as dealt (`turned` is the card that all see from the start: turned
            up, or the last one dealt where that makes trump; None where there is none).
        hand_no, totals, held: the match so far: hands before this one, scores (NS, EW), points
            that wait from ties.
        last: whether the match ends with this hand, whatever it is scored.
        auction: who speaks, what was bid, the contract.
        announcements, shown, belotes: what was said, in order; the declarations that the better
            side shows from the second trick on; (seat, suit) of each belote said.
        law: the law of play under the contract's trump, `NO_LAW` before that.
        open: by seat, the cards that lie or lay face up before it, as masks; none where cards
            are held in hand.
        order: the seats as they play to the trick under way.
        standing: where it stands, as a number of `law`.
        plays: every card in the order played.
        unplayed: the cards not played yet, as a mask.
        trick_winners: the seats that won the tricks so far.
        won: the cards that NS and EW have won, as masks.
    """

    __slots__ = (
        "announcements",
        "auction",
        "belotes",
        "dealer",
        "hand_no",
        "held",
        "last",
        "law",
        "open",
        "order",
        "plays",
        "rounds",
        "rules",
        "shown",
        "standing",
        "totals",
        "trick_winners",
        "turned",
        "unplayed",
        "won",
    )

    def __init__(
        self,
        rules: Rules,
        dealer: Seat,
        turned: Card | None,
        hand_no: int = 0,
        totals: Pair = (0, 0),
        held: int = 0,
        *,
        last: bool = False,
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.turned = turned
        self.hand_no = hand_no
        self.totals = totals
        self.held = held
        self.last = last
        self.rounds = rounds(rules)
        self.order = self.rounds[self.rounds[dealer][1]]
        self.auction: Auction = open_auction(rules, self.order, turned)
        self.announcements: list[Announcement] = []
        self.shown: list[tuple[Seat, Declaration]] = []
        self.belotes: list[tuple[Seat, int]] = []
        self.law: Law = NO_LAW
        self.standing = LEAD
        self.open: list[Mask] = [0] * rules.seats
        self.plays: list[Card] = []
        self.unplayed: Mask = FULL_DECK
        self.trick_winners: list[Seat] = []
        self.won: list[Mask] = [0, 0]

    def copy(self) -> Log:
        """Return an equal log that goes on independently."""
        twin = object.__new__(Log)
        twin.rules = self.rules
        twin.dealer = self.dealer
        twin.turned = self.turned
        twin.hand_no = self.hand_no
        twin.totals = self.totals
        twin.held = self.held
        twin.last = self.last
        twin.rounds = self.rounds
        twin.order = self.order
        twin.auction = self.auction.copy()
        twin.announcements = self.announcements.copy()
        twin.shown = self.shown.copy()
        twin.belotes = self.belotes.copy()
        twin.law = self.law
        twin.standing = self.standing
        twin.open = self.open.copy()
        twin.plays = self.plays.copy()
        twin.unplayed = self.unplayed
        twin.trick_winners = self.trick_winners.copy()
        twin.won = self.won.copy()
        return twin

    # What happens

    def begin_play(self) -> None:
        """Take up the law of play under the trump that the auction settled."""
        contract = self.auction.contract
        assert contract is not None  # noqa: S101 - where nobody took nothing is played
        self.law = law_of(self.rules, contract.trump)

    def push(self, card: Card) -> None:
        """Lay down a card for the seat whose turn it is."""
        self.unplayed ^= 1 << card
        self.standing = self.law.after[self.standing][card]
        self.plays.append(card)

    def follow(self, cards: Iterable[Card]) -> None:
        """Lay down cards in turn, giving every trick that they make whole to its winner."""
        after, plays, size = self.law.after, self.plays, len(self.order)
        for card in cards:
            self.unplayed ^= 1 << card
            self.standing = after[self.standing][card]
            plays.append(card)
            if not len(plays) % size:
                self.end_trick()

    def end_trick(self) -> None:
        """Give a trick that is whole to the seat that won it, which leads the next."""
        winner = self.order[-self.law.since[self.standing]]
        side = winner & 1
        self.won[side] = FULL_DECK ^ self.unplayed ^ self.won[1 - side]
        self.trick_winners.append(winner)
        self.order = self.rounds[winner]
        self.standing = LEAD

    # What can be seen

    @property
    def contract(self) -> Contract | None:
        """What the auction settled, None before or when everyone passed."""
        return self.auction.contract

    @property
    def trump(self) -> Trump:
        """The trump as a number, -1 before somebody took."""
        return self.law.trump

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, the trick under way."""
        return self.order[0]

    @property
    def turn(self) -> Seat:
        """The seat that plays next, once somebody took."""
        return self.order[len(self.plays) % len(self.order)]

    @property
    def trick(self) -> list[Card]:
        """The cards of the trick under way, in the order played."""
        return self.plays[len(self.order) * len(self.trick_winners) :]

    @property
    def in_trick(self) -> int:
        """How many cards lie in the trick under way."""
        return len(self.plays) % len(self.order)

    @property
    def led(self) -> int:
        """The suit led to the trick under way, -1 before the lead."""
        return self.law.led[self.standing]

    @property
    def best(self) -> Card:
        """The card that wins the trick under way so far, -1 before the lead."""
        return self.law.best[self.standing]

    @property
    def winner(self) -> Seat:
        """The seat that wins the trick under way so far, its leader before the lead."""
        return self.order[self.in_trick - self.law.since[self.standing]]

    @property
    def played(self) -> Mask:
        """Every card played so far, as a mask."""
        return FULL_DECK ^ self.unplayed

    @property
    def points(self) -> list[int]:
        """Card points won by NS and EW, the last trick's bonus included."""
        worth = self.law.worth
        north, east = self.won
        points = [worth(north), worth(east)]
        if not self.unplayed:
            points[self.trick_winners[-1] & 1] += self.law.last_trick
        return points

    @property
    def tricks(self) -> list[int]:
        """Tricks won by NS and EW."""
        size = len(self.order)
        north, east = self.won
        return [north.bit_count() // size, east.bit_count() // size]

    def by_seat(self) -> Iterator[tuple[Seat, Card]]:
        """Yield every card played, in the order played, with the seat that played it."""
        size = len(self.order)
        leaders = (self.rounds[self.dealer][1], *self.trick_winners)
        for place, card in enumerate(self.plays):
            yield self.rounds[leaders[place // size]][place % size], card

    def played_by(self) -> list[Mask]:
        """Return the cards that each seat has played, as masks."""
        played = [0] * len(self.order)
        for seat, card in self.by_seat():
            played[seat] |= 1 << card
        return played

    def tricks_played(self) -> Iterator[Trick]:
        """Yield the tricks that are over, first to last."""
        size = len(self.order)
        leader = self.rounds[self.dealer][1]
        for number, winner in enumerate(self.trick_winners):
            cards = tuple(self.plays[size * number : size * (number + 1)])
            worth = self.law.worth(mask_of(cards))
            last = size * (number + 1) == DECK_SIZE
            yield Trick(leader, cards, winner, worth + (self.law.last_trick if last else 0))
            leader = winner
