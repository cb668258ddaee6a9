"""Ratings by points, beside figures worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.arena.rating.margins import fit_margins
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
