"""The law of play: order and worth of cards, who wins a trick, and every duty."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import BeloteError
from harness.game import (
    legal_cards,
    parse_card_list,
    parse_cards,
    preset,
    trick_winner,
)
from harness.game.play import trump_number
from tests import oracle
from tests.game.scripts import PLAIN_DOWN, TRUMPS_DOWN, legal, winning
from tests.strategies import DUTIES, Position, positions

STRICT = preset("classic", no_trumps=True, all_trumps=True)
"""All four duties hold; the trump in these examples is hearts."""

NO_RISE = STRICT.but(rise=False)
NO_OVERTRUMP = STRICT.but(overtrump=False)
NO_UNDERTRUMP = STRICT.but(undertrump=False)
NOT_EXEMPT = STRICT.but(partner_exempt=False)


# Who wins a trick


@pytest.mark.parametrize("trump", "SHDC")
def test_trumps_go_jack_nine_ace_ten_king_queen_eight_seven(trump: str) -> None:
    for higher, lower in pairwise(card[:-1] + trump for card in TRUMPS_DOWN):
        assert winning(trump, f"{higher} {lower}") == higher
        assert winning(trump, f"{lower} {higher}") == higher


@pytest.mark.parametrize("trump", ["S", "H", "C", "NT"])
def test_other_suits_go_ace_ten_king_queen_jack_nine_eight_seven(trump: str) -> None:
    for higher, lower in pairwise(PLAIN_DOWN):
        assert winning(trump, f"{higher} {lower}") == higher
        assert winning(trump, f"{lower} {higher}") == higher


def test_any_trump_beats_any_other_card() -> None:
    assert winning("H", "AS 7H") == "7H"
    assert winning("H", "7H AS") == "7H"


def test_the_highest_trump_wins_wherever_it_falls() -> None:
    assert winning("H", "AS 7H 9H AH") == "9H"
    assert winning("H", "AS JH 9H AH") == "JH"
    assert winning("H", "AS AH 9H JH") == "JH"


def test_without_a_trump_the_highest_card_of_the_suit_led_wins() -> None:
    assert winning("H", "8S 9S AD AC") == "9S"
    assert winning("H", "7S AD AC KD") == "7S"


def test_in_a_trick_the_first_card_is_number_0() -> None:
    assert trick_winner("7S AS 8S 9S", "H") == 1
    assert trick_winner(parse_card_list("7S 8S AS"), 1) == 2
    assert trick_winner("7S", "H") == 0


@pytest.mark.parametrize(
    ("trick", "complaint"),
    [("", "nobody wins a trick without a card"), ("7S 8S 7S", "7S lies in the trick twice")],
)
def test_what_is_no_trick_has_no_winner(trick: str, complaint: str) -> None:
    with pytest.raises(BeloteError, match=complaint):
        trick_winner(trick, "H")


def test_at_all_trumps_every_suit_ranks_as_trump_and_the_suit_led_wins() -> None:
    assert winning("AT", "AS 9S JH JS") == "JS"


# Following


def test_any_card_may_be_led() -> None:
    assert legal(STRICT, "H", "", "7D JH 9C") == "7D JH 9C"


def test_the_suit_led_is_followed_by_whoever_can() -> None:
    assert legal(STRICT, "H", "AD", "7D KD JH 9C") == "7D KD"


def test_a_plain_suit_need_not_be_beaten() -> None:
    assert legal(STRICT, "H", "9D 10D", "7D AD") == "7D AD"


def test_the_suit_led_is_followed_even_when_it_was_trumped() -> None:
    assert legal(STRICT, "H", "AD 7H", "8D JH") == "8D"


# Rising when trump is led


def test_a_trump_led_is_beaten_by_whoever_can() -> None:
    assert legal(STRICT, "H", "AH", "7H 9H JH KD") == "9H JH"


def test_it_is_the_best_trump_played_that_must_be_beaten() -> None:
    assert legal(STRICT, "H", "7H 9H", "8H AH JH") == "JH"
    assert legal(STRICT, "H", "9H 7H", "8H AH JH") == "JH"


def test_even_the_partner_s_trump_is_beaten_when_trump_is_led() -> None:
    assert legal(STRICT, "H", "AH 7H", "8H 9H KD") == "9H"


def test_a_trump_led_is_followed_with_a_lower_one_by_whoever_cannot_beat_it() -> None:
    assert legal(STRICT, "H", "9H", "7H AH KD") == "7H AH"


def test_a_trump_led_need_not_be_beaten_without_the_duty_to_rise() -> None:
    assert legal(NO_RISE, "H", "AH", "7H JH KD") == "7H JH"


def test_whoever_has_no_trump_plays_anything_to_a_trump_led() -> None:
    assert legal(STRICT, "H", "AH", "7S KD AC") == "7S KD AC"


# Ruffing


def test_whoever_is_void_ruffs_an_opponent_s_card() -> None:
    assert legal(STRICT, "H", "AD", "7H JH KS") == "7H JH"
    assert legal(STRICT, "H", "7D 8D AD", "7H JH KS") == "7H JH"


def test_whoever_has_neither_suit_nor_trump_plays_anything() -> None:
    assert legal(STRICT, "H", "AD", "7S AS KC") == "7S AS KC"
    assert legal(STRICT, "H", "AD 7H", "7S AS KC") == "7S AS KC"


# The partner


def test_whoever_is_void_plays_anything_while_the_partner_wins() -> None:
    assert legal(STRICT, "H", "AD 7D", "7H JH KS") == "7H JH KS"
    assert legal(STRICT, "H", "7D AD 8D", "7H JH KS") == "7H JH KS"


def test_the_partner_s_trump_frees_as_well_as_a_high_card() -> None:
    assert legal(STRICT, "H", "7D 9H AD", "7H JH KS") == "7H JH KS"


def test_the_partner_frees_nobody_once_an_opponent_has_trumped() -> None:
    assert legal(STRICT, "H", "AD 7H", "8H JH KS") == "8H JH"
    assert legal(STRICT, "H", "8D AD 7H", "8H JH KS") == "8H JH"


def test_the_partner_is_whoever_played_two_cards_before() -> None:
    assert legal(STRICT, "H", "AD 7D 8D", "7H KS") == "7H"
    assert legal(STRICT, "H", "7D AD", "7H KS") == "7H"


def test_the_partner_frees_nobody_from_following() -> None:
    assert legal(STRICT, "H", "AD 7D", "8D JH KS") == "8D"


def test_the_winning_partner_frees_nobody_where_the_rules_do_not_say_so() -> None:
    assert legal(NOT_EXEMPT, "H", "AD 7D", "7H JH KS") == "7H JH"
    assert legal(NOT_EXEMPT, "H", "7D 9H AD", "7H JH KS") == "JH"


# Overtrumping and undertrumping


def test_whoever_ruffs_after_a_trump_beats_it_if_able() -> None:
    assert legal(STRICT, "H", "7D 10H", "7H AH JH KS") == "AH JH"
    assert legal(STRICT, "H", "8D 7D 10H", "7H AH KS") == "AH"
    assert legal(STRICT, "H", "8D 7D 9H", "AH JH KS") == "JH"


def test_whoever_cannot_overtrump_plays_a_losing_trump() -> None:
    assert legal(STRICT, "H", "7D 9H", "7H AH KS") == "7H AH"


def test_whoever_need_not_overtrump_plays_any_trump() -> None:
    assert legal(NO_OVERTRUMP, "H", "7D 10H", "7H AH KS") == "7H AH"
    assert legal(NO_OVERTRUMP, "H", "7D 10H", "7H KH KS") == "7H KH"


def test_whoever_cannot_overtrump_plays_anything_where_undertrumping_is_no_duty() -> None:
    assert legal(NO_UNDERTRUMP, "H", "7D 9H", "7H AH KS") == "7H AH KS"


def test_whoever_can_overtrump_does_so_where_undertrumping_is_no_duty() -> None:
    assert legal(NO_UNDERTRUMP, "H", "7D 10H", "7H AH KS") == "AH"


def test_the_first_to_ruff_may_do_it_with_any_trump() -> None:
    assert legal(NO_UNDERTRUMP, "H", "7D", "7H AH KS") == "7H AH"


def test_without_both_duties_whoever_can_overtrump_still_plays_a_trump() -> None:
    rules = STRICT.but(overtrump=False, undertrump=False)
    assert legal(rules, "H", "7D 10H", "7H AH KS") == "7H AH"
    assert legal(rules, "H", "7D 10H", "7H KH KS") == "7H KH KS"


# No trumps and all trumps


def test_at_no_trumps_the_only_duty_is_to_follow() -> None:
    assert legal(STRICT, "NT", "KD", "7D AD JS") == "7D AD"
    assert legal(STRICT, "NT", "KD", "7S JH") == "7S JH"


def test_at_all_trumps_the_suit_led_is_followed_and_beaten_and_a_void_plays_anything() -> None:
    assert legal(STRICT, "AT", "AD", "7D JD 9S") == "JD"
    assert legal(STRICT, "AT", "JD", "7D 9D 9S") == "7D 9D"
    assert legal(STRICT, "AT", "AD", "7S JH") == "7S JH"


# Either door


def test_cards_and_trumps_are_read_as_text_or_as_numbers() -> None:
    by_text = legal_cards("9S 8S 7D", "AH 7S", "S", STRICT)
    assert legal_cards(parse_cards("9S 8S 7D"), parse_card_list("AH 7S"), 0, STRICT) == by_text
    assert legal_cards(parse_card_list("9S 8S 7D"), "AH 7S", "s", STRICT) == by_text
    assert str(by_text) == "8S 9S"


def test_a_full_trick_takes_no_card() -> None:
    with pytest.raises(BeloteError, match="already has 4 cards"):
        legal_cards("9S", "7S 8S JS QS", "S", STRICT)


@pytest.mark.parametrize("trump", ["X", "", "SH", 6, -1, None])
def test_what_is_no_trump_is_refused_with_those_there_are(trump: str | int) -> None:
    with pytest.raises(BeloteError) as refused:
        trump_number(trump)
    assert str(refused.value) == f"{trump!r} is not a trump: write one of S H D C NT AT"


def test_trumps_are_numbered_as_suits_are_then_no_trumps_and_all_trumps() -> None:
    assert [trump_number(trump) for trump in ("S", "h", "D", "C", "nt", "AT", 5)] == [
        0,
        1,
        2,
        3,
        4,
        5,
        5,
    ]


# Whatever the position


@given(positions(), st.tuples(*[st.booleans()] * 4))
def test_some_card_is_always_legal_and_they_are_those_of_the_oracle(
    position: Position, duties: tuple[bool, bool, bool, bool]
) -> None:
    rules = STRICT.but(**dict(zip(DUTIES, duties, strict=True)))
    trump, trick, holding = position
    found = legal_cards(holding, trick, trump, rules)
    assert found
    assert set(str(found).split()) == set(
        oracle.legal(rules.as_dict(), trump, trick.split(), holding.split())
    )


@given(positions())
def test_the_winner_of_a_trick_is_the_oracle_s(position: Position) -> None:
    cards = [*position.trick.split(), *position.holding.split()][:4]
    assert trick_winner(" ".join(cards), position.trump) == oracle.winner(position.trump, cards)


@given(positions())
def test_legal_cards_are_held_and_all_are_legal_to_lead(position: Position) -> None:
    trump, trick, holding = position
    held = parse_cards(holding)
    assert legal_cards(held, trick, trump, STRICT) <= held
    assert legal_cards(held, "", trump, STRICT) == held


@given(positions(trumps=("S", "H", "D", "C")))
def test_lifting_a_duty_never_forbids_a_card_and_lifting_the_exemption_never_allows_one(
    position: Position,
) -> None:
    trump, trick, holding = position
    strict = legal_cards(holding, trick, trump, STRICT)
    for lenient in (NO_RISE, NO_OVERTRUMP, NO_UNDERTRUMP):
        assert strict <= legal_cards(holding, trick, trump, lenient)
    assert legal_cards(holding, trick, trump, NOT_EXEMPT) <= strict
