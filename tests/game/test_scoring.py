"""What each side writes for a hand; every pair is (NS, EW), and NS took unless a test says else."""

import pytest

from harness.errors import BeloteError
from harness.game import preset
from tests.game.scripts import said, written

CLASSIC = preset("classic")
POINTS = preset("gameduell")
DOUBLED = preset("scoresheet", contree=True)


# Made and failed


def test_takers_who_total_more_have_made_it_and_each_side_writes_its_own() -> None:
    assert written(CLASSIC, (82, 80)) == ("made", 82, 80, 0)
    assert written(CLASSIC, (80, 82), taker="EW") == ("made", 80, 82, 0)


def test_takers_who_total_less_have_failed_and_the_others_write_162() -> None:
    assert written(CLASSIC, (80, 82)) == ("failed", 0, 162, 0)
    assert written(CLASSIC, (82, 80), taker="EW") == ("failed", 162, 0, 0)


@pytest.mark.parametrize("taker", ["NS", "ns", "N", "S", 0])
def test_the_takers_are_a_side_or_one_of_its_seats(taker: str | int) -> None:
    assert written(CLASSIC, (100, 62), taker=taker) == ("made", 100, 62, 0)


@pytest.mark.parametrize("taker", ["X", "", "NE", 2])
def test_what_is_no_side_is_refused(taker: str | int) -> None:
    with pytest.raises(BeloteError, match="is not a side: write NS or EW"):
        written(CLASSIC, (100, 62), taker=taker)


def test_the_takers_declarations_help_them() -> None:
    assert written(CLASSIC, (60, 102), **said(50, 0)) == ("made", 110, 102, 0)


def test_the_defenders_declarations_hinder_the_takers() -> None:
    assert written(CLASSIC, (100, 62), **said(0, 50)) == ("failed", 0, 212, 0)


def test_what_the_comparison_does_not_let_score_neither_helps_nor_hinders() -> None:
    assert written(CLASSIC, (100, 62), announced=(20, 20)) == ("made", 100, 62, 0)
    assert written(CLASSIC, (80, 82), announced=(20, 50), declarations=(0, 50)) == (
        "failed",
        0,
        232,
        0,
    )


def test_a_failed_contract_gives_every_declaration_that_either_side_announced() -> None:
    assert written(CLASSIC, (40, 122), **said(50, 20)) == ("failed", 0, 232, 0)


def test_a_failed_contract_gives_only_the_scoring_declarations_where_the_rules_say_so() -> None:
    rules = CLASSIC.but(failed_takes="scoring")
    assert written(rules, (40, 122), **said(50, 20)) == ("failed", 0, 212, 0)
    assert written(rules, (40, 122), announced=(20, 20)) == ("failed", 0, 162, 0)


# Belote


def test_belote_helps_the_takers_to_make_it() -> None:
    assert written(CLASSIC, (72, 90), belote=(20, 0)) == ("made", 92, 90, 0)


