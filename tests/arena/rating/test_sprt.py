"""The sequential test, beside published ratios and what its theory says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.arena.rating.samples import Pairs, Sample, Wdl
from harness.arena.rating.sprt import FARTHEST, Model, Sprt
from harness.errors import BeloteError


@pytest.mark.parametrize(
    ("sprt", "sample", "digits", "published"),
    [
        (Sprt(0, 2), Wdl(36433, 68692, 36027), 4, 0.9233),
        (Sprt(0, 2), Pairs(365, 16618, 36229, 16974, 390), 4, 2.2504),
        (Sprt(0, 5, model="logistic"), Wdl(880, 1863, 759), 4, 2.9472),
        (Sprt(0, 10), Wdl(wins=4250), 2, 120.55),
    ],
)
def test_counts_give_the_published_ratios_to_every_digit(
    sprt: Sprt, sample: Sample, digits: int, published: float
) -> None:
    assert round(sprt.llr(sample), digits) == published


def test_two_outcomes_have_the_ratio_of_the_binomial() -> None:
    # 300 won and 200 lost: 300 ln(s1/s0) + 200 ln((1 - s1)/(1 - s0)); a draw never came.
    s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 50))
    binomial = 300 * math.log(s1 / s0) + 200 * math.log((1 - s1) / (1 - s0))
    assert Sprt(0, 50, model="logistic").llr(Wdl(300, 0, 200)) == pytest.approx(binomial, abs=1e-3)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("sample", [Pairs(3, 9, 21, 10, 4), Wdl(5, 0, 9), Pairs(ll=2), Wdl(7)])
def test_the_other_side_s_claims_have_the_ratio_with_the_other_sign(
    sample: Sample, model: Model
) -> None:
    mine = Sprt(-10, 40, model=model).llr(sample)
    assert Sprt(-40, 10, model=model).llr(sample.flip()) == pytest.approx(-mine)


@pytest.mark.parametrize(
    "counts", [(0, 0, 9, 0, 0), (9, 0, 0, 0, 0), (0, 0, 0, 0, 9), (1, 0, 0, 0, 1)]
)
@pytest.mark.parametrize("elos", [(-FARTHEST, FARTHEST), (-FARTHEST, -FARTHEST + 1), (199, 200)])
@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_scores_that_never_came_leave_the_ratio_finite(
    counts: tuple[int, ...], elos: tuple[float, float], model: Model
) -> None:
    assert math.isfinite(Sprt(*elos, model=model).llr(Pairs(*counts)))


def test_the_likeliest_distribution_of_a_claim_beats_others_of_the_same_t() -> None:
    # Any distribution of ratio t is less likely than the one that the ratio is made of: so the
    # ratio against the claim nearest to the counts themselves is at most 0.
    sample = Pairs(10, 20, 40, 30, 15)
    own = sample.normalized_elo().value
    for away in (-60, -5, 5, 60):
        low, high = sorted((own, own + away))
        llr = Sprt(low, high).llr(sample)
        assert (llr < 0) == (away > 0)


def test_nothing_played_settles_nothing() -> None:
    sprt = Sprt()
    assert sprt.llr(Pairs()) == 0
    assert sprt.accepted(0) is None


def test_the_bounds_are_those_of_wald() -> None:
    sprt = Sprt(alpha=0.05, beta=0.1)
    assert sprt.bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert sprt.accepted(sprt.bounds[0]) == "H0"
    assert sprt.accepted(sprt.bounds[1]) == "H1"
    assert sprt.accepted(sprt.bounds[1] - 1e-9) is None


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be below elo1"),
        ({"elo1": FARTHEST + 1}, "both between -200 and 200"),
        ({"elo1": math.nan}, "both between"),
        ({"alpha": 0}, "alpha is 0, it must lie between 0 and 0.5"),
        ({"beta": 5e-324}, "beta is 5e-324, it must lie between 0 and 0.5"),
        ({"elo1": 1e-300}, "elo1 must be above elo0 by at least 0.01"),
        ({"elo0": math.nan}, "elo0 nan and elo1 10"),
        ({"beta": 0.5}, "beta is 0.5"),
        ({"model": "bayes"}, "no model 'bayes'"),
    ],
)
def test_a_test_that_decides_nothing_is_refused(fields: dict[str, float], complaint: str) -> None:
    with pytest.raises(BeloteError, match=complaint):
        Sprt(**fields)  # type: ignore[arg-type]


def test_the_expected_length_is_that_of_a_walk_between_the_bounds() -> None:
    # With alpha = beta the walk starts in the middle: a fair one of step 1 leaves [-b, b] after b².
    sprt = Sprt(0, 10, model="logistic")
    deviation = 0.3
    s1 = 1 / (1 + 10 ** (-10 / 400))
    bound, step = math.log(19), (s1 - 0.5) / deviation
    between = sprt.units_expected(deviation, (0.5 + s1) / 2, 2)
    assert between == pytest.approx((bound / step) ** 2)
    # Under either claim it is (1 - 2·0.05)·bound over a drift of step²/2.
    for score in (0.5, s1):
        assert sprt.units_expected(deviation, score, 2) == pytest.approx(
            0.9 * bound / (step**2 / 2)
        )


RUNS = 400


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (80.0, "H0")])
def test_the_wrong_claim_is_accepted_no_more_often_than_was_agreed(elo: float, wrong: str) -> None:
    """Of 400 tests of an error of 5 %, more than 32 wrong ones have a chance of 0.5 %."""
    rng = np.random.default_rng(17)
    sprt = Sprt(0, 80)
    counts = np.array([0.15, 0.2, 0.3, 0.2, 0.15])
    scores = np.arange(5) / 4
    deviation = math.sqrt(counts @ (scores - 0.5) ** 2)
    shift = elo * math.sqrt(2) * math.log(10) / 800 * deviation
    chances = counts * np.exp(shift / deviation**2 * (scores - 0.5))
    chances /= chances.sum()
    errors = 0
    for _ in range(RUNS):
        seen = np.zeros(5, dtype=int)
        accepted = None
        while accepted is None:
            seen += rng.multinomial(8, chances)
            accepted = sprt.accepted(sprt.llr(Pairs(*seen.tolist())))
        errors += accepted == wrong
    assert errors <= 32
