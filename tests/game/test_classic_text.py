"""The classic text, line by line, in its own order."""

from itertools import pairwise

import pytest

from harness.game import SEATS, DealSet, Hand, IllegalBid, RulesError, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    DEDANS,
    LEVEL,
    NOBODY,
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

CLASSIC = preset("classic")
WITHOUT_RUNS = preset("classic", declarations=False)


# The goal


def test_partners_sit_across_from_each_other() -> None:
    # N and S win three tricks between them, and W five: 3 and 5, not 3, 0 and 5.
    hand = played(CLASSIC, LEVEL)
    assert [SEATS[trick.winner] for trick in hand.log.tricks_played()] == list("NNNWWWWW")
    assert hand.log.tricks == [3, 5]
    assert legal(CLASSIC, "H", "AD 7D", "7H KS") == "7H KS"


def test_the_first_side_to_reach_five_hundred_and_one_wins() -> None:
    # NS take with 250 for the capot, 200 declared and belote, then EW the same, then NS again.
    match = match_of(CLASSIC, SWEEP)
    assert (match.totals, match.over) == ((470, 0), False)
    match = match_of(CLASSIC, SWEEP, SWEEP, SWEEP)
    assert (match.totals, match.winner, match.ended_by) == ((940, 470), 0, "target")
    exactly = match_of(preset("classic", target=470), SWEEP)
    assert exactly.winner == 0


def test_every_hand_is_worth_162_card_points_and_declarations_come_on_top() -> None:
    hand = played(CLASSIC, ALL_BUT_LAST)
    assert hand.log.points == [141, 21]
    assert hand.score().score == (141 + 200 + 20, 21)


def test_the_side_that_chose_trump_must_total_more_than_the_other() -> None:
    assert scored(CLASSIC, ONE_OVER).outcome == "made"
    assert scored(CLASSIC, LEVEL).outcome == "tied"
    assert scored(CLASSIC, ONE_SHORT).outcome == "failed"


# The deal


def test_five_cards_are_dealt_to_each_of_32_and_one_is_turned() -> None:
    hand = Hand(CLASSIC, range(32), 3)
    assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    assert hand.log.turned == 20


def test_chance_decides_the_first_dealer() -> None:
    drawn = {DealSet(bytes(16), number).first_dealer(CLASSIC) for number in range(100)}
    assert drawn == {0, 1, 2, 3}


def test_the_deal_moves_one_seat_left_after_every_scored_hand() -> None:
    assert match_of(CLASSIC, ONE_OVER).dealer == 0
    assert match_of(CLASSIC, ONE_OVER, ONE_OVER).dealer == 1


def test_from_the_dealer_s_left_each_seat_may_take_the_turned_suit_or_pass() -> None:
    hand = dealt(CLASSIC, SWEEP, dealer=3)
    for seat in range(4):
        assert (hand.turn, hand.legal_bids) == (seat, ("pass", "take"))
        hand.bid("pass")


def test_the_turned_suit_is_trump_when_it_is_taken() -> None:
    hand = taken(CLASSIC, SWEEP)
    assert hand.log.contract is not None
    assert (hand.log.contract.taker, hand.log.contract.trump) == (0, 0)


def test_if_all_pass_each_seat_may_name_a_different_suit() -> None:
    hand = dealt(CLASSIC, SWEEP, dealer=3)
    for bid in ["pass"] * 4:
        hand.bid(bid)
    assert (hand.turn, hand.legal_bids) == (0, ("pass", "H", "D", "C"))


def test_the_dealer_cannot_pass_twice() -> None:
    hand = dealt(CLASSIC, SWEEP, dealer=3)
    for bid in ["pass"] * 7:
        hand.bid(bid)
    assert (hand.turn, hand.legal_bids) == (3, ("H", "D", "C"))
    with pytest.raises(IllegalBid):
        hand.bid("pass")


def test_the_same_dealer_redeals_where_that_rule_is_lifted_and_all_pass_again() -> None:
    lifted = preset("classic", dealer_must_name=False)
    match = match_of(lifted, NOBODY)
    assert (SEATS[match.dealer], match.totals, match.scored) == ("W", (0, 0), 0)


def test_the_taker_gets_the_turned_card_and_two_more_and_everyone_else_three() -> None:
    hand = dealt(CLASSIC, SWEEP)
    before = list(hand.holdings)
    hand.bid("take")
    gained = [now & ~then for now, then in zip(hand.holdings, before, strict=True)]
    assert [cards.bit_count() for cards in gained] == [3, 3, 3, 3]
    assert gained[0] >> card_turned(hand) & 1
    assert [held.bit_count() for held in hand.holdings] == [8, 8, 8, 8]


# The play


