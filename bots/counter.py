"""The bot that counts: it remembers every card, and who can no longer have which.

Bidding: see `bots.bidding`.

Play: a card is worth what it brings in this trick, won or lost, less what it is worth keeping for
later tricks. What the others may still hold is read from what they have played, or seen where the
cards lie open. From that follows what one would expect: the takers draw trumps, masters are
cashed, a winning partner is given tens, ruffs are low, and what cannot win is thrown away cheaply.
Nothing is signalled, and nobody's signals are read.

The numbers were fitted by letting the bot play against itself on the same cards.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Final

from bots.bidding import bid
from harness.game import View
from harness.game.cards import NINE, SUIT_MASKS, TEN, Card, Mask, cards_of
from harness.game.log import Log
from harness.game.play import ALL_TRUMPS, BEATERS, LEAD, STRENGTHS
from harness.game.seats import after, round_from
from harness.plugin import Bot

# Card points, out of 152

POINTS_KEPT: Final = 0.7
"""How much of its own points a card is worth keeping."""
KEPT_PLAIN: Final = (8, 2, *[0] * 6)
KEPT_TRUMP: Final = (25, 12, 5, *[3] * 5)
"""What it is worth keeping beyond that, by how many of the opponents' cards beat it."""
GUARD: Final = 3
"""What the last small card beside the second best of a suit is worth keeping."""
DRAW: Final = 30
"""What a trump lead is worth to the takers while the defenders may have trumps."""
WASTE: Final = 8
"""What any other trump lead costs."""
TO_COME: Final = 5
"""What a player still to play adds to the trick."""
RESCUE: Final = 0.3
"""How often a partner still to play takes back a trick that was lost."""

MISS: Final = tuple(tuple((1 - hands / 3) ** cards for cards in range(33)) for hands in range(3))
"""How likely no card of so many lies in none, one or two of the three hidden hands."""
RUFFS: Final[tuple[Mask, ...]] = (*SUIT_MASKS, 0, 0)
"""The cards that beat those of another suit, by trump."""
SECOND: Final = (TEN, TEN, TEN, TEN, TEN, NINE)
"""The second best rank beside the trumps, by trump; at all trumps, of every suit."""

HIGHER: Final[tuple[tuple[Mask, ...], ...]] = tuple(
    tuple(beaters[card] & SUIT_MASKS[card >> 3] for card in range(32)) for beaters in BEATERS
)
"""The cards of its own suit that beat a card, by trump and card."""


class CounterBot(Bot):
    """Take on a good count, and play the card that is worth most now and least later."""

    def __init__(self) -> None:
        self._memory: Memory | None = None

    def choose_bid(self, view: View) -> str:
        """Return the bid with the best estimate, or pass where that is not good enough."""
        return bid(view)

    def choose_card(self, view: View) -> int:
        """Return the legal card that is worth most."""
        legal = view.legal_mask
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        return max(cards_of(legal), key=self.outlook(view).worth)

    def outlook(self, view: View) -> Outlook:
        """Return what weighs the cards of a seat."""
        if self._memory is None or self._memory.log is not view.log:
            self._memory = Memory(view.log)
        outlook = OpenOutlook if view.log.open[view.seat] else Outlook
        return outlook(view, self._memory)


