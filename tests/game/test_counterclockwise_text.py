"""The counterclockwise text, line by line, in its own order."""

import random

import pytest

from harness.game import SEATS, DealSet, Hand, Match, dealing, parse_card_list, preset
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
    SWEEP,
    TRUMPS_DOWN,
    better,
    card_turned,
    dealt,
    deck_of_script,
    found,
    four,
    go_on,
    legal,
    match_of,
    mid_trick,
    played,
    said,
    scored,
    taken,
    winning,
    worth,
    written,
)
from tests.strategies import play_at_random

RULES = preset("counterclockwise")
PLAIN = preset("counterclockwise", declarations=False)


# In short


def test_four_players_in_two_teams_play_32_cards() -> None:
    hand = taken(RULES, LEVEL)
    assert sum(held.bit_count() for held in hand.holdings) == 32
    assert played(RULES, LEVEL).log.tricks == [3, 5]


def test_the_suit_of_the_first_card_is_played_by_whoever_can() -> None:
    assert legal(RULES, "H", "AD", "7D 10D JH") == "7D 10D"


def test_tricks_and_declarations_score() -> None:
    # 141 in tricks, two runs of eight and belote.
    assert scored(RULES, ALL_BUT_LAST).score == (141 + 200 + 20, 21)


def test_the_first_team_to_reach_501_or_1000_wins() -> None:
    assert not match_of(RULES, SWEEP).over
    match = match_of(RULES, SWEEP, SWEEP, SWEEP)
    assert (match.totals, match.winner, match.ended_by) == ((944, 472), 0, "target")
    assert not match_of(preset("counterclockwise", target=1000), SWEEP, SWEEP, SWEEP).over


# Setup


@pytest.mark.parametrize(
    ("draws", "dealer"), [(["AS 8H 10D 9C"], "E"), (["8S AH 8D 9C", "9S 7S"], "S")]
)
def test_whoever_draws_the_lowest_card_deals_first(
    monkeypatch: pytest.MonkeyPatch, draws: list[str], dealer: str
) -> None:
    decks = iter([parse_card_list(cards) for cards in draws])
    monkeypatch.setattr(dealing, "deck_of", lambda _: next(decks))
    assert SEATS[DealSet(bytes(16), 0).first_dealer(RULES)] == dealer


# Dealing and bidding


def test_the_first_deck_is_shuffled() -> None:
    deals = DealSet(bytes(16), 0)
    assert Match(RULES, deals).next_deck() == deals.deck(0)


def test_three_cards_then_two_are_dealt_counterclockwise_from_the_dealer_s_right() -> None:
    # N deals: W is served first, then S, E and N.
    hand = Hand(RULES, range(32), 0)
    served = [[0, 1, 2, 12, 13], [3, 4, 5, 14, 15], [6, 7, 8, 16, 17], [9, 10, 11, 18, 19]]
    masks = [sum(1 << card for card in cards) for cards in served]
    assert [hand.holdings[seat] for seat in (3, 2, 1, 0)] == masks


def test_the_top_card_of_the_deck_is_turned_and_offers_its_suit() -> None:
    assert Hand(RULES, range(32), 0).log.turned == 20
    assert winning("S", "KH 7S AD AC") == "7S"


def test_starting_right_of_the_dealer_each_player_takes_or_passes() -> None:
    hand = dealt(RULES, SWEEP, dealer=0)
    for seat in (3, 2, 1, 0):
        assert (hand.turn, hand.legal_bids) == (seat, ("pass", "take"))
        hand.bid("pass")


def test_whoever_accepts_adds_the_card_to_the_hand() -> None:
    hand = taken(RULES, SWEEP)
    assert hand.holdings[0] >> card_turned(hand) & 1


def test_if_nobody_takes_any_suit_may_be_chosen_even_the_turned_one_or_passed_again() -> None:
    hand = dealt(RULES, SWEEP, dealer=0)
    for _ in range(4):
        hand.bid("pass")
    assert (hand.turn, hand.legal_bids) == (3, ("pass", "S", "H", "D", "C"))


def test_whoever_chooses_a_suit_takes_the_turned_card() -> None:
    hand = taken(RULES, DEDANS)
    assert hand.log.contract is not None
    taker = hand.log.contract.taker
    assert hand.holdings[taker] >> card_turned(hand) & 1


def test_the_dealer_may_pass_a_second_time_and_then_cards_are_shuffled_and_dealt_again() -> None:
    deals = DealSet(bytes(16), 0)
    match = Match(RULES, deals, dealer=1)
    match.record(go_on(match.next_hand(deck_of_script(NOBODY)), NOBODY))
    assert (match.dealer, match.next_deck()) == (1, deals.deck(1))


