"""The bot that plays as a club player does: it counts its hand, then weighs every card.

Bidding: what its side should make with a trump is a sum over the cards it holds (trumps by rank
and number, belote, aces, guarded tens, void suits). It takes when that is well above half, since
a failed contract gives everything away.

Play: a card is worth what it brings in this trick, won or lost, less what it is worth keeping for
later tricks. What the others may still hold is read from what they have played. From that follows
what one would expect: the takers draw trumps, masters are cashed, a winning partner is given tens,
ruffs are low, and what cannot win is thrown away cheaply.

The numbers were fitted by letting the bot play against itself on the same cards.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from harness.game import View
from harness.game.cards import (
    ACE,
    FULL_DECK,
    JACK,
    NINE,
    QUEEN,
    SUIT_MASKS,
    SUITS,
    TEN,
    Card,
    Mask,
    cards_of,
    mask_of,
)
from harness.game.log import Log
from harness.game.play import POINTS, STRENGTHS, TRUMP_MASKS
from harness.game.seats import after, round_from
from harness.plugin import Bot

# Bidding: points out of 162

BASE: Final = 40
EACH_TRUMP: Final = 12
TRUMP_RANKS: Final = {JACK: 21, NINE: 10, TEN: 5, ACE: 4}
BELOTE: Final = 15
SIDE_ACE: Final = 10
ACE_AND_TEN: Final = 3
GUARDED_TEN: Final = 5
VOID: Final = 4

TAKES_AT: Final = 104
DOUBLES_AT: Final = 96

# Play: card points

POINTS_KEPT: Final = 0.7
"""How much of its own points a card is worth keeping."""
KEPT_PLAIN: Final = (8, 2, *[0] * 6)
KEPT_TRUMP: Final = (25, 12, 5, *[3] * 5)
"""What it is worth keeping beyond that, by how many of the opponents' cards beat it."""
GUARD: Final = 3
"""What the last small card beside a ten is worth keeping."""
DRAW: Final = 30
"""What a trump lead is worth to the takers while the defenders may have trumps."""
WASTE: Final = 8
"""What any other trump lead costs."""
TO_COME: Final = 5
"""What a player still to play adds to the trick."""
RESCUE: Final = 0.3
"""How often a partner still to play takes back a trick that was lost."""

FOES_TO_PLAY: Final = (2, 1, 1, 0)
"""How many opponents are still to play, by how many cards lie in the trick."""
MISS: Final = tuple(tuple((1 - hands / 3) ** cards for cards in range(33)) for hands in range(3))
"""How likely no card of so many lies in none, one or two of the three hidden hands."""

HIGHER: Final[tuple[tuple[Mask, ...], ...]] = tuple(
    tuple(
        mask_of(
            other for other in range(32) if other >> 3 == card >> 3 and power[other] > power[card]
        )
        for card in range(32)
        for power in (strengths[card >> 3],)
    )
    for strengths in STRENGTHS
)
"""The cards of its own suit that beat a card, by trump and card."""


class BasicBot(Bot):
    """Take on a good count, and play the card that is worth most now and least later."""

    def __init__(self) -> None:
        self._memory: Memory | None = None

    def choose_bid(self, view: View) -> str:
        """Return the bid with the best estimate, or pass where that is not good enough."""
        bids = view.legal_bids
        if view.contract is not None:
            strong = estimate(view.holding_mask, view.contract.trump) >= DOUBLES_AT
            return "contree" if strong else "pass"
        held = view.holding_mask | 1 << view.turned
        estimates = {
            bid: estimate(held, view.turned >> 3 if bid == "take" else SUITS.index(bid))
            for bid in bids
            if bid != "pass"
        }
        best = max(estimates, key=estimates.__getitem__)
        return best if estimates[best] >= TAKES_AT or "pass" not in bids else "pass"

    def choose_card(self, view: View) -> int:
        """Return the legal card that is worth most."""
        legal = view.legal_mask
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        if self._memory is None or self._memory.log is not view.log:
            self._memory = Memory(view.log)
        return max(cards_of(legal), key=Outlook(view, self._memory.recall(view)).worth)


# Bidding


def _worth_as_trumps(suit: int) -> int:
    """Return what the cards of a suit, as eight bits, add to the estimate when it is trump."""
    worth = EACH_TRUMP * suit.bit_count()
    worth += sum(extra for rank, extra in TRUMP_RANKS.items() if suit >> rank & 1)
    return worth + (BELOTE if suit >> QUEEN & 3 == 3 else 0)


def _worth_beside(suit: int) -> int:
    """Return what the cards of a suit, as eight bits, add to the estimate beside the trumps."""
    if not suit:
        return VOID
    ace, ten = suit >> ACE & 1, suit >> TEN & 1
    if ace:
        return SIDE_ACE + ACE_AND_TEN * ten
    return GUARDED_TEN if ten and suit.bit_count() > 1 else 0


AS_TRUMPS: Final = tuple(map(_worth_as_trumps, range(256)))
BESIDE: Final = tuple(map(_worth_beside, range(256)))


def estimate(held: Mask, trump: int) -> int:
    """Return the points that a holding and its partner should make when a suit is trump."""
    trumps = held >> 8 * trump & 0xFF
    beside = BESIDE[held & 0xFF] + BESIDE[held >> 8 & 0xFF]
    beside += BESIDE[held >> 16 & 0xFF] + BESIDE[held >> 24]
    return BASE + beside - BESIDE[trumps] + AS_TRUMPS[trumps]


# Play


