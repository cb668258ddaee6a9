"""The online table's text, line by line, in its own order."""

from itertools import pairwise

import pytest

from harness.game import SEATS, Hand, IllegalBid, IllegalCard, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    BELOTE_FAILS,
    DEDANS,
    LEVEL,
    NOBODY,
    ONE_OVER,
    ONE_SHORT,
    PLAIN_DOWN,
    SPADES,
    SWEEP,
    TRUMPS_DOWN,
    card_turned,
    dealt,
    found,
    four,
    legal,
    match_of,
    mid_trick,
    played,
    scored,
    taken,
    winning,
    worth,
    written,
)

RULES = preset("gameduell")


def test_partners_play_with_32_cards_clockwise() -> None:
    hand = taken(RULES, LEVEL)
    assert sum(held.bit_count() for held in hand.holdings) == 32
    hand.play("JS")
    assert hand.turn == 1
    assert played(RULES, LEVEL).log.tricks == [3, 5]


def test_the_match_goes_to_501_points() -> None:
    # Six hands of 82 to 80 taken by turns leave 486 each; a seventh crosses the line.
    assert not match_of(RULES, *[ONE_OVER] * 6).over
    match = match_of(RULES, *[ONE_OVER] * 7)
    assert (match.totals, match.ended_by) == ((568, 566), "target")


# Dealing and contract


def test_five_cards_are_dealt_to_each_and_the_next_is_turned() -> None:
    hand = Hand(RULES, range(32), 3)
    assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    assert hand.log.turned == 20


def test_from_the_dealer_s_left_each_player_may_take_or_pass() -> None:
    hand = dealt(RULES, SWEEP, dealer=3)
    for seat in range(4):
        assert (hand.turn, hand.legal_bids) == (seat, ("pass", "take"))
        hand.bid("pass")


def test_taking_makes_the_open_card_s_colour_trump() -> None:
    hand = taken(RULES, SWEEP)
    assert hand.log.contract is not None
    assert hand.log.contract.trump == card_turned(hand) >> 3


def test_after_four_passes_another_trump_may_be_chosen() -> None:
    hand = dealt(RULES, SWEEP, dealer=3)
    for _ in range(4):
        hand.bid("pass")
    assert (hand.turn, hand.legal_bids) == (0, ("pass", "H", "D", "C"))
    with pytest.raises(IllegalBid):
        hand.bid("S")


def test_after_four_more_passes_the_next_dealer_deals() -> None:
    match = match_of(RULES, NOBODY)
    assert (SEATS[match.dealer], match.totals) == ("N", (0, 0))


def test_whoever_takes_gets_the_open_card_and_two_and_the_others_three() -> None:
    hand = dealt(RULES, SWEEP)
    before = list(hand.holdings)
    hand.bid("take")
    gained = [now & ~then for now, then in zip(hand.holdings, before, strict=True)]
    assert [cards.bit_count() for cards in gained] == [3, 3, 3, 3]
    assert gained[0] >> card_turned(hand) & 1


def test_the_dealer_s_left_neighbour_starts_the_first_trick() -> None:
    assert taken(RULES, DEDANS).turn == 0


# Rank and points


