"""The joint fit, and how far its intervals can be trusted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import pytest

from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.method import Interval, Method
from harness.arena.rating.ranking import Ranking
from harness.arena.rating.samples import Wdl
from harness.errors import BeloteError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Series: TypeAlias = tuple[str, str, str]
"""Two bots and, a character a match, what became of it for the first: `+`, `=` or `-`."""

POINTS: Final = {"+": 1.0, "=": 0.5, "-": 0.0}

TRIANGLE: Final = (
    ("A", "B", "+" * 60 + "-" * 40),
    ("B", "C", "+" * 60 + "-" * 40),
    ("A", "C", "+" * 70 + "-" * 30),
)


def ranked(
    *series: Series,
    size: int = 1,
    level: float = 0.95,
    interval: Interval = "sandwich",
    anchor: str | None = None,
    simultaneous: bool = False,
) -> Ranking:
    """Rate the bots of some series, where each `size` matches in a row share their deals."""
    names = sorted({name for a, b, _ in series for name in (a, b)})
    matches = [
        (names.index(a), names.index(b), POINTS[one]) for a, b, each in series for one in each
    ]
    first, second, score = zip(*matches, strict=True)
    cluster = np.arange(len(matches)) // size
    return fit(names, first, second, score, cluster, Method(interval, level, simultaneous, anchor))


def elo_at(odds: float) -> float:
    """Elo of the side with these odds of winning."""
    return 400 * math.log10(odds)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(BeloteError, match=f"level of an interval is {level}"):
        ranked(*TRIANGLE, level=level)


def test_three_bots_get_the_published_ratings_and_errors() -> None:
    ranking = ranked(*TRIANGLE, interval="model")
    assert [(row.name, round(row.value, 3)) for row in ranking.rows] == [
        ("A", 72.449),
        ("B", pytest.approx(0, abs=1e-9)),
        ("C", -72.449),
    ]
    assert round(ranking.difference("A", "B")[1], 3) == 29.296
    assert round(ranking.difference("A", "C")[1], 3) == 30.203
    assert ranking.los("A", "B") == pytest.approx(0.99330, abs=5e-6)
    assert ranking.los("B", "A") == pytest.approx(0.00670, abs=5e-6)


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    ranking = ranked(("A", "B", "+++-" * 25))
    assert ranking.difference("A", "B")[0] == pytest.approx(190.85, abs=0.005)
    assert ranking["A"].value == pytest.approx(-ranking["B"].value)
    best = ranking.rows[0]
    assert (best.name, best.component, best.one_sided) == ("A", 1, None)


def test_the_unit_is_the_cluster_and_not_the_match() -> None:
    # 30 pairs won twice, each 0.5 above the expected 1.5, and 10 lost twice, each 1.5 below.
    ranking = ranked(("A", "B", "++" * 30 + "--" * 10), size=2)
    information = 80 * 0.75 * 0.25
    meat = (30 * 0.5**2 + 10 * 1.5**2) * 40 / 39
    assert ranking.difference("A", "B")[1] == pytest.approx(
        math.sqrt(meat) / information * 400 / math.log(10)
    )
    assert ranking["A"].clusters == 40


def test_few_clusters_have_the_limits_of_student() -> None:
    best = ranked(("A", "B", "+++++-++-+"), size=2).rows[0]
    assert best.clusters == 5
    assert best.upper == pytest.approx(best.value + 2.7764 * best.se, rel=1e-4)


def test_clusters_that_weigh_unequally_count_as_fewer() -> None:
    # Six pairs and one of four matches: with weights in 2 and 4 the squares are 4 and 16, so they
    # are (6·4 + 16)² / (6·16 + 256) = 1600 / 352 clusters, less one degrees of freedom.
    first, second = [0] * 16, [1] * 16
    cluster = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6]
    score = [1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1]
    best = fit("AB", first, second, score, cluster)["A"]
    assert best.clusters == 7
    assert best.freedom == pytest.approx(1600 / 352 - 1)
    # Student's t with 3 degrees of freedom has its limit at 3.18, that with 4 at 2.78.
    assert best.upper is not None
    assert 2.78 < (best.upper - best.value) / best.se < 3.18


def test_the_likelihood_of_superiority_is_that_of_student_too() -> None:
    # Of five pairs three are 0.4 above the expected 1.6 and two 0.6 below; a match varies by 0.16.
    t = math.log(4) / (math.sqrt((3 * 0.4**2 + 2 * 0.6**2) * 5 / 4) / (10 * 0.16))
    x = t / math.hypot(2, t)
    with_four_degrees_of_freedom = 0.5 + 0.75 * (x - x**3 / 3)
    ranking = ranked(("A", "B", "+++++-++-+"), size=2)
    assert ranking.los("A", "B") == pytest.approx(with_four_degrees_of_freedom, abs=1e-3)


@pytest.mark.parametrize(
    ("results", "size"),
    [
        pytest.param("++-+-+--", 2, id="four clusters"),
        pytest.param("++-+" * 10, 40, id="one cluster"),
        pytest.param("+-" * 20, 2, id="clusters all alike"),
        pytest.param("+++-" * 20, 4, id="clusters all alike and uneven"),
        pytest.param("=" * 40, 2, id="all draws"),
    ],
)
def test_clusters_that_show_no_spread_leave_the_error_to_the_model(results: str, size: int) -> None:
    robust = ranked(("A", "B", results), size=size)
    model = ranked(("A", "B", results), size=size, interval="model")
    assert robust["A"].clusters is None
    assert robust["A"].se == pytest.approx(model["A"].se) != 0


def test_a_bot_seen_seldom_does_not_change_how_the_others_are_measured() -> None:
    ranking = ranked(*TRIANGLE, ("A", "D", "++-"))
    assert [ranking[name].clusters for name in "ABCD"] == [203, 200, 200, None]


def test_the_covariance_is_the_sandwich_written_out() -> None:
    rng = np.random.default_rng(5)
    first, second = rng.integers(0, 4, 600), rng.integers(1, 4, 600)
    second = (first + second) % 4
    score, cluster = rng.choice([0, 0.5, 1], 600), rng.integers(0, 40, 600)
    ranking = fit("ABCD", first, second, score, cluster)
    elo = [ranking[name].value for name in "ABCD"]
    bread, by_cluster, weight = np.zeros((4, 4)), np.zeros((40, 4)), np.zeros(40)
    for a, b, won, unit in zip(first, second, score, cluster, strict=True):
        chance = 1 / (1 + 10 ** ((elo[b] - elo[a]) / 400))
        side = np.eye(4)[a] - np.eye(4)[b]
        bread += chance * (1 - chance) * np.outer(side, side)
        by_cluster[unit] += (won - chance) * side
        weight[unit] += chance * (1 - chance)
    inverse = np.linalg.pinv(bread) * 400 / math.log(10)
    worth = (weight**2).sum() ** 2 / (weight**4).sum()  # of the 40 clusters, which are not alike
    expected = inverse @ by_cluster.T @ by_cluster @ inverse * worth / (worth - 1)
    assert 28 < worth < 40
    order = ["ABCD".index(row.name) for row in ranking.rows]
    assert np.allclose(ranking.covariance, expected[np.ix_(order, order)])


@pytest.mark.parametrize("results", ["+", "-", "=", "++", "+-", "==", "=+"])
def test_one_pair_or_less_gives_finite_answers(results: str) -> None:
    for row in ranked(("A", "B", results), size=2).rows:
        limits = [limit for limit in (row.lower, row.upper) if limit is not None]
        assert limits
        assert all(map(math.isfinite, [row.value, row.se, *limits]))
        assert row.lower is None or row.lower < row.value
        assert row.upper is None or row.value < row.upper
        assert row.se > 0


def test_between_two_bots_winning_everything_is_what_the_counts_alone_say() -> None:
    ranking = ranked(("A", "B", "+" * 10))
    best, worst = ranking.rows
    alone = Wdl(wins=10).elo()
    assert ranking.difference("A", "B")[0] == pytest.approx(alone.value)
    assert best.lower is not None
    assert alone.lower is not None
    assert 2 * best.lower == pytest.approx(alone.lower)
    assert (best.name, best.one_sided, best.upper) == ("A", "lower", None)
    assert (worst.name, worst.one_sided, worst.lower) == ("B", "upper", None)
    assert worst.upper == pytest.approx(-best.lower)


def test_the_limit_of_a_bot_that_won_everything_is_exact_against_unequal_opponents() -> None:
    ranking = ranked(("B", "C", "+++-" * 10), ("A", "B", "+" * 20), ("A", "C", "+" * 10))
    best = ranking.rows[0]
    assert (best.name, best.one_sided, best.upper) == ("A", "lower", None)
    assert best.lower is not None
    chances = [1 / (1 + 10 ** ((ranking[name].value - best.lower) / 400)) for name in "BC"]
    assert chances[0] ** 20 * chances[1] ** 10 == pytest.approx(0.025)


def test_matches_on_the_same_deals_count_once_for_the_limit() -> None:
    many, one = ranked(("A", "B", "+" * 10), size=10), ranked(("A", "B", "+"))
    assert many["A"].lower == pytest.approx(one["A"].lower)


def test_a_bot_that_lost_everything_does_not_move_the_others() -> None:
    field = ranked(*TRIANGLE)
    joined = ranked(*TRIANGLE, ("A", "D", "+" * 9), ("D", "B", "-" * 9), ("C", "D", "+" * 9))
    last = joined.rows[-1]
    assert (last.name, last.one_sided, last.lower) == ("D", "upper", None)
    assert last.upper is not None
    assert last.value < last.upper < 0
    for name in "ABC":
        mine, theirs = joined[name], field[name]
        assert (mine.value, mine.lower, mine.upper) == pytest.approx(
            (theirs.value, theirs.lower, theirs.upper)
        )


def test_bots_that_only_took_something_from_each_other_are_out_of_reach_together() -> None:
    rabble = (("D", "E", "+-=+-"), *((a, b, "+" * 5) for a in "ABC" for b in "DE"))
    ranking = ranked(*TRIANGLE, *rabble)
    assert {row.name: row.one_sided for row in ranking.rows} == {
        **dict.fromkeys("ABC"),
        **dict.fromkeys("DE", "upper"),
    }
    assert ranking.difference("D", "E")[0] == pytest.approx(0)


def test_a_ladder_where_each_beats_the_next_has_its_zero_in_the_middle() -> None:
    best, middle, worst = ranked(("A", "B", "+" * 5), ("B", "C", "+" * 5)).rows
    assert [best.one_sided, middle.one_sided, worst.one_sided] == ["lower", None, "upper"]
    assert best.value == pytest.approx(-worst.value)
    assert middle.value == pytest.approx(0)


def test_bots_that_never_met_are_ranked_apart() -> None:
    ranking = ranked(("A", "B", "++-" * 9), ("B", "C", "++-" * 9), ("X", "Y", "+++-" * 9))
    assert [(row.name, row.component) for row in ranking.rows] == [
        *(("A", 1), ("B", 1), ("C", 1)),
        *(("X", 2), ("Y", 2)),
    ]
    assert sum(ranking[name].value for name in "ABC") == pytest.approx(0)
    assert ranking["X"].value == pytest.approx(elo_at(3) / 2)
    assert ranking.los("A", "Y") == 0.5
    with pytest.raises(BeloteError, match="A and Y cannot be compared"):
        ranking.difference("A", "Y")


def test_a_bot_without_matches_has_no_limits() -> None:
    ranking = fit(["idle", "A", "B"], [1, 1], [2, 2], [1, 0], [0, 0])
    idle = ranking["idle"]
    assert (idle.value, idle.lower, idle.upper) == (0, None, None)
    assert idle.component == 2


def test_a_draw_is_half_a_win() -> None:
    drawn, split = ranked(("A", "B", "=" * 40 + "+" * 20)), ranked(("A", "B", "++-" * 20))
    assert drawn["A"].value == pytest.approx(split["A"].value)
    assert drawn["A"].se < split["A"].se


def test_neither_order_nor_side_nor_place_in_the_list_changes_a_bit() -> None:
    rng = np.random.default_rng(11)
    first = rng.integers(0, 7, 3000)
    second = (first + rng.integers(1, 7, 3000)) % 7
    score, cluster = rng.choice([0, 0.5, 1], 3000, p=[0.3, 0.1, 0.6]), rng.integers(0, 500, 3000)
    plain = fit("ABCDEFG", first, second, score, cluster)
    shuffled, turned = rng.permutation(3000), rng.random(3000) < 0.5
    others = [
        fit("ABCDEFG", first[shuffled], second[shuffled], score[shuffled], cluster[shuffled]),
        fit(
            "ABCDEFG",
            np.where(turned, second, first),
            np.where(turned, first, second),
            np.where(turned, 1 - score, score),
            cluster,
        ),
        fit("GFEDCBA", 6 - first, 6 - second, score, cluster),
    ]
    for other in others:
        assert other == plain


@pytest.mark.parametrize(
    ("names", "first", "second", "score", "complaint"),
    [
        (["A", "A"], [0], [1], [1], "two bots have the same name"),
        (["A", "B"], [0, 0], [1], [1], "one value for every match"),
        (["A", "B"], [0], [2], [1], "an index from 0 to 1"),
        (["A", "B"], [-1], [1], [1], "an index from 0 to 1"),
        (["A", "B"], [1], [1], [1], "against oneself"),
        (["A", "B"], [0], [1], [2], "0, 0.5 or 1"),
        (["A", "B"], [0], [1], [math.nan], "0, 0.5 or 1"),
    ],
)
def test_matches_that_make_no_sense_are_refused(
    names: list[str], first: list[int], second: list[int], score: list[float], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        fit(names, first, second, score, [0] * len(score))


def test_a_bot_that_is_not_ranked_is_named() -> None:
    with pytest.raises(BeloteError, match="no ranked bot 'Z'"):
        ranked(*TRIANGLE).los("A", "Z")


def round_robin(
    strength: NDArray[np.float64], pairs: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Play it with pairs whose two matches go the same way more often than by chance.

    A match has the luck of its pair with probability 0.6, or else its own; up to one in ten is
    drawn, evenly around the chance, so that the expected score is that of the model.
    """
    first, second = (np.repeat(each, pairs) for each in np.triu_indices(len(strength), 1))
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    drawn = 0.1 * np.minimum(chance, 1 - chance)
    matches = (2, len(first))
    luck = np.where(rng.random(matches) < 0.6, rng.random(len(first)), rng.random(matches))
    score = (luck < chance - drawn) / 2 + (luck < chance + drawn) / 2
    pair = np.arange(len(first))
    return np.tile(first, 2), np.tile(second, 2), score.ravel(), np.tile(pair, 2)


