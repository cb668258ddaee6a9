"""Belote for two with the cards laid open, line by line."""

import random

import pytest
from hypothesis import given, settings

from harness.game import (
    SEATS,
    Hand,
    IllegalBid,
    IllegalCard,
    Match,
    Rules,
    RulesError,
    View,
    parse_card,
    parse_card_list,
    parse_cards,
    preset,
)
from tests.game.scripts import CLUBS, DIAMONDS, HEARTS, SPADES, legal, winning, written
from tests.strategies import decks, play_at_random, seeds

RULES = preset("two-handed")
QUIET = RULES.but(declarations=False)
NORTH, EAST = 0, 1


def laid(north: tuple[str, str], east: tuple[str, str], rules: Rules = RULES) -> Hand:
    """Let E deal: the eight cards before each that lie open, and the eight under them."""
    (north_up, north_down), (east_up, east_down) = (
        [parse_card_list(cards) for cards in piles] for piles in (north, east)
    )
    deck = []
    for half in (slice(0, 4), slice(4, 8)):
        deck += north_down[half] + east_down[half] + north_up[half] + east_up[half]
    return Hand(rules, deck, EAST)


def suits(rules: Rules = RULES) -> Hand:
    """Lay spades open before N, on hearts, and diamonds before E, on clubs: the ace is trump."""
    return laid((SPADES, HEARTS), (DIAMONDS, CLUBS), rules)


def plays(hand: Hand, cards: str) -> Hand:
    """Play cards by the checked door."""
    for card in cards.split():
        hand.play(card)
    return hand


E_RUFFS_AND_RUNS = """
    7S 7D  JD 8S  9D 9S  AD JS  10D QS  KD KS  QD 10S  8D AS
    7C 7H  8C 8H  9C 9H  JC JH  QC QH  KC KH  10C 10H  AC AH
"""
"""E ruffs the first spade, leads its trumps and then the clubs that lay under them."""


# Dealing


def test_each_has_eight_cards_face_up_each_on_one_face_down() -> None:
    hand = Hand(RULES, range(32), EAST)
    # Four to each face down, four face up on those; and both once more. N is served first.
    assert hand.holdings[NORTH] == sum(1 << card for card in (*range(8, 12), *range(24, 28)))
    assert hand.holdings[EAST] == sum(1 << card for card in (*range(12, 16), *range(28, 32)))
    north = dict(zip((*range(8, 12), *range(24, 28)), (*range(4), *range(16, 20)), strict=True))
    east = dict(zip((*range(12, 16), *range(28, 32)), (*range(4, 8), *range(20, 24)), strict=True))
    assert hand.beneath == north | east


def test_the_last_card_dealt_is_the_dealer_s_and_makes_trump() -> None:
    for dealer in (NORTH, EAST):
        hand = Hand(RULES, range(32), dealer)
        assert hand.log.turned == parse_card("AC")
        assert hand.log.contract is not None
        assert hand.log.contract.trump == 3
        assert hand.holdings[dealer] >> parse_card("AC") & 1


def test_nobody_bids_and_the_other_player_is_the_taker_and_leads() -> None:
    for dealer, other in ((NORTH, EAST), (EAST, NORTH)):
        hand = Hand(RULES, range(32), dealer)
        assert (hand.bidding, hand.legal_bids, hand.turn) == (False, (), other)
        assert hand.log.contract is not None
        assert hand.log.contract.taker == other
        with pytest.raises(IllegalBid, match="the auction is over"):
            hand.bid("pass")
        with pytest.raises(ValueError, match="nobody bids pass"):
            hand.push_bid("pass")


# Play


def test_only_a_card_that_lies_open_is_played() -> None:
    hand = suits()
    assert hand.legal_cards == parse_cards(SPADES)
    with pytest.raises(IllegalCard) as refused:
        hand.play("7H")
    assert refused.value.duty == "play a card that you hold"


def test_after_the_trick_both_turn_over_what_lay_beneath() -> None:
    hand = plays(suits(), "7S")
    assert hand.holdings[NORTH] == parse_cards("8S 9S JS QS KS 10S AS").mask
    hand.play("7D")
    assert hand.holdings[NORTH] == parse_cards("8S 9S JS QS KS 10S AS 7H").mask
    assert hand.holdings[EAST] == parse_cards("8D 9D JD QD KD 10D AD 7C").mask
    assert parse_card("7S") not in hand.beneath


def test_a_card_turned_over_is_played_like_any_other_and_nothing_lies_under_it() -> None:
    hand = plays(suits(), "7S 7D 7C 7H")
    assert [held.bit_count() for held in hand.holdings] == [7, 7]


def test_the_winner_of_a_trick_of_two_leads_to_the_next() -> None:
    hand = plays(suits(), "7S 7D")
    assert hand.turn == EAST
    assert [SEATS[trick.winner] for trick in hand.log.tricks_played()] == ["E"]


def test_one_follows_suit_ruffs_and_rises_as_ever() -> None:
    assert legal(RULES, "H", "AD", "7D KH") == "7D"
    assert legal(RULES, "H", "AD", "7H KS") == "7H"
    assert legal(RULES, "H", "QH", "7H KH KS") == "KH"
    assert legal(RULES, "H", "AD", "KS 7C") == "KS 7C"
    assert winning("H", "AD 7H") == "7H"


