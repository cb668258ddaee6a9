"""belote standings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from harness.arena.runs import INTERRUPTED
from harness.arena.store import Store
from tests.arena.stored import a_batch, a_run
from tests.cli.conftest import Command


def test_the_newest_run_is_ranked_best_bot_first(belote: Command, results: Path) -> None:
    said = belote("standings", "--db", results)
    assert said.status == 0
    heading, first, second, empty, story = said.out.splitlines()
    assert heading.split() == [
        *("Rank", "Bot", "Elo", "±", "LOS", "Score", "Matches", "Margin", "±")
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
    rows, (met,) = run.pop("standings"), run.pop("crosstable")
    assert len(run.pop("run_id")) == 16
    assert len(run.pop("data_digest")) == 32
    assert run == {
        "name": "friday",
        "status": "finished",
        "matches": 6,
        "matches_scheduled": 6,
        "where": None,
        "method": "sandwich by deal set, 0.95, mean 0",
        "order": "elo",
        "counted_once": 0,
    }
    assert (met["first"], met["second"]) == (rows[0]["bot"], rows[1]["bot"])
    assert sum(met["pairs"]) == 3
    assert [row["rank"] for row in rows] == [1, 2]
    assert sum(row["wins"] + row["draws"] + row["losses"] for row in rows) == 12
    assert set(rows[0]) == {
        *("rank", "ranks", "bot", "elo", "lower", "upper", "one_sided", "los_next", "matches"),
        *("wins", "draws", "losses", "score", "hands", "points_per_hand", "component"),
        *("margin", "margin_lower", "margin_upper", "adjusted"),
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
        'belote: there is no run "o\'clock" in this database (known: cut, faulty, friday)\n'
    )


def test_a_database_that_is_not_there_is_one_line(belote: Command, tmp_path: Path) -> None:
    said = belote("standings", "--db", tmp_path / "none.duckdb")
    assert said.status == 2
    assert said.err == (
        f"belote: there are no results at {tmp_path}/none.duckdb: a run makes them\n"
    )


def of(belote: Command, database: Path, *options: object) -> dict[str, dict[str, Any]]:
    """Return the lines of a ranking by bot."""
    told = belote("standings", "--db", database, "--json", *options).json()
    return {row["bot"]: row for row in told["standings"]}


def test_a_named_bot_may_have_0(belote: Command, results: Path) -> None:
    plain, anchored = of(belote, results), of(belote, results, "--anchor", "random")
    assert (anchored["random"]["elo"], anchored["random"]["margin"]) == (0, 0)
    gap = plain["lowest"]["elo"] - plain["random"]["elo"]
    assert anchored["lowest"]["elo"] == pytest.approx(gap)


def test_points_may_decide_the_order(belote: Command, results: Path) -> None:
    told = belote("standings", "--db", results, "--json", "--run", "faulty", "--by", "margin")
    margins = [row["margin"] for row in told.json()["standings"] if row["margin_lower"]]
    assert margins == sorted(margins, reverse=True)


def test_a_bot_that_played_nothing_out_has_no_rank_by_points(
    belote: Command, results: Path
) -> None:
    asked = ("standings", "--db", results, "--run", "faulty", "--by", "margin")
    *_, last = belote(*asked, "--json").json()["standings"]
    assert last["bot"] == "absent"
    assert (last["rank"], last["ranks"], last["margin"], last["los_next"]) == (None,) * 4
    assert "–: no match of it was played out" in belote(*asked).out
    assert "no match of it was played out" not in belote(*asked[:-2]).out


def test_several_runs_are_ranked_together_and_a_bot_that_differs_is_told_apart(
    belote: Command, results: Path
) -> None:
    told = belote("standings", "--db", results, "--json", "--run", "friday", "--run", "cut").json()
    assert [run["name"] for run in told["runs"]] == ["friday", "cut"]
    assert {row["bot"]: row["matches"] for row in told["standings"]} == {
        "random": 12,
        "lowest": 6,
        "shy": 6,
    }


def test_a_condition_chooses_from_every_run_that_was_played(belote: Command, results: Path) -> None:
    where = "'absent' NOT IN (ns, ew) AND 'cheat' NOT IN (ns, ew)"
    rows = of(belote, results, "--where", where)
    assert {name: row["matches"] for name, row in rows.items()} == {
        "random": 12,
        "lowest": 6,
        "shy": 6,
    }
    assert of(belote, results, "--where", "ended_by = 'no such end'") == {}


def test_matches_that_stand_in_several_of_the_runs_that_are_named_count_once(
    belote: Command, tmp_path: Path
) -> None:
    database = ("--db", tmp_path / "on.duckdb")
    short = ("--set", "target=301", "--seed", 7, "--workers", 0, "--json")
    run = ("run", "--bots", "random,lowest", *short, *database)
    first = belote(*run, "--pairs", 1).json()["run_id"]
    second = belote(*run, "--pairs", 2, "--accept-changes").json()["run_id"]
    named = ("standings", "--run", first, "--run", second, *database)
    told = belote(*named, "--json").json()
    assert (told["counted_once"], {row["matches"] for row in told["standings"]}) == (2, {4})
    said = " ".join(belote(*named).out.split())
    assert "2 matches stand in several of these runs, and count once." in said
    fresh = belote(*run, "--pairs", 3, "--fresh").json()["run_id"]
    both = ("standings", "--run", second, "--run", fresh, *database)
    told = belote(*both, "--json").json()
    assert (told["counted_once"], {row["matches"] for row in told["standings"]}) == (4, {6})


def test_who_won_by_the_format_is_told_whatever_is_ranked(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "tournaments.toml").write_text(
        '[tournament.cup]\nbots = ["lowest", "random"]\nformat = "knockout"\npairs = 1\nseed = 3\n'
    )
    database = ("--db", tmp_path / "ended.duckdb")
    winner = belote("run", "cup", "--workers", 0, "--json", *database).json()["winner"]
    said = belote("standings", "--where", "leg >= 0", *database).out
    assert f": 2 matches. Winner: {winner}, in the final against" in " ".join(said.split())
    assert belote("par", *database).out.startswith(f"Winner: {winner}, in the final against")


def test_limits_that_hold_together_are_wider(belote: Command, results: Path) -> None:
    options = ("--run", "friday", "--run", "cut")
    each, together = of(belote, results, *options), of(belote, results, *options, "--simultaneous")
    for name, row in each.items():
        assert together[name]["upper"] > row["upper"]


def test_the_bootstrap_says_the_same_twice_and_something_else_with_another_seed(
    belote: Command, tmp_path: Path
) -> None:
    database = tmp_path / "more.duckdb"
    belote("run", "--bots", "random,lowest", "--pairs", 12, "--workers", 0, "--db", database)
    options = ("--method", "bootstrap")
    first = of(belote, database, *options)
    assert of(belote, database, *options) == first
    assert of(belote, database, *options, "--seed", 1) != first


def test_the_crosstable_is_drawn_below(belote: Command, results: Path) -> None:
    shown = belote("standings", "--db", results, "--crosstable").out
    assert "Scores in %, with intervals of 95 % by pairs." in shown


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("nosuch > 1", 'Binder Error: Referenced column "nosuch" not found'),
        ("leg = ", 'Parser Error: syntax error at or near "="'),
        ("1=1) or (1=1", 'Parser Error: syntax error at or near ")"'),
        ("1=1 ORDER BY pair", 'Parser Error: "1=1 ORDER BY pair" is not an expression'),
        ("leg = 0; SELECT 1", 'Parser Error: "leg = 0; SELECT 1" is not an expression'),
        ("leg = 0 /* left", "Parser Error: unterminated /* comment"),
        ("leg =\n'x'", "Conversion Error: Could not convert string 'x' to UINT8 (at: 'x')"),
        ("ns IN (SELECT bot FROM nosuch)", "there is no table 'nosuch'"),
    ],
)
def test_a_condition_that_is_none_is_told_as_it_was_written_and_with_nothing_else(
    belote: Command, results: Path, where: str, complaint: str
) -> None:
    said = belote("standings", "--db", results, "--where", where)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"belote: --where {where!r}: {complaint}")
    assert not re.search("LIMIT|line [0-9]|run_id", said.err)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--anchor", "nobody"), "anchor: there is no contestant 'nobody'"),
        (("--level", 95), "the level of an interval is 95.0, it must lie between 0 and 1"),
        (("--where", ""), "--where is empty"),
        (("--level", 0.9999999999999999), "no nearer to one of them than 0.000000001"),
        (("--run", "nosuch", "--run", "friday"), "there is no run 'nosuch'"),
        (("--run", "fridya"), "there is no run 'fridya' in this database; did you mean 'friday'?"),
    ],
)
def test_a_ranking_that_cannot_be_is_one_line(
    belote: Command, results: Path, options: tuple[object, ...], complaint: str
) -> None:
    said = belote("standings", "--db", results, *options)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
    assert said.err.startswith("belote: ")
