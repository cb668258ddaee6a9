"""Heritage: which of several stored runs a changed one takes matches over from."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.arena.runner import run_tournament
from harness.arena.seeds import seed_path
from harness.errors import BeloteError
from tests.arena.test_resuming import (
    BOTS,
    MOODY,
    begin,
    friday,
    go_on,
    registry_of,
    rows,
    stopping,
)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "moody.py"
    path.write_text(MOODY.format(choice="min"))
    return path


def test_of_the_runs_stored_under_a_name_the_one_that_gives_most_is_gone_on_with(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    longer = go_on(database, plugin, friday(pairs=4, seed=5))
    for other in ({"pairs": 1}, {"pairs": 9, "seed": 6, "preset": "gameduell"}):
        go_on(database, plugin, friday(**{"seed": 5} | other))
    more = go_on(database, plugin, friday(pairs=5, seed=5), accept_changes=True)
    assert (more.continues, more.progress.kept, more.progress.played) == (longer.run_id, 24, 6)
    go_on(tmp_path / "calm", plugin, friday(pairs=5, seed=5))
    assert rows(database, more.run_id) == rows(tmp_path / "calm", more.run_id)


def test_of_runs_that_give_as_much_the_newest_is_gone_on_with(tmp_path: Path, plugin: Path) -> None:
    database = tmp_path / "db"
    _, newest = (go_on(database, plugin, friday(pairs=pairs, seed=5)) for pairs in (3, 2))
    fewer = go_on(database, plugin, friday(pairs=1, seed=5), accept_changes=True)
    assert (fewer.continues, fewer.progress.kept) == (newest.run_id, 6)


def test_later_rounds_count_in_what_a_run_gives(tmp_path: Path, plugin: Path) -> None:
    database, bots = tmp_path / "db", (*BOTS, "basic")
    two, _ = (
        go_on(
            database,
            plugin,
            friday(*bots, pairs=1, seed=5, format={"name": "swiss", "rounds": rounds}),
        )
        for rounds in (2, 1)
    )
    swiss = friday(*bots, pairs=1, seed=5, format={"name": "swiss", "rounds": 3})
    three = go_on(database, plugin, swiss, accept_changes=True)
    assert (three.continues, three.progress.kept, three.progress.played) == (two.run_id, 8, 4)


def test_a_finished_run_that_gives_nothing_is_not_gone_on_with(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    go_on(database, plugin, friday(pairs=1, seed=5))
    other = go_on(database, plugin, friday(pairs=1, seed=6), accept_changes=True)
    assert (other.continues, other.progress.kept) == (None, 0)


def test_where_another_run_gives_more_than_the_unfinished_one_that_is_told(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    longer = go_on(database, plugin, friday(pairs=4, seed=5))
    begin(database, plugin, friday(seed=5), after=2)
    changed = friday(pairs=5, seed=5)
    with pytest.raises(BeloteError) as refused:
        go_on(database, plugin, changed)
    assert str(refused.value).endswith(
        f"which is not finished: pairs (6, now 5). --accept-changes goes on with what is the same "
        f"in its run {longer.run_id}, which is more, --fresh begins anew"
    )
    assert go_on(database, plugin, changed, accept_changes=True).continues == longer.run_id


def test_an_unfinished_run_whose_seed_is_lost_gives_nothing(tmp_path: Path, plugin: Path) -> None:
    database = tmp_path / "db"
    broken = begin(database, plugin, friday(), after=18)
    newer = run_tournament(
        friday(),
        registry_of(plugin),
        database=database,
        workers=0,
        fresh=True,
        follow=stopping(4),
    )
    seed_path(database, broken.run_id).unlink()
    ended = go_on(database, plugin, friday(pairs=7), accept_changes=True)
    assert ended.continues == newer.run_id