def test_the_taker_gets_two_more_cards_and_every_other_player_three() -> None:
    # N deals, W passes and S takes; the rest goes round from W.
    hand = Hand(RULES, range(32), 0)
    hand.bid("pass")
    hand.bid("take")
    gained = [[21, 22, 23], [20, 24, 25], [26, 27, 28], [29, 30, 31]]
    masks = [sum(1 << card for card in cards) for cards in gained]
    assert [hand.holdings[seat] & 0xFFF00000 for seat in (3, 2, 1, 0)] == masks


def test_combinations_are_declared_before_anyone_takes_a_turn() -> None:
    hand = taken(RULES, LEVEL)
    while hand.declaring is not None:
        hand.declare("all")
    assert [(SEATS[one.seat], one.value) for one in hand.log.announcements] == [
        ("N", 20),
        ("W", 100),
        ("S", 100),
        ("E", 20),
    ]
    assert hand.log.plays == []


def test_only_the_team_with_the_highest_combination_earns_its_declarations() -> None:
    assert better(RULES, "C", "7S 8S 9S", "7H 8H 9H 10H", "JD QD KD") == "EW"
    assert played(RULES, SWEEP).declarations() == (200, 0)


def test_declarations_go_from_four_jacks_down_to_a_run_of_three() -> None:
    assert found(RULES, four("J")) == {four("J"): 200}
    assert found(RULES, four("9")) == {four("9"): 150}
    assert [found(RULES, four(rank)) for rank in ("A", "K", "Q", "10")] == [
        {four(rank): 100} for rank in ("A", "K", "Q", "10")
    ]
    assert found(RULES, "7S 8S 9S 10S JS") == {"7S 8S 9S JS 10S": 100}
    assert found(RULES, "7S 8S 9S 10S") == {"7S 8S 9S 10S": 50}
    assert found(RULES, "7S 8S 9S") == {"7S 8S 9S": 20}
    assert found(RULES, four("8")) == found(RULES, four("7")) == {}
    assert played(PLAIN, SWEEP).belote() == (20, 0)


def test_belote_may_be_played_without_making_declarations() -> None:
    hand = taken(RULES, SWEEP)
    while hand.declaring is not None:
        hand.declare("none")
    go_on(hand, SWEEP._replace(bids=""))
    assert hand.score().score == (252 + 20, 0)
    assert scored(PLAIN, SWEEP).score == (252 + 20, 0)


# Gameplay


def test_trumps_count_20_14_11_10_4_3_and_nothing() -> None:
    assert [worth("S", card) for card in TRUMPS_DOWN] == [20, 14, 11, 10, 4, 3, 0, 0]


def test_other_cards_count_11_10_4_3_2_and_nothing() -> None:
    assert [worth("S", card) for card in PLAIN_DOWN] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_the_player_to_the_dealer_s_right_leads_the_first_trick() -> None:
    hand = dealt(RULES, SWEEP, dealer=0)
    hand.bid("take")
    assert hand.turn == 3


def test_turns_go_counterclockwise() -> None:
    hand = taken(RULES, LEVEL)
    turns = []
    for card in LEVEL.plays.split()[:4]:
        turns.append(SEATS[hand.turn or 0])
        hand.play(card)
    assert turns == ["N", "W", "S", "E"]


def test_when_trump_is_led_a_higher_trump_is_played_if_one_is_held_or_else_a_lower_one() -> None:
    assert legal(RULES, "H", "10H", "7H AH JH KD") == "AH JH"
    assert legal(RULES, "H", "JH", "7H AH KD") == "7H AH"


def test_whoever_cannot_follow_a_plain_suit_must_play_a_trump() -> None:
    assert legal(RULES, "H", "AD", "7H JH KS") == "7H JH"


def test_any_trump_will_do_when_a_plain_suit_was_led() -> None:
    assert legal(RULES, "H", "7D 10H", "7H AH KS") == "7H AH"
    assert legal(RULES, "H", "7D JH", "7H AH KS") == "7H AH"


def test_any_card_may_be_chosen_when_the_teammate_played_the_highest() -> None:
    assert legal(RULES, "H", "AD 7D", "7H KS") == "7H KS"
    assert legal(RULES, "H", "7D 9H 8D", "7H KS") == "7H KS"


def test_any_card_is_played_by_whoever_has_neither_the_suit_led_nor_a_trump() -> None:
    assert legal(RULES, "H", "AD", "7S KS AC") == "7S KS AC"


def test_the_highest_trump_wins_or_else_the_highest_card_of_the_lead_suit() -> None:
    assert winning("H", "AD 7H 10D 8H") == "8H"
    assert winning("H", "7D 10D AC 8D") == "10D"


