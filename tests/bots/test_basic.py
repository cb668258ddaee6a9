"""The basic bot: what it does where a club player would know."""

from __future__ import annotations

import random
from typing import Final

import pytest
from hypothesis import given

from bots.basic import BasicBot, Memory, estimate
from harness.game import Hand, View, card_names, parse_card_list, parse_cards, preset
from tests.bots.asking import answer
from tests.game.scripts import ONE_SUIT_EACH, Script, played
from tests.playing import play_match
from tests.strategies import decks, rule_sets, seeds

CLASSIC: Final = preset("classic")
DECK: Final = " ".join(ONE_SUIT_EACH)
TAKE: Final = "take"
OTHERS_TAKE: Final = "pass pass pass take"


def script(turned: str, bids: str, plays: str = "", **given_cards: str) -> Script:
    """Return a script in which seats hold the cards given, and what is left besides."""
    held = {seat: given_cards.get(seat, "").split() for seat in "NESW"}
    left = [card for card in DECK.split() if card not in sum(held.values(), [])]
    for cards in held.values():
        missing = 8 - len(cards)
        cards += left[:missing]
        del left[:missing]
    north, east, south, west = (" ".join(cards) for cards in held.values())
    return Script((north, east, south, west), turned, bids, plays)
