"""Decks as numbers, and the cards that each seat is dealt.

Deal *n* is the *n*-th permutation of the deck in lexicographic order, unranked by the Lehmer code,
so that number and deck stand for each other exactly. What a match needs of chance (decks, the
first dealer, the places of cuts) is hashed from its seed and deal set; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import pairwise
from math import factorial
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from harness.game.cards import Card, Mask
from harness.game.rules import Rules
from harness.game.seats import ROUNDS, Rounds, Seat

Picker: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]

DECK_SIZE: Final = 32
SEED_BYTES: Final = 16
SMALLEST_CUT: Final = 3

CARD_MASKS: Final[tuple[Mask, ...]] = tuple(1 << card for card in range(DECK_SIZE))

_FACTORIALS: Final = tuple(factorial(size) for size in range(DECK_SIZE + 1))
DEALS: Final = _FACTORIALS[DECK_SIZE]


@cache
def _places(size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the weights of the factorial number system, (size - 1)! down to 0!, in four runs.

    A run is its smallest weight and the others divided by it, which fit a machine word: to take a
    number apart run by run takes four divisions of a long number instead of 32.
    """
    ends = [min(end, size) for end in (32, 25, 19, 12, 0)]
    return tuple(
        (
            _FACTORIALS[low],
            tuple(_FACTORIALS[n] // _FACTORIALS[low] for n in range(high - 1, low, -1)),
        )
        for high, low in pairwise(ends)
        if low < high
    )


def deck_of(number: int, size: int = DECK_SIZE) -> list[Card]:
    """Return the `number`-th permutation of the first `size` cards, 0 ≤ number < size!."""
    if not 0 <= number < _FACTORIALS[size]:
        message = f"a deal's number is from 0 to {size}! - 1, not {number}"
        raise ValueError(message)
    return [*_permutation(number, size)]


@lru_cache(maxsize=128)
def _permutation(number: int, size: int) -> tuple[Card, ...]:
    """Unrank a permutation, or remember it: the legs of a pair deal the same decks."""
    take = list(range(size)).pop
    deck = []
    for factor, weights in _places(size):
        part, number = divmod(number, factor)
        for weight in weights:
            deck.append(take(part // weight))
            part %= weight
        deck.append(take(part))
    return tuple(deck)


def number_of(deck: Sequence[Card]) -> int:
    """Return the number of a permutation of the cards 0 to len(deck) - 1."""
    left = sorted(deck)
    if left != list(range(len(deck))):
        message = "a deck holds every card once"
        raise ValueError(message)
    number = 0
    for card in deck:
        place = left.index(card)
        number = number * len(left) + place
        del left[place]
    return number


class DealSet(NamedTuple):
    """The chance of one match: what the two legs of a pair share.

    Attributes:
        seed: 16 bytes, secret while bots play.
        number: which deal set of the run this is.
    """

    seed: bytes
    number: int

    def _hash(self, purpose: bytes, index: int) -> int:
        message = self.seed + (self.number | index << 64).to_bytes(12, "little")
        return int.from_bytes(blake2b(message, digest_size=32, person=purpose).digest(), "little")

    def deck(self, index: int) -> list[Card]:
        """Return the shuffled deck of the `index`-th deal of the match, in the order dealt."""
        return [*_permutation(self._hash(b"deck", index) % DEALS, DECK_SIZE)]

    def cut(self, index: int, deck: Sequence[Card]) -> list[Card]:
        """Cut a deck for the `index`-th deal, leaving at least three cards on either side."""
        places = len(deck) - 2 * SMALLEST_CUT + 1
        place = SMALLEST_CUT + self._hash(b"cut", index) % places
        return [*deck[place:], *deck[:place]]

    def first_dealer(self, rules: Rules) -> Seat:
        """Return the seat that deals first, drawn or by lowest card as the rules say."""
        if rules.first_dealer == "drawn":
            return self._hash(b"dealer", 0) % rules.seats
        drawing = list(range(rules.seats))
        draw = 0
        while len(drawing) > 1:
            cards = deck_of(self._hash(b"dealer", draw) % DEALS)
            ranks = {seat: card & 7 for seat, card in zip(drawing, cards, strict=False)}
            drawing = [seat for seat in drawing if ranks[seat] == min(ranks.values())]
            draw += 1
        return drawing[0]


class Layout(NamedTuple):
    """Where in the deck each seat's cards lie.

    Attributes:
        turned: the place of the card turned up.
        opening: by dealer, what picks the cards of each seat before the turn-up.
        eight: by dealer and taker, what picks all the cards of each seat.
    """

    turned: int
    opening: tuple[tuple[Picker, ...], ...]
    eight: tuple[tuple[tuple[Picker, ...], ...], ...]


def layout_of(rules: Rules) -> Layout:
    """Return where in the deck the cards of each seat lie under these rules."""
    return _LAYOUTS[rules.packets, rules.direction]


def _lay_out(packets: str, rounds: Rounds) -> Layout:
    by_place: list[list[int]] = [[] for _ in rounds]
    top = 0
    for size in map(int, packets.split("+")):
        for places in by_place:
            places.extend(range(top, top + size))
            top += size
    opening = []
    eight = []
    for dealer in range(len(rounds)):
        order = rounds[rounds[dealer][1]]
        by_seat = [by_place[order.index(seat)] for seat in range(len(order))]
        opening.append(tuple(itemgetter(*places) for places in by_seat))
        eight.append(tuple(_completed(by_seat, order, taker, top) for taker in range(len(order))))
    return Layout(top, tuple(opening), tuple(eight))


def _completed(
    opening: Sequence[Sequence[int]], order: Sequence[Seat], taker: Seat, turned: int
) -> tuple[Picker, ...]:
    """Return what picks each seat's eight: the taker has the turn-up and two more, others three."""
    rest = turned + 1
    pickers: dict[Seat, Picker] = {}
    for seat in order:
        size = 2 if seat == taker else 3
        more = [*range(rest, rest + size), *([turned] if seat == taker else [])]
        pickers[seat] = itemgetter(*opening[seat], *more)
        rest += size
    return tuple(pickers[seat] for seat in range(len(order)))


_LAYOUTS: Final = {
    (packets, direction): _lay_out(packets, ROUNDS[direction, 4])
    for packets in ("3+2", "2+3")
    for direction in ("clockwise", "counterclockwise")
}


def masks_of(deck: Sequence[Card]) -> tuple[Mask, ...]:
    """Return the cards of a deck, each as a mask."""
    masks: tuple[Mask, ...] = itemgetter(*deck)(CARD_MASKS)
    return masks


def stacked(tricks: Iterable[tuple[Seat, Sequence[Card]]]) -> list[Card]:
    """Put the sides' piles together, NS on top, each of its tricks in the order won.

    Args:
        tricks: winner and cards of each trick, in the order played.
    """
    piles: tuple[list[Card], list[Card]] = ([], [])
    for winner, cards in tricks:
        piles[winner % 2].extend(cards)
    return piles[0] + piles[1]


def is_cut_of(deck: Sequence[Card], stack: Sequence[Card]) -> bool:
    """Say whether a deck is a stack that was cut, with at least three cards on either side."""
    place = stack.index(deck[0])
    room = SMALLEST_CUT <= place <= len(stack) - SMALLEST_CUT
    return room and list(deck) == [*stack[place:], *stack[:place]]


def arranged(
    rules: Rules, deal: Mapping[Seat, Sequence[Card]], dealer: Seat, taker: Seat, turned: Card
) -> list[Card]:
    """Return a deck that deals each seat the cards it plays, with `turned` going to the taker."""
    deck = [turned] * DECK_SIZE
    for seat, pick in enumerate(layout_of(rules).eight[dealer][taker]):
        cards = [card for card in deal[seat] if card != turned]
        for place, card in zip(pick(range(DECK_SIZE)), cards, strict=False):
            deck[place] = card
    return deck
