"""Counsel: what may be played from a holding, and why not the rest, in the field's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from harness.errors import BeloteError
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
from harness.game.dealing import DECK_SIZE
from harness.game.play import (
    NO_TRUMPS,
    Trump,
    broken_duty,
    legal_cards,
    trick_winner,
    trump_number,
)
from harness.game.rules import Rules

Cards: TypeAlias = str | Iterable[Card]


class Position(NamedTuple):
    """A holding that answers a trick under way."""

    holding: Mask
    trick: list[Card]
    trump: Trump


def read_position(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> Position:
    """Read a position as `legal_cards` takes it, and see that it can be one.

    Raises:
        BeloteError: for a text that is no card or trump, a card that is in two places, or a
            holding that is empty or too large.
    """
    held, played = _read(holding), _read(trick)
    most = DECK_SIZE // rules.seats
    if not 0 < len(held) <= most:
        raise BeloteError(f"a holding has 1 to {most} cards, not {len(held)}")
    for card in held + played:
        if held.count(card) > 1:
            raise BeloteError(f"{card_name(card)} is held twice")
        if played.count(card) > 1:
            raise BeloteError(f"{card_name(card)} lies in the trick twice")
        if card in held and card in played:
            raise BeloteError(f"{card_name(card)} is held and lies in the trick")
    return Position(mask_of(held), played, trump_number(trump))


def _read(cards: Cards) -> list[Card]:
    return parse_card_list(cards) if isinstance(cards, str) else [to_card(card) for card in cards]


def refusals(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> dict[Card, str]:
    """Return each card held that may not be played, with the duty that forbids it.

    Raises:
        BeloteError: as `read_position`, or for a trick that is already full.
    """
    position = read_position(holding, trick, trump, rules)
    legal = _legal(position, rules)
    return {
        card: broken_duty(position.trump, legal, position.holding, position.trick, card)
        for card in CardSet(position.holding & ~legal)
    }


def freedom(holding: Cards, trick: Cards, trump: str | Trump, rules: Rules) -> str | None:
    """Say why every card held may be played; None where some may not.

    Raises:
        BeloteError: as `read_position`, or for a trick that is already full.
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
        and trick_winner(played, number) == len(played) - 2,
        "all your cards are trumps": trumps == held,
        "you cannot beat the best trump": True,
    }
    return next(reason for reason, is_so in reasons.items() if is_so)


def _legal(position: Position, rules: Rules) -> Mask:
    holding, trick, trump = position
    return legal_cards(CardSet(holding), trick, trump, rules).mask