def test_95_of_100_intervals_hold_the_truth_although_pairs_share_their_luck() -> None:
    rng = np.random.default_rng(2024)
    held: list[bool] = []
    for _ in range(200):
        strength = rng.normal(0, 0.5, 5)
        truth = (strength - strength.mean()) * 400 / math.log(10)
        ranking = fit("ABCDE", *round_robin(strength, 10, rng))
        for row in ranking.rows:
            elo = truth["ABCDE".index(row.name)]
            above = row.lower is None or row.lower <= elo
            held.append(above and (row.upper is None or elo <= row.upper))
    assert 0.93 <= np.mean(held) <= 0.97


def test_limits_that_hold_together_hold_all_at_once() -> None:
    """Of 150 tables at 95 %, fewer than 134 that hold have a chance of 0.1 %."""
    rng = np.random.default_rng(2025)
    held = 0
    for _ in range(150):
        strength = rng.normal(0, 0.5, 5)
        truth = (strength - strength.mean()) * 400 / math.log(10)
        ranking = fit("ABCDE", *round_robin(strength, 10, rng), method=Method(simultaneous=True))
        held += all(
            (row.lower is None or row.lower <= truth["ABCDE".index(row.name)])
            and (row.upper is None or truth["ABCDE".index(row.name)] <= row.upper)
            for row in ranking.rows
        )
    assert held >= 134


