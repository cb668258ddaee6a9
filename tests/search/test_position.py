"""Positions: read, taken from hands, and refused where no hand can stand like that."""

import copy

import pytest

from harness.game import Hand, card_names, deck_of, preset
from harness.search import Position, PositionError

CLASSIC = preset("classic")
TWO_EACH = ("AH 7C", "10H 8C", "7D 8D", "7H 9D")
"""Worth 21, so 131 are gone."""


def read(
    *holdings: str,
    trick: str = "",
    turn: str = "N",
    points: tuple[int, int] = (60, 71),
    tricks: tuple[int, int] = (3, 3),
) -> Position:
    return Position.read(
        CLASSIC, "S", holdings or TWO_EACH, turn, trick=trick, points=points, tricks=tricks
    )


def test_texts_and_numbers_make_the_same_position() -> None:
    by_seat = dict(zip("NESW", TWO_EACH, strict=True))
    numbers = [[15, 24], [14, 25], [16, 17], [8, 18]]
    for holdings in (by_seat, numbers):
        assert Position.read("classic", 0, holdings, 0, points=(60, 71), tricks=(3, 3)) == read()


def test_the_position_of_a_hand_is_where_it_stands() -> None:
    hand = Hand(CLASSIC, deck_of(0), 0)
    hand.bid("take")
    first = next(iter(hand.legal_cards))
    hand.play(first)
    position = Position.of_hand(hand)
    assert position.trick == (first,)
    assert position.turn == 2
    assert list(position.holdings) == hand.holdings
    assert card_names(position.trick) == "7S"


@pytest.mark.parametrize(
    ("complaint", "given"),
    [
        ("E holds AH, seen elsewhere already", {"holdings": ("AH 7C", "AH 8C", "7D 8D", "7H 9D")}),
        ("S must hold 2 cards here, not 1", {"holdings": ("AH 7C", "10H 8C", "7D", "7H 9D")}),
        ("W must hold 1 cards here, not 2", {"trick": "9C"}),
        ("N, whose turn it is, has no card to play", {"holdings": ("", "10H 8C", "7D 8D", "7H")}),
        ("the turn is that of a seat from 0 to 3 (NESW), not -1", {"turn": "X"}),
        ("9C lies twice in the trick", {"trick": "9C 9C"}),
        ("N holds AH, seen elsewhere already", {"trick": "AH"}),
        ("tricks won must add up to 6, not 3 and 2", {"tricks": (3, 2)}),
        ("points won must add up to 131, the cards gone, not 60 and 60", {"points": (60, 60)}),
        ("a side without a trick has no points", {"tricks": (0, 6)}),
        ("a trick under way has up to three cards, not 4", {"trick": "9C JC QC KC"}),
    ],
)
def test_what_no_hand_can_be_is_refused_by_name(complaint: str, given: dict[str, object]) -> None:
    holdings = given.pop("holdings", TWO_EACH)
    with pytest.raises(PositionError) as refused:
        read(*holdings, **given)  # type: ignore[arg-type, misc]
    assert str(refused.value) == complaint


def test_holdings_are_those_of_four_seats() -> None:
    with pytest.raises(PositionError, match="four seats, not 3"):
        read("AH", "10H", "7D")


@pytest.mark.parametrize(
    ("complaint", "changed"),
    [
        ("trump is a number from 0 to 5, not 6", {"trump": 6}),
        ("the trick holds 32, and cards are numbered from 0 to 31", {"trick": (32,)}),
        ("the holding of N is no set of cards: -1", {"holdings": (-1, 0, 0, 0)}),
    ],
)
def test_numbers_that_name_nothing_are_refused(complaint: str, changed: dict[str, object]) -> None:
    given = {"trump": 0, "holdings": (1, 2, 4, 8), "trick": ()} | changed
    with pytest.raises(PositionError) as refused:
        Position(rules=CLASSIC, turn=0, **given)  # type: ignore[arg-type]
    assert str(refused.value) == complaint


def test_two_seats_are_too_few() -> None:
    rules = copy.copy(CLASSIC)
    object.__setattr__(rules, "seats", 2)
    with pytest.raises(PositionError, match="have 2"):
        Position.read(rules, "S", TWO_EACH, "N", points=(60, 71), tricks=(3, 3))
