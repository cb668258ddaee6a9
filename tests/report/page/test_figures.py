"""The figures of the page, counted by hand."""

from __future__ import annotations

import re

from harness.arena.columns import Batch
from harness.arena.runs import Ask, find_run
from harness.report.page.figures import figures
from harness.report.page.ratings import progress, table
from harness.report.page.render import render
from tests.arena.stored import fault_row, hand_row, match_row, return_leg
from tests.report.page.conftest import Stored, a_pair


def test_contracts_and_declarations_are_counted_from_each_bot_s_side(stored: Stored) -> None:
    ask_run = stored(
        a_pair(
            hand_row(match_id="m1", belote="N", announced_ns=50, declared_ns=50),  # E took: bob
            hand_row(
                match_id="m2", taker="W", outcome="failed", score_ns=162, score_ew=0, multiplier=2
            ),  # ada
            hand_row(match_id="m2", hand_no=1, taker="S", capot="NS", score_ns=252, score_ew=0),
            hand_row(match_id="m2", hand_no=2, taker=None, outcome="passed", plays=[]),
            hand_row(match_id="m2", hand_no=3, outcome="forfeit"),
        ),
    )
    ada, bob = figures(ask_run, "run")["hands"]
    counted = ("hands", "taken", "made", "failed", "doubled", "capots", "capots_suffered")
    assert [ada[name] for name in counted] == [4, 1, 0, 1, 1, 0, 1]
    assert [bob[name] for name in counted] == [4, 2, 2, 0, 0, 1, 0]
    assert (ada["announced"], ada["declared"], ada["declaring"], ada["belotes"]) == (50, 50, 1, 1)
    assert (bob["announced"], bob["belotes"]) == (0, 0)
    assert (ada["as_taker"], ada["as_defender"]) == (0, (69 + 0) / 2)
    assert (bob["as_taker"], bob["as_defender"]) == ((93 + 252) / 2, 162)


def test_scores_of_hands_fall_into_round_bins(stored: Stored) -> None:
    ask_run = stored(
        a_pair(
            hand_row(match_id="m1", score_ns=9, score_ew=153),
            hand_row(match_id="m2", score_ns=0, score_ew=10),
        ),
    )
    told = figures(ask_run, "run")
    assert told["width"] == 10  # 153 points in 30 columns are 5.1 each: the next round width
    bins = {(row["bot"], row["took"], row["low"]): row["hands"] for row in told["scores"]}
    assert bins == {
        ("ada", False, 0): 1,
        ("bob", True, 150): 1,
        ("ada", True, 10): 1,
        ("bob", False, 0): 1,
    }


def test_the_crosstable_tells_both_sides_of_a_meeting(stored: Stored) -> None:
    ask_run = stored(a_pair())
    told = {(one["a"], one["b"]): one for one in figures(ask_run, "run")["meetings"]}
    # Both matches are 510 to 320; in the second that is bob's score.
    assert {
        pairing: (one["pairs"], one["score"], one["margin"]) for pairing, one in told.items()
    } == {
        ("ada", "bob"): (1, 1.0, 0),
        ("bob", "ada"): (1, 0.0, 0),
    }


def test_the_points_of_a_forfeit_are_not_points_made(stored: Stored) -> None:
    # Bob forfeits the second leg of the first pair; in the second ada makes 510 and 320 more.
    legs = [
        match_row(match_id="m1", pair_id="p1", leg=0),
        return_leg(pair_id="p1", ended_by="forfeit"),
        match_row(match_id="m3", pair_id="p2", pair=1, leg=0, score_ew=0),
        return_leg(
            match_id="m4",
            pair_id="p2",
            pair=1,
            score_ns=0,
            score_ew=320,
        ),
    ]
    ask_run = stored(Batch.of(legs, [], []))
    told = {one["a"]: one for one in figures(ask_run, "run")["meetings"]}
    assert [(told[bot]["pairs"], told[bot]["margin"]) for bot in ("ada", "bob")] == [
        (2, 830),
        (2, -830),
    ]


def test_who_never_met_has_a_dash_in_the_crosstable_and_nobody_a_cell_against_itself(
    apart_run: Ask,
) -> None:
    page = render(apart_run, find_run(apart_run), most_hands=0, solve=False).text
    cells = re.findall(r'<td class="none">(.*?)</td>', page)
    # ada against ada, cid and dee; then so for bob, and for cid and dee with the first two first.
    assert cells == ["", "–", "–", "", "–", "–", "–", "–", "", "–", "–", ""]


def test_faults_are_counted_by_kind_with_the_first_of_each(stored: Stored) -> None:
    faults = (
        fault_row(match_id="m2", hand_no=3, message="second"),
        fault_row(match_id="m1", hand_no=None, message="first \x1b[2J"),
    )
    (row,) = figures(stored(a_pair(faults=faults)), "run")["faults"]
    assert (row["bot"], row["kind"], row["faults"]) == ("ada", "illegal", 2)
    assert (row["match_id"], row["hand_no"]) == ("m1", None)
    assert row["message"] == r"first \u001b[2J"


def test_progress_ends_with_the_table(ask_run: Ask) -> None:
    run_id = find_run(ask_run).run_id
    rows = progress(ask_run, run_id)
    last = {row["bot"]: row["elo"] for row in rows if row["pairs"] == 6}
    assert last == {row["bot"]: row["elo"] for row in table(ask_run, run_id)["rows"]}
    assert {row["pairs"] for row in rows} == {5, 6}
