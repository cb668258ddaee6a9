"""The score sheet's text, line by line, in its own order."""

import pytest

from harness.game import Hand, IllegalBid, RulesError, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    BELOTE_FAILS,
    DEDANS,
    LEVEL,
    ONE_OVER,
    ONE_SHORT,
    PLAIN_DOWN,
    SPADES,
    SWEEP,
    TRUMPS_DOWN,
    better,
    card_turned,
    dealt,
    found,
    four,
    legal,
    match_of,
    played,
    said,
    scored,
    taken,
    winning,
    worth,
    written,
)

SHEET = preset("scoresheet")
PLAIN = preset("scoresheet", declarations=False)


# Setup


def test_four_players_sit_in_two_partnerships_and_play_eight_tricks() -> None:
    hand = played(SHEET, LEVEL)
    assert hand.log.tricks == [3, 5]


def test_five_cards_go_to_each_and_one_is_turned() -> None:
    hand = Hand(SHEET, range(32), 3)
    assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    assert hand.log.turned == 20


def test_the_turned_suit_is_offered_around_the_table() -> None:
    hand = dealt(SHEET, SWEEP, dealer=3)
    for seat in range(4):
        assert (hand.turn, hand.legal_bids) == (seat, ("pass", "take"))
        hand.bid("pass")


def test_whoever_takes_gets_the_turned_card_and_everyone_has_eight() -> None:
    hand = taken(SHEET, SWEEP)
    assert hand.holdings[0] >> card_turned(hand) & 1
    assert [held.bit_count() for held in hand.holdings] == [8, 8, 8, 8]


def test_a_second_round_lets_a_player_name_any_other_suit() -> None:
    hand = dealt(SHEET, SWEEP, dealer=3)
    for _ in range(4):
        hand.bid("pass")
    assert hand.legal_bids == ("pass", "H", "D", "C")
    with pytest.raises(IllegalBid):
        hand.bid("S")


# How to play


def test_the_player_to_the_dealer_s_left_leads() -> None:
    assert taken(SHEET, DEDANS).turn == 0


def test_suit_must_be_followed() -> None:
    assert legal(SHEET, "H", "AD", "7D 10D JH") == "7D 10D"


def test_whoever_cannot_and_whose_partner_is_not_winning_must_trump() -> None:
    assert legal(SHEET, "H", "AD", "7H JH KS") == "7H JH"
    assert legal(SHEET, "H", "AD 7D", "7H JH KS") == "7H JH KS"


def test_a_trump_already_played_must_be_beaten_by_whoever_can() -> None:
    assert legal(SHEET, "H", "7D 10H", "7H AH KS") == "AH"
    assert legal(SHEET, "H", "AH", "7H JH KS") == "JH"


def test_in_trumps_the_order_and_values_change_completely() -> None:
    assert winning("H", "AH 9H") == "9H"
    assert winning("S", "AH 9H") == "AH"
    assert (worth("H", "JH"), worth("S", "JH")) == (20, 2)


def test_declarations_are_announced_during_the_first_trick_and_shown_afterwards() -> None:
    assert len(taken(SHEET, SWEEP, 1).log.announcements) == 1
    assert taken(SHEET, SWEEP, 3).log.shown == []
    assert [seat for seat, _ in taken(SHEET, SWEEP, 4).log.shown] == [0, 2]


# Scoring


def test_trumps_are_worth_62() -> None:
    assert [worth("S", card) for card in TRUMPS_DOWN] == [20, 14, 11, 10, 4, 3, 0, 0]
    assert sum(worth("S", card) for card in TRUMPS_DOWN) == 62


def test_every_other_suit_is_worth_30() -> None:
    assert [worth("S", card) for card in PLAIN_DOWN] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert sum(worth("S", card) for card in PLAIN_DOWN) == 30


def test_152_card_points_and_the_last_trick_make_162() -> None:
    tricks = list(played(SHEET, ALL_BUT_LAST).log.tricks_played())
    assert sum(trick.points for trick in tricks) == 162
    assert tricks[-1].points == 11 + 10


def test_runs_are_worth_20_50_and_100() -> None:
    assert found(SHEET, "7S 8S 9S") == {"7S 8S 9S": 20}
    assert found(SHEET, "7S 8S 9S 10S") == {"7S 8S 9S 10S": 50}
    assert found(SHEET, "7S 8S 9S 10S JS") == {"7S 8S 9S JS 10S": 100}


def test_fours_are_worth_200_150_100_and_eights_or_sevens_nothing() -> None:
    assert found(SHEET, four("J")) == {four("J"): 200}
    assert found(SHEET, four("9")) == {four("9"): 150}
    assert [found(SHEET, four(rank)) for rank in ("A", "10", "K", "Q")] == [
        {four(rank): 100} for rank in ("A", "10", "K", "Q")
    ]
    assert found(SHEET, four("8")) == found(SHEET, four("7")) == {}


def test_the_side_of_the_best_single_declaration_takes_all_of_its_own_and_the_other_none() -> None:
    assert better(SHEET, "C", "7S 8S 9S", "7H 8H 9H 10H", "JD QD KD") == "EW"
    hand = played(SHEET, SWEEP)
    assert (hand.announced(), hand.declarations()) == ((200, 200), (200, 0))


def test_belote_is_always_worth_20_to_its_holder() -> None:
    assert scored(PLAIN, ALL_BUT_LAST).score == (161, 21)
    assert scored(PLAIN, BELOTE_FAILS).score == (20, 162)
    assert scored(PLAIN, DEDANS).score == (252 + 20, 0)


