"""What card points are worth: scores, and the match."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bots.stakes import Stakes, belote_so_far, chance, lead_of, said_in, said_so_far, score_of
from harness.game import Hand, View, parse_cards, preset
from harness.game.bids import Contract
from tests.game.scripts import LEVEL, ONE_SUIT_EACH, Script, deck_of_script, go_on, taken

CLASSIC: Final = preset("classic")
N_TAKES: Final = Contract(0, 0, "take")


def view_of(hand: Hand, seat: int = 0) -> View:
    """Return a seat's view of a hand."""
    return View(seat, hand.log, hand.dealt[seat], random.Random(0))


def test_sides_that_are_level_win_as_often() -> None:
    for name in ("classic", "contree", "bulgarian", "two-handed"):
        rules = preset(name)
        assert chance(rules, 0, 0) == chance(rules, rules.target, rules.target) == 0.5


def test_who_has_reached_the_target_has_won() -> None:
    assert chance(CLASSIC, 501, 500) == 1
    assert chance(CLASSIC, 500, 501) == 0
    assert chance(CLASSIC, 560, 510) == 1
    assert chance(CLASSIC.but(target_is="exceeded"), 501, 450) < 1


def test_a_lead_is_worth_more_the_later_it_is() -> None:
    assert 0.5 < chance(CLASSIC, 100, 0) < chance(CLASSIC, 400, 300) < 1
    assert chance(CLASSIC, 400, 300) == pytest.approx(1 - chance(CLASSIC, 300, 400))


def test_points_are_worth_the_score_they_make() -> None:
    hand = taken(CLASSIC.but(declarations=False), LEVEL)
    table = Stakes(hand.log, N_TAKES, 0, lead_of(0)).table((0, 0), (0, 0), (0, 0))
    assert len(table) == 162 + 2
    assert table[82] == 82 - 80
    assert table[81] == -81  # level: the defenders write theirs, the takers' waits
    assert table[80] == -162  # failed
    assert table[0] == -250  # every trick lost
    assert table[162] == 162
    assert table[163] == 250  # every trick


def test_belote_makes_a_contract_that_the_cards_do_not() -> None:
    hand = taken(CLASSIC, LEVEL)
    table = Stakes(hand.log, N_TAKES, 0, lead_of(0)).table((0, 0), (0, 0), (20, 0))
    assert table[72] == 72 + 20 - 90
    assert table[71] == 20 - 91  # level at 91: the takers write their belote at once
    assert table[70] == 20 - 162


def test_what_is_said_by_all_follows_from_the_deal() -> None:
    north, east, south, west = (parse_cards(cards).mask for cards in ONE_SUIT_EACH)
    said = said_in(CLASSIC, 0, (north, east, south, west), 0)
    # Each has a run of eight; that in trump, spades, is the best, and its side's two count.
    assert said.announced == (200, 200)
    assert said.declarations == (200, 0)
    assert said.belote == (20, 0)
    assert score_of(CLASSIC, N_TAKES, said, 0, 163).score == (250 + 200 + 20, 0)
    assert said_in(CLASSIC, 4, (north, east, south, west), 0).belote == (0, 0)
    assert said_in(CLASSIC, 5, (north, east, south, west), 0).belote == (40, 40)


def test_before_a_seat_has_spoken_it_knows_its_own_declarations() -> None:
    hand = taken(CLASSIC, Script(ONE_SUIT_EACH, "7S", "take"))
    assert said_so_far(view_of(hand)) == ((100, 0), (100, 0))


def test_level_declarations_count_for_nobody() -> None:
    hand = taken(CLASSIC, LEVEL, cards=4)
    # Runs of three, eight, eight and three: 120 announced on each side, the best two equal.
    assert said_so_far(view_of(hand)) == ((120, 120), (0, 0))


@pytest.mark.parametrize("cards", [0, 16, 20])
def test_belote_is_counted_once(cards: int) -> None:
    # N has king and queen of trumps, and plays them in the fifth and sixth tricks.
    script = Script(ONE_SUIT_EACH, "7S", "take")
    plays = """
        JS AH AD AC  9S 10H 10D 10C  AS KH KD KC  10S QH QD QC
        KS JH JD JC  QS 9H 9D 9C
    """
    script = script._replace(plays=" ".join(plays.split()[:cards]))
    hand = go_on(Hand(CLASSIC, deck_of_script(script), 3), script)
    north, east, south, west = hand.holdings
    assert belote_so_far(view_of(hand), (north, east, south, west)) == (20, 0)
