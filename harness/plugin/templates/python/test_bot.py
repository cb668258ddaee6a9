"""The tests of the bot: what is asked of every bot, and what this one is meant to do."""

from bot import MyBot

from harness.game import CardSet, Hand, View, deck_of, preset
from harness.plugin.chance import Chance
from harness.plugin.contract import BotContract


class TestContract(BotContract):
    """Legal, reproducible, without memory: `belote check` asks for the same."""

    make = MyBot
    presets = ("classic",)


def test_a_long_suit_is_taken():
    hand = Hand(preset("classic"), deck_of(0), dealer=3)
    view = View(0, hand.log, hand.dealt[0], Chance(1))
    view.dealt_mask = 0xFF << 8 * (view.turned // 8)
    assert view.holding == CardSet(view.dealt_mask)
    assert MyBot().choose_bid(view) == "take"
