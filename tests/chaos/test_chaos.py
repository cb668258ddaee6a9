"""The short form of the storm: two starts, five kills, every hostile bot; `make chaos` is more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import hostile
from tests.chaos.storm import DRIVER, HONEST, PLAYER, WORKER, Storm, plain, scheduled

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are found under /proc"
)


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Storm:
    storm = Storm(tmp_path_factory.mktemp("storm"), seed=1, pairs=1, format="gauntlet")
    assert storm.blow(PLAYER, WORKER, DRIVER) == -9
    assert storm.blow(WORKER, PLAYER) == 0, storm.error
    return storm


def test_every_scheduled_match_exists_once(storm: Storm) -> None:
    ids = [match["match_id"] for match in storm.tables()["matches"]]
    assert sorted(ids) == sorted(fixture.match_id for fixture in scheduled(storm.run()))


def test_every_table_has_the_rows_of_a_calm_run(storm: Storm) -> None:
    assert storm.tables() == storm.calm()


def test_faults_sit_with_the_bots_that_made_them(storm: Storm) -> None:
    faults = storm.tables()["faults"]
    assert {(fault["bot"], fault["kind"]) for fault in faults} == set(hostile.FAULTS.items())
    assert all(fault["forfeits"] for fault in faults)


def test_honest_bots_have_the_rows_of_a_table_that_nobody_disturbs(storm: Storm) -> None:
    found = storm.tables()
    honest = storm.honest()
    ids = honest.match_ids()
    for name, table in (("matches", honest.matches), ("hands", honest.hands)):
        assert [row for row in found[name] if row["match_id"] in ids] == plain(table)
    assert len(ids) == 2 * (len(HONEST) - 1)


def test_nothing_is_left_behind(storm: Storm) -> None:
    assert storm.left() == []
    assert sorted(path.name for path in storm.folder.glob("storm*")) == ["storm.duckdb"]
