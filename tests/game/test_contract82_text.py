"""The text of the contract of 82 points, line by line, in its own order."""

from itertools import pairwise

import pytest

from harness.game import SEATS, DealSet, Hand, IllegalBid, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    BELOTE_FAILS,
    DEDANS,
    LEVEL,
    NOBODY,
    ONE_OVER,
    ONE_SHORT,
    OTHERS_FIRST,
    PLAIN_DOWN,
    SPADES,
    SWEEP,
    TRUMPS_DOWN,
    card_turned,
    dealt,
    found,
    legal,
    match_of,
    played,
    scored,
    taken,
    winning,
    worth,
    written,
)

RULES = preset("contract82")


def test_north_and_south_play_against_east_and_west() -> None:
    hand = played(RULES, LEVEL)
    assert [SEATS[trick.winner] for trick in hand.log.tricks_played()] == list("NNNWWWWW")
    assert hand.log.points == [81, 81]


def test_the_first_team_to_reach_at_least_501_points_wins() -> None:
    # 252 and belote a hand: NS, EW, NS.
    match = match_of(RULES, SWEEP)
    assert (match.totals, match.over) == ((272, 0), False)
    match = match_of(RULES, SWEEP, SWEEP, SWEEP)
    assert (match.totals, match.winner, match.ended_by) == ((544, 272), 0, "target")


def test_if_both_teams_exceed_501_points_the_highest_score_wins() -> None:
    # Six hands of 82 to 80, taken by turns, leave 486 each; the seventh is NS's.
    level = match_of(RULES, *[ONE_OVER] * 6)
    assert (level.totals, level.over) == ((486, 486), False)
    match = match_of(RULES, *[ONE_OVER] * 7)
    assert (match.totals, match.winner) == ((568, 566), 0)


# General


def test_32_cards_are_played_clockwise() -> None:
    hand = taken(RULES, LEVEL)
    assert sum(held.bit_count() for held in hand.holdings) == 32
    turns = []
    for card in LEVEL.plays.split()[:4]:
        turns.append(SEATS[hand.turn or 0])
        hand.play(card)
    assert turns == ["N", "E", "S", "W"]


