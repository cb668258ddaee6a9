"""Cards, suits and bids as they are drawn on a terminal: hearts and diamonds in red."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from harness.game.cards import RANKS, SUIT_MASKS, Card, Mask, cards_of
from harness.game.play import (
    ALL_TRUMPS,
    NO_TRUMPS,
    PLAIN_ORDER,
    TRUMP_ORDER,
    TRUMPS,
    Trump,
)
from harness.report.tables import DASH, cell

SYMBOLS: Final = "♠♥♦♣"
RED: Final = "red"
_STYLES: Final = ("", RED, RED, "")
_NAMES: Final = {NO_TRUMPS: "no trumps", ALL_TRUMPS: "all trumps"}
_BID: Final = re.compile(rf"(?P<what>\d+|capot|generale)?(?P<trump>{'|'.join(TRUMPS)})")
_SPOKEN: Final = {"generale": "générale", "contree": "contrée"}


def card_text(card: Card, style: str = "") -> Text:
    """Return a card as `10♥`, in its suit's colour and a style besides."""
    return cell(RANKS[card & 7] + SYMBOLS[card >> 3], f"{_STYLES[card >> 3]} {style}".strip())


def cards_text(cards: Iterable[Card], style: str = "") -> Text:
    """Return cards in the order given, set apart by spaces."""
    return Text(" ").join([card_text(card, style) for card in cards])


def trump_text(trump: Trump) -> Text:
    """Return a trump: a suit's symbol, or its name in words."""
    if trump in _NAMES:
        return Text(_NAMES[trump])
    return cell(SYMBOLS[trump], _STYLES[trump])


def bid_text(bid: str) -> Text:
    """Return a bid as people say it: `100♥`, `capot ♠`, `50 no trumps`, `take`."""
    named = _BID.fullmatch(bid)
    if named is None:
        return cell(_SPOKEN.get(bid, bid))
    what, trump = named["what"] or "", TRUMPS.index(named["trump"])
    apart = " " if what and (trump in _NAMES or not what.isdigit()) else ""
    return Text.assemble(cell(_SPOKEN.get(what, what)), apart, trump_text(trump))


def in_order(cards: Mask, trump: Trump = -1) -> list[Card]:
    """Return cards as they are held in hand: suit by suit, in each the strongest first."""
    return [card for suit in range(4) for card in _of_suit(cards, suit, trump)]


def suit_lines(cards: Mask, trump: Trump, marked: Mask = 0) -> Iterator[Text]:
    """Yield a line a suit: `♠ K J 9`; the cards that are `marked` are dim."""
    for suit in range(4):
        line = Text.assemble(trump_text(suit), " ")
        held = _of_suit(cards, suit, trump)
        for card in held:
            style = "dim" if marked >> card & 1 else _STYLES[suit]
            line.append(f"{RANKS[card & 7]} ", style)
        yield line if held else line.append(DASH, "dim")


def _of_suit(cards: Mask, suit: int, trump: Trump) -> list[Card]:
    order = TRUMP_ORDER if trump in (suit, ALL_TRUMPS) else PLAIN_ORDER
    return sorted(
        cards_of(cards & SUIT_MASKS[suit]), key=lambda card: order.index(card & 7), reverse=True
    )
