"""Asking a bot what it would do in a hand written down."""

from __future__ import annotations

import random

from harness.game import Rules, View, card_name, preset
from harness.plugin import Bot
from tests.game.scripts import Script, played


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