def test_there_are_sixteen_tricks_of_162_points_together() -> None:
    hand = plays(suits(), E_RUFFS_AND_RUNS)
    assert hand.over
    assert (hand.log.points, hand.log.tricks) == ([0, 162], [0, 16])


@settings(max_examples=50, deadline=None)
@given(decks, seeds)
def test_every_hand_ends_with_all_cards_played_and_162_points(deck: list[int], seed: int) -> None:
    hand = play_at_random(Hand(RULES, deck, seed % 2), random.Random(seed))
    assert (sum(hand.log.points), sum(hand.log.tricks), hand.beneath) == (162, 16, {})


# Belote


SPLIT = ("7D 8D 9D JD KD 10D 7C AD", "QD 8C 9C JC QC KC 10C AC")
"""E's king of trumps lies open, and the queen under the seven."""


def test_belote_is_said_with_the_first_of_two_that_lie_open() -> None:
    assert plays(suits(), "7S 7D JD 8S 9D 9S").log.belotes == []
    assert plays(suits(), "7S 7D KD 8S").log.belotes == [(EAST, 2)]


def test_belote_is_said_with_the_second_where_it_lay_covered_when_the_first_was_played() -> None:
    hand = plays(laid((SPADES, HEARTS), SPLIT), "7S KD 7D 8S")
    assert hand.log.belotes == []
    assert plays(hand, "QD").log.belotes == [(EAST, 2)]


def test_belote_is_said_with_the_first_once_the_second_has_been_turned_over() -> None:
    assert plays(laid((SPADES, HEARTS), SPLIT), "7S 7D KD").log.belotes == [(EAST, 2)]


def test_king_and_queen_before_two_players_are_no_belote() -> None:
    north = (SPADES.replace("KS", "KD"), HEARTS)
    east = (DIAMONDS.replace("KD", "KS"), CLUBS)
    hand = play_at_random(laid(north, east), random.Random(0))
    assert hand.belote() == (0, 0)


# Declarations


def test_what_lies_open_at_the_start_counts_as_said() -> None:
    hand = suits()
    assert [tuple(said) for said in hand.log.announcements] == [
        (NORTH, "run", 8, 100),
        (EAST, "run", 8, 100),
    ]
    assert hand.declaring is None


def test_what_comes_to_light_later_is_no_declaration() -> None:
    assert plays(suits(), E_RUFFS_AND_RUNS).announced() == (100, 100)


def test_the_better_declaration_counts_and_of_two_equal_runs_the_one_in_trump() -> None:
    assert plays(suits(), "7S 7D").declarations() == (0, 100)


def test_declarations_may_be_switched_off() -> None:
    assert suits(QUIET).log.announcements == []


# What each sees


def test_both_see_all_that_lies_open_and_neither_what_lies_under_it() -> None:
    hand = plays(suits(), "7S 7D")
    for seat in (NORTH, EAST):
        view = View(seat, hand.log, hand.dealt[seat], random.Random(0))
        assert [str(cards) for cards in view.open] == [
            "8S 9S JS QS KS 10S AS 7H",
            "8D 9D JD QD KD 10D AD 7C",
        ]
        assert view.holding == view.open[seat]
        assert view.unseen == parse_cards("8H 9H JH QH KH 10H AH 8C 9C JC QC KC 10C AC")
        assert view.partner is None


# The score


def test_the_taker_makes_it_with_more_than_the_other() -> None:
    assert written(RULES, (82, 80)) == ("made", 82, 80, 0)
    assert written(RULES, (80, 82)) == ("failed", 0, 162, 0)
    assert written(RULES, (76, 86), belote=(20, 0)) == ("made", 96, 86, 0)
    assert written(RULES, (70, 92), belote=(20, 0)) == ("failed", 20, 162, 0)


def test_of_a_tie_the_taker_s_points_wait_for_the_winner_of_the_next_hand() -> None:
    assert written(RULES, (81, 81)) == ("tied", 0, 81, 81)
    assert written(RULES, (82, 80), held=81) == ("made", 163, 80, 0)
    assert written(RULES, (80, 82), held=81) == ("failed", 0, 243, 0)


def test_all_sixteen_tricks_are_90_more_or_50() -> None:
    counts = {"tricks": (16, 0)}
    assert written(RULES, (162, 0), **counts) == ("made", 252, 0, 0)
    assert written(RULES.but(capot_bonus=50), (162, 0), **counts) == ("made", 212, 0, 0)


def test_a_hand_that_the_dealer_sweeps_gives_it_everything() -> None:
    # 162 + 90, both runs and belote: the taker has failed.
    score = plays(suits(), E_RUFFS_AND_RUNS).score()
    assert (score.outcome, score.capot, score.score) == ("failed", 1, (0, 252 + 200 + 20))
    assert plays(suits(QUIET), E_RUFFS_AND_RUNS).score().score == (0, 252 + 20)


# The match


def test_the_deal_goes_to_and_fro() -> None:
    match = Match(RULES, None, dealer=EAST)
    dealers = []
    for _ in range(2):
        dealers.append(SEATS[match.dealer])
        match.record(play_at_random(match.next_hand(list(range(32))), random.Random(0)))
    assert dealers == ["E", "N"]


def test_the_match_goes_to_1000_or_any_target_from_100_to_3000() -> None:
    assert RULES.target == 1000
    assert [RULES.but(target=target).target for target in (100, 3000)] == [100, 3000]
    with pytest.raises(RulesError, match="it takes 100 to 3000"):
        RULES.but(target=99)
