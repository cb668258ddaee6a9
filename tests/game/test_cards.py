"""Cards, sets of cards, and their texts."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import BeloteError
from harness.game import CardSet, card_name, card_names, parse_card, parse_card_list, parse_cards

card_sets = st.integers(0, 2**32 - 1).map(CardSet)


def test_a_card_is_its_suit_times_eight_and_its_rank_from_seven_to_ace() -> None:
    assert [parse_card(text) for text in ("7S", "AS", "7H", "10H", "JD", "AC")] == [
        0,
        7,
        8,
        14,
        19,
        31,
    ]


def test_ranks_are_numbered_seven_eight_nine_jack_queen_king_ten_ace() -> None:
    spades = "7S 8S 9S JS QS KS 10S AS"
    assert parse_card_list(spades) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert card_names(range(8)) == spades


def test_suits_are_numbered_spades_hearts_diamonds_clubs() -> None:
    assert parse_card_list("7S 7H 7D 7C") == [0, 8, 16, 24]


@pytest.mark.parametrize("card", range(32))
def test_a_card_s_text_reads_back_to_it(card: int) -> None:
    assert parse_card(card_name(card)) == card


@pytest.mark.parametrize("text", ["10H", "TH", "10♥", "T♥", "10h", "th", " 10H "])
def test_ten_may_be_written_t_suits_as_symbols_and_letters_small(text: str) -> None:
    assert parse_card(text) == 14
    assert card_name(14) == "10H"


def test_each_symbol_stands_for_its_suit() -> None:
    assert parse_card_list("A♠ A♥ A♦ A♣") == parse_card_list("AS AH AD AC")


@pytest.mark.parametrize("text", ["", "1S", "6H", "11D", "AX", "A", "S", "AS KS", "joker"])
def test_what_names_no_card_is_refused_with_the_text_and_what_a_card_looks_like(text: str) -> None:
    with pytest.raises(BeloteError) as refused:
        parse_card(text)
    assert str(refused.value) == (
        f"{text!r} is not a card: write a rank (7 8 9 J Q K 10 A) and a suit (S H D C)"
    )


def test_a_list_of_cards_keeps_order_and_repetitions() -> None:
    assert parse_card_list("AS 7S AS") == [7, 0, 7]
    assert card_names([7, 0, 7]) == "AS 7S AS"


def test_a_set_of_cards_is_written_from_the_lowest() -> None:
    assert str(parse_cards("AC  7H 10S")) == "10S 7H AC"
    assert repr(CardSet(0b11)) == "CardSet('7S 8S')"
    assert str(CardSet()) == ""


@given(card_sets)
def test_a_set_s_text_reads_back_to_it(cards: CardSet) -> None:
    assert parse_cards(str(cards)) == cards


def test_a_card_named_twice_makes_no_set() -> None:
    with pytest.raises(BeloteError, match=r"^10H stands twice in '10H 7S TH'$"):
        parse_cards("10H 7S TH")


@given(card_sets, card_sets)
def test_sets_of_cards_behave_as_sets_of_their_numbers(one: CardSet, other: CardSet) -> None:
    first, second = set(one), set(other)
    assert set(one & other) == first & second
    assert set(one | other) == first | second
    assert set(one - other) == first - second
    assert set(one ^ other) == first ^ second
    assert (one <= other) == (first <= second)
    assert (one == other) == (first == second)
    assert one.isdisjoint(other) == first.isdisjoint(second)
    assert len(one) == len(first)
    assert list(one) == sorted(first)
    assert [card in one for card in range(32)] == [card in first for card in range(32)]


def test_a_set_meets_plain_iterables_of_cards() -> None:
    cards = parse_cards("7S 8S 9S")
    assert cards & [0, 31] == parse_cards("7S")
    assert cards | [31] == parse_cards("7S 8S 9S AC")
    assert cards - [0] == parse_cards("8S 9S")
    assert {0, 31} & cards == parse_cards("7S")
    assert {0, 31} | cards == parse_cards("7S 8S 9S AC")
    assert {0, 31} - cards == parse_cards("AC")
    assert cards == {0, 1, 2}
    assert cards != {0, 1}
    assert cards != "7S 8S 9S"


def test_a_set_is_made_of_cards_or_of_a_mask() -> None:
    assert CardSet.of([0, 31]).mask == 0x80000001
    assert CardSet(0x80000001) == parse_cards("7S AC")


@pytest.mark.parametrize("stranger", [-1, 32, "7S", None])
def test_what_is_no_card_is_in_no_set(stranger: object) -> None:
    assert stranger not in CardSet(2**32 - 1)


def test_the_cards_of_one_suit_can_be_picked_out() -> None:
    cards = parse_cards("7S AS 10H JD 7C")
    assert [str(cards.suit(suit)) for suit in "SHDC"] == ["7S AS", "10H", "JD", "7C"]


def test_equal_sets_hash_alike_and_like_frozen_sets() -> None:
    assert len({parse_cards("7S AS"), parse_cards("AS 7S"), CardSet(0b1)}) == 2
    assert hash(parse_cards("7S AS")) == hash(frozenset({0, 7}))


@given(card_sets)
def test_a_set_survives_pickling(cards: CardSet) -> None:
    assert pickle.loads(pickle.dumps(cards)) == cards  # noqa: S301 - what was just pickled here
