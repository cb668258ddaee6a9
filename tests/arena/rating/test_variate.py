"""Less luck: what is taken out is 0 on average, and what is left spreads less."""

from __future__ import annotations

import numpy as np
import pytest

from harness.arena.rating.variate import FOLDS, adjust


def test_the_coefficient_of_each_fold_is_that_of_the_others() -> None:
    rng = np.random.default_rng(4)
    control = rng.normal(size=200)
    values = 3 * control + rng.normal(size=200)
    group, cluster = np.zeros(200, dtype=int), np.arange(200)
    adjustment = adjust(values, control, group, cluster)
    for fold, beta in enumerate(adjustment.coefficients):
        others = cluster % FOLDS != fold
        centred = values[others] - values[others].mean()
        assert beta == pytest.approx(
            centred @ control[others] / (control[others] @ control[others])
        )
        mine = ~others
        assert np.allclose(adjustment.values[mine], values[mine] - beta * control[mine])


def test_luck_that_goes_with_nothing_is_left_alone() -> None:
    rng = np.random.default_rng(5)
    values, control = rng.normal(size=500), rng.normal(size=500)
    adjustment = adjust(values, control, np.zeros(500, dtype=int), np.arange(500))
    assert adjustment.coefficients.count(0) >= FOLDS - 1
    none = adjust(values, np.zeros(500), np.zeros(500, dtype=int), np.arange(500))
    assert np.array_equal(none.values, values)
    assert none.kept == 1


def test_one_cluster_has_nobody_to_learn_from() -> None:
    same = np.zeros(10, dtype=int)
    adjustment = adjust(np.arange(10.0), np.arange(10.0) - 4.5, same, same)
    assert adjustment.coefficients == (0,)


def test_a_group_s_own_mean_is_not_taken_for_luck() -> None:
    # Two pairings with means 0 and 100, and luck that is larger in the second.
    group = np.repeat([0, 1], 300)
    rng = np.random.default_rng(6)
    control = rng.choice([-1.0, 1.0], 600) * (1 + group)
    values = 100.0 * group + 2 * control
    adjustment = adjust(values, control, group, np.arange(600))
    assert adjustment.coefficients == pytest.approx([2] * FOLDS, abs=0.3)
    assert adjustment.kept < 0.01


def test_the_adjusted_mean_is_right_on_average_and_spreads_less() -> None:
    """Of 2,000 samples the mean error is within 3.3 of its own standard errors: 1 in 1,000."""
    rng = np.random.default_rng(7)
    plain, adjusted = np.zeros(2000), np.zeros(2000)
    for sample in range(2000):
        skill = rng.exponential(1.0, 60) - 1.0
        control = rng.exponential(1.0, 60) - 1.0  # skewed, of mean 0
        values = 1.0 + skill + 1.5 * control + 0.5 * control * skill
        adjustment = adjust(values, control, np.zeros(60, dtype=int), np.arange(60))
        plain[sample], adjusted[sample] = values.mean(), adjustment.values.mean()
    error = adjusted.mean() - 1.0
    assert abs(error) < 3.3 * adjusted.std() / np.sqrt(2000)
    assert adjusted.std() < 0.8 * plain.std()
