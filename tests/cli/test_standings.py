"""belote standings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.arena.runner import INTERRUPTED
from harness.arena.store import Store
from tests.arena.stored import a_batch, a_run
from tests.cli.conftest import Command


def test_the_newest_run_is_ranked_best_bot_first(belote: Command, results: Path) -> None:
    said = belote("standings", "--db", results)
    assert said.status == 0
    heading, first, second, empty, story = said.out.splitlines()
    assert heading.split() == [
        *("Bot", "Elo", "95", "%", "Score", "Won", "Drawn", "Lost", "Points/hand")
    ]
    assert {first.split()[1], second.split()[1]} == {"random", "lowest"}
    assert empty == ""
    assert story.startswith("friday, run ")
    assert story.endswith(": 6 matches.")


def test_the_table_is_the_one_that_the_run_ended_with(belote: Command, tmp_path: Path) -> None:
    database = tmp_path / "quick.duckdb"
    ran = belote("run", "friday", "--workers", 0, "--db", database)
    shown = belote("standings", "--db", database)
    assert ran.status == shown.status == 0
    assert shown.out.splitlines()[:3] == ran.out.splitlines()[:3]


@pytest.mark.parametrize("by", ["name", "id", "start of the id"])
def test_a_run_is_found_by_its_name_its_id_or_the_start_of_it(
    belote: Command, results: Path, by: str
) -> None:
    newest = belote("standings", "--db", results, "--json", "--run", "cut").json()
    wanted = {"name": "cut", "id": newest["run_id"], "start of the id": newest["run_id"][:6]}
    assert belote("standings", "--db", results, "--json", "--run", wanted[by]).json() == newest


def test_json_has_the_run_and_every_figure_of_the_table(belote: Command, results: Path) -> None:
    run = belote("standings", "--db", results, "--json").json()
    rows = run.pop("standings")
    assert len(run.pop("run_id")) == 16
    assert run == {
        "name": "friday",
        "status": "finished",
        "matches": 6,
        "matches_scheduled": 6,
    }
    assert [row["rank"] for row in rows] == [1, 2]
    assert sum(row["wins"] + row["draws"] + row["losses"] for row in rows) == 12
    assert set(rows[0]) == {
        *("rank", "bot", "elo", "lower", "upper", "one_sided", "matches"),
        *("wins", "draws", "losses", "score", "hands", "points_per_hand", "component"),
    }


def test_a_run_that_is_not_finished_says_how_far_it_has_come(
    belote: Command, tmp_path: Path
) -> None:
    database = tmp_path / "quick.duckdb"
    run, bots = a_run()
    config = {"contestants": [{"name": "ada"}, {"name": "bob"}], "matches": 100}
    with Store.open(database, owner=True) as store:
        store.begin_run(run._replace(config=json.dumps(config)), bots)
        store.append(a_batch("m1"))
        store.finish_run("run", status=INTERRUPTED)
    assert belote("standings", "--db", database).out == (
        "No pair of matches is complete yet.\n"
        "\n"
        "quick, run run is not finished (interrupted): 1 of 100 matches so far.\n"
    )


def test_a_run_that_is_not_there_is_one_line(belote: Command, results: Path) -> None:
    said = belote("standings", "--db", results, "--run", "o'clock")
    assert (said.status, said.out) == (2, "")
    assert said.err == (
        'belote: there is no run "o\'clock" in this database: `belote run` makes one\n'
    )


def test_a_database_that_is_not_there_is_one_line(belote: Command, tmp_path: Path) -> None:
    said = belote("standings", "--db", tmp_path / "none.duckdb")
    assert said.status == 2
    assert said.err == (
        f"belote: there are no results at {tmp_path}/none.duckdb: a run makes them\n"
    )
