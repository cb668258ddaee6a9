"""Decks as numbers, and the cards that each seat is dealt.

Deal *n* is the *n*-th permutation of the deck in lexicographic order, unranked by the Lehmer code,
so that number and deck stand for each other exactly. What a match needs of chance (decks, the
first dealer, the places of cuts) is hashed from its seed and deal set; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import chain, pairwise
from math import factorial
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from harness.game.cards import DECK_SIZE, Card, Mask
from harness.game.rules import Rules
from harness.game.seats import ROUNDS, Rounds, Seat

Picker: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]

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
        turned: the place of a card that all see from the start; None where there is none.
        opening: by dealer, what picks the cards of each seat before the auction.
        complete: by dealer and taker, what picks all that each seat may play from the start.
        beneath: by dealer, what picks the card under each of `opening`'s; empty where cards are
            held in hand.
    """

    turned: int | None
    opening: tuple[tuple[Picker, ...], ...]
    complete: tuple[tuple[tuple[Picker, ...], ...], ...]
    beneath: tuple[tuple[Picker, ...], ...]


def layout_of(rules: Rules) -> Layout:
    """Return where in the deck the cards of each seat lie under these rules."""
    return _lay_out(rules.auction, rules.packets, rules.direction, rules.seats)


@cache
def _lay_out(auction: str, packets: str, direction: str, seats: int) -> Layout:
    rounds = ROUNDS[direction, seats]
    dealt = _deal([int(size) for size in packets.split("+")], seats)
    top = sum(len(packet) for by_place in dealt for packet in by_place)
    if auction == "last_card":
        open_cards = [by_place[1] + by_place[3] for by_place in zip(*dealt, strict=True)]
        covered = [by_place[0] + by_place[2] for by_place in zip(*dealt, strict=True)]
        opening = _by_dealer(open_cards, rounds)
        complete = tuple((pickers,) * seats for pickers in opening)
        return Layout(DECK_SIZE - 1, opening, complete, _by_dealer(covered, rounds))
    by_place = [list(chain(*packets)) for packets in zip(*dealt, strict=True)]
    turned = top if auction == "turn_up" else None
    complete = tuple(
        tuple(_completed(by_place, order, taker, top, turned) for taker in range(seats))
        for order in (rounds[rounds[dealer][1]] for dealer in range(seats))
    )
    return Layout(turned, _by_dealer(by_place, rounds), complete, ())


def _deal(packets: Sequence[int], seats: int) -> list[list[list[int]]]:
    """Return the places in the deck of each packet, by round of dealing and place at the table."""
    dealt, top = [], 0
    for size in packets:
        dealt.append([list(range(top + size * n, top + size * (n + 1))) for n in range(seats)])
        top += size * seats
    return dealt


def _by_dealer(by_place: Sequence[Sequence[int]], rounds: Rounds) -> tuple[tuple[Picker, ...], ...]:
    """Return by dealer and seat what picks the cards of a place in the order of dealing."""
    seats = range(len(rounds))
    orders = [rounds[rounds[dealer][1]] for dealer in seats]
    return tuple(
        tuple(itemgetter(*by_place[order.index(seat)]) for seat in seats) for order in orders
    )


def _completed(
    by_place: Sequence[Sequence[int]],
    order: Sequence[Seat],
    taker: Seat,
    top: int,
    turned: int | None,
) -> tuple[Picker, ...]:
    """Return what picks each seat's cards when all are dealt: the taker has the turned one."""
    pickers: dict[Seat, Picker] = {}
    rest = top if turned is None else top + 1
    for seat, places in zip(order, by_place, strict=True):
        taken = [turned] if turned is not None and seat == taker else []
        size = DECK_SIZE // len(order) - len(places) - len(taken)
        pickers[seat] = itemgetter(*places, *range(rest, rest + size), *taken)
        rest += size
    return tuple(pickers[seat] for seat in range(len(order)))


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
    rules: Rules,
    deal: Mapping[Seat, Sequence[Card]],
    dealer: Seat,
    taker: Seat,
    turned: Card | None = None,
) -> list[Card]:
    """Return a deck that deals each seat the cards it plays, with `turned` going to the taker."""
    deck = [-1 if turned is None else turned] * DECK_SIZE
    for seat, pick in enumerate(layout_of(rules).complete[dealer][taker]):
        cards = [card for card in deal[seat] if card != turned]
        for place, card in zip(pick(range(DECK_SIZE)), cards, strict=False):
            deck[place] = card
    return deck
