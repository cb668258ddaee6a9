"""Bots by the sides they sat on, beside ratings worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.margins import fit_margins
from harness.arena.rating.method import Method
from harness.arena.rating.ranking import Ranking
from harness.arena.rating.samples import ELO

POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}
ALONE = {"a": "a", "b": "b", "c": "c"}
WITH_A = {"a": "a", "b": "b", "ac": "ac"}
PAIRS_OF_FOUR = {two: two for two in ("ab", "cd", "ac", "bd", "ad", "bc")}


def ranked(
    members: Mapping[str, str],
    *series: tuple[str, str, str],
    method: Method = Method(),  # noqa: B008 - it is immutable
    size: int = 1,
) -> Ranking:
    """Rank bots by series of sides, where each `size` matches in a row share their deals."""
    sides = list(members)
    rows = [(sides.index(a), sides.index(b), POINTS[one]) for a, b, each in series for one in each]
    first, second, score = zip(*rows, strict=True)
    return fit(sides, first, second, score, np.arange(len(rows)) // size, method, members=members)


def test_sides_of_one_bot_are_ranked_as_that_bot() -> None:
    series = (("a", "b", "++-" * 20), ("b", "c", "++-=" * 20), ("a", "c", "+++-" * 5))
    for method in (Method(), Method("bootstrap"), Method("model", simultaneous=True)):
        as_sides, as_members = (
            fit(
                "abc",
                [0] * 60 + [1] * 80 + [0] * 20,
                [1] * 60 + [2] * 100,
                [POINTS[one] for _, _, each in series for one in each],
                np.arange(160),
                method,
                members=members,
            )
            for members in (None, ALONE)
        )
        for one, other in zip(as_sides.rows, as_members.rows, strict=True):
            assert one.name == other.name
            assert (one.value, one.lower, one.upper, one.se) == pytest.approx(
                (other.value, other.lower, other.upper, other.se)
            )


def test_a_side_is_as_strong_as_its_members_on_average() -> None:
    # a beats b three to one; a and c together are level with b, so c is as far below b.
    ranking = ranked(WITH_A, ("a", "b", "+++-" * 10), ("ac", "b", "+-" * 20))
    apart = 400 * math.log10(3)
    assert [row.name for row in ranking.rows] == ["a", "b", "c"]
    assert [row.value for row in ranking.rows] == pytest.approx([apart, 0, -apart], abs=1e-6)


def test_the_error_of_a_member_follows_from_those_of_its_sides() -> None:
    # a − b and (a + c) / 2 − b are measured apart, by 40 matches of variance 3/16 and 1/4:
    # c − b is twice the second less the first.
    ranking = ranked(
        WITH_A, ("a", "b", "+++-" * 10), ("ac", "b", "+-" * 20), method=Method("model")
    )
    first, second = 1 / (40 * 3 / 16), 1 / (40 / 4)
    assert ranking.difference("a", "b")[1] == pytest.approx(ELO * math.sqrt(first))
    assert ranking.difference("c", "b")[1] == pytest.approx(ELO * math.sqrt(4 * second + first))


def test_the_spread_between_deal_sets_makes_the_interval() -> None:
    # Of 20 pairs 10 are won twice, each 0.5 beyond the expected 1.5, and 10 are level.
    series = ("a", "b", "+++-" * 10), ("b", "c", "+++-" * 10), ("ac", "b", "+-" * 20)
    ranking = ranked({**ALONE, "ac": "ac"}, series[0], series[1], size=2)
    error = math.sqrt(20 * 0.5**2 * 20 / 19) / (40 * 3 / 16)
    assert ranking.difference("a", "b")[1] == pytest.approx(ELO * error, rel=0.02)
    assert ranking["b"].clusters == 40


def test_points_are_shared_by_the_members_of_a_side() -> None:
    # a is 6 above b, and a with c level with b.
    ranking = fit_margins(
        list(WITH_A), [0, 0, 2, 2], [1] * 4, [5, 7, 1, -1], [1] * 4, range(4), members=WITH_A
    )
    assert [row.name for row in ranking.rows] == ["a", "b", "c"]
    assert [row.value for row in ranking.rows] == pytest.approx([6, 0, -6], abs=1e-9)


def test_partners_who_were_never_apart_are_compared_with_nobody() -> None:
    members = {"ab": "ab", "c": "c", "d": "d"}
    ranking = ranked(members, ("ab", "c", "++-" * 8), ("ab", "d", "+=-" * 8), ("c", "d", "+-" * 8))
    assert [row.component for row in ranking.rows] == [1, 1, 2, 3]
    assert {row.name: (row.lower, row.upper) for row in ranking.rows[2:]} == {
        "a": (None, None),
        "b": (None, None),
    }
    assert ranking["c"].upper is not None


def test_whoever_shared_every_win_has_one_limit_and_does_not_move_the_others() -> None:
    # All that a is known by was won; c is known by a, since the two together are level with b.
    series = (("b", "d", "++-" * 10), ("ac", "b", "+-" * 10))
    members = {**WITH_A, "d": "d"}
    ranking = ranked(members, ("a", "b", "+" * 10), *series)
    assert {row.name: row.one_sided for row in ranking.rows} == {
        "a": "lower",
        "c": "upper",
        **dict.fromkeys("bd"),
    }
    a, c = ranking["a"], ranking["c"]
    assert a.lower is not None
    assert c.upper is not None
    assert ranking["d"].value < a.lower < a.value
    assert (a.clusters, c.clusters) == (None, None)
    assert c.value < c.upper < ranking["b"].value
    # As between two bots alone: ten matches and half a win and half a loss more.
    assert ranking.difference("a", "b")[0] == pytest.approx(ELO * math.log(10.5 / 0.5), rel=0.15)
    without = ranked({"b": "b", "d": "d"}, series[0])
    assert ranking.difference("b", "d")[0] == pytest.approx(without.difference("b", "d")[0])


def test_a_side_that_won_everything_leaves_its_members_comparable_by_their_other_sides() -> None:
    # ab won all, but each of its members also lost with others.
    series = [(one, other, "+-" * 6) for one, other in (("ac", "bd"), ("ad", "bc"))]
    ranking = ranked(PAIRS_OF_FOUR, ("ab", "cd", "+" * 4), *series)
    assert {row.one_sided for row in ranking.rows} <= {None, "lower", "upper"}
    assert {row.component for row in ranking.rows} == {1}
    assert ranking["a"].value == pytest.approx(ranking["b"].value)
    assert ranking["c"].value == pytest.approx(ranking["d"].value)
    assert ranking["a"].value > ranking["c"].value
    assert [ranking[name].one_sided for name in "abcd"] == ["lower"] * 2 + ["upper"] * 2


def test_a_bot_that_can_be_moved_both_ways_has_no_limit() -> None:
    # a and b won together: one of them may be any worse if the other is as much better.
    series = (("ab", "cd", "+" * 6), ("ac", "bd", "+" * 6))
    ranking = ranked(PAIRS_OF_FOUR, *series)
    free = [row for row in ranking.rows if row.lower is None and row.upper is None]
    assert {row.name for row in free} == {"b", "c"}
    assert all(row.one_sided is None for row in free)


def test_95_of_100_intervals_of_members_hold_the_truth() -> None:
    rng = np.random.default_rng(31)
    sides = list(PAIRS_OF_FOUR)
    meet = [(0, 1), (2, 3), (4, 5)]
    held: list[bool] = []
    for _ in range(150):
        strength = rng.normal(0, 0.5, 4)
        of_side = [np.mean([strength["abcd".index(bot)] for bot in side]) for side in sides]
        first, second = (np.repeat([two[each] for two in meet], 80) for each in (0, 1))
        gap = np.array(of_side)[first] - np.array(of_side)[second]
        luck = np.repeat(rng.random(120), 2)
        drawn = np.where(rng.random(240) < 0.5, luck, rng.random(240))
        score = (drawn < 1 / (1 + np.exp(-gap))).astype(float)
        ranking = fit(sides, first, second, score, np.arange(240) // 2, members=PAIRS_OF_FOUR)
        truth = ELO * (strength - strength.mean())
        for row in ranking.rows:
            elo = truth["abcd".index(row.name)]
            held.append((row.lower or -math.inf) <= elo <= (row.upper or math.inf))
    assert 0.93 <= np.mean(held) <= 0.97
