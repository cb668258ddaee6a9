"""Merging databases and copying one: each match once, whole or not at all."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from harness.arena import merging
from harness.arena.answering import ask, asking, pieces
from harness.arena.columns import TABLES, Batch
from harness.arena.merging import Taken, merge, snapshot
from harness.arena.progress import Progress
from harness.arena.runner import run_tournament
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import load
from tests.arena.stored import OWNER, a_batch, a_run, another_process, hand_row, match_row

TIMES = {"think_us_ns", "think_us_ew", "started_at", "finished_at", "computed_at"}


def play(database: Path, *, seed: int = 1, matches: int | None = None) -> str:
    """Play a run, or only so many of its matches, and return its id."""

    def stop(progress: Progress) -> None:
        if matches is not None and progress.played >= matches:
            os.kill(os.getpid(), signal.SIGINT)

    friday = build("friday", ["random", "lowest"], rules=preset("classic"), pairs=20, seed=seed)
    registry = load(plugin_dirs=(), env={})
    return run_tournament(friday, registry, database=database, workers=0, follow=stop).run_id


def contents(database: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all tables without times, in an order of their own."""
    with asking(database) as question:
        stored = {table: question(f"FROM {table}").to_pylist() for table in TABLES}
    return {
        table: sorted(
            ({name: row[name] for name in row if name not in TIMES} for row in rows), key=repr
        )
        for table, rows in stored.items()
    }


def stored(path: Path, *ids: str, batch: Batch | None = None, **run: Any) -> Path:  # noqa: ANN401
    """Make a database with one run and matches made by hand, and return it."""
    with Store.open(path, owner=True) as store:
        row, bots = a_run()
        store.begin_run(row._replace(**run), bots)
        store.append(batch or a_batch(*ids))
        store.finish_run("run", status="interrupted")
    return path


def see_refused(into: Path, source: Path, told: str) -> None:
    """See that nothing of a database is taken, and why."""
    before = contents(into)
    with pytest.raises(BeloteError) as refused:
        merge(into, [source])
    assert str(refused.value) == told
    assert contents(into) == before


def test_two_halves_of_a_run_and_one_in_both_make_the_whole_with_each_match_once(
    tmp_path: Path,
) -> None:
    one, other, whole = (tmp_path / name for name in ("one", "other", "whole"))
    play(one, matches=12)
    play(other)
    play(whole)
    with Store.open(other, owner=True) as store, store.transaction() as cursor:
        cursor.execute("CREATE TEMP TABLE gone AS SELECT match_id FROM matches WHERE pair < 3")
        cursor.execute("DELETE FROM hands WHERE match_id IN (FROM gone)")
        cursor.execute("DELETE FROM matches WHERE match_id IN (FROM gone)")
    (taken,) = merge(one, [other])
    assert taken.matches + taken.known == 34
    assert 0 < taken.known < 34
    assert (taken.runs, taken.differing) == (0, 0)
    assert contents(one) == contents(whole)
    assert merge(one, [other, whole])[1] == Taken(whole, 0, 0, 0, 40, 0)
    assert contents(one) == contents(whole)


def test_different_runs_stand_beside_each_other_as_they_were(tmp_path: Path) -> None:
    one, other, both = (tmp_path / name for name in ("one", "other", "both"))
    play(one, seed=1)
    play(other, seed=2)
    taken = merge(both, [one, other])
    assert [(each.runs, each.matches, each.known) for each in taken] == [(1, 40, 0), (1, 40, 0)]
    parts = contents(one), contents(other)
    assert contents(both) == {
        table: sorted(parts[0][table] + parts[1][table], key=repr) for table in TABLES
    }


def test_the_more_complete_end_of_a_run_holds_and_its_seed_is_kept(tmp_path: Path) -> None:
    one, other = stored(tmp_path / "one", "m1"), stored(tmp_path / "other", "m2")
    with Store.open(other, owner=True) as store:
        store.finish_run("run", status="finished", seed="ab")
    merge(one, [other])
    (run,) = contents(one)["runs"]
    assert (run["status"], run["seed"]) == ("finished", "ab")
    merge(other, [stored(tmp_path / "third", "m3")])
    (run,) = contents(other)["runs"]
    assert (run["status"], run["seed"]) == ("finished", "ab")


