"""What the takers need, against sums done by hand."""

import pytest

from harness.game import Hand, deck_of, preset
from harness.game.bids import Contract
from harness.search import Goal

CLASSIC, BY_POINTS = preset("classic"), preset("contract82")
NS, EW = 0, 1
NORTH, EAST = (Contract(seat, 0, "take") for seat in (NS, EW))


@pytest.mark.parametrize(
    ("belote", "needed"),
    [
        pytest.param((0, 0), 82, id="82 against 80"),
        pytest.param((20, 0), 72, id="72 and 20 against 90"),
        pytest.param((0, 20), 92, id="92 against 70 and 20"),
    ],
)
def test_takers_who_compare_need_more_than_the_others(belote: tuple[int, int], needed: int) -> None:
    assert Goal.of_counts(CLASSIC, NORTH, belote=belote) == Goal(NS, needed)


@pytest.mark.parametrize(
    ("belote", "needed"),
    [
        pytest.param((0, 0), 82, id="82"),
        pytest.param((0, 20), 72, id="72 and their own 20 make 92"),
        pytest.param((20, 0), 92, id="92 against 70 and 20"),
    ],
)
def test_takers_who_need_points_need_more_where_belote_is_said(
    belote: tuple[int, int], needed: int
) -> None:
    assert Goal.of_counts(BY_POINTS, EAST, belote=belote) == Goal(EW, needed)


def test_declarations_are_points_that_need_not_be_won() -> None:
    goal = Goal.of_counts(CLASSIC, NORTH, announced=(50, 0), declarations=(50, 0))
    assert goal == Goal(NS, 57)  # 57 and 50 against 105


def test_what_the_cards_cannot_make_up_for_takes_every_trick_or_more() -> None:
    square = Goal.of_counts(CLASSIC, NORTH, announced=(0, 200), declarations=(0, 200))
    assert square == Goal(NS, 163)  # 250 against 200
    two = Goal.of_counts(CLASSIC, NORTH, announced=(0, 250), declarations=(0, 250))
    assert two == Goal(NS, 164)


def test_takers_who_cannot_but_win_the_comparison_need_a_trick() -> None:
    goal = Goal.of_counts(CLASSIC, NORTH, announced=(200, 0), declarations=(200, 0))
    assert goal == Goal(NS, 0)


def test_what_will_be_said_in_a_hand_counts_before_it_is() -> None:
    hand = Hand(BY_POINTS, deck_of(0), dealer=0)
    hand.bid("take")  # E, dealt 7 8 9 S and Q K H, takes QD and is given KD with it
    assert hand.log.belotes == []
    assert Goal.of_hand(hand) == Goal(EW, 72)


def test_a_hand_that_nobody_took_has_no_goal() -> None:
    with pytest.raises(ValueError, match="nobody has taken"):
        Goal.of_hand(Hand(CLASSIC, deck_of(0), 0))


def test_takers_who_bid_need_what_they_bid_and_in_coinche_more_than_the_others() -> None:
    bid = Contract(NS, 1, "80H", points=80)
    assert Goal.of_counts(preset("contree"), bid) == Goal(NS, 80)
    assert Goal.of_counts(preset("coinche"), bid) == Goal(NS, 82)


def test_takers_who_bid_a_capot_need_every_trick() -> None:
    capot = Contract(EW, 1, "capotH", points=500, slam="capot")
    assert Goal.of_counts(preset("contree"), capot) == Goal(EW, 163)


def test_the_points_that_are_wanted_are_those_of_the_trump() -> None:
    bulgarian = preset("bulgarian")
    assert Goal.of_counts(bulgarian, Contract(NS, 4, "NT")) == Goal(NS, 131)  # of 260
    assert Goal.of_counts(bulgarian, Contract(NS, 5, "AT")) == Goal(NS, 130)  # of 258