class Memory:
    """What the cards played in one hand tell of each seat, read on from where it was last read.

    The taker has the turned card. Whoever did not follow has none of the suit led; whoever then
    did not ruff has no trumps, and whoever did not beat a trump has none that is higher, unless
    the rules did not ask for it.

    Attributes:
        log: of the hand.
        points: what each card is worth, of 152 in all.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.points = _scaled(log.law.points)
        taker = log.contract and log.contract.taker
        turned = 0 if log.turned is None else 1 << log.turned
        self._lacks = [0 if seat == taker else turned for seat in range(log.rules.seats)]
        self._read = 0
        self._order = round_from(log.rules, after(log.rules, log.dealer))
        self._led = self._best = self._best_place = 0

    def recall(self, view: View) -> list[Mask]:
        """Return the cards that each seat may still hold; none for the seat whose view it is."""
        log = self.log
        for card in log.plays[self._read :]:
            self._note(card)
        unseen = log.unplayed & ~view.dealt_mask
        # What lies face down may come to anybody, whatever that seat lacked before.
        lacks = [0, 0] if log.open[view.seat] else self._lacks
        may_hold = [unseen & ~none for none in lacks]
        may_hold[view.seat] = 0
        return may_hold

    def _note(self, card: Card) -> None:
        rules, trump, suit = self.log.rules, self.log.trump, card >> 3
        place = self._read % rules.seats
        self._read += 1
        if not place:
            self._order = round_from(rules, self._order[self._best_place])
            self._led, self._best, self._best_place = suit, card, 0
            return
        led, best = self._led, self._best
        seat = self._order[place]
        free = rules.partner_exempt and self._best_place == place - 2
        if suit != led:
            self._lacks[seat] |= SUIT_MASKS[led]
            if suit != trump and not free:
                must_ruff = rules.undertrump or best >> 3 != trump
                self._lacks[seat] |= RUFFS[trump] if must_ruff else HIGHER[trump][best]
        if STRENGTHS[trump][led][card] > STRENGTHS[trump][led][best]:
            self._best, self._best_place = card, place
        elif trump in (led, ALL_TRUMPS):
            if rules.rise and suit == led:
                self._lacks[seat] |= HIGHER[trump][best]
        elif suit == trump and rules.overtrump and not free:
            self._lacks[seat] |= HIGHER[trump][best]


class Outlook:
    """What one seat can tell of the trick under way, and of the use of its cards."""

    def __init__(self, view: View, memory: Memory) -> None:
        log, trump = view.log, view.log.trump
        seats, in_trick, side = len(log.order), log.in_trick, view.seat & 1
        may_hold = memory.recall(view)
        opponents = [may_hold[seat] for seat in log.rounds[view.seat][1::2]]
        foes = opponents[: (seats - in_trick) // 2]
        self._points = memory.points
        self._higher = HIGHER[trump]
        self._trumps = RUFFS[trump]
        self._second = SECOND[trump]
        self._held = view.holding_mask
        self._against = reduce(or_, opponents)
        self._danger = reduce(or_, foes, 0)
        self._miss = MISS[len(foes)]
        self._partner_to_play = in_trick < seats - 2
        lying = sum([self._points[card] for card in log.trick])
        self._pot = lying + TO_COME * (seats - 1 - in_trick)
        self._led = log.led if in_trick else None
        if self._led is None:
            takes = view.taker in (side, side + 2)
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
            self._stays = self._holds(log.best, self._led) if log.winner & 1 == side else 0

    def worth(self, card: Card) -> float:
        """Return what a card brings in this trick less what it is worth keeping."""
        at_stake = self._pot + self._points[card]
        kept = self._keeping(card, self._held, self._against)
        worth = (2 * self._wins(card) - 1) * at_stake - kept
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

    def _keeping(self, card: Card, held: Mask, against: Mask) -> float:
        """Return what a card of a holding may still do in later tricks."""
        kept = POINTS_KEPT * self._points[card]
        beaten_by = (self._higher[card] & against).bit_count()
        if self._trumps >> card & 1:
            return kept + KEPT_TRUMP[beaten_by]
        second = card & ~7 | self._second
        beside = held & SUIT_MASKS[card >> 3] & ~(1 << card)
        if beside == 1 << second and self._higher[second] & against:
            kept += GUARD
        kept += KEPT_PLAIN[beaten_by]
        if not against & self._trumps:
            return kept
        return kept * (1 - MISS[1][(against & SUIT_MASKS[card >> 3]).bit_count()])


class OpenOutlook(Outlook):
    """The same for two whose cards lie open: the other's best answer to a lead can be seen."""

    def __init__(self, view: View, memory: Memory) -> None:
        super().__init__(view, memory)
        self._law = view.log.law
        self._theirs = view.log.open[view.seat ^ 1] & view.log.unplayed

    def worth(self, card: Card) -> float:
        """Return what a card brings in this trick less what it is worth keeping."""
        if self._led is not None:
            return super().worth(card)
        standing = self._law.after[LEAD][card]
        answers = cards_of(self._law.legal(self._theirs, standing))
        brings = min([self._brings(card, answer, standing) for answer in answers])
        return brings - self._keeping(card, self._held, self._against)

    def _brings(self, card: Card, answer: Card, standing: int) -> float:
        """Return the points of a trick and what the other's card was worth keeping."""
        points = self._points[card] + self._points[answer]
        if self._law.best[self._law.after[standing][answer]] != card:
            points = -points
        against = self._held | self._against & ~self._theirs
        return points + self._keeping(answer, self._theirs, against)


@cache
def _scaled(points: tuple[int, ...]) -> tuple[float, ...]:
    """Return what each card is worth, scaled to 152 in all."""
    return tuple(152 * worth / sum(points) for worth in points)
