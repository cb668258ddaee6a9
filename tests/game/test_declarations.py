"""Runs and fours of a kind: what they are, what they are worth, and whose count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.game import SIDES, Rules, parse_cards, preset
from harness.game.declarations import Declaration, find, that_count
from harness.game.play import TRUMPS
from tests import oracle
from tests.game.scripts import better, found, four
from tests.strategies import decks, holdings, rule_sets

CLASSIC = preset("classic")
BY_LENGTH = preset("classic", run_order="length")
APART = preset("classic", shared_cards=False)


# What they are worth


@pytest.mark.parametrize(
    ("run", "value"),
    [
        ("7S 8S 9S", 20),
        ("QS KS AS", 20),
        ("9S JS 10S", 20),
        ("7S 8S 9S 10S", 50),
        ("7S 8S 9S JS 10S", 100),
        ("9S JS QS KS 10S AS", 100),
        ("7S 8S 9S JS QS KS 10S", 100),
        ("7S 8S 9S JS QS KS 10S AS", 100),
    ],
)
def test_a_run_is_worth_20_for_three_50_for_four_and_100_for_more(run: str, value: int) -> None:
    assert found(CLASSIC, run) == {str(parse_cards(run)): value}


def test_two_cards_in_a_row_are_no_run() -> None:
    assert found(CLASSIC, "7S 8S JH QH KD AD") == {}


def test_runs_are_counted_seven_up_to_ace_with_the_ten_below_the_jack() -> None:
    assert found(CLASSIC, "9S 10S JS") == {"9S JS 10S": 20}
    assert found(CLASSIC, "KS 10S AS") == {}


def test_a_run_does_not_go_round_from_ace_to_seven() -> None:
    assert found(CLASSIC, "KS AS 7S 8S") == {}


def test_a_run_is_in_one_suit() -> None:
    assert found(CLASSIC, "7S 8S 9H 10H") == {}


def test_one_suit_may_hold_two_runs() -> None:
    assert found(CLASSIC, "7S 8S 9S QS KS AS") == {"7S 8S 9S": 20, "QS KS AS": 20}


def test_a_run_is_declared_whole() -> None:
    assert found(CLASSIC, "7S 8S 9S 10S 7H 8H 9H 10H") == {"7S 8S 9S 10S": 50, "7H 8H 9H 10H": 50}


@pytest.mark.parametrize(
    ("rank", "value"), [("J", 200), ("9", 150), ("A", 100), ("10", 100), ("K", 100), ("Q", 100)]
)
def test_a_four_is_worth_200_for_jacks_150_for_nines_and_100_for_others(
    rank: str, value: int
) -> None:
    assert found(CLASSIC, four(rank)) == {four(rank): value}


@pytest.mark.parametrize("rank", ["8", "7"])
def test_four_eights_and_four_sevens_are_worth_nothing(rank: str) -> None:
    assert found(CLASSIC, four(rank)) == {}


def test_three_of_a_kind_are_worth_nothing() -> None:
    assert found(CLASSIC, "JS JH JD 9S 9H 9C AS AH") == {}


def test_a_holding_may_hold_two_fours() -> None:
    assert found(CLASSIC, "JS JH JD JC 9S 9H 9D 9C") == {"JS JH JD JC": 200, "9S 9H 9D 9C": 150}


def test_nothing_is_declared_where_declarations_are_off() -> None:
    assert found(preset("classic", declarations=False), "7S 8S 9S JS JH JD JC AS") == {}


def test_what_is_said_aloud_is_run_or_four() -> None:
    kinds = [one.kind for one in find(CLASSIC, parse_cards("QS KS AS AH AD AC").mask)]
    assert sorted(kinds) == ["four", "run"]


# One card in a run and in a four


def test_one_card_may_serve_in_a_run_and_in_a_four() -> None:
    assert found(CLASSIC, "QS KS AS AH AD AC") == {"AS AH AD AC": 100, "QS KS AS": 20}


def test_a_card_serves_once_where_cards_are_not_shared_and_the_dearest_choice_is_made() -> None:
    assert found(APART, "QS KS AS AH AD AC") == {"AS AH AD AC": 100}
    assert found(APART, "JS QS KS AS AH AD AC") == {"AS AH AD AC": 100, "JS QS KS": 20}
    assert found(APART, "10S JS QS KS AS AH AD AC") == {"AS AH AD AC": 100, "JS QS KS 10S": 50}
    assert found(APART, "7S 8S 9S 10S JS 9H 9D 9C") == {"9S 9H 9D 9C": 150}


def test_a_run_is_declared_instead_of_a_four_where_the_run_is_dearer() -> None:
    # Kings are 100; without them the spades make only 9 10 J, 20; left whole they make 100 and 20.
    holding = "9S 10S JS QS KS KH KD KC"
    assert found(CLASSIC, holding) == {"KS KH KD KC": 100, "9S JS QS KS 10S": 100}
    assert found(APART, holding) == {"KS KH KD KC": 100, "9S JS QS 10S": 50}


def test_of_two_choices_worth_the_same_the_four_is_declared() -> None:
    assert found(APART, "10S JS QS KS AS QH QD QC") == {"QS QH QD QC": 100}


def test_what_shares_no_card_is_declared_whole() -> None:
    assert found(APART, "7S 8S 9S AS AH AD AC") == {"AS AH AD AC": 100, "7S 8S 9S": 20}


# Whose count


def test_only_one_side_s_declarations_count() -> None:
    assert better(CLASSIC, "C", "7S 8S 9S 10S", "7H 8H 9H") == "NS"
    assert better(CLASSIC, "C", "7H 8H 9H", "7S 8S 9S 10S") == "EW"


def test_nobody_s_count_when_nobody_declares() -> None:
    assert better(CLASSIC, "C", "", "") is None


def test_the_side_with_the_only_declaration_wins() -> None:
    assert better(CLASSIC, "C", "", "7S 8S 9S") == "EW"
    assert better(CLASSIC, "C", "", "", "7S 8S 9S") == "NS"


def test_the_single_best_declaration_decides_not_the_sum() -> None:
    assert better(CLASSIC, "C", "7S 8S 9S 7D 8D 9D", "JH QH KH 10H", "QS KS AS QD KD AD") == "EW"


def test_the_greater_value_wins_whatever_else() -> None:
    assert better(CLASSIC, "S", "QS KS AS", "7H 8H 9H 10H") == "EW"
    assert better(CLASSIC, "S", "QS KS AS 10S", "7H 8H 9H 10H JH") == "EW"
    assert better(CLASSIC, "S", "JS QS KS AS 10S", "9H 9D 9S 9C") == "EW"
    assert better(CLASSIC, "S", "JS JH JD JC", "9S 9H 9D 9C") == "NS"


def test_at_equal_value_a_four_beats_a_run_even_in_trump() -> None:
    assert better(CLASSIC, "S", "10S JS QS KS AS", "QS QH QD QC") == "EW"


@pytest.mark.parametrize(("higher", "lower"), [("A", "10"), ("10", "K"), ("K", "Q"), ("A", "Q")])
def test_fours_of_a_hundred_go_ace_ten_king_queen(higher: str, lower: str) -> None:
    assert better(CLASSIC, "S", four(higher), four(lower)) == "NS"
    assert better(CLASSIC, "S", four(lower), four(higher)) == "EW"


def test_of_two_runs_of_equal_value_the_one_with_the_higher_top_card_wins() -> None:
    assert better(CLASSIC, "S", "8H 9H 10H", "7S 8S 9S") == "NS"
    assert better(CLASSIC, "S", "QH KH AH", "JS QS KS") == "NS"
    assert better(CLASSIC, "C", "9H 10H JH", "8S 9S 10S") == "NS"


def test_of_two_runs_with_equal_top_cards_the_one_in_trump_wins() -> None:
    assert better(CLASSIC, "S", "7S 8S 9S", "7H 8H 9H") == "NS"
    assert better(CLASSIC, "H", "7S 8S 9S", "7H 8H 9H") == "EW"


def test_an_exact_tie_is_nobody_s() -> None:
    assert better(CLASSIC, "D", "7S 8S 9S", "7H 8H 9H") is None


def test_an_exact_tie_of_the_best_is_nobody_s_whatever_else_is_held() -> None:
    assert better(CLASSIC, "D", "7S 8S 9S 10S", "7H 8H 9H 10H", "QS KS AS", "") is None


def test_length_does_not_count_between_runs_worth_a_hundred() -> None:
    assert better(CLASSIC, "C", "7S 8S 9S 10S JS QS", "9H 10H JH QH KH") == "EW"
    assert better(CLASSIC, "C", "7S 8S 9S 10S JS QS", "8H 9H 10H JH QH") is None


def test_the_longer_run_wins_first_where_runs_go_by_length() -> None:
    assert better(BY_LENGTH, "C", "7S 8S 9S 10S JS QS", "9H 10H JH QH KH") == "NS"
    assert better(BY_LENGTH, "C", "7S 8S 9S 10S JS", "8H 9H 10H JH QH") == "EW"
    assert better(BY_LENGTH, "S", "7S 8S 9S 10S JS", "7H 8H 9H 10H JH") == "NS"


def test_partners_best_is_the_better_of_the_two() -> None:
    assert better(CLASSIC, "C", "7S 8S 9S", "8H 9H 10H", "9D 10D JD", "") == "NS"


# Against the oracle


def as_oracle_has_it(held: tuple[Declaration, ...]) -> list[tuple[int, set[str]]]:
    return sorted((one.value, set(str(one.cards).split())) for one in held)


@given(rule_sets, holdings, st.sampled_from(TRUMPS))
def test_a_holding_declares_what_the_oracle_finds_in_it(
    rules: Rules, holding: set[int], trump: str
) -> None:
    cards = [oracle.DECK[card] for card in sorted(holding)]
    found = find(rules, sum(1 << card for card in holding), TRUMPS.index(trump))
    assert as_oracle_has_it(found) == sorted(
        (one["value"], set(one["cards"]))
        for one in oracle.declarations({**rules.as_dict()}, cards, trump)
    )


@given(rule_sets, decks, st.sampled_from(TRUMPS))
def test_the_declarations_that_count_are_those_of_the_oracle(
    rules: Rules, deck: list[int], trump: str
) -> None:
    rules = rules.but(declarations=True)
    number = TRUMPS.index(trump)
    dealt = [deck[start : start + 8] for start in (0, 8, 16, 24)]
    held = [find(rules, sum(1 << card for card in cards), number) for cards in dealt]
    said = {
        seat: oracle.declarations(rules.as_dict(), [oracle.DECK[card] for card in cards], trump)
        for seat, cards in zip(oracle.SEATS, dealt, strict=True)
    }
    counting = that_count(rules, number, held)
    worth = [sum(one.value for said in counting[side::2] for one in said) for side in (0, 1)]
    assert dict(zip(SIDES, worth, strict=True)) == oracle.that_score(rules.as_dict(), trump, said)
