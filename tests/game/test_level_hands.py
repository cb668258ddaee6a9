"""Hands that end level, and the points that wait; every pair is (NS, EW), and NS took."""

import pytest

from harness.game import preset
from harness.game.notation import hand_record
from tests.game.refereed import found
from tests.game.scripts import ONE_OVER, dealt, go_on, said, written

CLASSIC = preset("classic")
QUIET = CLASSIC.but(declarations=False)


def test_bank_pays_the_defenders_their_own_and_keeps_the_takers_total_waiting() -> None:
    assert written(CLASSIC, (81, 81)) == ("tied", 0, 81, 81)
    assert written(CLASSIC, (81, 81), taker="EW") == ("tied", 81, 0, 81)
    assert written(CLASSIC, (61, 101), **said(40, 0)) == ("tied", 0, 101, 101)
    assert written(CLASSIC, (101, 61), **said(0, 40)) == ("tied", 0, 101, 101)


def test_bank_pays_what_waited_to_whoever_defends_whatever_happens() -> None:
    assert written(CLASSIC, (100, 62), held=70) == ("made", 100, 132, 0)
    assert written(CLASSIC, (62, 100), held=70) == ("failed", 0, 232, 0)
    assert written(CLASSIC, (81, 81), held=70) == ("tied", 0, 151, 81)
    assert written(CLASSIC, (162, 0), tricks=(8, 0), held=70) == ("made", 250, 70, 0)


def test_what_waited_for_a_hand_stands_in_its_record_and_is_paid_by_it() -> None:
    record = hand_record(go_on(dealt(QUIET, ONE_OVER, held=70), ONE_OVER))
    assert record["held"] == {"points": 70}
    assert found(record)["score"] == {"NS": 82, "EW": 80 + 70}
    assert "held" not in hand_record(go_on(dealt(QUIET, ONE_OVER), ONE_OVER))


def test_hold_pays_the_defenders_their_own_and_keeps_the_takers_total_waiting() -> None:
    rules = CLASSIC.but(tie="hold")
    assert written(rules, (81, 81)) == ("tied", 0, 81, 81)


def test_hold_pays_what_waited_to_whoever_wins() -> None:
    rules = CLASSIC.but(tie="hold")
    assert written(rules, (100, 62), held=70) == ("made", 170, 62, 0)
    assert written(rules, (62, 100), held=70) == ("failed", 0, 232, 0)


def test_hold_adds_up_over_ties_in_a_row() -> None:
    assert written(CLASSIC.but(tie="hold"), (81, 81), held=70) == ("tied", 0, 81, 151)


def test_pool_writes_nothing_and_keeps_both_totals_waiting() -> None:
    rules = CLASSIC.but(tie="pool")
    assert written(rules, (81, 81)) == ("tied", 0, 0, 162)
    assert written(rules, (61, 101), **said(40, 0)) == ("tied", 0, 0, 202)


def test_pool_pays_what_waited_to_whoever_wins() -> None:
    rules = CLASSIC.but(tie="pool")
    assert written(rules, (100, 62), held=162) == ("made", 262, 62, 0)
    assert written(rules, (62, 100), held=162) == ("failed", 0, 324, 0)


def test_pool_adds_up_over_ties_in_a_row() -> None:
    assert written(CLASSIC.but(tie="pool"), (81, 81), held=162) == ("tied", 0, 0, 324)


def test_fail_makes_a_level_hand_a_failed_one() -> None:
    assert written(CLASSIC.but(tie="fail"), (81, 81)) == ("failed", 0, 162, 0)


def test_share_lets_each_side_of_a_level_hand_write_its_own() -> None:
    rules = CLASSIC.but(tie="share")
    assert written(rules, (81, 81)) == ("tied", 81, 81, 0)
    assert written(rules, (61, 101), **said(40, 0)) == ("tied", 101, 101, 0)


@pytest.mark.parametrize("tie", ["bank", "hold"])
def test_belote_counts_in_a_tie_and_is_written_at_once_by_its_holder(tie: str) -> None:
    rules = CLASSIC.but(tie=tie)
    assert written(rules, (71, 91), belote=(20, 0)) == ("tied", 20, 91, 71)
    assert written(rules, (91, 71), belote=(0, 20)) == ("tied", 0, 91, 91)


def test_belote_waits_with_the_rest_under_pool() -> None:
    assert written(CLASSIC.but(tie="pool"), (71, 91), belote=(20, 0)) == ("tied", 0, 0, 182)


@pytest.mark.parametrize("tie", ["bank", "hold", "pool"])
def test_what_waits_does_not_help_a_contract(tie: str) -> None:
    assert written(CLASSIC.but(tie=tie), (80, 82), held=100) == ("failed", 0, 262, 0)