def test_a_named_bot_may_have_0() -> None:
    plain, anchored = ranked(*TRIANGLE), ranked(*TRIANGLE, anchor="C")
    assert (anchored["C"].value, anchored["C"].se) == (0, 0)
    for a, b in ("AB", "BC", "AC"):
        assert anchored.difference(a, b) == pytest.approx(plain.difference(a, b))
    assert anchored["A"].se == pytest.approx(plain.difference("A", "C")[1])


def test_an_anchor_moves_only_those_it_is_linked_with() -> None:
    apart = ("X", "Y", "+++-" * 9)
    plain, anchored = ranked(*TRIANGLE, apart), ranked(*TRIANGLE, apart, anchor="A")
    assert anchored["A"].value == 0
    assert anchored["X"] == plain["X"]


def test_from_an_anchor_out_of_reach_the_others_have_one_limit() -> None:
    ranking = ranked(*TRIANGLE, ("A", "D", "+" * 9), anchor="D")
    assert ranking["D"].value == 0
    assert [ranking[name].one_sided for name in "ABCD"] == ["lower"] * 3 + [None]


def test_an_anchor_that_did_not_play_is_refused() -> None:
    with pytest.raises(BeloteError, match="anchor: there is no contestant 'Z'"):
        ranked(*TRIANGLE, anchor="Z")


