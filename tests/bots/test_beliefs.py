"""Worlds and how likely they are: bids, cards played, and the choice among worlds."""

from __future__ import annotations

import random
from typing import Final

import numpy as np
import pytest

from bots.beliefs import chosen, estimates, likely_worlds, weights
from bots.bidding import estimate
from bots.habits import Habits
from harness.game import Hand, View, deck_of, parse_cards, preset, preset_names
from harness.game.play import law_of
from harness.search import Holdings, why_undrawn
from tests.bots.asking import holding
from tests.game.scripts import played
from tests.strategies import acts

CONTREE: Final = preset("contree", direction="clockwise")
CLASSIC: Final = preset("classic", declarations=False)


def masks(*holdings: str) -> Holdings:
    """Return four holdings as masks."""
    north, east, south, west = (parse_cards(cards).mask for cards in holdings)
    return north, east, south, west


STRONG: Final = "JH 9H AH 10H AS AD 7C 8C"
LOW: Final = "7H 8H QH 9S 8S 7S 7D 8D"
MIXED: Final = "KH JS QS KS 10C KC QC JC"
OTHERS: Final = "10S AC 9C 9D JD QD KD 10D"


def view_after(bids: str) -> View:
    """Return the view of S, who holds `OTHERS`, after bids that began with N."""
    hand = played(CONTREE, holding("", bids, N=STRONG, E=LOW, S=OTHERS, W=MIXED))
    return View(2, hand.log, hand.dealt[2], random.Random(0))


def test_all_presets_but_that_for_two_have_worlds() -> None:
    assert [name for name in preset_names() if why_undrawn(preset(name))] == ["two-handed"]


def test_eight_cards_count_as_the_counter_counts_them() -> None:
    chance = random.Random(1)
    for _ in range(50):
        held = sum(1 << card for card in chance.sample(range(32), 8))
        suits = np.frombuffer(held.to_bytes(4, "little"), dtype=np.uint8).reshape(1, 4)
        assert estimates(suits).tolist() == [[estimate(held, trump) for trump in range(6)]]


def test_a_bid_makes_likely_what_it_was_bid_with() -> None:
    view = view_after("100H pass")
    strong, weak = weights(
        view, [masks(STRONG, LOW, OTHERS, MIXED), masks(LOW, STRONG, OTHERS, MIXED)]
    )
    assert strong > 20 * weak


def test_a_bid_that_needs_more_than_its_number_tells_more() -> None:
    needing = CONTREE.but(needed_beyond_bid=40)
    hand = played(needing, holding("", "80H pass", N=STRONG, E=LOW, S=OTHERS, W=MIXED))
    more = View(2, hand.log, hand.dealt[2], random.Random(0))
    worlds = [masks(STRONG, LOW, OTHERS, MIXED), masks(MIXED, LOW, OTHERS, STRONG)]
    ratios = [np.divide(*weights(view, worlds)) for view in (view_after("80H pass"), more)]
    assert ratios[1] > ratios[0]


def test_a_pass_makes_a_good_hand_unlikely() -> None:
    view = view_after("pass pass")
    strong, weak = weights(
        view, [masks(STRONG, MIXED, OTHERS, LOW), masks(LOW, MIXED, OTHERS, STRONG)]
    )
    assert weak > 20 * strong


def test_a_low_number_makes_the_best_of_hands_unlikely() -> None:
    best = "JH 9H AH 10H KH QH AS AD"
    rest = "7H 8H 9S 8S 7S JS 7D 8D", "7C 8C QS KS 10C KC QC JC"
    view = view_after("80H pass")
    too_good, fair = weights(
        view, [masks(best, rest[0], OTHERS, rest[1]), masks(STRONG, LOW, OTHERS, MIXED)]
    )
    assert fair > 2 * too_good


def test_worlds_are_chosen_as_often_as_they_weigh() -> None:
    one, two, three = (
        masks(STRONG, LOW, OTHERS, MIXED),
        masks(LOW, STRONG, OTHERS, MIXED),
        (0, 0, 0, 0),
    )
    drawn = chosen([one, three, two], np.array([1.0, 0.0, 3.0]), 400, random.Random(2))
    assert [drawn.count(world) for world in (one, two, three)] == [100, 300, 0]


@pytest.mark.parametrize("rules", ["classic", "contree", "bulgarian"])
def test_likely_worlds_fit_what_the_seat_sees(rules: str) -> None:
    hand = Hand(preset(rules), deck_of(11), 0)
    while hand.bidding:
        seat = hand.turn
        assert seat is not None
        view = View(seat, hand.log, hand.dealt[seat], random.Random(0))
        worlds = likely_worlds(view, 5)
        assert len(worlds) == 5
        for world in worlds:
            assert world[seat] & view.dealt_mask == view.dealt_mask
            assert sum(world) == (1 << 32) - 1
        hand.bid(hand.legal_bids[-1] if len(hand.log.auction.bids) == 1 else "pass")


# Cards played


def test_legal_cards_of_many_holdings_are_those_of_each() -> None:
    chance = random.Random(3)
    for name in ("classic", "contree", "coinche"):
        hand = Hand(preset(name), deck_of(chance.randrange(10**30)), 0)
        for trump in range(4):
            hand.log.law = law = law_of(hand.rules, trump)
            habits = Habits(hand.log)
            held = [chance.getrandbits(32) for _ in range(40)]
            for standing in chance.sample(range(len(law.led)), 20):
                legal = habits._legal(np.array(held, dtype=np.uint32), standing)  # noqa: SLF001
                assert legal.tolist() == [law.legal(one, standing) for one in held]


def test_who_gives_an_opponent_a_ten_has_likely_no_lower_card() -> None:
    seats = {
        "N": "AH AS JS 9S 8S 7S QS 7D",
        "E": "10H 8C 9C JC QC KC AC 8D",
        "S": "8H 7H 9D JD QD KD 10D AD",
        "W": "KH QH JH 9H KS 10S 7C 10C",
    }
    hand = played(CLASSIC, holding("JS", "take", "AH 10H", **seats))
    view = View(2, hand.log, hand.dealt[2], random.Random(0))
    north, east, south, west = hand.holdings
    nine, club = parse_cards("9H").mask, parse_cards("8C").mask
    bare: Holdings = (north, east, south, west)
    guarded: Holdings = (north, east ^ club ^ nine, south, west ^ nine ^ club)
    likely, unlikely = Habits(hand.log).weights(view, [bare, guarded])
    assert likely > 5 * unlikely


def test_what_is_read_on_is_what_is_read_at_once() -> None:
    chance = random.Random(4)
    hand = Hand(CLASSIC, deck_of(12345), 0)
    habits = None
    for _ in acts(hand, chance):
        if hand.bidding or hand.over or len(hand.log.plays) > 12:
            continue
        if habits is None:
            habits = Habits(hand.log)
        view = View(hand.log.turn, hand.log, hand.dealt[hand.log.turn], chance)
        north, east, south, west = hand.holdings
        worlds: list[Holdings] = [(north, east, south, west)] * 2
        assert habits.weights(view, worlds).tolist() == [1, 1]
        assert Habits(hand.log).weights(view, worlds).tolist() == [1, 1]