def test_trump_runs_jack_nine_ace_ten_king_queen_eight_seven() -> None:
    for high, low in pairwise(TRUMPS_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high


def test_trumps_are_worth_20_14_11_10_4_3_and_nothing() -> None:
    assert [worth("S", card) for card in TRUMPS_DOWN] == [20, 14, 11, 10, 4, 3, 0, 0]


def test_every_other_suit_runs_ace_ten_king_queen_jack_nine_eight_seven() -> None:
    for high, low in pairwise(PLAIN_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high


def test_plain_cards_are_worth_11_10_4_3_2_and_nothing() -> None:
    assert [worth("S", card) for card in PLAIN_DOWN] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_the_seat_left_of_the_dealer_leads() -> None:
    leads = []
    for dealer in range(4):
        hand = dealt(CLASSIC, SWEEP, dealer)
        hand.bid("take")
        leads.append(hand.turn)
    assert leads == [1, 2, 3, 0]


def test_the_suit_led_is_followed_and_its_highest_card_wins_unless_a_trump_is_played() -> None:
    assert legal(CLASSIC, "H", "AD", "7D 10D JH") == "7D 10D"
    assert winning("H", "7D 10D AC 8D") == "10D"
    assert winning("H", "7D 10D 7H 8D") == "7H"


def test_when_trump_is_led_the_best_trump_played_must_be_beaten_by_whoever_is_able() -> None:
    assert legal(CLASSIC, "H", "10H", "7H AH JH KD") == "AH JH"
    assert legal(CLASSIC, "H", "10H AH", "7H JH KD") == "JH"
    assert legal(CLASSIC, "H", "10H 9H", "7H AH KD") == "7H AH"


def test_whoever_cannot_follow_plays_anything_while_the_partner_is_winning() -> None:
    assert legal(CLASSIC, "H", "AD 7D", "7H KS") == "7H KS"
    assert legal(CLASSIC, "H", "7D AD 8D", "7H KS") == "7H KS"


def test_otherwise_whoever_cannot_follow_must_trump_in() -> None:
    assert legal(CLASSIC, "H", "AD", "7H JH KS") == "7H JH"


def test_and_must_overtrump_if_able() -> None:
    assert legal(CLASSIC, "H", "7D 10H", "7H AH KS") == "AH"


def test_whoever_cannot_overtrump_still_plays_a_trump_even_a_losing_one() -> None:
    assert legal(CLASSIC, "H", "7D JH", "7H AH KS") == "7H AH"


def test_with_no_trump_at_all_any_card_is_played() -> None:
    assert legal(CLASSIC, "H", "AD", "7S KS AC") == "7S KS AC"


# Scoring


def test_a_hand_is_worth_162_ten_of_them_for_the_last_trick() -> None:
    last = list(played(CLASSIC, ALL_BUT_LAST).log.tricks_played())[-1]
    assert (SEATS[last.winner], last.points) == ("W", 11 + 10)


def test_king_and_queen_of_trump_together_are_twenty_kept_whatever_happens() -> None:
    assert written(CLASSIC, (60, 102), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(CLASSIC, (0, 162), tricks=(0, 8), belote=(20, 0)) == ("failed", 20, 250, 0)
    assert written(CLASSIC, (90, 72), belote=(0, 20)) == ("failed", 0, 182, 0)


def test_a_run_of_three_is_twenty_of_four_fifty_and_of_five_or_more_a_hundred() -> None:
    assert found(CLASSIC, "7S 8S 9S") == {"7S 8S 9S": 20}
    assert found(CLASSIC, "10S JS QS KS") == {"JS QS KS 10S": 50}
    assert found(CLASSIC, "7S 8S 9S 10S JS") == {"7S 8S 9S JS 10S": 100}
    assert found(CLASSIC, SPADES) == {SPADES: 100}


def test_four_of_a_kind_is_a_hundred_jacks_200_nines_150_eights_and_sevens_nothing() -> None:
    assert [found(CLASSIC, four(rank)) for rank in ("A", "10", "K", "Q")] == [
        {four(rank): 100} for rank in ("A", "10", "K", "Q")
    ]
    assert found(CLASSIC, four("J")) == {four("J"): 200}
    assert found(CLASSIC, four("9")) == {four("9"): 150}
    assert found(CLASSIC, four("8")) == found(CLASSIC, four("7")) == {}


def test_only_the_side_with_the_single_best_declaration_scores_both_partners_together() -> None:
    hand = played(CLASSIC, SWEEP)
    assert (hand.announced(), hand.declarations()) == ((200, 200), (200, 0))
    assert better(CLASSIC, "C", "7S 8S 9S", "7H 8H 9H 10H", "JD QD KD", "") == "EW"


def test_on_equal_value_a_four_beats_a_run_then_the_higher_wins_then_a_run_in_trump() -> None:
    assert better(CLASSIC, "S", "10S JS QS KS AS", "QS QH QD QC") == "EW"
    assert better(CLASSIC, "S", "AS AH AD AC", "10S 10H 10D 10C") == "NS"
    assert better(CLASSIC, "S", "7S 8S 9S", "8H 9H 10H") == "EW"
    assert better(CLASSIC, "S", "7S 8S 9S", "7H 8H 9H") == "NS"


def test_an_exact_tie_scores_nobody() -> None:
    assert better(CLASSIC, "C", "7S 8S 9S", "7H 8H 9H") is None
    hand = played(CLASSIC, LEVEL)
    assert (hand.announced(), hand.declarations()) == ((120, 120), (0, 0))


def test_outscoring_the_other_side_each_keeps_its_own_total() -> None:
    assert written(CLASSIC, (82, 80)) == ("made", 82, 80, 0)
    assert written(CLASSIC, (72, 90), **said(50, 20)) == ("made", 122, 90, 0)


def test_falling_short_gives_the_others_all_162_and_every_declaration() -> None:
    assert written(CLASSIC, (60, 102), announced=(20, 50), declarations=(0, 50)) == (
        "failed",
        0,
        232,
        0,
    )
    # Four runs, of which the best are exactly tied: 20 + 100 + 100 + 20 all the same.
    assert scored(CLASSIC, ONE_SHORT).score == (0, 402)


def test_belote_stays_put() -> None:
    assert written(CLASSIC, (60, 102), belote=(20, 0)) == ("failed", 20, 162, 0)


def test_an_exact_tie_pays_the_defenders_their_own_points_at_once() -> None:
    score = scored(CLASSIC, LEVEL)
    assert (score.outcome, score.score, score.held_out) == ("tied", (0, 81), 81)


def test_the_takers_total_is_held_for_whoever_defends_the_next_hand_whatever_happens_in_it() -> (
    None
):
    # EW take the second hand and NS defend it.
    assert match_of(WITHOUT_RUNS, LEVEL, ONE_OVER).totals == (80 + 81, 81 + 82)
    assert match_of(WITHOUT_RUNS, LEVEL, ONE_SHORT).totals == (162 + 81, 81)
    again = match_of(WITHOUT_RUNS, LEVEL, LEVEL)
    assert (again.totals, again.held) == ((81 + 81, 81), 81)


def test_what_is_held_is_never_paid_if_the_match_ends_first() -> None:
    match = match_of(preset("classic", declarations=False, hand_limit=1), LEVEL)
    assert (match.totals, match.winner, match.ended_by) == ((0, 81), 1, "hand_limit")


def test_all_eight_tricks_make_the_card_points_250_and_theirs_nothing() -> None:
    score = scored(WITHOUT_RUNS, SWEEP)
    assert (score.capot, score.points, score.score) == (0, (250, 0), (270, 0))


def test_declarations_and_belote_still_count_beside_a_capot() -> None:
    assert scored(CLASSIC, SWEEP).score == (250 + 200 + 20, 0)


def test_a_capot_is_judged_as_usual() -> None:
    assert written(CLASSIC, (162, 0), tricks=(8, 0), **said(0, 200)) == ("made", 250, 200, 0)
    assert written(CLASSIC, (162, 0), tricks=(8, 0), **said(0, 250)) == ("tied", 0, 250, 250)
    assert written(CLASSIC, (162, 0), tricks=(8, 0), **said(0, 300)) == ("failed", 0, 462, 0)


def test_defenders_who_take_all_eight_take_the_250_and_every_declaration() -> None:
    # Four runs of a hundred and the defenders' own belote.
    assert scored(CLASSIC, DEDANS).score == (250 + 400 + 20, 0)


# Winning


def test_the_table_may_set_a_target_from_301_to_1001() -> None:
    assert match_of(preset("classic", target=301), SWEEP).winner == 0
    assert not match_of(preset("classic", target=1001), SWEEP, SWEEP, SWEEP).over
    for target in (300, 1002):
        with pytest.raises(RulesError, match="it takes 301 to 1001"):
            preset("classic", target=target)


def test_a_tie_at_or_past_the_target_plays_on() -> None:
    rules = preset("classic", target=370)
    level = match_of(rules, ALL_BUT_LAST, ALL_BUT_LAST)
    assert (level.totals, level.over) == ((382, 382), False)
    ahead = match_of(rules, ALL_BUT_LAST, ALL_BUT_LAST, ONE_OVER)
    assert (ahead.totals, ahead.winner, ahead.ended_by) == ((464, 462), 0, "target")


def test_forty_hands_are_the_limit_unless_changed_and_the_leader_wins_then() -> None:
    rules = preset("classic", tie="pool", declarations=False)
    assert not match_of(rules, *[LEVEL] * 39).over
    match = match_of(rules, ONE_OVER, *[LEVEL] * 39)
    assert (match.totals, match.winner, match.ended_by) == ((82, 80), 0, "hand_limit")
    assert match_of(preset("classic", hand_limit=1), ONE_OVER).ended_by == "hand_limit"


def test_at_the_limit_nobody_wins_if_the_scores_are_level() -> None:
    match = match_of(preset("classic", hand_limit=2), ALL_BUT_LAST, ALL_BUT_LAST)
    assert (match.totals, match.winner, match.ended_by) == ((382, 382), None, "hand_limit")