def test_example_the_ace_of_spades_wins_over_queen_king_and_nine_when_hearts_are_trump() -> None:
    assert winning("H", "QS KS AS 9S") == "AS"


def test_example_the_seven_of_spades_as_trump_beats_the_ace_of_diamonds() -> None:
    assert winning("S", "KD JD 7S AD") == "7S"


def test_whoever_won_the_previous_trick_leads_until_all_eight_cards_are_played() -> None:
    tricks = list(played(RULES, LEVEL).log.tricks_played())
    assert [SEATS[trick.leader] for trick in tricks] == list("NNNNEEEE")


# Scoring


def test_example_a_trick_of_trump_jack_and_king_plain_queen_and_ace_is_worth_38() -> None:
    hand = mid_trick(RULES, "H", "JH KH QS", "AS")
    hand.push(parse_card_list("AS")[0])
    assert next(hand.log.tricks_played()).points == 20 + 4 + 3 + 11


def test_all_eight_tricks_add_90_points_and_the_last_one_10() -> None:
    assert scored(PLAIN, SWEEP).points == (162 + 90, 0)
    assert played(PLAIN, ALL_BUT_LAST).log.points == [141, 11 + 10]


def test_the_team_without_the_highest_declaration_scores_only_belote() -> None:
    assert written(RULES, (60, 102), belote=(20, 0), **said(20, 0)) == ("failed", 20, 182, 0)
    assert written(RULES, (120, 42), announced=(50, 20), declarations=(50, 0), belote=(0, 20)) == (
        "made",
        170,
        62,
        0,
    )


def test_both_teams_earn_what_they_scored_when_the_takers_earned_more() -> None:
    assert scored(RULES, ONE_OVER).score == (82, 80)
    assert written(RULES, (60, 102), **said(50, 0)) == ("made", 110, 102, 0)


def test_the_others_gain_162_and_both_teams_declarations_when_the_takers_scored_less() -> None:
    assert scored(RULES, ONE_SHORT).score == (0, 162 + 240)
    assert written(RULES, (40, 122), **said(50, 20)) == ("failed", 0, 232, 0)


def test_takers_who_scored_less_keep_their_belote() -> None:
    assert scored(PLAIN, BELOTE_FAILS).score == (20, 162)


def test_takers_without_a_trick_give_252_and_both_teams_declarations() -> None:
    assert scored(RULES, DEDANS).score == (252 + 400 + 20, 0)


def test_a_tie_is_written_down_and_nobody_earns_points_this_round() -> None:
    score = scored(PLAIN, LEVEL)
    assert (score.outcome, score.score, score.held_out) == ("tied", (0, 0), 162)


def test_a_tie_s_points_are_added_to_the_score_of_the_next_round() -> None:
    assert match_of(PLAIN, LEVEL, ONE_OVER).totals == (80, 82 + 162)
    assert match_of(PLAIN, LEVEL, ONE_SHORT).totals == (162 + 162, 0)


# Finishing


def test_the_deal_passes_counterclockwise() -> None:
    order = [SEATS[match_of(PLAIN, *[ONE_OVER] * hands).dealer] for hands in range(5)]
    assert order == ["E", "N", "W", "S", "E"]


def test_rather_than_shuffled_the_collected_tricks_are_cut() -> None:
    match = Match(PLAIN, DealSet(bytes(16), 0), dealer=1)
    match.record(go_on(match.next_hand(deck_of_script(OTHERS_FIRST)), OTHERS_FIRST))
    tricks = parse_card_list(OTHERS_FIRST.plays)
    stack = tricks[20:] + tricks[:20]
    assert match.next_deck() in [stack[place:] + stack[:place] for place in range(3, 30)]


def test_hands_follow_each_other_from_the_same_deck_until_a_team_reaches_the_target() -> None:
    match = Match(RULES, DealSet(bytes(16), 1))
    chance = random.Random(0)
    while not match.over:
        match.record(play_at_random(match.next_hand(), chance))
    assert match.ended_by == "target"
    assert max(match.totals) >= 501


def test_the_team_with_the_most_points_wins_when_both_cross_the_target() -> None:
    assert match_of(PLAIN, *[ONE_OVER] * 6).totals == (486, 486)
    match = match_of(PLAIN, *[ONE_OVER] * 7)
    assert (match.totals, match.winner) == ((568, 566), 0)


def test_the_game_ends_in_a_tie_when_both_have_the_same_score() -> None:
    match = match_of(preset("counterclockwise", declarations=False, target=647), *[ONE_OVER] * 8)
    assert (match.totals, match.winner, match.ended_by) == ((648, 648), None, "target")