@pytest.mark.parametrize(("most", "status"), [(12, "interrupted"), (4, "finished")])
def test_of_a_run_that_was_to_last_longer_elsewhere_the_end_there_holds(
    tmp_path: Path, most: int, status: str
) -> None:
    one, other = (
        stored(tmp_path / name, name, config=json.dumps({"open_ended": True, "matches": matches}))
        for name, matches in (("one", 6), ("other", most))
    )
    with Store.open(one, owner=True) as store:
        store.finish_run("run")
    merge(one, [other])
    (run,) = ask(one, "FROM runs").to_pylist()
    assert (run["status"], json.loads(run["config"])["matches"]) == (status, max(6, most))


def test_a_match_that_ended_differently_stays_as_it_was_and_is_counted(tmp_path: Path) -> None:
    one = stored(tmp_path / "one", "m1")
    other = stored(
        tmp_path / "other",
        batch=Batch.of([match_row(score_ns=600)], [hand_row(score_ns=600)]),
    )
    before = contents(one)
    (taken,) = merge(one, [other])
    assert (taken.matches, taken.hands, taken.known, taken.differing) == (0, 0, 1, 1)
    assert contents(one)["matches"] == before["matches"]
    assert contents(one)["hands"] == before["hands"]


def test_a_run_that_is_on_is_taken_as_far_as_it_is_committed(tmp_path: Path) -> None:
    one = stored(tmp_path / "one", "m1", "m2")
    with another_process(OWNER, one):
        (taken,) = merge(tmp_path / "both", [one])
    assert (taken.matches, taken.hands) == (2, 4)
    assert contents(tmp_path / "both")["runs"][0]["status"] == "interrupted"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"rules": json.dumps({"target": 1})}, "rules"),
        ({"config": '{"pairs": 3}'}, "configuration"),
        ({"seed_hash": "other"}, "seed"),
    ],
)
def test_a_run_of_the_same_id_that_is_not_the_same_is_refused_whole(
    tmp_path: Path, change: dict[str, Any], what: str
) -> None:
    one, other = stored(tmp_path / "one", "m1"), stored(tmp_path / "other", "m2", **change)
    told = f"run run of {other} has other {what} than the run of that id that is there"
    see_refused(one, other, f"{told}: they cannot be merged")


def test_a_run_in_which_others_met_elsewhere_is_refused_whole(tmp_path: Path) -> None:
    # Who meets in the second pairing, results decided; they were not the same, so it is two cups.
    def cup(name: str, finalist: str) -> Path:
        final = match_row(match_id=f"m-{finalist}", pairing=1, ns="ada", ew=finalist)
        return stored(tmp_path / name, batch=Batch.of([match_row(), final], [], []))

    one, same, other = cup("one", "cid"), cup("same", "cid"), cup("other", "dan")
    see_refused(
        one,
        other,
        f"{other} has a run run in which others met in pairing 1: bots that do not play alike "
        "twice have decided who meets whom, so keep the two apart",
    )
    (taken,) = merge(one, [same])
    assert (taken.matches, taken.known) == (0, 2)


def test_a_run_is_the_same_whether_its_seed_was_drawn_or_given(tmp_path: Path) -> None:
    marked = '{"pairs": 3, "seed": "drawn", "continues": "other"}'
    source = stored(tmp_path / "drawn", "a", config=marked)
    into = stored(tmp_path / "into", "b", config='{"pairs": 3}')
    (taken,) = merge(into, [source])
    assert (taken.runs, taken.matches) == (0, 1)


def test_a_run_that_other_code_played_is_refused(tmp_path: Path) -> None:
    one, other = stored(tmp_path / "one", "m1"), stored(tmp_path / "other", "m2")
    with Store.open(other, owner=True) as store, store.transaction() as cursor:
        cursor.execute("UPDATE bots SET digest = 'edited' WHERE name = 'bob'")
    with pytest.raises(BeloteError, match="has other bots than the run of that id"):
        merge(one, [other])