def test_without_trump_the_order_is_ace_ten_king_queen_jack_nine_eight_seven() -> None:
    for high, low in pairwise(PLAIN_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high
    assert [worth("S", card) for card in PLAIN_DOWN] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_in_trump_the_order_is_jack_nine_ace_ten_king_queen_eight_seven() -> None:
    for high, low in pairwise(TRUMPS_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high
    assert [worth("S", card) for card in TRUMPS_DOWN] == [20, 14, 11, 10, 4, 3, 0, 0]


# The distribution


def test_the_first_dealer_is_chosen_at_random() -> None:
    drawn = {DealSet(bytes(16), number).first_dealer(RULES) for number in range(100)}
    assert drawn == {0, 1, 2, 3}


def test_the_player_on_the_dealer_s_left_deals_the_next_round() -> None:
    assert [match_of(RULES, *[ONE_OVER] * hands).dealer for hands in range(5)] == [3, 0, 1, 2, 3]


def test_five_cards_each_are_dealt_clockwise_from_the_dealer_s_left_and_one_is_turned() -> None:
    hand = Hand(RULES, range(32), 0)
    assert hand.holdings[1] == 0b111 | 0b11 << 12
    assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    assert hand.log.turned == 20


# The contract


def test_the_player_to_the_left_of_the_dealer_speaks_first_to_take_or_pass() -> None:
    hand = dealt(RULES, SWEEP, dealer=1)
    assert (hand.turn, hand.legal_bids) == (2, ("pass", "take"))


def test_the_middle_card_s_suit_is_trump_for_whoever_takes_it_and_two_more() -> None:
    hand = dealt(RULES, SWEEP)
    five = hand.holdings[0]
    hand.bid("take")
    assert hand.log.contract is not None
    assert hand.log.contract.trump == card_turned(hand) >> 3
    assert (hand.holdings[0] & ~five).bit_count() == 3
    assert hand.holdings[0] >> card_turned(hand) & 1


def test_if_a_player_passes_the_player_to_the_left_decides() -> None:
    hand = dealt(RULES, SWEEP, dealer=3)
    hand.bid("pass")
    assert (hand.turn, hand.legal_bids) == (1, ("pass", "take"))


def test_in_the_second_round_any_colour_but_the_first_one_may_be_chosen() -> None:
    hand = dealt(RULES, SWEEP, dealer=3)
    for _ in range(4):
        hand.bid("pass")
    assert (hand.turn, hand.legal_bids) == (0, ("pass", "H", "D", "C"))
    with pytest.raises(IllegalBid):
        hand.bid("S")


def test_when_all_pass_twice_the_next_dealer_deals() -> None:
    assert match_of(RULES, NOBODY).dealer == 0


# The course of a game


def test_a_round_is_eight_tricks_of_one_card_each() -> None:
    tricks = list(played(RULES, LEVEL).log.tricks_played())
    assert [len(trick.cards) for trick in tricks] == [4] * 8


def test_the_player_to_the_left_of_the_dealer_plays_first_then_the_winner_of_each_trick() -> None:
    tricks = list(played(RULES, LEVEL).log.tricks_played())
    assert [SEATS[trick.leader] for trick in tricks] == list("NNNNWWWW")


def test_the_first_player_can_play_any_card() -> None:
    assert legal(RULES, "H", "", "7D JH KS") == "7D JH KS"


def test_the_colour_asked_is_followed_if_possible() -> None:
    assert legal(RULES, "H", "AD", "7D 10D JH") == "7D 10D"


def test_whoever_cannot_follow_must_cut_with_a_trump() -> None:
    assert legal(RULES, "H", "AD", "7H JH KS") == "7H JH"


def test_whoever_cannot_follow_may_play_any_card_when_the_partner_s_is_the_highest() -> None:
    assert legal(RULES, "H", "AD 7D", "7H KS") == "7H KS"
    assert legal(RULES, "H", "7D 9H 8D", "7H KS") == "7H KS"


def test_otherwise_any_card_is_played() -> None:
    assert legal(RULES, "H", "AD", "7S KS AC") == "7S KS AC"


def test_players_playing_trumps_go_up_on_another_trump_if_they_can() -> None:
    assert legal(RULES, "H", "AH", "7H JH KS") == "JH"
    assert legal(RULES, "H", "7D 10H", "7H AH KS") == "AH"
    assert legal(RULES, "H", "7D JH", "7H AH KS") == "7H AH"


def test_the_highest_card_wins_the_trick_and_trumps_are_always_stronger() -> None:
    assert winning("H", "7D 10D AC 8D") == "10D"
    assert winning("H", "AD 10D 7H 8D") == "7H"


# The counting


def test_the_points_of_each_card_won_are_added_together() -> None:
    assert played(RULES, OTHERS_FIRST).log.points == [35 + 27 + 19 + 10, 29 + 23 + 10 + 4 + 5]


def test_the_32_cards_are_worth_152_points_and_the_last_trick_ten_more() -> None:
    assert sum(trick.points for trick in played(RULES, LEVEL).log.tricks_played()) == 162
    assert sum(worth("S", card) for card in SPADES.split()) == 62
    assert sum(worth("H", card) for card in SPADES.split()) == 30


def test_the_contract_is_made_with_82_points_and_both_teams_score_theirs() -> None:
    score = scored(RULES, ONE_OVER)
    assert (score.outcome, score.score) == ("made", (82, 80))


def test_with_less_than_82_points_the_takers_score_nothing_and_the_others_162() -> None:
    assert scored(RULES, LEVEL).score == (0, 162)
    assert scored(RULES, ONE_SHORT).score == (0, 162)


def test_when_belote_is_announced_the_takers_need_92_points() -> None:
    assert written(RULES, (91, 71), belote=(0, 20)) == ("failed", 0, 182, 0)
    assert written(RULES, (92, 70), belote=(0, 20)) == ("made", 92, 90, 0)
    assert written(RULES, (71, 91), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(RULES, (72, 90), belote=(20, 0)) == ("made", 92, 90, 0)


def test_the_team_that_announced_belote_has_its_20_points_in_all_cases() -> None:
    assert scored(RULES, ALL_BUT_LAST).score == (141 + 20, 21)
    assert scored(RULES, BELOTE_FAILS).score == (20, 162)
    assert written(RULES, (60, 102), belote=(0, 20)) == ("failed", 0, 182, 0)


def test_all_tricks_make_252_points_the_last_one_being_worth_100() -> None:
    assert scored(RULES, SWEEP).score == (252 + 20, 0)
    assert scored(RULES, DEDANS).score == (252 + 20, 0)


def test_there_are_no_declarations() -> None:
    assert found(RULES, SPADES) == {}
    assert played(RULES, SWEEP).announced() == (0, 0)
