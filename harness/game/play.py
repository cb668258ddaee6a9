"""The law of play: which cards are legal, who wins a trick, what cards are worth.

Everything is looked up in tables made once at import; the functions say only what depends on the
state of a trick. Trumps are numbered like suits, 0 to 3, then no trumps and all trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import (
    ACE,
    EIGHT,
    FULL_DECK,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SUIT_MASKS,
    TEN,
    Card,
    CardSet,
    Mask,
    mask_of,
    parse_card_list,
)
from harness.game.rules import Rules

Trump: TypeAlias = int

TRUMPS: Final = ("S", "H", "D", "C", "NT", "AT")
NO_TRUMPS: Final[Trump] = 4
ALL_TRUMPS: Final[Trump] = 5

PLAIN_ORDER: Final = (SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE)
TRUMP_ORDER: Final = (SEVEN, EIGHT, QUEEN, KING, TEN, ACE, NINE, JACK)
PLAIN_POINTS: Final = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}
TRUMP_POINTS: Final = {JACK: 20, NINE: 14, ACE: 11, TEN: 10, KING: 4, QUEEN: 3}


def _ranked_as_trumps(trump: Trump) -> tuple[bool, bool, bool, bool]:
    """Say of each suit whether it ranks and counts as trumps do."""
    by_suit = [trump in (suit, ALL_TRUMPS) for suit in range(4)]
    return by_suit[0], by_suit[1], by_suit[2], by_suit[3]


def _strengths(trump: Trump, led: int) -> tuple[int, ...]:
    """Return the power of each card in a trick where `led` was led; 0 cannot win."""
    as_trumps = _ranked_as_trumps(trump)
    powers = []
    for card in range(32):
        suit, rank = divmod(card, 8)
        order = TRUMP_ORDER if as_trumps[suit] else PLAIN_ORDER
        power = 1 + order.index(rank)
        powers.append(power + 8 if suit == trump else power if suit == led else 0)
    return tuple(powers)


def _points(trump: Trump) -> tuple[int, ...]:
    """Return the worth of each card when `trump` is trump."""
    as_trumps = _ranked_as_trumps(trump)
    return tuple(
        (TRUMP_POINTS if as_trumps[card >> 3] else PLAIN_POINTS).get(card & 7, 0)
        for card in range(32)
    )


def _higher_trumps(card: Card) -> Mask:
    """Return the cards of a card's own suit that beat it in the order of trumps."""
    suit, rank = divmod(card, 8)
    return mask_of(8 * suit + higher for higher in TRUMP_ORDER[TRUMP_ORDER.index(rank) + 1 :])


STRENGTHS: Final = tuple(
    tuple(_strengths(trump, led) for led in range(4)) for trump in range(len(TRUMPS))
)
POINTS: Final = tuple(_points(trump) for trump in range(len(TRUMPS)))
HIGHER_TRUMPS: Final = tuple(_higher_trumps(card) for card in range(32))
TRUMP_MASKS: Final[tuple[Mask, ...]] = (*SUIT_MASKS, 0, FULL_DECK)


def legal_mask(
    rules: Rules, trump: Trump, holding: Mask, led: int, best: Card, *, partner_wins: bool
) -> Mask:
    """Return the legal cards of a holding in a trick under way.

    Args:
        rules: their `rise`, `partner_exempt`, `overtrump` and `undertrump` duties are read.
        trump: 0 to 3 for a suit, `NO_TRUMPS` or `ALL_TRUMPS`.
        holding: the cards held, as a mask.
        led: the suit led, 0 to 3.
        best: the card that wins the trick so far.
        partner_wins: whether the partner played it.
    """
    following = holding & SUIT_MASKS[led]
    if following:
        if rules.rise and (led == trump or trump == ALL_TRUMPS):
            return following & HIGHER_TRUMPS[best] or following
        return following
    trumps = holding & TRUMP_MASKS[trump] if trump < NO_TRUMPS else 0
    if not trumps or (partner_wins and rules.partner_exempt):
        return holding
    if best >> 3 != trump:
        return trumps
    higher = trumps & HIGHER_TRUMPS[best]
    if higher:
        return higher if rules.overtrump else trumps
    return trumps if rules.undertrump else holding


def best_place(trump: Trump, trick: Sequence[Card]) -> int:
    """Return the index of the card that wins a trick, whole or not; 0 for an empty one."""
    if not trick:
        return 0
    strength = STRENGTHS[trump][trick[0] >> 3]
    return max(range(len(trick)), key=lambda place: strength[trick[place]])


def broken_duty(trump: Trump, legal: Mask, holding: Mask, trick: Sequence[Card], card: Card) -> str:
    """Say in words why a card outside `legal` may not be played.

    The legal cards themselves tell which duty made them: no rule is decided a second time here.
    """
    if not holding >> card & 1:
        return "play a card that you hold"
    suit = card >> 3
    led = trick[0] >> 3
    if legal & ~SUIT_MASKS[led] == 0:
        return "beat the best trump" if suit == led else "follow suit"
    if suit == trump:
        return "overtrump"
    best = trick[best_place(trump, trick)]
    if best >> 3 != trump:
        return "ruff"
    return "overtrump" if legal & ~HIGHER_TRUMPS[best] == 0 else "play a trump, even a losing one"


def legal_cards(
    holding: CardSet | str | Iterable[Card],
    trick: str | Sequence[Card],
    trump: str | Trump,
    rules: Rules,
) -> CardSet:
    """Return the cards of `holding` that may be played to `trick`, given in the order played.

    Cards may be text (`"9S 8S 7D"`) or ints, `trump` is one of `S H D C NT AT` or its number. The
    partner is whoever played two cards before.

    Raises:
        BeloteError: for a text that is no card or trump, or a trick that is already full.
    """
    held = mask_of(parse_card_list(holding) if isinstance(holding, str) else holding)
    played = parse_card_list(trick) if isinstance(trick, str) else list(trick)
    if not played:
        return CardSet(held)
    if len(played) >= rules.seats:
        message = f"the trick already has {len(played)} cards"
        raise BeloteError(message)
    mode = trump_number(trump)
    winning = best_place(mode, played)
    return CardSet(
        legal_mask(
            rules,
            mode,
            held,
            played[0] >> 3,
            played[winning],
            partner_wins=rules.seats == 4 and winning == len(played) - 2,
        )
    )


def trick_winner(trick: str | Sequence[Card], trump: str | Trump) -> int:
    """Return the index within `trick` of the card that wins it."""
    played = parse_card_list(trick) if isinstance(trick, str) else trick
    return best_place(trump_number(trump), played)


def trump_number(trump: str | Trump) -> Trump:
    """Read a trump: 0 to 5 as it is, or one of `S H D C NT AT`.

    Raises:
        BeloteError: for anything else.
    """
    if trump in range(len(TRUMPS)):
        return int(trump)
    try:
        return TRUMPS.index(str(trump).upper())
    except ValueError:
        message = f"{trump!r} is not a trump: write one of {' '.join(TRUMPS)}"
        raise BeloteError(message) from None
