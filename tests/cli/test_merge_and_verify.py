"""belote merge and belote verify."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import duckdb
import pytest

from harness.arena import migrations
from harness.arena.store import Store
from tests.cli.commands import finish, start
from tests.cli.conftest import Command


def test_a_merge_says_what_came_from_where_and_a_second_one_brings_nothing(
    belote: Command, results: Path
) -> None:
    said = belote("merge", "season.duckdb", results, "--json")
    assert said.json() == [
        {
            "source": str(results),
            "runs": 3,
            "matches": 18,
            "hands": said.json()[0]["hands"],
            "known": 0,
            "differing": 0,
        }
    ]
    again = belote("merge", "season.duckdb", results)
    assert (again.status, again.err) == (0, "")
    assert again.out.rstrip().endswith("Merged into season.duckdb.")
    for database in ("season.duckdb", results):
        assert "3 pairs" not in belote("standings", "--run", "friday", "--db", database).out
    one, other = (
        belote("standings", "--run", "friday", "--db", database).out
        for database in ("season.duckdb", results)
    )
    assert one == other


def test_a_database_is_not_merged_into_itself(belote: Command, results: Path) -> None:
    said = belote("merge", results, results)
    complaint = f"belote: {results} cannot be merged into itself: name another database\n"
    assert said == (2, "", complaint)


def test_whoever_reads_an_older_database_is_told_what_brings_it_up_to_date(
    belote: Command, tmp_path: Path
) -> None:
    schema = Path(migrations.__file__).with_name("schema")
    with duckdb.connect(tmp_path / "old.duckdb") as older:
        for version, name in enumerate(("tables", "views"), 1):
            older.execute((schema / f"{version:04}_{name}.sql").read_text("utf-8"))
            older.execute("INSERT INTO belote_schema VALUES (?, ?, now())", [version, name])
    told = "`belote merge old.duckdb` brings it up to date, and so does the next run into it"
    of_old = ("--db", "old.duckdb")
    for reading in (("standings",), ("query", "FROM runs"), ("report",)):
        said = belote(*reading, *of_old)
        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
        assert f"{told}\n" in said.err.replace(f"{tmp_path}/", "")
    bots = belote("bots", "--json", *of_old)
    assert (bots.status, bots.err.count("\n")) == (2, 1)
    assert f"{told} (so no bot has its rating here)\n" in bots.err.replace(f"{tmp_path}/", "")
    assert ("random", None) in {(one["name"], one["elo"]) for one in bots.json()}
    assert belote("bots", *of_old).out.startswith("Bot ")
    assert belote("merge", "new.duckdb", "old.duckdb").status == 2
    examined = belote("doctor", "--json", *of_old)
    (amiss,) = [one["amiss"] for one in examined.json()["findings"] if one["what"] == "database"]
    assert (examined.status, told in amiss.replace(f"{tmp_path}/", "")) == (1, True)
    assert belote("merge", "old.duckdb") == (0, "old.duckdb is up to date.\n", "")
    assert belote("query", "FROM runs", "--json", *of_old).json() == []
    refused = "belote: there are no results at none.duckdb: name the databases to take from\n"
    assert belote("merge", "none.duckdb") == (2, "", refused)


def test_a_run_that_is_as_it_was_played_is_verified(
    odd_bots: Path, results: Path, tmp_path: Path
) -> None:
    env = {"BELOTE_PLUGINS": str(odd_bots)}
    options = ("--sample", 4, "--seed", 1, "--db", results)
    said = finish(start("verify", "cut", *options, cwd=tmp_path, env=env))
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("4 matches of cut, run ")
    assert said.out.endswith(" hands: all as stored.\n")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_hand_that_was_changed_is_named_and_the_answer_is_no(
    belote: Command, results: Path, tmp_path: Path, *, as_json: bool
) -> None:
    database = Path(shutil.copy(results, tmp_path / "changed.duckdb"))
    chosen = "SELECT match_id FROM matches JOIN runs USING (run_id) WHERE name = 'friday' LIMIT 1"
    with Store.open(database, owner=True) as store, store.transaction() as cursor:
        ((match_id,),) = cursor.execute(chosen).fetchall()
        change = "UPDATE hands SET points_ns = 200 WHERE match_id = ? AND hand_no = 1"
        cursor.execute(change, [match_id])
    options = ["--seed", 5, "--db", database, *(["--json"] if as_json else [])]
    said = belote("verify", "friday", *options)
    assert (said.status, said.err) == (1, "")
    if as_json:
        (found,) = json.loads(said.out)["differences"]
        assert (found["match_id"], found["hand_no"], found["column"], found["stored"]) == (
            match_id, 1, "points_ns", 200
        )  # fmt: skip
    else:
        first, last = said.out.splitlines()
        assert first.startswith(f"match {match_id}, hand 1, points_ns: stored 200, played ")
        assert last.endswith("hands: 1 match differs.")


def test_a_run_that_is_not_there_is_one_line(belote: Command, results: Path) -> None:
    said = belote("verify", "nosuch", "--db", results)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("belote: there is no run 'nosuch' in this database")
