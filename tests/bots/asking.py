"""Asking a bot what it would do in a hand written down."""

from __future__ import annotations

import random
from typing import Final

from harness.game import SEATS, Rules, View, card_name, preset
from harness.plugin import Bot
from tests.game.scripts import ONE_SUIT_EACH, Script, played

DECK: Final = " ".join(ONE_SUIT_EACH).split()


def answer(bot: Bot, script: Script, rules: Rules | None = None) -> str:
    """Return what a bot says or plays after a script, as text, from the seat whose turn it is."""
    hand = played(rules or preset("classic"), script)
    seat = hand.turn
    assert seat is not None
    view = View(seat, hand.log, hand.dealt[seat], random.Random(0))
    if hand.bidding:
        return bot.choose_bid(view)
    view.legal_mask = hand.legal_mask()
    return card_name(bot.choose_card(view))


def holding(turned: str, bids: str, plays: str = "", **given_cards: str) -> Script:
    """Write a script in which seats hold the cards given, and of the others what is left."""
    held = {seat: given_cards.get(seat, "").split() for seat in SEATS}
    left = [card for card in DECK if not any(card in cards for cards in held.values())]
    for cards in held.values():
        while len(cards) < 8:
            cards.append(left.pop(0))
    north, east, south, west = map(" ".join, held.values())
    return Script((north, east, south, west), turned, bids, plays)
