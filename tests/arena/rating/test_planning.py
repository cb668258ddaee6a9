"""How many pairs it takes, beside figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from harness.arena.rating.planning import COIN, Plan, deviation_of, score_at
from harness.arena.rating.samples import Pairs
from harness.errors import BeloteError


def test_a_difference_half_as_large_takes_four_times_as_many_pairs() -> None:
    plan = Plan()
    assert plan.units(0.01, 0.3) == pytest.approx(4 * plan.units(0.02, 0.3))


def test_the_number_is_that_of_the_textbook() -> None:
    # (1.95996 + 0.84162)² = 7.8489
    assert Plan().units(0.1, 1.0) == pytest.approx(784.89, abs=0.01)
    assert Plan(level=0.99, power=0.5).units(-0.1, 1.0) == pytest.approx(
        100 * 2.575829**2, rel=1e-6
    )


def test_a_gap_of_next_to_nothing_takes_for_ever_to_show() -> None:
    assert Plan().times(1e-300, 1.0) == Plan().times(0.0, 1.0) == math.inf
    assert Plan().times(1e308, 1.0) == 0


def test_an_elo_difference_is_the_score_that_it_stands_for() -> None:
    assert 0.5 + score_at(400) == pytest.approx(10 / 11)
    assert score_at(-400) == pytest.approx(-score_at(400))


def test_pairs_spread_as_they_did_or_as_coins() -> None:
    # 0, ¼ and 1, three times: 15/16·... variance around 5/12 with 8 degrees of freedom.
    pairs = Pairs(ll=3, ld=3, ww=3)
    squares = 3 * ((5 / 12) ** 2 + (2 / 12) ** 2 + (7 / 12) ** 2)
    assert deviation_of(pairs) == pytest.approx(math.sqrt(squares / 8))
    assert deviation_of(Pairs(ww=1)) == COIN == pytest.approx(math.sqrt(2 * 0.25) / 2)


def test_a_plan_that_no_number_meets_is_refused() -> None:
    with pytest.raises(BeloteError, match="difference of 0"):
        Plan().units(0, 1)
    with pytest.raises(BeloteError, match="no bots are 20000 apart"):
        Plan().units(0.5, 1, asked=20_000)
    with pytest.raises(BeloteError, match="power is 1"):
        Plan(power=1)
    with pytest.raises(BeloteError, match="level of an interval is 2"):
        Plan(level=2)
