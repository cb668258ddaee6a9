"""Counsel: what may be played from a holding, and why not the rest, in the field's words.

These are the doors for people: cards are text (`"9S 8S 7D"`) or ints, a trump is one of
`S H D C NT AT` or its number, and what cannot be is refused in one line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.game.bids import trumps_of
from harness.game.cards import (
    SUIT_MASKS,
    Card,
    CardSet,
    Mask,
    card_name,
    mask_of,
    parse_card_list,
    to_card,
)
from harness.game.play import (
    ALL_TRUMPS,
    NO_TRUMPS,
    TRUMPS,
    Trump,
    best_card,
    broken_duty,
    law_of,
    trump_number,
)
from harness.game.rules import Rules

Cards: TypeAlias = str | Iterable[Card]

MOST_HELD: Final = 8
"""Cards that a seat can choose from: of sixteen that two have, eight lie face up at most."""


_LACKED: Final = {
    NO_TRUMPS: "these rules have no hand without trumps (no_trumps = false)",
    ALL_TRUMPS: "these rules have no hand at all trumps (all_trumps = false)",
}


class Position(NamedTuple):
    """A holding that answers a trick under way."""

    holding: Mask
    trick: list[Card]
    trump: Trump


def read_position(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> Position:
    """Read a position and see that it can be one.

    Raises:
        BeloteError: for a text that is no card or trump, a trump that the rules lack, a card that
            is in two places, a holding that is empty or too large, or a trick that is full.
    """
    held, played = _read(holding), _read(trick)
    if not 0 < len(held) <= MOST_HELD:
        raise BeloteError(f"a holding has 1 to {MOST_HELD} cards, not {len(held)}")
    if len(played) >= rules.seats:
        raise BeloteError(f"the trick already has {len(played)} cards")
    for card in held:
        if held.count(card) > 1:
            raise BeloteError(f"{card_name(card)} is held twice")
        if card in played:
            raise BeloteError(f"{card_name(card)} is held and lies in the trick")
    _check_trick(played)
    number = trump_number(trump)
    trumps = trumps_of(rules)
    if TRUMPS[number] not in trumps:
        raise BeloteError(f"{_LACKED[number]}: trump is one of {' '.join(trumps)}")
    return Position(mask_of(held), played, number)


def _check_trick(trick: list[Card]) -> None:
    for card in trick:
        if trick.count(card) > 1:
            raise BeloteError(f"{card_name(card)} lies in the trick twice")


def _read(cards: Cards) -> list[Card]:
    return parse_card_list(cards) if isinstance(cards, str) else [to_card(card) for card in cards]


def legal_cards(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> CardSet:
    """Return the cards of `holding` that may be played to `trick`, given in the order played.

    The partner is whoever played two cards before.

    Raises:
        BeloteError: as `read_position`.
    """
    return CardSet(_legal(read_position(holding, trick, trump, rules), rules))


def trick_winner(trick: Cards, trump: str | Trump) -> int:
    """Return the index within `trick` of the card that wins it.

    Raises:
        BeloteError: for a text that is no card or trump, a card that lies twice, or no card.
    """
    played = _read(trick)
    if not played:
        raise BeloteError("nobody wins a trick without a card")
    _check_trick(played)
    return played.index(best_card(played, trump_number(trump)))


def refusals(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> dict[Card, str]:
    """Return each card held that may not be played, with the duty that forbids it.

    Raises:
        BeloteError: as `read_position`.
    """
    position = read_position(holding, trick, trump, rules)
    legal = _legal(position, rules)
    return {
        card: broken_duty(rules, position.trump, legal, position.holding, position.trick, card)
        for card in CardSet(position.holding & ~legal)
    }


def freedom(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> str | None:
    """Say why every card held may be played; None where some may not.

    Raises:
        BeloteError: as `read_position`.
    """
    position = read_position(holding, trick, trump, rules)
    held, played, number = position
    if _legal(position, rules) != held:
        return None
    if not played:
        return "you lead"
    trumps = held & SUIT_MASKS[number] if number < NO_TRUMPS else 0
    reasons = {
        "all your cards are of the suit led": held & SUIT_MASKS[played[0] >> 3],
        "you do not hold the suit led": number >= NO_TRUMPS,
        "you hold neither the suit led nor a trump": not trumps,
        "your partner is winning the trick": rules.partner_exempt
        and len(played) > 1
        and best_card(played, number) == played[-2],
        "all your cards are trumps": trumps == held,
        "you cannot beat the best trump": True,
    }
    return next(reason for reason, is_so in reasons.items() if is_so)


def _legal(position: Position, rules: Rules) -> Mask:
    law = law_of(rules, position.trump)
    return law.legal(position.holding, law.standing(position.trick))