class Memory:
    """What the cards played in one hand tell of each seat, read on from where it was last read.

    The taker has the turned card. Whoever did not follow has none of the suit led; whoever then
    did not ruff has no trumps, and whoever did not beat a trump has none that is higher, unless
    the rules did not ask for it.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        taker = log.contract and log.contract.taker
        self._lacks = [0 if seat == taker else 1 << log.turned for seat in range(4)]
        self._read = 0
        self._order = round_from(log.rules, after(log.rules, log.dealer))
        self._led = self._best = self._best_place = 0

    def recall(self, view: View) -> list[Mask]:
        """Return the cards that each seat may still hold; none for the seat whose view it is."""
        for card in self.log.plays[self._read :]:
            self._note(card)
        unseen = FULL_DECK & ~(view.dealt_mask | self.log.played)
        may_hold = [unseen & ~lacks for lacks in self._lacks]
        may_hold[view.seat] = 0
        return may_hold

    def _note(self, card: Card) -> None:
        place, suit = self._read % 4, card >> 3
        self._read += 1
        if not place:
            self._order = round_from(self.log.rules, self._order[self._best_place])
            self._led, self._best, self._best_place = suit, card, 0
            return
        rules, trump, led, best = self.log.rules, self.log.trump, self._led, self._best
        seat = self._order[place]
        free = rules.partner_exempt and self._best_place == place - 2
        if suit != led:
            self._lacks[seat] |= SUIT_MASKS[led]
            if suit != trump and not free and (rules.undertrump or best >> 3 != trump):
                self._lacks[seat] |= TRUMP_MASKS[trump]
        if STRENGTHS[trump][led][card] > STRENGTHS[trump][led][best]:
            self._best, self._best_place = card, place
        elif suit == trump and (rules.rise if led == trump else rules.overtrump and not free):
            self._lacks[seat] |= HIGHER[trump][best]


class Outlook:
    """What one seat can tell of the trick under way, and of the use of its cards."""

    def __init__(self, view: View, may_hold: list[Mask]) -> None:
        log, trump = view.log, view.log.trump
        _, left, partner, right = round_from(log.rules, view.seat)
        foes = [may_hold[left], may_hold[right]][: FOES_TO_PLAY[log.in_trick]]
        self._points = POINTS[trump]
        self._higher = HIGHER[trump]
        self._trumps = TRUMP_MASKS[trump]
        self._held = view.holding_mask
        self._against = may_hold[left] | may_hold[right]
        self._danger = reduce(or_, foes, 0)
        self._miss = MISS[len(foes)]
        self._partner_to_play = log.in_trick < 2
        self._pot = TO_COME * (3 - log.in_trick) + sum([self._points[card] for card in log.trick])
        self._led = log.led if log.in_trick else None
        if self._led is None:
            takes = view.taker in (view.seat, partner)
            self._trump_lead = DRAW if takes and self._against & self._trumps else -WASTE
            self._no_ruff = [self._unruffed(foes, suit) for suit in range(4)]
            return
        self._trump_lead = 0
        self._no_ruff = [self._unruffed(foes, self._led)] * 4
        self._strength = STRENGTHS[trump][self._led]
        self._to_beat = self._strength[log.best]
        if self._partner_to_play:
            self._stays = RESCUE
        else:
            self._stays = self._holds(log.best, self._led) if log.winner == partner else 0

    def worth(self, card: Card) -> float:
        """Return what a card brings in this trick less what it is worth keeping."""
        at_stake = self._pot + self._points[card]
        worth = (2 * self._wins(card) - 1) * at_stake - self._worth_keeping(card)
        return worth + self._trump_lead if self._trumps >> card & 1 else worth

    def _wins(self, card: Card) -> float:
        """Return how likely the own side wins the trick with this card in it."""
        if self._led is None:
            holds = self._holds(card, card >> 3)
        elif self._strength[card] > self._to_beat:
            holds = self._holds(card, self._led)
        else:
            return self._stays
        return holds + (1 - holds) * RESCUE if self._partner_to_play else holds

    def _holds(self, card: Card, led: int) -> float:
        """Return how likely no opponent still to play beats a card where `led` was led."""
        holds = self._miss[(self._higher[card] & self._danger).bit_count()]
        if card >> 3 == led:
            return holds * self._no_ruff[led]
        void = MISS[1][(self._danger & SUIT_MASKS[led]).bit_count()]
        return 1 - void * (1 - holds)

    def _unruffed(self, hands: list[Mask], led: int) -> float:
        """Return how likely none of some hidden hands ruffs a suit."""
        chance = 1.0
        if not self._trumps & SUIT_MASKS[led]:
            for hand in hands:
                void = MISS[1][(hand & SUIT_MASKS[led]).bit_count()]
                chance *= 1 - void * (1 - MISS[1][(hand & self._trumps).bit_count()])
        return chance

    def _worth_keeping(self, card: Card) -> float:
        """Return what a card may still do in later tricks."""
        kept = POINTS_KEPT * self._points[card]
        beaten_by = (self._higher[card] & self._against).bit_count()
        if self._trumps >> card & 1:
            return kept + KEPT_TRUMP[beaten_by]
        ten = card & ~7 | TEN
        beside = self._held & SUIT_MASKS[card >> 3] & ~(1 << card)
        if beside == 1 << ten and self._higher[ten] & self._against:
            kept += GUARD
        kept += KEPT_PLAIN[beaten_by]
        if not self._against & self._trumps:
            return kept
        return kept * (1 - MISS[1][(self._against & SUIT_MASKS[card >> 3]).bit_count()])
