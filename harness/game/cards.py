"""Cards and sets of cards.

A card is an int from 0 to 31: suit × 8 + rank, suits in the order S H D C, ranks 7 8 9 J Q K 10 A.
A set of cards is a 32-bit mask, one bit a card; `CardSet` wraps a mask for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Final, TypeAlias

from harness.errors import BeloteError

Card: TypeAlias = int
Mask: TypeAlias = int

SUITS: Final = "SHDC"
RANKS: Final = ("7", "8", "9", "J", "Q", "K", "10", "A")
SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE = range(8)

DECK_SIZE: Final = 32
FULL_DECK: Final[Mask] = (1 << DECK_SIZE) - 1
SUIT_MASKS: Final[tuple[Mask, ...]] = tuple(0xFF << 8 * suit for suit in range(4))
RANK_MASKS: Final[tuple[Mask, ...]] = tuple(0x01010101 << rank for rank in range(8))

CARD_NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
SYMBOLS: Final = str.maketrans("♠♥♦♣", SUITS)
"""For `str.translate`: the letters that the suits' symbols stand for."""
_CARDS: Final[dict[str, Card]] = {name: card for card, name in enumerate(CARD_NAMES)} | {
    "T" + suit: 8 * number + TEN for number, suit in enumerate(SUITS)
}


class NotACard(BeloteError, ValueError):
    """A text that names no card."""


def card_name(card: Card) -> str:
    """Return the text of a card, such as `10H`; `parse_card` reads it back."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, `T` for 10 and ♠♥♦♣ allowed, in either case.

    Raises:
        NotACard: naming the text.
    """
    try:
        return _CARDS[text.strip().translate(SYMBOLS).upper()]
    except KeyError:
        message = f"{text!r} is not a card: write a rank (7 8 9 J Q K 10 A) and a suit (S H D C)"
        raise NotACard(message) from None


def to_card(card: Card | str) -> Card:
    """Return a card given as an int or as text.

    Raises:
        NotACard: for a text that names none, or a number that is not from 0 to 31.
    """
    if isinstance(card, str):
        return parse_card(card)
    if not 0 <= card < len(CARD_NAMES):
        raise NotACard(f"{card} is not a card: cards are numbered from 0 to 31")
    return card


def parse_card_list(text: str) -> list[Card]:
    """Read cards set apart by white space, keeping their order and repetitions."""
    return [parse_card(word) for word in text.split()]


def parse_cards(text: str) -> CardSet:
    """Read a set of cards; `str` of the set reads back to it.

    Raises:
        NotACard: for a word that names no card, or a card named twice.
    """
    mask = 0
    for card in parse_card_list(text):
        if mask >> card & 1:
            message = f"{card_name(card)} stands twice in {text!r}"
            raise NotACard(message)
        mask |= 1 << card
    return CardSet(mask)


def card_names(cards: Iterable[Card]) -> str:
    """Return the texts of cards in the order given, set apart by spaces."""
    return " ".join([CARD_NAMES[card] for card in cards])


def mask_of(cards: Iterable[Card]) -> Mask:
    """Return the mask of the cards given."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: Mask) -> Iterator[Card]:
    """Yield the cards of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class CardSet(AbstractSet[Card]):
    """An immutable set of cards around its 32-bit `mask`.

    It has all that a frozen set has (`in`, `len`, `&`, `|`, `-`, `<=`, iteration from the lowest
    card) and prints as text: `CardSet(0b11)` is `7S 8S`.
    """

    __slots__ = ("mask",)
    mask: Mask

    def __init__(self, mask: Mask = 0) -> None:
        self.mask = mask

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """Return the set of the cards given."""
        return cls(mask_of(cards))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CardSet:  # type: ignore[override]
        return cls.of(it)

    def suit(self, suit: str) -> CardSet:
        """Return the cards of one suit, `S H D C`."""
        return CardSet(self.mask & SUIT_MASKS[SUITS.index(suit)])

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 32 and self.mask >> card & 1 == 1

    def __iter__(self) -> Iterator[Card]:
        return cards_of(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __and__(self, other: Iterable[Card]) -> CardSet:
        return CardSet(self.mask & _mask(other))

    def __or__(self, other: Iterable[Card]) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask | _mask(other))

    def __sub__(self, other: Iterable[Card]) -> CardSet:
        return CardSet(self.mask & ~_mask(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return card_names(self)

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __reduce__(self) -> tuple[type[CardSet], tuple[Mask]]:
        return CardSet, (self.mask,)


def _mask(cards: Iterable[Card]) -> Mask:
    return cards.mask if isinstance(cards, CardSet) else mask_of(cards)
