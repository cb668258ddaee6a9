"""The random bot."""

from __future__ import annotations

import random
from collections import Counter

from bots.random import RandomBot
from harness.game import View, preset
from tests.game.scripts import SWEEP, dealt, played

CLASSIC = preset("classic")
ASKED = 8000


def test_every_legal_card_is_as_likely_as_any_other() -> None:
    hand = played(CLASSIC, SWEEP._replace(plays=""))
    view = View(0, hand.log, hand.dealt[0], random.Random(1))
    view.legal_mask = hand.legal_mask()
    drawn = Counter(RandomBot().choose_card(view) for _ in range(ASKED))
    assert drawn.keys() == set(view.legal_cards)
    # 1,000 expected of each of eight cards, with a deviation of 30.
    assert all(880 < times < 1120 for times in drawn.values())


def test_every_legal_bid_is_as_likely_as_any_other() -> None:
    hand = dealt(CLASSIC, SWEEP)
    for _ in range(4):
        hand.bid("pass")
    view = View(0, hand.log, hand.dealt[0], random.Random(1))
    drawn = Counter(RandomBot().choose_bid(view) for _ in range(ASKED))
    assert drawn.keys() == {"pass", "H", "D", "C"}
    # 2,000 expected of each of four bids, with a deviation of 39.
    assert all(1840 < times < 2160 for times in drawn.values())