def test_the_takers_belote_does_not_help_where_it_does_not_count() -> None:
    rules = CLASSIC.but(belote_counts=False)
    assert written(rules, (72, 90), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(rules, (82, 80), belote=(20, 0)) == ("made", 102, 80, 0)


@pytest.mark.parametrize("counts", [True, False])
def test_the_defenders_belote_hinders_the_takers(*, counts: bool) -> None:
    rules = CLASSIC.but(belote_counts=counts)
    assert written(rules, (90, 72), belote=(0, 20)) == ("failed", 0, 182, 0)
    assert written(rules, (92, 70), belote=(0, 20)) == ("made", 92, 90, 0)


def test_takers_who_fail_keep_their_belote() -> None:
    assert written(CLASSIC, (60, 102), belote=(20, 0)) == ("failed", 20, 162, 0)


def test_takers_who_fail_lose_their_belote_where_the_rules_say_so() -> None:
    rules = CLASSIC.but(belote_when_failed="lost")
    assert written(rules, (60, 102), belote=(20, 0)) == ("failed", 0, 182, 0)
    assert written(rules, (60, 102), belote=(0, 20)) == ("failed", 0, 182, 0)


# A contract in points


def test_the_takers_need_82() -> None:
    assert written(POINTS, (82, 80)) == ("made", 82, 80, 0)
    assert written(POINTS, (81, 81)) == ("failed", 0, 162, 0)


def test_the_takers_need_92_with_their_own_belote_which_counts() -> None:
    assert written(POINTS, (72, 90), belote=(20, 0)) == ("made", 92, 90, 0)
    assert written(POINTS, (71, 91), belote=(20, 0)) == ("failed", 20, 162, 0)


def test_the_takers_need_92_when_the_others_have_belote() -> None:
    assert written(POINTS, (92, 70), belote=(0, 20)) == ("made", 92, 90, 0)
    assert written(POINTS, (91, 71), belote=(0, 20)) == ("failed", 0, 182, 0)


def test_the_takers_need_92_in_cards_alone_where_their_belote_does_not_count() -> None:
    rules = POINTS.but(belote_counts=False)
    assert written(rules, (91, 71), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(rules, (92, 70), belote=(20, 0)) == ("made", 112, 70, 0)


def test_the_points_needed_are_those_of_the_rules() -> None:
    rules = POINTS.but(contract_points=100, contract_points_belote=120)
    assert written(rules, (99, 63)) == ("failed", 0, 162, 0)
    assert written(rules, (100, 62)) == ("made", 100, 62, 0)
    assert written(rules, (99, 63), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(rules, (100, 62), belote=(20, 0)) == ("made", 120, 62, 0)


def test_declarations_count_towards_the_points_where_there_are_some() -> None:
    rules = POINTS.but(declarations=True)
    assert written(rules, (62, 100), **said(20, 0)) == ("made", 82, 100, 0)
    assert written(rules, (61, 101), **said(20, 0)) == ("failed", 0, 182, 0)


def test_a_level_hand_that_reaches_the_points_fails_where_level_fails() -> None:
    assert written(POINTS.but(contract_points=81), (81, 81)) == ("failed", 0, 162, 0)
    assert written(POINTS.but(contract_points=80), (80, 82)) == ("made", 80, 82, 0)


def test_a_level_hand_is_tied_under_a_contract_in_points_unless_level_fails() -> None:
    assert written(POINTS.but(tie="share"), (81, 81)) == ("tied", 81, 81, 0)
    assert written(POINTS.but(tie="bank"), (71, 91), belote=(20, 0)) == ("tied", 20, 91, 71)


# Capot


def test_a_capot_counts_its_total_instead_of_the_card_points() -> None:
    assert written(CLASSIC, (162, 0), tricks=(8, 0)) == ("made", 250, 0, 0)
    assert written(CLASSIC, (0, 162), tricks=(0, 8), taker="EW") == ("made", 0, 250, 0)


def test_a_capot_s_bonus_is_added_to_the_cards_and_the_last_trick() -> None:
    rules = CLASSIC.but(capot_bonus=90)
    assert written(rules, (162, 0), tricks=(8, 0)) == ("made", 252, 0, 0)
    longer = rules.but(last_trick=20, capot_bonus=200)
    assert written(longer, (172, 0), tricks=(8, 0)) == ("made", 372, 0, 0)
    assert written(rules.but(capot_bonus=0), (162, 0), tricks=(8, 0)) == ("made", 162, 0, 0)


def test_all_points_without_all_tricks_are_no_capot() -> None:
    assert written(CLASSIC, (162, 0), tricks=(7, 1)) == ("made", 162, 0, 0)
    assert written(CLASSIC, (162, 0)) == ("made", 162, 0, 0)


def test_declarations_and_belote_still_count_with_a_capot() -> None:
    assert written(CLASSIC, (162, 0), tricks=(8, 0), belote=(0, 20), **said(0, 50)) == (
        "made",
        250,
        70,
        0,
    )


def test_defenders_who_win_all_tricks_take_the_capot_and_every_declaration() -> None:
    assert written(CLASSIC, (0, 162), tricks=(0, 8), belote=(20, 0), **said(20, 50)) == (
        "failed",
        20,
        320,
        0,
    )


def test_takers_without_a_trick_fail_whatever_they_declared() -> None:
    assert written(CLASSIC, (0, 162), tricks=(0, 8), **said(300, 0)) == ("failed", 0, 550, 0)
    assert written(CLASSIC, (0, 162), tricks=(0, 8), **said(250, 0)) == ("failed", 0, 500, 0)


def test_a_capot_that_falls_short_pays_162_and_every_declaration() -> None:
    assert written(CLASSIC, (162, 0), tricks=(8, 0), **said(0, 300)) == ("failed", 0, 462, 0)


def test_a_capot_that_falls_short_pays_what_a_last_trick_worth_more_makes_of_it() -> None:
    rules = CLASSIC.but(last_trick=20, failed_takes="scoring")
    assert written(rules, (172, 0), tricks=(8, 0), **said(0, 300)) == ("failed", 0, 472, 0)


def test_a_capot_may_end_level() -> None:
    assert written(CLASSIC, (162, 0), tricks=(8, 0), **said(0, 250)) == ("tied", 0, 250, 250)


# The last trick, contrée, rounding


@pytest.mark.parametrize(("last_trick", "whole"), [(0, 152), (10, 162), (20, 172)])
def test_a_failed_contract_gives_the_cards_and_the_last_trick(last_trick: int, whole: int) -> None:
    rules = CLASSIC.but(last_trick=last_trick)
    assert written(rules, (70, whole - 70)) == ("failed", 0, whole, 0)


def test_contree_doubles_what_both_sides_write() -> None:
    assert written(DOUBLED, (90, 72), contree=True) == ("made", 180, 144, 0)
    assert written(DOUBLED, (72, 90), contree=True) == ("failed", 0, 324, 0)
    assert written(DOUBLED, (90, 72), contree=True, **said(20, 0)) == ("made", 220, 144, 0)
    assert written(DOUBLED, (90, 72), contree=False) == ("made", 90, 72, 0)


def test_contree_doubles_a_capot_and_every_declaration() -> None:
    assert written(DOUBLED, (0, 162), tricks=(0, 8), contree=True, **said(50, 20)) == (
        "failed",
        0,
        644,
        0,
    )


def test_contree_doubles_neither_belote_nor_what_waited() -> None:
    assert written(DOUBLED, (90, 72), belote=(20, 0), held=70, contree=True) == (
        "made",
        270,
        144,
        0,
    )
    assert written(DOUBLED, (60, 102), belote=(20, 0), contree=True) == ("failed", 20, 324, 0)


def test_contree_does_not_double_what_comes_to_wait() -> None:
    assert written(DOUBLED, (81, 81), contree=True) == ("tied", 0, 162, 81)
    assert written(DOUBLED.but(tie="pool"), (81, 81), contree=True) == ("tied", 0, 0, 162)


def test_contree_does_not_change_what_the_takers_need() -> None:
    rules = POINTS.but(contree=True)
    assert written(rules, (82, 80), contree=True) == ("made", 164, 160, 0)


@pytest.mark.parametrize(
    ("points", "north", "east"),
    [((85, 77), 90, 80), ((84, 78), 80, 80), ((95, 67), 100, 70), ((94, 68), 90, 70)],
)
def test_tens_are_rounded_with_halves_upward(
    points: tuple[int, int], north: int, east: int
) -> None:
    assert written(CLASSIC.but(rounding="tens"), points) == ("made", north, east, 0)


def test_a_contract_is_judged_before_rounding() -> None:
    rules = preset("scoresheet", rounding="tens")
    assert written(rules, (82, 80)) == ("made", 80, 80, 0)
    assert written(rules, (80, 82)) == ("failed", 0, 160, 0)
    assert written(rules, (81, 81)) == ("tied", 0, 80, 81)


def test_what_a_side_writes_is_rounded_once_with_all_that_it_holds() -> None:
    rules = preset("scoresheet", rounding="tens", contree=True)
    assert written(rules, (93, 69), held=82) == ("made", 180, 70, 0)
    assert written(rules, (93, 69), contree=True) == ("made", 190, 140, 0)
