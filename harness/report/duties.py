"""Which cards are legal and why the others are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.game.cards import Card, CardSet, card_name, card_names
from harness.report.tables import print_json, say


def print_legal(
    legal: CardSet, refused: Mapping[Card, str], free: str | None, *, as_json: bool
) -> None:
    """Print the legal cards, then why.

    Args:
        legal: the cards that may be played.
        refused: the duty that forbids each of the others.
        free: why there are no others, where there are none.
        as_json: whether a machine reads it.
    """
    reasons = list(_reasons(refused, free))
    if as_json:
        duties = {card_name(card): duty for card, duty in refused.items()}
        print_json({"legal": str(legal), "refused": duties, "why": reasons})
        return
    say(str(legal))
    for reason in reasons:
        say(f"  {reason}")


def _reasons(refused: Mapping[Card, str], free: str | None) -> Iterator[str]:
    for duty in dict.fromkeys(refused.values()):
        forbidden = [card for card, broken in refused.items() if broken == duty]
        yield f"not {card_names(forbidden)}: you must {duty}"
    if free is not None:
        yield f"any card: {free}"
