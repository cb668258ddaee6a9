"""Heritage: what a run that has changed takes over, and from which run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.arena.answering import ask
from harness.arena.runner import run_tournament
from harness.arena.runs import INTERRUPTED
from harness.arena.seeds import seed_path
from harness.errors import BeloteError
from tests.arena.going_on import (
    BOTS,
    MOODY,
    begin,
    change_code,
    friday,
    go_on,
    kept_seeds,
    registry_of,
    rows,
    stopping,
)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "moody.py"
    path.write_text(MOODY.format(choice="min"))
    return path


# Accepted changes


@pytest.mark.parametrize(
    ("now", "kept"),
    [
        ({"pairs": 7}, 18),
        ({"pairs": 2}, 12),
        ({"code": True}, 6),  # one pairing of three
        ({"rules": {"target": 301}}, 0),
        ({"seed": 6}, 0),
        ({"on_fault": "substitute"}, 0),
        ({"bots": (*BOTS[:2], {"bot": "moody", "mood": 1})}, 6),
        ({"bots": (*BOTS, "basic"), "deals": "shared"}, 18),
    ],
)
def test_an_accepted_change_ends_as_if_it_had_been_so_from_the_start(
    tmp_path: Path, plugin: Path, now: dict[str, Any], kept: int
) -> None:
    database = tmp_path / "db"
    usual: dict[str, Any] = {"seed": 5, **({"deals": "shared"} if "deals" in now else {})}
    begun = begin(database, plugin, friday(**usual), after=18)
    played = begun.progress.played
    assert played >= 18
    before = rows(database, begun.run_id)
    changed = usual | now
    if changed.pop("code", False):
        change_code(plugin)
    tournament = friday(*changed.pop("bots", ()), **changed)
    ended = go_on(database, plugin, tournament, accept_changes=True)
    assert ended.run_id != begun.run_id
    assert kept <= ended.progress.kept <= kept + (played - 18)
    go_on(tmp_path / "calm", plugin, tournament)
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)
    assert rows(database, begun.run_id) == before
    runs = {
        run["run_id"]: json.loads(run["config"]) for run in ask(database, "FROM runs").to_pylist()
    }
    assert runs[ended.run_id]["continues"] == begun.run_id


def test_a_changed_run_keeps_the_secret_seed_and_may_be_broken_off_itself(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begin(database, plugin, friday(), after=18)
    change_code(plugin)
    broken = run_tournament(
        friday(),
        registry_of(plugin),
        database=database,
        workers=0,
        accept_changes=True,
        follow=stopping(4),
    )
    assert (broken.status, broken.progress.kept > 0) == (INTERRUPTED, True)
    assert len(kept_seeds(database)) == 2
    ended = go_on(database, plugin, friday())
    assert ended.run_id == broken.run_id
    assert kept_seeds(database) == []
    (run,) = ask(database, f"FROM runs WHERE run_id = '{ended.run_id}'").to_pylist()
    go_on(tmp_path / "calm", plugin, friday(seed=run["seed"]))
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)


def test_what_was_changed_back_goes_on_with_the_run_of_before_though_its_seed_is_published(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    go_on(database, plugin, friday(pairs=1), accept_changes=True)
    assert kept_seeds(database) == []
    assert go_on(database, plugin, friday()).run_id == begun.run_id


def test_the_same_run_has_nothing_to_accept_and_goes_on(tmp_path: Path, plugin: Path) -> None:
    begun = begin(tmp_path / "db", plugin, friday())
    ended = go_on(tmp_path / "db", plugin, friday(), accept_changes=True)
    assert ended.run_id == begun.run_id


def test_a_swiss_round_takes_over_what_it_meets_again(tmp_path: Path, plugin: Path) -> None:
    swiss = {"format": {"name": "swiss", "rounds": 3}, "seed": 5}
    bots = (*BOTS, "basic")
    database = tmp_path / "db"
    begin(database, plugin, friday(*bots, **swiss), after=30)
    change_code(plugin)
    ended = go_on(database, plugin, friday(*bots, **swiss), accept_changes=True)
    assert ended.progress.kept > 0
    go_on(tmp_path / "calm", plugin, friday(*bots, **swiss))
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)


# Which run gives


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
