"""Decks as numbers, and the cards that each seat is dealt.

Deal *n* is the *n*-th permutation of the deck in lexicographic order, unranked by the Lehmer code,
so that number and deck stand for each other exactly. What a match needs of chance (decks, the
first dealer, the places of cuts) is hashed from its seed and deal set; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from math import factorial, prod
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from harness.game.cards import Card, Mask
from harness.game.rules import Rules
from harness.game.seats import Seat, after, round_from

Picker: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]

DECK_SIZE: Final = 32
DEALS: Final = factorial(DECK_SIZE)
SEED_BYTES: Final = 16
SMALLEST_CUT: Final = 3


# The bases of the factorial number system in runs whose product is a machine word: dividing a long
# number five times and short ones 32 times is far quicker than a long one 32 times.
_CHUNKS: Final = tuple(
    (prod(bases), bases)
    for bases in (range(1, 13), range(13, 20), range(20, 26), range(26, 32), range(32, 33))
)


def deck_of(number: int, size: int = DECK_SIZE) -> list[Card]:
    """Return the `number`-th permutation of the first `size` cards, 0 ≤ number < size!."""
    if not 0 <= number < factorial(size):
        message = f"a deal's number is from 0 to {size}! - 1, not {number}"
        raise ValueError(message)
    digits = []
    for product, bases in _CHUNKS:
        number, chunk = divmod(number, product)
        for base in bases:
            chunk, digit = divmod(chunk, base)
            digits.append(digit)
    left = list(range(size))
    take = left.pop
    return [take(digit) for digit in digits[size - 1 :: -1]]


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
        message = (
            self.seed + self.number.to_bytes(8, "little") + index.to_bytes(4, "little")
        )
        return int.from_bytes(blake2b(message, digest_size=32, person=purpose).digest(), "little")

    def deck(self, index: int) -> list[Card]:
        """Return the shuffled deck of the `index`-th deal of the match, in the order dealt."""
        return deck_of(self._hash(b"deck", index) % DEALS)

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
    """Where in the deck each player's cards lie, players counted from the dealer's neighbour.

    `opening[place]` picks a player's cards before the turn-up; `eight[taker][place]` picks all its
    cards once the player at place `taker` has taken the one at `turned`.
    """

    turned: int
    opening: tuple[Picker, ...]
    eight: tuple[tuple[Picker, ...], ...]


def _layout(packets: str, seats: int) -> Layout:
    places: list[list[int]] = [[] for _ in range(seats)]
    top = 0
    for size in map(int, packets.split("+")):
        for place in places:
            place += range(top, top + size)
            top += size
    eight = []
    for taker in range(seats):
        rest = top + 1
        holdings = []
        for number, place in enumerate(places):
            size = 2 if number == taker else 3
            more = [*range(rest, rest + size), *([top] if number == taker else [])]
            holdings.append(itemgetter(*place, *more))
            rest += size
        eight.append(tuple(holdings))
    return Layout(top, tuple(itemgetter(*place) for place in places), tuple(eight))


LAYOUTS: Final = {packets: _layout(packets, 4) for packets in ("3+2", "2+3")}


def opening_holdings(rules: Rules, deck: Sequence[Card], dealer: Seat) -> list[Mask]:
    """Return the five cards that each seat gets before the turn-up, by seat."""
    return _holdings(rules, deck, dealer, LAYOUTS[rules.packets].opening)


def completed_holdings(
    rules: Rules, deck: Sequence[Card], dealer: Seat, taker: Seat
) -> list[Mask]:
    """Return the eight cards of each seat: the taker has the turn-up and two more, others three."""
    place = round_from(rules, after(rules, dealer)).index(taker)
    return _holdings(rules, deck, dealer, LAYOUTS[rules.packets].eight[place])


def turned_card(rules: Rules, deck: Sequence[Card]) -> Card:
    """Return the card turned up after the opening packets."""
    return deck[LAYOUTS[rules.packets].turned]


def _holdings(
    rules: Rules, deck: Sequence[Card], dealer: Seat, pickers: Sequence[Picker]
) -> list[Mask]:
    bits = [1 << card for card in deck]
    holdings = [0] * rules.seats
    for seat, pick in zip(round_from(rules, after(rules, dealer)), pickers, strict=True):
        holdings[seat] = sum(pick(bits))
    return holdings


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
    seats = round_from(rules, after(rules, dealer))
    deck = [turned] * DECK_SIZE
    pickers = LAYOUTS[rules.packets].eight[seats.index(taker)]
    for seat, pick in zip(seats, pickers, strict=True):
        cards = [card for card in deal[seat] if card != turned]
        for place, card in zip(pick(range(DECK_SIZE)), cards, strict=False):
            deck[place] = card
    return deck
