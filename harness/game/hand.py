"""One deal played out: dealt, bid for, announced, played in tricks, scored.

`Hand` is a state machine around the public `Log` and the hidden holdings. It has two doors: the
checked one (`bid`, `declare`, `play`) raises for anything the rules forbid and changes nothing
then; the trusting one (`push_bid`, `push_declarations`, `push`) takes what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from harness.errors import BeloteError
from harness.game import declarations as declaring
from harness.game.cards import (
    KING,
    QUEEN,
    RANK_MASKS,
    SUIT_MASKS,
    Card,
    CardSet,
    Mask,
    card_name,
    mask_of,
    parse_cards,
    to_card,
)
from harness.game.dealing import DECK_SIZE, completed_holdings, opening_holdings, turned_card
from harness.game.declarations import Announcement, Declaration
from harness.game.log import Log
from harness.game.play import NO_TRUMPS, broken_duty, legal_mask
from harness.game.rules import Rules
from harness.game.scoring import BELOTE, NOTHING, HandScore, Pair, passed_out, tally
from harness.game.seats import SEATS, Seat, Side, round_from

Declarations: TypeAlias = tuple[Declaration, ...]

_ROYALS: Final = tuple(suit & (RANK_MASKS[KING] | RANK_MASKS[QUEEN]) for suit in SUIT_MASKS)


class IllegalAct(BeloteError, ValueError):
    """A bid, declaration or card that the rules forbid.

    Attributes:
        seat: who acted.
        duty: what the rules asked for, in words.
        legal: what was legal, as text.
    """

    def __init__(self, message: str, *, seat: Seat | None, duty: str, legal: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.duty = duty
        self.legal = legal


class IllegalBid(IllegalAct):
    """A bid that is not among the legal ones."""


class IllegalDeclaration(IllegalAct):
    """A declaration that the seat does not hold, or may not keep quiet about."""


class IllegalCard(IllegalAct):
    """A card that breaks a duty; `card` is its text."""

    def __init__(self, message: str, *, seat: Seat | None, duty: str, legal: str, card: str) -> None:
        super().__init__(message, seat=seat, duty=duty, legal=legal)
        self.card = card


class Hand:
    """A deal being played.

    Attributes:
        rules: the table's rules.
        deck: the 32 cards in the order dealt.
        log: what is public.
        dealt: each seat's cards at the start of play (of the auction, until somebody takes).
        holdings: each seat's cards now, as masks.
        found: each seat's declarations, empty before play.
        declared: what of them each seat has said.
        over: whether nothing more is to be done.
    """

    __slots__ = (
        "_belotes",
        "_telling",
        "_unsaid",
        "dealt",
        "deck",
        "declared",
        "found",
        "holdings",
        "log",
        "over",
        "rules",
    )

    def __init__(  # noqa: PLR0913 - a deal, and the match it belongs to
        self,
        rules: Rules,
        deck: Sequence[Card],
        dealer: Seat,
        *,
        hand_no: int = 0,
        totals: Pair = (0, 0),
        held: int = 0,
    ) -> None:
        self.rules = rules
        self.deck = deck
        self.log = Log(
            rules, dealer, turned_card(rules, deck), hand_no=hand_no, totals=totals, held=held
        )
        self.dealt: list[Mask] = opening_holdings(rules, deck, dealer)
        self.holdings = list(self.dealt)
        self.found: list[Declarations] = [()] * rules.seats
        self.declared: list[Declarations] = [()] * rules.seats
        self._unsaid: dict[Seat, Declarations] = {}
        self._belotes: Mask = 0
        self._telling: Mask = 0
        self.over = False

    def copy(self) -> Hand:
        """Return an equal hand that goes on independently."""
        twin = object.__new__(Hand)
        for name in Hand.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list | dict | Log) else value)
        return twin

    @property
    def unsaid(self) -> frozenset[Seat]:
        """The seats that hold declarations and have not said yet which they make."""
        return frozenset(self._unsaid)

    @property
    def turn(self) -> Seat | None:
        """The seat that bids or plays next; None when the hand is over."""
        if self.over:
            return None
        speaking = self.log.auction.turn
        return self.log.turn if speaking is None else speaking

    # The auction

    @property
    def bidding(self) -> bool:
        """Whether the auction is still on."""
        return self.log.auction.turn is not None

    @property
    def legal_bids(self) -> tuple[str, ...]:
        """What the seat to speak may bid; empty when the auction is over."""
        return self.log.auction.legal_bids

    def bid(self, bid: str) -> None:
        """Make a bid for the seat whose turn it is.

        Raises:
            IllegalBid: naming the seat and the legal bids.
        """
        seat = self.log.auction.turn
        if bid not in self.legal_bids:
            legal = " ".join(self.legal_bids)
            message = (
                f"nobody may bid {bid!r} here: the auction is over"
                if seat is None
                else f"{SEATS[seat]} may not bid {bid!r} here: legal is {legal}"
            )
            raise IllegalBid(message, seat=seat, duty="make a legal bid", legal=legal)
        self.push_bid(bid)

    def push_bid(self, bid: str) -> None:
        """Make a bid that is known to be legal."""
        auction = self.log.auction
        was_taken = auction.contract is not None
        auction.push(bid)
        contract = auction.contract
        if contract is not None and not was_taken:
            self.dealt = completed_holdings(
                self.rules, self.deck, self.log.dealer, contract.taker
            )
            self.holdings = list(self.dealt)
        if auction.turn is None:
            if contract is None:
                self.over = True
            else:
                self._start_play()

    def _start_play(self) -> None:
        log = self.log
        log.start_play()
        if log.trump != NO_TRUMPS:
            for royals in _ROYALS[log.trump : log.trump + 1] or _ROYALS:
                if any([held & royals == royals for held in self.dealt]):
                    self._belotes |= royals
        if self.rules.declarations:
            self.found = [declaring.find(self.rules, held) for held in self.dealt]
            if any(self.found):
                self._unsaid = {seat: found for seat, found in enumerate(self.found) if found}
                if self.rules.declare_when == "before_play" and not self.rules.silence:
                    self._say_what_is_due()
        self._telling = self._telling_cards()

    # Declarations

    @property
    def declaring(self) -> Seat | None:
        """The seat that has declarations and is to say now which of them it declares."""
        if not self._unsaid:
            return None
        if self.rules.declare_when == "before_play":
            order = round_from(self.rules, self.log.turn)
            return next(seat for seat in order if seat in self._unsaid)
        return self.log.turn if self.log.turn in self._unsaid else None

    def declare(self, choice: str | Iterable[CardSet]) -> None:
        """Say which declarations the seat `declaring` makes: `"all"`, `"none"` or card sets.

        Raises:
            IllegalDeclaration: where it holds no such declaration or may not keep quiet.
        """
        seat = self.declaring
        if seat is None:
            message = "nobody has anything to declare here"
            raise IllegalDeclaration(message, seat=None, duty="wait for one's turn", legal="")
        found = self.found[seat]
        legal = ", ".join(str(one.cards) for one in found)
        if isinstance(choice, str) and choice in ("all", "none"):
            chosen = found if choice == "all" else ()
        else:
            wanted = _masks(choice)
            chosen = tuple(one for one in found if wanted and one.mask in wanted)
            if wanted is None or len(chosen) != len(wanted):
                message = f"{SEATS[seat]} cannot declare {choice!r}: it holds {legal}"
                duty = "declare what one holds"
                raise IllegalDeclaration(message, seat=seat, duty=duty, legal=legal)
        if chosen != found and not self.rules.silence:
            message = f"{SEATS[seat]} may not keep quiet about a declaration: it holds {legal}"
            raise IllegalDeclaration(message, seat=seat, duty="declare everything", legal=legal)
        self.push_declarations(chosen)

    def push_declarations(self, chosen: Declarations) -> None:
        """Say declarations that the seat `declaring` is known to hold."""
        seat = self.declaring
        assert seat is not None  # noqa: S101 - asked only of a seat that has some to say
        self._say(seat, chosen)

    def _say(self, seat: Seat, chosen: Declarations) -> None:
        del self._unsaid[seat]
        self.declared[seat] = chosen
        self.log.announcements += [
            Announcement(seat, one.kind, one.length, one.value) for one in chosen
        ]

    def _say_what_is_due(self) -> None:
        """Declare everything for the seats that should have spoken by now and did not."""
        while (seat := self.declaring) is not None:
            self._say(seat, self.found[seat])

    # Cards

    def legal_mask(self) -> Mask:
        """Return the legal cards of the seat whose turn it is, as a mask."""
        log = self.log
        seat = log.turn
        if not log.in_trick:
            return self.holdings[seat]
        return legal_mask(
            self.rules,
            log.trump,
            self.holdings[seat],
            log.led,
            log.best,
            partner_wins=log.winner ^ 2 == seat,
        )

    @property
    def legal_cards(self) -> CardSet:
        """The legal cards of the seat whose turn it is."""
        return CardSet(self.legal_mask())

    def play(self, card: Card | str) -> None:
        """Play a card, an int or text, for the seat whose turn it is.

        Raises:
            IllegalCard: naming the duty broken and the legal cards.
        """
        number = to_card(card)
        if self.over or self.bidding:
            message = "the hand is over" if self.over else "the auction is still on"
            raise IllegalCard(
                message, seat=self.turn, duty="wait for one's turn", legal="", card=card_name(number)
            )
        legal = self.legal_mask()
        if not legal >> number & 1:
            raise self._illegal(number, legal)
        self.push(number)

    def _illegal(self, card: Card, legal: Mask) -> IllegalCard:
        log = self.log
        duty = broken_duty(log.trump, legal, self.holdings[log.turn], log.trick, card)
        cards = str(CardSet(legal))
        message = f"{SEATS[log.turn]} may not play {card_name(card)}: it must {duty}, with {cards}"
        return IllegalCard(message, seat=log.turn, duty=duty, legal=cards, card=card_name(card))

    def push(self, card: Card) -> None:
        """Play a card that is known to be legal."""
        log = self.log
        bit = 1 << card
        if bit & self._telling:
            self._tell(card)
        self.holdings[log.turn] ^= bit
        log.play(card)
        if not log.in_trick:
            self._end_trick()

    def _tell(self, card: Card) -> None:
        """Say what goes with playing a card: declarations still unsaid, belote."""
        if self._unsaid:
            self._say_what_is_due()
        royals = _ROYALS[card >> 3]
        if self._belotes >> card & 1:
            self._belotes &= ~royals
            self.log.belotes.append((self.log.turn, card >> 3))
        self._telling = self._telling_cards()

    def _telling_cards(self) -> Mask:
        """Return the cards with which something will be said."""
        telling = self._belotes
        for seat in self._unsaid:
            telling |= self.holdings[seat]
        return telling

    def _end_trick(self) -> None:
        log = self.log
        played = len(log.plays)
        if played == DECK_SIZE:
            self.over = True
        elif played == self.rules.seats and log.announcements:
            side = self.winning_declarations()
            log.shown = [
                (seat, one)
                for seat in range(self.rules.seats)
                if seat & 1 == side
                for one in self.declared[seat]
            ]

    # The score

    def winning_declarations(self) -> Side | None:
        """Return the side whose declarations count, None where neither's do."""
        return declaring.winning_side(self.rules, self.log.trump, self.declared)

    def announced(self) -> Pair:
        """Return the worth of all that each side declared."""
        worth = [0, 0]
        for said in self.log.announcements:
            worth[said.seat & 1] += said.value
        return worth[0], worth[1]

    def belote(self) -> Pair:
        """Return each side's points for belote."""
        worth = [0, 0]
        for seat, _ in self.log.belotes:
            worth[seat & 1] += BELOTE
        return worth[0], worth[1]

    def declarations(self) -> Pair:
        """Return what the comparison lets each side score for its declarations."""
        worth = [0, 0]
        for seat, one in self.log.shown:
            worth[seat & 1] += one.value
        return worth[0], worth[1]

    def score(self) -> HandScore:
        """Return the score of a hand that is over."""
        log = self.log
        contract = log.contract
        if contract is None:
            return passed_out(log.held)
        tricks = log.tricks
        return tally(
            self.rules,
            contract.taker & 1,
            (log.points[0], log.points[1]),
            None if tricks[0] and tricks[1] else 0 if tricks[0] else 1,
            announced=self.announced() if log.announcements else NOTHING,
            declarations=self.declarations() if log.shown else NOTHING,
            belote=self.belote() if log.belotes else NOTHING,
            held=log.held,
            multiplier=contract.multiplier,
        )


def _masks(choice: object) -> set[Mask] | None:
    """Read a list of card sets, each a `CardSet`, text or cards; None if it is not one."""
    try:
        return {
            parse_cards(cards).mask if isinstance(cards, str) else mask_of(cards)
            for cards in choice  # type: ignore[attr-defined]
        }
    except (TypeError, ValueError):
        return None