def test_the_takers_must_finish_with_strictly_more_counting_declarations() -> None:
    assert written(SHEET, (72, 90), **said(20, 0)) == ("made", 92, 90, 0)
    assert written(SHEET, (90, 72), **said(0, 20)) == ("failed", 0, 182, 0)
    assert written(SHEET, (81, 81)) == ("tied", 0, 81, 81)


def test_the_defenders_take_162_and_every_declaration_made_by_either_side_on_a_failure() -> None:
    assert written(SHEET, (40, 122), **said(50, 20)) == ("failed", 0, 232, 0)
    assert scored(SHEET, ONE_SHORT).score == (0, 162 + 20 + 100 + 100 + 20)


def test_takers_who_fail_keep_only_their_belote() -> None:
    assert written(SHEET, (40, 122), belote=(20, 0), **said(20, 0)) == ("failed", 20, 182, 0)


def test_a_capot_adds_its_bonus_so_that_the_usual_total_is_252() -> None:
    assert written(SHEET, (162, 0), tricks=(8, 0)) == ("made", 252, 0, 0)
    assert written(SHEET, (0, 162), tricks=(0, 8)) == ("failed", 0, 252, 0)


# Ending the game


def test_deals_continue_until_one_side_reaches_the_target() -> None:
    # 252, two runs of eight and belote: 472 for NS, then for EW, then for NS.
    assert not match_of(SHEET, SWEEP).over
    match = match_of(SHEET, SWEEP, SWEEP, SWEEP)
    assert (match.totals, match.winner, match.ended_by) == ((944, 472), 0, "target")


def test_the_higher_total_wins_when_both_cross_the_target_together() -> None:
    assert match_of(PLAIN, *[ONE_OVER] * 6).totals == (486, 486)
    match = match_of(PLAIN, *[ONE_OVER] * 7)
    assert (match.totals, match.winner) == ((568, 566), 0)


# Common variations


def test_a_match_may_be_played_to_1000_and_every_deal_rounded_to_the_nearest_ten() -> None:
    rules = preset("scoresheet", target=1000, rounding="tens")
    assert written(rules, (86, 76)) == ("made", 90, 80, 0)
    assert not match_of(rules, SWEEP, SWEEP, SWEEP).over


def test_declarations_may_be_ignored_completely() -> None:
    assert found(PLAIN, SPADES) == {}
    assert scored(PLAIN, SWEEP).score == (272, 0)


def test_contree_lets_the_defence_double_the_stakes() -> None:
    rules = preset("scoresheet", contree=True, declarations=False)
    made = ONE_OVER._replace(bids="take contree")
    short = ONE_SHORT._replace(bids="take pass contree")
    assert scored(rules, made).score == (164, 160)
    assert scored(rules, short).score == (0, 324)


# Scoring at a glance


def test_a_typical_round_goes_from_nothing_to_182() -> None:
    assert written(SHEET, (60, 102), belote=(0, 20)) == ("failed", 0, 182, 0)


def test_the_two_numbers_normally_add_up_to_162_and_the_declarations() -> None:
    for won in range(163):
        _, north, east, held = written(SHEET, (won, 162 - won), **said(50, 0))
        assert north + east + held == 162 + 50
        assert min(north, east) >= 0


# House rules and settings


def test_the_target_is_501_and_may_be_anything_from_100_to_3000() -> None:
    assert SHEET.target == 501
    assert [preset("scoresheet", target=target).target for target in (100, 101, 3000)] == [
        100,
        101,
        3000,
    ]
    for target in (99, 3001):
        with pytest.raises(RulesError, match="target"):
            preset("scoresheet", target=target)


def test_declarations_count_unless_switched_off() -> None:
    assert SHEET.declarations
    assert not PLAIN.declarations


def test_the_capot_bonus_is_90_and_may_go_from_0_to_200_in_steps_of_ten() -> None:
    assert SHEET.capot_bonus == 90
    for bonus in range(0, 201, 10):
        rules = preset("scoresheet", capot_bonus=bonus)
        assert written(rules, (162, 0), tricks=(8, 0)) == ("made", 162 + bonus, 0, 0)
    for bonus in (-10, 5, 95, 210):
        with pytest.raises(RulesError, match="capot_bonus"):
            preset("scoresheet", capot_bonus=bonus)


def test_the_last_trick_is_worth_10_and_may_be_worth_0_to_20() -> None:
    assert SHEET.last_trick == 10
    for last_trick in range(21):
        rules = preset("scoresheet", last_trick=last_trick)
        assert played(rules, ALL_BUT_LAST).log.points == [141, 11 + last_trick]
    for last_trick in (-1, 21):
        with pytest.raises(RulesError, match="last_trick"):
            preset("scoresheet", last_trick=last_trick)


def test_a_level_deal_freezes_the_takers_points_for_whoever_wins_the_following_deal() -> None:
    # EW take the second deal: they make it and win 81 more, or fail and NS do.
    assert match_of(PLAIN, LEVEL).totals == (0, 81)
    assert match_of(PLAIN, LEVEL, ONE_OVER).totals == (80, 81 + 82 + 81)
    assert match_of(PLAIN, LEVEL, ONE_SHORT).totals == (162 + 81, 81)


def test_contree_is_off_unless_switched_on() -> None:
    assert not SHEET.contree
    hand = dealt(SHEET, SWEEP)
    hand.bid("take")
    assert not hand.bidding


def test_scores_are_exact_unless_rounded_with_halves_upward() -> None:
    assert SHEET.rounding == "exact"
    rules = preset("scoresheet", rounding="tens")
    assert written(rules, (95, 67)) == ("made", 100, 70, 0)
    assert written(rules, (94, 68)) == ("made", 90, 70, 0)
    assert written(rules, (85, 77)) == ("made", 90, 80, 0)
