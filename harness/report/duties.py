"""Which cards are legal and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping

from harness.game.cards import Card, CardSet, card_name, card_names
from harness.report.tables import print_json, say


def print_legal(cards: CardSet, refused: Mapping[Card, str], *, as_json: bool) -> None:
    """Print the legal cards, then the duty that forbids each of the others."""
    if as_json:
        duties = {card_name(card): duty for card, duty in refused.items()}
        print_json({"legal": str(cards), "refused": duties})
        return
    say(str(cards))
    for duty in dict.fromkeys(refused.values()):
        held_back = [card for card, broken in refused.items() if broken == duty]
        say(f"  not {card_names(held_back)}: you must {duty}")
