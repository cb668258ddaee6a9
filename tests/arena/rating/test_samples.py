"""What counts say of one side, beside published figures and limits worked out by hand."""

from __future__ import annotations

import math

import pytest

from harness.arena.rating.samples import Pairs, Sample, Wdl
from harness.errors import BeloteError


def elo_at(odds: float) -> float:
    """Elo of the side with these odds of winning."""
    return 400 * math.log10(odds)


@pytest.mark.parametrize(
    ("sample", "elo", "normalized", "los"),
    [
        (Wdl(76, 123, 89), (-15.694, 30.458), (-20.756, 40.126), 0.15533),
        (Wdl(136, 111, 96), (40.702, 30.427), (49.768, 36.768), 0.99601),
        (Pairs(34, 54, 63, 64, 75), (55.580, 27.653), (57.936, 28.275), 0.99997),
    ],
)
def test_counts_give_the_published_figures_to_every_digit(
    sample: Sample, elo: tuple[float, float], normalized: tuple[float, float], los: float
) -> None:
    for estimate, figures in ((sample.elo(), elo), (sample.normalized_elo(), normalized)):
        assert estimate.margin is not None
        assert (round(estimate.value, 3), round(estimate.margin, 3)) == figures
    assert round(sample.los, 5) == los


def test_three_wins_out_of_four_are_worth_191_elo() -> None:
    assert Wdl(75, 0, 25).elo().value == pytest.approx(190.85, abs=0.005)


@pytest.mark.parametrize("sample", [Wdl(5, 3, 9), Pairs(1, 2, 3, 4, 5), Wdl(4, 0, 0)])
def test_the_other_side_sees_the_same_numbers_with_the_other_sign(sample: Sample) -> None:
    other = sample.flip()
    assert other.flip() == sample
    assert other.los == pytest.approx(1 - sample.los)
    for mine, its in (
        (sample.elo(), other.elo()),
        (sample.normalized_elo(), other.normalized_elo()),
    ):
        assert its.value == pytest.approx(-mine.value)
        assert its.lower == (None if mine.upper is None else pytest.approx(-mine.upper))
        assert its.upper == (None if mine.lower is None else pytest.approx(-mine.lower))


def test_samples_add_up() -> None:
    assert Wdl(1, 2, 3) + Wdl(10, 20, 30) == Wdl(11, 22, 33)
    assert sum([Pairs(1, 0, 2, 0, 1), Pairs(0, 3, 0, 4, 0)], Pairs()) == Pairs(1, 3, 2, 4, 1)


def test_matches_and_pairs_do_not_add_up() -> None:
    with pytest.raises(TypeError, match=r"Wdl.*Pairs"):
        Wdl(1) + Pairs(1)  # type: ignore[operator]


def test_a_pair_is_two_matches_and_one_observation() -> None:
    won = Pairs(ww=1)
    assert (won.matches, won.units) == (2, 1)
    assert won.elo().lower == pytest.approx(Wdl(wins=1).elo().lower)


def test_a_side_that_won_everything_has_a_lower_limit_and_no_upper_one() -> None:
    estimate = Wdl(wins=10).elo()
    assert estimate.value == pytest.approx(elo_at(10.5 / 0.5))
    assert estimate.lower is not None
    chance = 1 / (1 + 10 ** (-estimate.lower / 400))
    assert chance**10 == pytest.approx(0.025)
    assert (estimate.upper, estimate.margin) == (None, None)


@pytest.mark.parametrize(("sample", "legs"), [(Wdl(wins=5), 1), (Pairs(ww=5), 2)])
def test_the_one_limit_of_normalised_elo_is_that_of_the_exact_score(
    sample: Sample, legs: int
) -> None:
    # 0.025^(1/5) = 0.47818: (0.47818 - 0.5) / sqrt(0.47818 * 0.52182) * 800 / ln 10 = -15.18
    won = sample.normalized_elo()
    assert won.lower == pytest.approx(-15.18 / math.sqrt(legs), abs=0.01)
    assert won.upper is None
    assert sample.flip().normalized_elo() == won.flip()


def test_limits_that_would_pass_a_score_of_1_are_those_of_wilson() -> None:
    estimate = Wdl(9, 0, 1).elo()
    assert estimate.lower == pytest.approx(elo_at(0.59585 / 0.40415), abs=0.02)
    assert estimate.upper == pytest.approx(elo_at(0.98212 / 0.01788), abs=0.2)


def test_a_single_draw_leaves_about_500_elo_open_on_both_sides() -> None:
    estimate = Wdl(draws=1).elo()
    reach = 1.95996 / math.hypot(1, 1.95996)
    assert estimate.value == 0
    assert estimate.margin == pytest.approx(elo_at((1 + reach) / (1 - reach)), abs=0.01)


def test_nothing_played_says_nothing() -> None:
    assert (Wdl().score, Wdl().los) == (0.5, 0.5)
    for estimate in (Wdl().elo(), Pairs().normalized_elo()):
        assert (estimate.value, estimate.lower, estimate.upper) == (0, None, None)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(BeloteError, match=r"draws=-1.*cannot be negative"):
        Wdl(1, -1)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(BeloteError, match=f"level of an interval is {level}"):
        Wdl(1, 1, 1).elo(level)