def test_limits_that_hold_together_are_wider_by_what_sidak_asks() -> None:
    each, together = ranked(*TRIANGLE), ranked(*TRIANGLE, simultaneous=True)
    # Within ±z = 2.3877 lies a normal value with 0.95^(1/3) = 0.98305, and one of Student with 199
    # degrees of freedom within z + (z³ + z) / (4·199) = 2.4078.
    for name in "ABC":
        assert together[name].value == each[name].value
        upper = together[name].upper
        assert upper is not None
        assert (upper - together[name].value) / each[name].se == pytest.approx(2.4078, abs=1e-3)


def test_the_bootstrap_has_the_limits_of_the_sandwich_where_there_is_much_to_go_by() -> None:
    series = [(a, b, won * 8) for a, b, won in TRIANGLE]
    sandwich, bootstrap = (ranked(*series, interval=each) for each in ("sandwich", "bootstrap"))
    for mine, theirs in zip(sandwich.rows, bootstrap.rows, strict=True):
        assert mine.lower == pytest.approx(theirs.lower, abs=0.8)
        assert mine.upper == pytest.approx(theirs.upper, abs=0.8)
    assert ranked(*series, interval="bootstrap") == bootstrap


def test_too_few_clusters_are_not_resampled() -> None:
    few, more = ("A", "B", "++-" * 3), ("A", "B", "++-" * 4)
    assert ranked(few, interval="bootstrap")["A"] == ranked(few)["A"]
    assert ranked(more, interval="bootstrap")["A"] != ranked(more)["A"]


