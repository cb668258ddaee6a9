"""One deal played out: dealt, bid for, announced, played in tricks, scored.

`Hand` is a state machine around the public `Log` and the hidden holdings. It has two doors: the
checked one (`bid`, `declare`, `play`) raises for anything the rules forbid and changes nothing
then; the trusting one (`push_bid`, `push_declarations`, `push`) takes what it is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.errors import listed
from harness.game.bids import PASS, parse_bid
from harness.game.cards import (
    Card,
    CardSet,
    Mask,
    card_name,
    cards_of,
    mask_of,
    to_card,
)
from harness.game.dealing import Layout, layout_of, masks_of
from harness.game.illegal import IllegalBid, IllegalCard
from harness.game.log import Log
from harness.game.outcome import Counts, is_replayed
from harness.game.play import broken_duty
from harness.game.rules import Rules
from harness.game.scoring import HandScore, passed_out, tally
from harness.game.seats import NOTHING, SEATS, Pair, Seat
from harness.game.telling import Telling


class Hand(Telling):
    """A deal being played.

    Attributes:
        deck, masks: the 32 cards in the order dealt, as numbers and as masks.
        beneath: by card that lies face up, the one under it that nobody has seen.
        over: whether nothing more is to be done.
    """

    __slots__ = ("beneath", "deck", "masks", "over")

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card],
        dealer: Seat,
        hand_no: int = 0,
        totals: Pair = (0, 0),
        held: int = 0,
        *,
        last: bool = False,
    ) -> None:
        layout = layout_of(rules)
        self.rules = rules
        self.deck = deck
        turned = None if layout.turned is None else deck[layout.turned]
        self.log = Log(rules, dealer, turned, hand_no, totals, held, last=last)
        self.masks = masks = masks_of(deck)
        self.dealt = [sum(pick(masks)) for pick in layout.opening[dealer]]
        self.beneath: dict[Card, Card] = {}
        self.found = [()] * rules.seats
        self.declared = [()] * rules.seats
        self.unsaid = []
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
    def last(self) -> bool:
        """Whether the match ends with this hand, whatever it is scored."""
        return self.log.last

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

        Args:
            bid: its text, in either case, with symbols of suits or their letters.

        Raises:
            IllegalBid: naming the seat and the legal bids.
        """
        bid = parse_bid(bid)
        if bid not in self.legal_bids:
            raise self._illegal_bid(bid)
        self.push_bid(bid)

    def _illegal_bid(self, bid: str) -> IllegalBid:
        seat, legal, bids = self.turn, self.legal_bids, self.log.auction.bids
        if self.bidding and seat is not None:
            message = f"{SEATS[seat]} may not bid {bid!r} here: legal is {listed(legal, ' ')}"
        elif bids and bids[-1] != PASS:
            ended = f"the auction ended with {bids[-1]!r}, after which nobody had anything to say"
            message = f"nobody may bid {bid!r} here: {ended}"
        else:
            message = f"nobody may bid {bid!r} here: the auction is over"
        speaking = seat if self.bidding else None
        duty = "make a legal bid"
        return IllegalBid(message, seat=speaking, duty=duty, legal=" ".join(legal))

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
        owned = self._with_those_beneath() if self.beneath else self.dealt
        self.find_what_there_is_to_say(self.log.trump, owned)

    def _with_those_beneath(self) -> list[Mask]:
        """Return each seat's cards with those that lie face down under them."""
        return [
            cards | mask_of(self.beneath[card] for card in cards_of(cards)) for cards in self.dealt
        ]

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

    def end_trick(self) -> None:
        """Give a trick that is whole to the seat that won it, which leads the next."""
        log = self.log
        if self.beneath:
            self._turn_over()
        log.end_trick()
        if not log.unplayed:
            self.over = True
        if log.announcements and self.shows_now():
            self.show_declarations()

    def _turn_over(self) -> None:
        """Turn over what lay under the cards of a trick that is whole."""
        for seat, card in zip(self.log.order, self.log.trick, strict=True):
            if card in self.beneath:
                bit = 1 << self.beneath.pop(card)
                self.dealt[seat] |= bit
                self.log.open[seat] |= bit

    # The score

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
            self.last,
        )

    def score(self) -> HandScore:
        """Return the score of a hand that is over."""
        log = self.log
        contract = log.auction.contract
        if contract is None:
            return passed_out(log.held)
        return tally(self.rules, contract, self.counts(), log.law.total)

    def is_replayed(self, score: HandScore) -> bool:
        """Say whether a hand with this score counts for nothing and is dealt again."""
        contract = self.log.contract
        return contract is not None and is_replayed(
            self.rules, score.outcome, contract.multiplier, last=self.last
        )
