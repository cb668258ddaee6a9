"""Half a pair is luck of the deal: it counts in no ranking, standing or margin."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.arena.board import Board
from harness.arena.merging import merge
from harness.arena.ranking import rank_run
from harness.arena.runner import run_tournament
from harness.arena.runs import find_run
from harness.arena.standings import rank
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with a run of single bots and of partners."""
    path = tmp_path_factory.mktemp("half") / "db"
    bots: list[Any] = ["basic", "lowest", {"partners": ["basic", "random"]}]
    settled = build("half", bots, rules=preset("classic"), pairs=5, seed=8)
    run_tournament(settled, load(plugin_dirs=(), env={}), database=path, workers=0)
    return path


def without(played: Path, copy: Path, *legs: int) -> Path:
    """Copy a database and take these legs out of some of its pairs."""
    shutil.copy(played, copy)
    with Store.open(copy, owner=True) as store, store.transaction() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE gone AS SELECT match_id FROM matches "
            "WHERE pair >= 3 AND leg IN (SELECT unnest($legs))",
            {"legs": list(legs)},
        )
        cursor.execute("DELETE FROM hands WHERE match_id IN (FROM gone)")
        cursor.execute("DELETE FROM matches WHERE match_id IN (FROM gone)")
    return copy


def told(database: Path) -> dict[str, Any]:
    """Return everything that is said of a run by its results."""
    with Store.open(database, owner=False) as store:
        run_id = find_run(store.read).run_id
        return {
            "pairs": store.read("FROM pairs ORDER BY pair_id").to_pylist(),
            "standings": store.read("FROM standings ORDER BY bot").to_pylist(),
            "ranking": rank(store.read, run_id).rows,
            "members": rank_run(store.read, run_id)[1],
            "board": Board.of(store.read, run_id).places(),
        }


@pytest.mark.parametrize("leg", [0, 1])
def test_half_a_pair_is_told_of_as_if_it_were_not_there(
    leg: int, played: Path, tmp_path: Path
) -> None:
    halves = without(played, tmp_path / "halves", leg)
    wholes = without(played, tmp_path / "wholes", 0, 1)
    assert told(halves) == told(wholes) != told(played)


def test_two_halves_that_are_merged_count_as_the_whole(played: Path, tmp_path: Path) -> None:
    one, other = (without(played, tmp_path / str(leg), leg) for leg in (0, 1))
    merge(one, [other])
    assert told(one) == told(played)