def test_the_bootstrap_leaves_a_bot_that_won_everything_its_exact_limit() -> None:
    series = (*TRIANGLE, ("D", "A", "+" * 9))
    assert ranked(*series, interval="bootstrap")["D"] == ranked(*series)["D"]


def test_places_are_those_that_no_comparison_rules_out() -> None:
    # A and B cannot be told apart, and both are surely better than C and D, who cannot either.
    series = (
        *(("A", "B", "+-" * 50), ("C", "D", "+-" * 50)),
        *((a, b, "+" * 70 + "-" * 30) for a in "AB" for b in "CD"),
    )
    ranking = ranked(*series)
    assert dict(zip((row.name for row in ranking.rows), ranking.ranks, strict=True)) == {
        **dict.fromkeys("AB", (1, 2)),
        **dict.fromkeys("CD", (3, 4)),
    }


def test_one_pair_leaves_every_place_open() -> None:
    assert ranked(("A", "B", "++"), size=2).ranks == ((1, 2), (1, 2))


def test_the_matrix_of_likelihoods_has_one_for_each_two() -> None:
    ranking = ranked(*TRIANGLE, ("X", "Y", "+++-" * 9))
    names = [row.name for row in ranking.rows]
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert ranking.los_matrix[i][j] == ranking.los(a, b)
            assert ranking.los(a, b) == pytest.approx(1 - ranking.los(b, a))
    assert ranking.los("A", "A") == 0.5
