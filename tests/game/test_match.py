"""A match: the dealer moves, the totals run, points wait, and it ends."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.game import SEATS, DealSet, Match, Rules, parse_card_list, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    LEVEL,
    NOBODY,
    ONE_OVER,
    ONE_SHORT,
    OTHERS_FIRST,
    SWEEP,
    Script,
    ended,
    match_of,
    play_on,
)
from tests.strategies import PRESETS, play_at_random, seeds

PLAIN = preset("classic", declarations=False, dealer_must_name=False, hand_limit=0)
"""Classic without declarations: hands are worth their card points and belote."""


def dealers(rules: Rules, *scripts: Script) -> str:
    """Return who deals before and after each of some hands, W dealing first."""
    match = Match(rules, None, dealer=3)
    order = [match.dealer]
    for script in scripts:
        match = play_on(match, script)
        order.append(match.dealer)
    return "".join(SEATS[seat] for seat in order)


# Totals


def test_what_each_side_writes_adds_up() -> None:
    # N leads and takes the first hand, E the second, S the third.
    match = match_of(PLAIN, ONE_OVER)
    assert match.totals == (82, 80)
    play_on(match, ONE_SHORT)
    assert match.totals == (82 + 162, 80)
    play_on(match, OTHERS_FIRST)
    assert match.totals == (244 + 91, 80 + 71)


def test_a_hand_knows_the_match_so_far() -> None:
    match = match_of(PLAIN, LEVEL, NOBODY)
    log = match.next_hand(list(range(32))).log
    assert (log.hand_no, log.totals, log.held) == (2, (0, 81), 81)


def test_deals_and_scored_hands_are_counted_apart() -> None:
    match = match_of(PLAIN, NOBODY, ONE_OVER, NOBODY)
    assert (match.deals_made, match.scored) == (3, 1)


# The dealer


def test_the_deal_moves_on_after_a_scored_hand() -> None:
    assert dealers(PLAIN, ONE_OVER, ONE_SHORT, LEVEL, ONE_OVER, ONE_OVER) == "WNESWN"


def test_counterclockwise_the_deal_moves_the_other_way() -> None:
    assert dealers(PLAIN.but(direction="counterclockwise"), *[ONE_OVER] * 4) == "WSENW"


def test_the_same_dealer_deals_again_after_a_deal_passed_out() -> None:
    assert dealers(PLAIN, NOBODY, NOBODY, ONE_OVER, NOBODY) == "WWWNN"


def test_the_next_dealer_deals_after_a_deal_passed_out_where_the_rules_say_so() -> None:
    assert dealers(PLAIN.but(passed_out="next_dealer"), NOBODY, ONE_OVER, NOBODY) == "WNES"


def test_the_first_dealer_comes_from_the_deal_set() -> None:
    deals = DealSet(bytes(16), 5)
    assert Match(PLAIN, deals).dealer == deals.first_dealer(PLAIN)
    assert Match(PLAIN, deals, dealer=2).dealer == 2


# Points that wait. N leads and takes first, then E, then S: the takers alternate.


def test_banked_points_go_to_whoever_defends_the_next_scored_hand() -> None:
    match = match_of(PLAIN, LEVEL)
    assert (match.totals, match.held) == ((0, 81), 81)
    play_on(match, ONE_OVER)
    assert (match.totals, match.held) == ((80 + 81, 81 + 82), 0)


def test_banked_points_go_to_the_defenders_though_they_lose_the_hand() -> None:
    match = match_of(PLAIN, LEVEL, ALL_BUT_LAST)
    assert match.totals == (21 + 81, 81 + 161)


def test_ties_in_a_row_bank_one_after_the_other() -> None:
    # EW take the second hand: NS defend it and get the first 81, and EW's own 81 wait.
    match = match_of(PLAIN, LEVEL, LEVEL)
    assert (match.totals, match.held) == ((81 + 81, 81), 81)


def test_waiting_points_survive_deals_that_are_passed_out() -> None:
    match = match_of(PLAIN, LEVEL, NOBODY, NOBODY)
    assert (match.totals, match.held) == ((0, 81), 81)
    play_on(match, ONE_OVER)
    assert (match.totals, match.held) == ((161, 163), 0)


def test_held_points_go_to_whoever_wins_the_next_scored_hand() -> None:
    rules = PLAIN.but(tie="hold")
    assert match_of(rules, LEVEL, ONE_OVER).totals == (80, 81 + 82 + 81)
    assert match_of(rules, LEVEL, ONE_SHORT).totals == (162 + 81, 81)


def test_held_points_add_up_over_ties_in_a_row() -> None:
    match = match_of(PLAIN.but(tie="hold"), LEVEL, LEVEL, LEVEL)
    assert (match.totals, match.held) == ((81, 81 + 81), 243)
    play_on(match, ONE_SHORT)
    assert (match.totals, match.held) == ((81 + 162 + 243, 162), 0)


def test_pooled_points_add_up_and_go_to_the_next_winner() -> None:
    match = match_of(PLAIN.but(tie="pool"), LEVEL, LEVEL)
    assert (match.totals, match.held) == ((0, 0), 324)
    play_on(match, ONE_OVER)
    assert (match.totals, match.held) == ((82 + 324, 80), 0)


def test_shared_points_do_not_wait() -> None:
    match = match_of(PLAIN.but(tie="share"), LEVEL)
    assert (match.totals, match.held) == ((81, 81), 0)


def test_points_that_wait_when_the_match_ends_are_never_paid() -> None:
    match = match_of(PLAIN.but(hand_limit=1), LEVEL)
    assert ended(match) == ("hand_limit", 1, (0, 81))


# Decks


def test_a_shuffled_match_deals_the_decks_of_its_deal_set() -> None:
    deals = DealSet(bytes(range(16)), 2)
    match = Match(preset("gameduell"), deals)
    for index in range(5):
        hand = match.next_hand()
        assert list(hand.deck) == deals.deck(index)
        match.record(play_at_random(hand, random.Random(index)))


CUT = preset("counterclockwise", declarations=False)


def rotations(deck: list[int]) -> list[list[int]]:
    """Return every cut of a deck that leaves three cards or more on either side."""
    return [deck[place:] + deck[:place] for place in range(3, 30)]


def test_the_first_deck_of_a_match_is_shuffled_even_where_later_ones_are_cut() -> None:
    deals = DealSet(bytes(16), 0)
    assert Match(CUT, deals).next_deck() == deals.deck(0)


@pytest.mark.parametrize("script", [SWEEP, ALL_BUT_LAST], ids=["all NS's", "the last EW's"])
def test_the_next_deck_is_a_cut_of_the_tricks_in_the_order_won(script: Script) -> None:
    for number in range(20):
        match = play_on(Match(CUT, DealSet(bytes(16), number), dealer=1), script)
        assert match.next_deck() in rotations(parse_card_list(script.plays))


def test_the_sides_piles_are_put_together_each_in_the_order_won() -> None:
    # EW win the first five tricks and NS the other three.
    tricks = parse_card_list(OTHERS_FIRST.plays)
    for number in range(20):
        match = play_on(Match(CUT, DealSet(bytes(16), number), dealer=1), OTHERS_FIRST)
        assert match.next_deck() in rotations(tricks[20:] + tricks[:20])


def test_the_place_of_the_cut_varies() -> None:
    decks = set()
    for number in range(200):
        match = play_on(Match(CUT, DealSet(bytes(16), number), dealer=1), SWEEP)
        decks.add(tuple(match.next_deck()))
    assert len(decks) == 27


def test_a_deal_that_is_passed_out_is_shuffled_anew() -> None:
    deals = DealSet(bytes(16), 0)
    match = play_on(Match(CUT, deals, dealer=1), SWEEP, NOBODY)
    assert match.next_deck() == deals.deck(2)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESETS), seeds)
def test_a_match_played_at_random_ends_as_its_rules_say(name: str, seed: int) -> None:
    rules = preset(name)
    match = Match(rules, DealSet(seed.to_bytes(16, "little"), 0))
    chance = random.Random(seed)
    written = [0, 0]
    while not match.over:
        score = match.record(play_at_random(match.next_hand(), chance))
        written = [written[side] + score.score[side] for side in (0, 1)]
    assert list(match.totals) == written
    if match.ended_by == "target":
        assert max(written) >= rules.target
        ahead = None if written[0] == written[1] else written.index(max(written))
        assert match.winner == ahead or rules.level_at_target == "last_hand"
    else:
        assert (match.ended_by, match.scored) == ("hand_limit", rules.hand_limit)
