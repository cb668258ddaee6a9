"""Errors by cluster: however the clusters are cut into parts, they come to the same."""

from __future__ import annotations

import numpy as np
import pytest

from harness.arena.rating import entries
from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.margins import fit_margins
from harness.arena.rating.ranking import Ranking

MATCHES = 400


def ratings() -> list[Ranking]:
    """Rate four bots by wins and by points, one cluster with far more matches than others."""
    rng = np.random.default_rng(5)
    first = rng.integers(0, 4, MATCHES)
    second = (first + rng.integers(1, 4, MATCHES)) % 4
    cluster = np.where(rng.random(MATCHES) < 0.3, 0, rng.integers(0, 90, MATCHES))
    score, points = rng.choice([0, 0.5, 1], MATCHES), rng.integers(-300, 400, MATCHES)
    met = ("ABCD", first, second)
    return [
        fit(*met, score, cluster),
        fit(*met, score, cluster, times=1 + cluster % 3),
        fit(*met, score, cluster, less_luck=score + rng.normal(0, 0.1, MATCHES)),
        fit(*met, score, cluster, members={"A": "ab", "B": "bc", "C": "cd", "D": "e"}),
        fit_margins(*met, points, rng.integers(1, 12, MATCHES), cluster),
    ]


@pytest.mark.parametrize("at_once", [1, 7, 100])
def test_clusters_add_up_whatever_is_taken_at_once(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    whole = ratings()
    monkeypatch.setattr(entries, "_AT_ONCE", at_once)
    for one, other in zip(ratings(), whole, strict=True):
        assert one.names == other.names
        assert np.allclose(one.covariance, other.covariance)
        assert [row.clusters for row in one.rows] == [row.clusters for row in other.rows]
        assert [row.freedom for row in one.rows] == pytest.approx(
            [row.freedom for row in other.rows]
        )