def test_the_trumps_rank_and_count_as_in_the_table() -> None:
    assert [worth("S", card) for card in TRUMPS_DOWN] == [20, 14, 11, 10, 4, 3, 0, 0]
    for high, low in pairwise(TRUMPS_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high


def test_the_other_colours_rank_and_count_as_in_the_table() -> None:
    assert [worth("S", card) for card in PLAIN_DOWN] == [11, 10, 4, 3, 2, 0, 0, 0]
    for high, low in pairwise(PLAIN_DOWN):
        assert winning("S", f"{low} {high}") == winning("S", f"{high} {low}") == high


# The duty to follow


def test_the_colour_led_is_followed_by_whoever_can() -> None:
    assert legal(RULES, "H", "AD", "7D 10D JH") == "7D 10D"


def test_whoever_cannot_must_trump_when_the_opponents_lead_the_trick() -> None:
    assert legal(RULES, "H", "AD", "7H JH KS") == "7H JH"
    assert legal(RULES, "H", "7D JH", "7H AH KS") == "7H AH"
    assert legal(RULES, "H", "AD", "7S KS AC") == "7S KS AC"


def test_when_the_partner_leads_the_trick_another_card_may_be_thrown() -> None:
    assert legal(RULES, "H", "AD 7D", "7H KS") == "7H KS"


def test_whoever_must_trump_overtrumps_if_possible() -> None:
    assert legal(RULES, "H", "7D 10H", "7H AH KS") == "AH"
    assert legal(RULES, "H", "AH", "7H JH KS") == "JH"


def test_the_highest_trump_wins_or_else_the_highest_card_of_the_colour_led() -> None:
    assert winning("H", "AD 7H 10D 8H") == "8H"
    assert winning("H", "7D 10D AC 8D") == "10D"


def test_the_winner_starts_again() -> None:
    assert [SEATS[trick.leader] for trick in played(RULES, LEVEL).log.tricks_played()] == (
        list("NNNNWWWW")
    )


# Belote and the score


def test_belote_is_said_with_the_first_of_king_and_queen_of_trump_in_one_hand() -> None:
    # N plays the king in the fifth trick and the queen in the sixth.
    assert taken(RULES, SWEEP, 16).log.belotes == []
    assert taken(RULES, SWEEP, 17).log.belotes == [(0, 0)]


def test_belote_is_worth_20_points_kept_even_when_the_contract_is_lost() -> None:
    assert scored(RULES, BELOTE_FAILS).score == (20, 162)


def test_runs_and_fours_of_a_kind_give_nothing() -> None:
    assert found(RULES, SPADES) == {}
    assert found(RULES, four("J")) == {}


def test_the_cards_give_152_points_and_the_last_trick_ten_more() -> None:
    tricks = list(played(RULES, ALL_BUT_LAST).log.tricks_played())
    assert sum(trick.points for trick in tricks) == 162
    assert tricks[-1].points == 11 + 10


def test_the_contract_side_must_reach_82() -> None:
    assert scored(RULES, ONE_OVER).score == (82, 80)
    assert scored(RULES, ONE_SHORT).score == (0, 162)


def test_with_belote_in_play_the_goal_is_92_the_side_s_own_bonus_included() -> None:
    assert written(RULES, (72, 90), belote=(20, 0)) == ("made", 92, 90, 0)
    assert written(RULES, (71, 91), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(RULES, (91, 71), belote=(0, 20)) == ("failed", 0, 182, 0)
    assert written(RULES, (92, 70), belote=(0, 20)) == ("made", 92, 90, 0)


def test_on_a_loss_the_opponents_get_162_and_their_own_belote() -> None:
    assert written(RULES, (70, 92), belote=(0, 20)) == ("failed", 0, 182, 0)
    assert written(RULES, (70, 92), belote=(20, 0)) == ("failed", 20, 162, 0)


def test_81_to_81_without_belote_is_a_loss_for_the_contract_side() -> None:
    score = scored(RULES, LEVEL)
    assert (score.outcome, score.score, score.held_out) == ("failed", (0, 162), 0)


def test_all_eight_tricks_give_252_before_belote() -> None:
    assert scored(RULES, SWEEP).score == (252 + 20, 0)
    assert written(RULES, (0, 162), tricks=(0, 8)) == ("failed", 0, 252, 0)


def test_the_highest_score_wins_when_both_reach_the_line() -> None:
    match = match_of(RULES, *[ONE_OVER] * 7)
    assert (match.totals, match.winner) == ((568, 566), 0)


def test_at_level_totals_the_winner_of_the_last_round_wins() -> None:
    # Seven hands of 82 to 80 taken by turns leave 568 to 566; the eighth is EW's.
    match = match_of(preset("gameduell", target=647), *[ONE_OVER] * 8)
    assert (match.totals, match.winner, match.ended_by) == ((648, 648), 1, "target")


# The example


def test_the_trump_nine_beats_the_ace_and_the_jack_beats_both() -> None:
    assert winning("H", "AH 9H") == "9H"
    assert winning("H", "9H AH JH") == "JH"


def test_a_strong_trump_gives_no_leave_to_break_the_duty_to_follow() -> None:
    assert legal(RULES, "H", "KD", "7D JH 9H") == "7D"
    with pytest.raises(IllegalCard) as refused:
        mid_trick(RULES, "H", "KD", "7D JH 9H").play("JH")
    assert refused.value.duty == "follow suit"


def test_76_card_points_with_belote_are_96_against_86_and_reach_92() -> None:
    assert written(RULES, (76, 86), belote=(20, 0)) == ("made", 96, 86, 0)


def test_the_same_76_card_points_without_belote_lose() -> None:
    assert written(RULES, (76, 86)) == ("failed", 0, 162, 0)
