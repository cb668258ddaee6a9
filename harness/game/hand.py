"""One deal played out: dealt, bid for, announced, played in tricks, scored.

`Hand` is a state machine around the public `Log` and the hidden holdings. It has two doors: the
checked one (`bid`, `declare`, `play`) raises for anything the rules forbid and changes nothing
then; the trusting one (`push_bid`, `push_declarations`, `push`) takes what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from harness.game.cards import (
    KING,
    QUEEN,
    RANK_MASKS,
    SUIT_MASKS,
    Card,
    CardSet,
    Mask,
    card_name,
    cards_of,
    mask_of,
    parse_cards,
    to_card,
)
from harness.game.dealing import Layout, layout_of, masks_of
from harness.game.declarations import Announcement, Declarations, find, that_count
from harness.game.illegal import IllegalBid, IllegalCard, IllegalDeclaration
from harness.game.log import Log
from harness.game.play import ALL_TRUMPS, Trump, broken_duty
from harness.game.rules import Rules
from harness.game.scoring import BELOTE, NOTHING, Counts, HandScore, Pair, passed_out, tally
from harness.game.seats import SEATS, Seat

_ROYALS: Final = tuple(suit & (RANK_MASKS[KING] | RANK_MASKS[QUEEN]) for suit in SUIT_MASKS)
_BELOTES: Final = (*((royals,) for royals in _ROYALS), (), _ROYALS)
"""By trump, the kings and queens that make a belote when one seat holds them."""


class Hand:
    """A deal being played.

    Attributes:
        rules: the table's rules.
        deck, masks: the 32 cards in the order dealt, as numbers and as masks.
        log: what is public.
        dealt: each seat's cards at the start of play (of the auction, until somebody takes); of
            cards that lay face down, those turned over by now.
        beneath: by card that lies face up, the one under it that nobody has seen.
        found: each seat's declarations, empty before play.
        declared: what of them each seat has said.
        unsaid: the seats that have not said yet which they make, in the order of play.
        royals: the kings and queens of the belotes that have not been said, as a mask.
        telling: the cards with which something will be said, as a mask.
        over: whether nothing more is to be done.
    """

    __slots__ = (
        "beneath",
        "dealt",
        "deck",
        "declared",
        "found",
        "log",
        "masks",
        "over",
        "royals",
        "rules",
        "telling",
        "unsaid",
    )

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card],
        dealer: Seat,
        hand_no: int = 0,
        totals: Pair = (0, 0),
        held: int = 0,
    ) -> None:
        layout = layout_of(rules)
        self.rules = rules
        self.deck = deck
        turned = None if layout.turned is None else deck[layout.turned]
        self.log = Log(rules, dealer, turned, hand_no, totals, held)
        self.masks = masks = masks_of(deck)
        self.dealt = [sum(pick(masks)) for pick in layout.opening[dealer]]
        self.beneath: dict[Card, Card] = {}
        self.found: list[Declarations] = [()] * rules.seats
        self.declared: list[Declarations] = [()] * rules.seats
        self.unsaid: list[Seat] = []
        self.royals = 0
        self.telling = 0
        self.over = False
        if layout.beneath:
            self._lay_open(layout)
        if self.log.auction.turn is None:
            self._start_play()

    def _lay_open(self, layout: Layout) -> None:
        """Lay the cards of each seat before it, one face up on one face down."""
        deck, dealer = self.deck, self.log.dealer
        self.log.open = self.dealt.copy()
        for above, below in zip(layout.opening[dealer], layout.beneath[dealer], strict=True):
            self.beneath.update(zip(above(deck), below(deck), strict=True))

    def copy(self) -> Hand:
        """Return an equal hand that goes on independently."""
        twin = object.__new__(Hand)
        twin.rules = self.rules
        twin.deck = self.deck
        twin.log = self.log.copy()
        twin.masks = self.masks
        twin.dealt = self.dealt.copy()
        twin.beneath = self.beneath.copy()
        twin.found = self.found
        twin.declared = self.declared.copy()
        twin.unsaid = self.unsaid.copy()
        twin.royals = self.royals
        twin.telling = self.telling
        twin.over = self.over
        return twin

    @property
    def holdings(self) -> list[Mask]:
        """Each seat's cards now, as masks."""
        unplayed = self.log.unplayed
        return [held & unplayed for held in self.dealt]

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
        contract, ended = auction.contract, auction.turn is None
        if contract is None:
            self.over = ended
            return
        # The rest is dealt to whoever takes a turned card at once, else when the auction is over.
        if ended if self.log.turned is None else not was_taken:
            masks, pickers = self.masks, layout_of(self.rules).complete[self.log.dealer]
            self.dealt = [sum(pick(masks)) for pick in pickers[contract.taker]]
        if ended:
            self._start_play()

    def _start_play(self) -> None:
        self.log.begin_play()
        trump = self.log.trump
        owned = self._with_those_beneath() if self.beneath else self.dealt
        for royals in _BELOTES[trump]:
            for cards in owned:
                if cards & royals == royals:
                    self.royals |= royals
        self.telling = self.royals
        if self.rules.declarations:
            self._find_declarations(trump)

    def _with_those_beneath(self) -> list[Mask]:
        """Return each seat's cards with those that lie face down under them."""
        return [
            cards | mask_of(self.beneath[card] for card in cards_of(cards)) for cards in self.dealt
        ]

    def _find_declarations(self, trump: Trump) -> None:
        rules = self.rules
        self.found = found = [find(rules, held, trump) for held in self.dealt]
        if any(found):
            self.unsaid = [seat for seat in self.log.order if found[seat]]
            if rules.declare_when == "before_play" and not rules.silence:
                self._say_what_is_due()
            self._see_what_tells()

    # Declarations

    @property
    def declaring(self) -> Seat | None:
        """The seat that has declarations and is to say now which of them it declares."""
        if not self.unsaid:
            return None
        if self.rules.declare_when == "before_play":
            return self.unsaid[0]
        return self.log.turn if self.log.turn in self.unsaid else None

    def declare(self, choice: str | Iterable[CardSet | str]) -> None:
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
        self.unsaid.remove(seat)
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
        return log.law.legal(self.dealt[log.turn] & log.unplayed, log.standing)

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
                message,
                seat=self.turn,
                duty="wait for one's turn",
                legal="",
                card=card_name(number),
            )
        legal = self.legal_mask()
        if not legal >> number & 1:
            raise self._illegal(number, legal)
        self.push(number)

    def _illegal(self, card: Card, legal: Mask) -> IllegalCard:
        log = self.log
        duty = broken_duty(self.rules, log.trump, legal, self.holdings[log.turn], log.trick, card)
        cards = str(CardSet(legal))
        message = f"{SEATS[log.turn]} may not play {card_name(card)}: it must {duty}, with {cards}"
        return IllegalCard(message, seat=log.turn, duty=duty, legal=cards, card=card_name(card))

    def push(self, card: Card) -> None:
        """Play a card that is known to be legal."""
        if 1 << card & self.telling:
            self.tell(card)
        log = self.log
        log.push(card)
        if not len(log.plays) % len(log.order):
            self.end_trick()

    def tell(self, card: Card) -> None:
        """Say what goes with playing a card: declarations still unsaid, belote."""
        if self.unsaid:
            self._say_what_is_due()
        if self.royals >> card & 1:
            self._tell_belote(card)
        self._see_what_tells()

    def _tell_belote(self, card: Card) -> None:
        """Say belote with the first of the two, as soon as the seat has seen that it has both."""
        log, suit = self.log, card >> 3
        royals = self.royals & SUIT_MASKS[suit]
        if royals & ~self.dealt[log.turn]:
            return
        self.royals ^= royals
        thrown_away = log.law.trump == ALL_TRUMPS and log.led not in (-1, suit)
        if not thrown_away or self.rules.belote_discarded:
            log.belotes.append((log.turn, suit))

    def _see_what_tells(self) -> None:
        """Note the cards with which something will be said."""
        self.telling = self.royals
        for seat in self.unsaid:
            self.telling |= self.dealt[seat]

    def end_trick(self) -> None:
        """Give a trick that is whole to the seat that won it, which leads the next."""
        log = self.log
        if self.beneath:
            self._turn_over()
        log.end_trick()
        if not log.unplayed:
            self.over = True
        if log.announcements and self._shows_now():
            self._show_declarations()

    def _turn_over(self) -> None:
        """Turn over what lay under the cards of a trick that is whole."""
        for seat, card in zip(self.log.order, self.log.trick, strict=True):
            if card in self.beneath:
                bit = 1 << self.beneath.pop(card)
                self.dealt[seat] |= bit
                self.log.open[seat] |= bit

    def _shows_now(self) -> bool:
        """Say whether declarations are shown with the end of this trick."""
        if self.rules.declarations_shown == "last_trick":
            return self.over
        return len(self.log.trick_winners) == 1

    def _show_declarations(self) -> None:
        """Show the declarations that count."""
        counting = that_count(self.rules, self.log.trump, self.declared)
        self.log.shown = [(seat, one) for seat, said in enumerate(counting) for one in said]

    # The score

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

    def counts(self) -> Counts:
        """Return what is counted of a hand that was played to its end."""
        log = self.log
        north, east = log.points
        won = log.won
        contract = log.auction.contract
        return Counts(
            (north, east),
            None if won[0] and won[1] else 0 if won[0] else 1,
            self.announced() if log.announcements else NOTHING,
            self.declarations() if log.shown else NOTHING,
            self.belote() if log.belotes else NOTHING,
            log.held,
            contract is not None
            and contract.slam is not None
            and set(log.trick_winners) == {contract.taker},
        )

    def score(self) -> HandScore:
        """Return the score of a hand that is over."""
        log = self.log
        contract = log.auction.contract
        if contract is None:
            return passed_out(log.held)
        return tally(self.rules, contract, self.counts(), log.law.total)


def _masks(choice: object) -> set[Mask] | None:
    """Read a list of card sets, each a `CardSet`, text or cards; None if it is not one."""
    try:
        return {
            parse_cards(cards).mask if isinstance(cards, str) else mask_of(cards)
            for cards in choice  # type: ignore[attr-defined]
        }
    except (TypeError, ValueError):
        return None