def broken(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text("nothing of ours")
    return path


def newer(tmp_path: Path) -> Path:
    path = stored(tmp_path / "newer", "m1")
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE belote_schema SET version = version + 90")
    return path


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (broken, "is not a DuckDB database"),
        (newer, "has schema 9[0-9] and this harness knows"),
        (lambda folder: folder / "missing", "there are no results at"),
        (lambda folder: folder / "into", "cannot be merged into itself"),
    ],
)
def test_a_source_that_cannot_be_read_is_one_line_and_nothing_is_made(
    tmp_path: Path, source: Callable[[Path], Path], complaint: str
) -> None:
    with pytest.raises(BeloteError, match=complaint) as refused:
        merge(tmp_path / "into", [source(tmp_path)])
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "into").exists()


def test_a_merge_that_breaks_off_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = stored(tmp_path / "one", "m1"), stored(tmp_path / "other", "m2")
    before = contents(one)

    @contextmanager
    def failing(path: Path) -> Iterator[Any]:
        def read(sql: str) -> Any:  # noqa: ANN401
            if "hands" in sql:
                raise BeloteError("the cable came out")
            return pieces(path, sql)

        yield read

    monkeypatch.setattr(merging, "reading", failing)
    with pytest.raises(BeloteError, match="the cable came out"):
        merge(one, [other])
    assert contents(one) == before


# Copies


def test_a_copy_holds_the_same_while_a_run_is_on_and_may_be_kept_open(tmp_path: Path) -> None:
    one = stored(tmp_path / "one", "m1", "m2")
    before = contents(one)
    (tmp_path / "copies").mkdir()
    with another_process(OWNER, one):
        taken = snapshot(one, tmp_path / "copies" / "copy")
        with duckdb.connect(tmp_path / "copies" / "copy", read_only=True) as kept_open:
            (count,) = kept_open.execute("SELECT count(*) FROM hands").fetchall()
    assert (taken.matches, taken.hands, count) == (2, 4, (4,))
    assert contents(tmp_path / "copies" / "copy") == before
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy"]


def test_a_copy_never_takes_the_place_of_something(tmp_path: Path) -> None:
    one = stored(tmp_path / "one", "m1")
    with pytest.raises(BeloteError, match=r"one exists already: remove it, or name another file"):
        snapshot(one, one)
    with pytest.raises(BeloteError, match="there are no results at"):
        snapshot(tmp_path / "missing", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_copy_where_there_can_be_none_is_one_line(tmp_path: Path) -> None:
    one = stored(tmp_path / "one", "m1")
    with pytest.raises(BeloteError, match=r"^cannot write .*: there is no folder .*one$"):
        snapshot(one, one / "copy")
    long = tmp_path / ("n" * 250)  # which leaves no room for more of a name
    with pytest.raises(BeloteError, match=rf"^cannot write {long}: File name too long$"):
        snapshot(one, long)


def test_what_goes_wrong_while_a_copy_is_made_names_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, _: Path) -> Any:  # noqa: ANN401
        raise BeloteError(f"cannot write to {store.path}: no space left")

    one = stored(tmp_path / "one", "m1")
    monkeypatch.setattr(merging, "take_in", full)
    with pytest.raises(BeloteError, match=rf"^cannot write to {tmp_path}/copy: no space left$"):
        snapshot(one, tmp_path / "copy")


def test_a_copy_that_breaks_off_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = stored(tmp_path / "one", "m1")

    def failing(*_: object) -> Any:  # noqa: ANN401
        raise BeloteError("no")

    monkeypatch.setattr(merging, "take_in", failing)
    (tmp_path / "new").mkdir()
    with pytest.raises(BeloteError, match=r"^no$"):
        snapshot(one, tmp_path / "new" / "copy")
    assert list((tmp_path / "new").iterdir()) == []
