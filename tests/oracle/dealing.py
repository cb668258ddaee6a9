"""Dealing: which cards each seat has, from a deck or as a record tells it."""

from typing import Any

from .cards import DECK, SEATS, read_cards
from .faults import RecordError
from .presets import Rules

Holdings = dict[str, list[str]]
"""The cards of each seat."""

Beneath = dict[str, str]
"""By card that lies face up, the one that lies face down under it."""


def check_whole_deck(cards: list[str]) -> None:
    """Refuse anything but the 32 cards, once each."""
    for at, card in enumerate(cards):
        if card not in DECK:
            raise RecordError(f"{card} is not a card", "deck", at, card=card)
        if card in cards[:at]:
            raise RecordError(f"{card} is there twice", "deck", at, card=card)
    if len(cards) != 32:
        raise RecordError(f"there are {len(cards)} cards, not 32", "deck", len(cards))


def turned_card(record: dict[str, Any], rules: Rules) -> str | None:
    """The card that all see: turned up after five each, or the last one dealt where two play."""
    if rules["auction"] == "turn_up":
        if "deck" in record:
            return read_cards(record["deck"])[20]
        return read_cards(record["turned"])[0]
    return read_cards(record["deck"])[31] if rules["auction"] == "last_card" else None


def in_packets(rules: Rules, order: list[str], pile: list[str]) -> dict[str, list[list[str]]]:
    """Deal the packets from the top of the pile, to each seat in turn: those that each has got."""
    packets: dict[str, list[list[str]]] = {seat: [] for seat in order}
    for size in rules["packets"].split("+"):
        for seat in order:
            packets[seat].append([pile.pop(0) for _ in range(int(size))])
    return packets


def deal_out(rules: Rules, order: list[str], deck: list[str], taker: str) -> Holdings:
    """Deal the whole deck: eight to each, the turned card to the taker."""
    pile = list(deck)
    dealt = in_packets(rules, order, pile)
    holdings = {seat: [card for packet in dealt[seat] for card in packet] for seat in order}
    if rules["auction"] == "turn_up":
        holdings[taker].append(pile.pop(0))
    for seat in order:
        while len(holdings[seat]) < 8:
            holdings[seat].append(pile.pop(0))
    return holdings


def lay_out(rules: Rules, order: list[str], deck: list[str]) -> tuple[Holdings, Beneath]:
    """Deal for two: four face down, four face up on those, and both once more."""
    dealt = in_packets(rules, order, list(deck))
    holdings: Holdings = {}
    beneath: Beneath = {}
    for seat in order:
        down, up, down_again, up_again = dealt[seat]
        holdings[seat] = up + up_again
        beneath.update(zip(up, down, strict=True))
        beneath.update(zip(up_again, down_again, strict=True))
    return holdings, beneath


def holdings_of(
    record: dict[str, Any], rules: Rules, order: list[str], taker: str
) -> tuple[Holdings, Beneath]:
    """The cards each seat may play from the start, and those that lie under them."""
    if rules["auction"] == "last_card":
        return lay_out(rules, order, read_cards(record["deck"]))
    if "deck" in record:
        return deal_out(rules, order, read_cards(record["deck"]), taker), {}
    holdings = {seat: read_cards(record["deal"][seat]) for seat in SEATS}
    for at, seat in enumerate(SEATS):
        if len(holdings[seat]) != 8:
            count = len(holdings[seat])
            raise RecordError(f"{seat} has {count} cards, not 8", "deck", at * 8, seat=seat)
    turned = turned_card(record, rules)
    if turned is not None and turned not in holdings[taker]:
        raise RecordError(f"{taker} took but lacks {turned}", "deck", 0, seat=taker, card=turned)
    return holdings, {}
