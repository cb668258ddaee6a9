"""belote rescore."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from harness.arena.answering import ask
from harness.arena.runs import find_run
from harness.arena.standings import rank
from harness.report.standings import standings_as_dicts
from tests.cli.conftest import Command


@pytest.fixture
def database(results: Path, tmp_path: Path) -> Path:
    """A copy of the results that may be written."""
    return Path(shutil.copy(results, tmp_path))


def test_the_newest_run_shows_its_settings_its_changes_and_both_rankings(
    belote: Command, results: Path
) -> None:
    said = belote("rescore", "--db", results, "--set", "target=350", "--set", "last_trick=0")
    assert (said.status, said.err) == (0, "")
    run = find_run(partial(ask, results)).run_id
    lines = [line.rstrip() for line in said.out.splitlines()]
    assert lines[:6] == [
        f"friday, run {run}, scored again:",
        "Setting     Played  Rescored",
        "target      501     350",
        "last_trick  10      0",
        "",
        "Matches  Changed  Other winner  Ended earlier  Unfinished",
    ]
    assert lines[6].split()[:2] == ["6", "6"]
    assert lines[8].split() == ["Bot", "Elo", "Points/hand"]
    assert {line.split()[1] for line in lines[9:11]} == {"random", "lowest"}
    assert max(map(len, lines)) <= 80


def test_json_has_both_rankings_and_how_many_matches_change(belote: Command, results: Path) -> None:
    said = belote("rescore", "--db", results, "--set", "target=350", "--json").json()
    question = partial(ask, results)
    run = find_run(question)
    assert (said["run_id"], said["name"]) == (run.run_id, "friday")
    assert said["settings"] == {"target": {"played": 501, "rescored": 350}}
    assert (said["matches"], said["stored"], said["match"]) == (6, False, None)
    assert (said["unfinished"], said["changed"]) == (0, said["earlier"])
    played = standings_as_dicts(rank(question, run.run_id))
    assert said["standings"]["played"] == played
    assert {row["bot"] for row in said["standings"]["rescored"]} == {"random", "lowest"}


def test_a_match_shows_its_score_sheet(belote: Command, results: Path) -> None:
    sql = "FROM matches WHERE ended_by = 'target' AND greatest(score_ns, score_ew) < 1001 LIMIT 1"
    (match,) = ask(results, sql).to_pylist()
    said = belote("rescore", "--db", results, "--match", match["match_id"], "--set", "target=1001")
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[0] == f"Match {match['match_id']}, scored again:"
    assert lines[4].split()[:4] == ["Hand", "Taker", "Trump", "Outcome"]
    score = f"{match['score_ns']}-{match['score_ew']}"
    assert f"won {score} at the target" in lines[-2]
    assert lines[-1].startswith(f"Rescored: unfinished at {score} after ")


def test_nothing_changed_is_said_in_one_line(belote: Command, results: Path) -> None:
    run = find_run(partial(ask, results)).run_id
    said = belote("rescore", "--db", results)
    assert said == (
        0,
        f"friday, run {run}: nothing changes, every match ends with the score it had.\n",
        "",
    )


def test_rules_of_the_file_are_found_by_name_and_settings_change_them(
    belote: Command, results: Path
) -> None:
    arguments = ("--rules", "evening", "--set", "target=600", "--json")
    settings = belote("rescore", "--db", results, *arguments).json()["settings"]
    assert settings == {
        "target": {"played": 501, "rescored": 600},
        "capot_total": {"played": 250, "rescored": None},
        "capot_bonus": {"played": None, "rescored": 90},
    }


def test_a_result_that_is_stored_has_standings_of_its_own(belote: Command, database: Path) -> None:
    arguments = ("--db", database, "--set", "target=350")
    stored = belote("rescore", *arguments, "--store")
    told = belote("rescore", *arguments, "--json").json()
    run = told["rescored_run_id"]
    assert stored.out.splitlines()[-1] == f"Stored as run {run}: belote standings --run {run}"
    shown = belote("standings", "--db", database, "--run", run, "--json").json()
    assert shown["standings"] == told["standings"]["rescored"]
    newest = belote("standings", "--db", database, "--json").json()
    assert newest["standings"] == told["standings"]["played"]
    both = belote("standings", "--db", database, "--run", told["run_id"], "--run", run)
    assert (both.status, both.out, both.err.count("\n")) == (2, "", 1)
    assert "have the same matches, rescored by other rules: rank one or the other" in both.err


@pytest.mark.parametrize("run", ["cut", "faulty"])
def test_a_run_with_silence_or_with_faults_is_rescored_too(
    belote: Command, results: Path, run: str
) -> None:
    said = belote("rescore", "--db", results, "--run", run, "--set", "tie=share", "--json")
    assert said.status == 0
    assert said.json()["name"] == run


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--rules", "scoresheet"],
            (
                "rescoring cannot change passed_out, dealer_must_name: what was dealt, bid, said "
                "or played depends on it "
                "(docs/reference/rules.md marks the settings that it can change)"
            ),
        ),
        (["--set", "target"], "--set takes field=value, not 'target'"),
        (
            ["--set", "target=2000"],
            "rule target = 2000 is not allowed (in classic); it takes 301 to 1001",
        ),
        (["--run", "none"], "there is no run 'none' in this database (known: cut, faulty, friday)"),
        (["--match", "zz"], "there is no match 'zz': the table matches has their ids"),
        (["--store"], "these are the rules that were played: there is nothing new to store"),
    ],
)
def test_what_cannot_be_rescored_is_one_line(
    belote: Command, results: Path, arguments: list[str], error: str
) -> None:
    said = belote("rescore", "--db", results, *arguments)
    assert said == (2, "", f"belote: {error}\n")


def test_a_setting_that_does_not_exist_is_one_line_with_the_one_meant(
    belote: Command, results: Path
) -> None:
    said = belote("rescore", "--db", results, "--set", "last_tirck=0")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("belote: there is no rule 'last_tirck'; did you mean 'last_trick'?")


def test_help_fits_a_terminal(belote: Command) -> None:
    said = belote("rescore", "--help")
    assert said.status == 0
    assert max(map(len, said.out.splitlines())) <= 80
