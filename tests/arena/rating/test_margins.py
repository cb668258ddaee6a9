"""Ratings by points, beside figures worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.arena.rating.margins import fit_margins, pairing_margins
from harness.arena.rating.method import INTERVALS, Method
from harness.errors import BeloteError

BOARDS = ((82, -20), (-162, 140), (30, 10), (52, -70), (-10, 90), (250, -252))
"""What A made more than B at the two tables of six deals."""


def test_six_deals_give_the_published_mean_and_its_error_by_deals() -> None:
    points = [margin for deal in BOARDS for margin in deal]
    deals = np.repeat(np.arange(6), 2)
    ranking = fit_margins("AB", [0] * 12, [1] * 12, points, [1] * 12, deals)
    gap, error = ranking.difference("A", "B")
    assert (round(gap, 3), round(error, 4)) == (11.667, 8.8456)
    assert ranking["A"].value == pytest.approx(-ranking["B"].value) == pytest.approx(35 / 6)
    assert ranking["A"].clusters == 6


def test_two_who_met_have_their_margin_from_either_side() -> None:
    points = [margin for deal in BOARDS for margin in deal]
    margins = pairing_margins(
        "AB", [0] * 12, [1] * 12, points, [1] * 12, np.repeat(np.arange(6), 2)
    )
    one, other = margins["A", "B"], margins["B", "A"]
    # Of Student's t with 5 degrees of freedom 95 % lie within 2.5706.
    assert one.lower == pytest.approx(35 / 3 - 2.5706 * 8.8456, abs=1e-3)
    assert one.upper == pytest.approx(35 / 3 + 2.5706 * 8.8456, abs=1e-3)
    assert (other, other.flip()) == (one.flip(), one)


def test_a_pairing_of_few_deals_spreads_like_the_others() -> None:
    # A and B are 10 apart on six deals, give or take 6; of A and C there is one deal. What is left
    # over is 6²·6 with 7 − 2 degrees of freedom.
    first, second, points = [0] * 7, [1] * 6 + [2], [16, 4, 16, 4, 16, 4, 50]
    few = pairing_margins("ABC", first, second, points, [1] * 7, np.arange(7))["A", "C"]
    assert few.value == 50
    assert few.margin == pytest.approx(2.5706 * math.sqrt(36 * 6 / 5), rel=1e-4)


def test_one_deal_alone_sets_no_limit() -> None:
    alone = ([0, 0], [1, 1], [30, -10], [8, 8], [0, 0])
    row = fit_margins("AB", *alone)["A"]
    assert row.value == pytest.approx(20 / 16 / 2)
    assert (row.lower, row.upper) == (None, None)
    (met, _) = pairing_margins("AB", *alone).values()
    assert (met.value, met.lower, met.upper) == (20 / 16, None, None)


def test_few_deals_have_the_limits_of_student_too() -> None:
    # Two deals at 10 and 30: 20 with an error of √(200 / 2) = 10, of which half is A's.
    row = fit_margins("AB", [0, 0], [1, 1], [10, 30], [1, 1], [0, 1])["A"]
    assert row.upper == pytest.approx(10 + 12.7062 * 5, rel=1e-5)


def test_the_second_table_counts_the_same_whoever_is_named_first() -> None:
    first, second = [0, 1] * 6, [1, 0] * 6
    points = [margin * (1, -1)[leg] for deal in BOARDS for leg, margin in enumerate(deal)]
    ranking = fit_margins("AB", first, second, points, [1] * 12, np.repeat(np.arange(6), 2))
    assert round(ranking.difference("A", "B")[0], 3) == 11.667


def test_hands_are_what_a_margin_is_divided_by() -> None:
    ranking = fit_margins("AB", [0, 0], [1, 1], [300, -100], [10, 15], [0, 1])
    assert ranking.difference("A", "B")[0] == pytest.approx(200 / 25)


def test_three_pairings_are_settled_by_least_squares() -> None:
    # A − B measured 3 (one hand), B − C 3 (one hand), A − C 12 (one hand): the 6 too many are
    # shared by all three, so A − B and B − C are 5, A − C is 10.
    ranking = fit_margins("ABC", [0, 1, 0], [1, 2, 2], [3, 3, 12], [1, 1, 1], [0, 1, 2])
    assert [row.value for row in ranking.rows] == pytest.approx([5, 0, -5])


def test_a_named_bot_may_have_0() -> None:
    ranking = fit_margins(
        "ABC", [0, 1, 0], [1, 2, 2], [3, 3, 12], [1, 1, 1], [0, 1, 2], Method(anchor="C")
    )
    assert [row.value for row in ranking.rows] == pytest.approx([10, 5, 0])
    assert ranking["C"].se == 0


def test_both_ways_to_an_interval_agree_where_there_is_much_to_go_by() -> None:
    rng = np.random.default_rng(3)
    first = np.repeat([0, 0, 1], 400)
    second = np.repeat([1, 2, 2], 400)
    points = rng.normal(5, 60, 1200)
    deals = np.arange(1200) // 2
    sandwich, bootstrap = (
        fit_margins("ABC", first, second, points, [1] * 1200, deals, Method(interval))
        for interval in INTERVALS[:2]
    )
    for mine, theirs in zip(sandwich.rows, bootstrap.rows, strict=True):
        assert mine.lower == pytest.approx(theirs.lower, abs=0.4)
        assert mine.upper == pytest.approx(theirs.upper, abs=0.4)


def test_bots_that_never_met_are_rated_apart() -> None:
    ranking = fit_margins("ABCD", [0, 2], [1, 3], [10, 40], [1, 1], [0, 1])
    assert [(row.name, row.component) for row in ranking.rows] == [
        *(("A", 1), ("B", 1)),
        *(("C", 2), ("D", 2)),
    ]
    assert [row.value for row in ranking.rows] == pytest.approx([5, -5, 20, -20])


@pytest.mark.parametrize(
    ("points", "hands", "complaint"),
    [
        ([1], [1, 1], "points: needs one value for every match"),
        ([1, 1], [1, 0], "at least one hand"),
        ([1, math.nan], [1, 1], "a match has a margin"),
    ],
)
def test_matches_that_make_no_sense_are_refused(
    points: list[float], hands: list[int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        fit_margins("AB", [0, 0], [1, 1], points, hands, [0, 1])


def test_an_anchor_that_did_not_play_is_refused() -> None:
    with pytest.raises(BeloteError, match="anchor: there is no contestant 'Z'"):
        fit_margins("AB", [0], [1], [1], [1], [0], Method(anchor="Z"))
