"""belote replay."""

from __future__ import annotations

import io
import os
import pty
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from harness.arena.answering import ask
from tests.cli.commands import COMMAND, environment
from tests.cli.conftest import Command


@pytest.fixture
def match(results: Path) -> str:
    """The id of a match that was played to its end."""
    sql = "SELECT match_id FROM matches JOIN runs USING (run_id) WHERE name = 'friday' ORDER BY ALL"
    return str(ask(results, sql)["match_id"][0].as_py())


def test_a_hand_is_shown_with_its_deal_auction_tricks_and_score(
    belote: Command, results: Path, match: str
) -> None:
    said = belote("replay", f"{match}:0", "--db", results)
    row = ask(results, f"FROM hands WHERE match_id = '{match}' AND hand_no = 0").to_pylist()[0]
    assert said.status == 0
    lines = [" ".join(line.split()) for line in said.out.splitlines()]
    assert lines[0].startswith(f"{match}:0 ")
    assert f"writes {row['score_ns']} {row['score_ew']}" in lines
    assert sum(line[:2] in {f"{number} " for number in range(1, 9)} for line in lines) == 8
    for suit in "♠♥♦♣":
        assert said.out.count(f"{suit} ") >= 4
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_match_alone_is_all_its_hands_and_the_score_sheet(
    belote: Command, results: Path, match: str
) -> None:
    said = belote("replay", match[:10], "--db", results)
    row = ask(results, f"FROM matches WHERE match_id = '{match}'").to_pylist()[0]
    headings = [line for line in said.out.splitlines() if line.startswith(f"{match}:")]
    assert len(headings) == row["hands"]
    winner = row["ns"] if row["winner"] == "NS" else row["ew"]
    last = said.out.splitlines()[-1]
    assert last == f"{winner} wins, {row['score_ns']}–{row['score_ew']}, ended by target."


def test_step_by_step_each_card_is_told_with_those_that_were_legal(
    belote: Command, results: Path, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n"))  # and then gone
    said = belote("replay", f"{match}:0", "--step", "--db", results)
    assert said.status == 130
    assert said.out.count("Enter shows the next trick") == 4
    assert [f"Trick {n}\n" in said.out for n in (1, 2, 3, 4)] == [True, True, True, False]
    sql = "SELECT seat FROM plays WHERE match_id = '{}' AND hand_no = 0 LIMIT 12"
    plays = ask(results, sql.format(match))
    told = [line.split() for line in said.out.splitlines() if " or " in line or "only one" in line]
    assert [line[0] for line in told] == plays["seat"].to_pylist()


def test_faults_are_found_without_naming_a_match(belote: Command, results: Path) -> None:
    said = belote("replay", "--faults", "--run", "faulty", "--db", results)
    assert said.status == 0
    assert said.out.count("Fault of ") == 6
    assert "answered" in said.out
    assert "RuntimeError: not today" in said.out
    told = belote("replay", "--faults", "--run", "faulty", "--db", results, "--json").json()
    assert sum(len(one["faults"]) for one in told) == 6
    assert {one["hand_no"] for one in told} > {None}


def test_what_each_card_cost_is_told_where_it_is_asked_for(
    belote: Command, results: Path, match: str
) -> None:
    plain = belote("replay", f"{match}:0", "--db", results)
    solved = belote("replay", f"{match}:0", "--solve", "--db", results)
    assert "gave away" not in plain.out
    assert "With all cards seen, plays gave away: N " in solved.out


def test_json_has_the_record_the_verdict_and_what_was_legal(
    belote: Command, results: Path, match: str
) -> None:
    (hand,) = belote("replay", f"{match}:1", "--json", "--solve", "--db", results).json()
    assert (hand["match_id"], hand["hand_no"], hand["ok"]) == (match, 1, True)
    assert len(hand["played"]) == 32
    assert all(one["card"] in one["legal"].split() for one in hand["played"])
    last = hand["played"][-1]
    assert (last["legal"], last["cost"]) == (last["card"], 0)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "name a match, as in belote replay 3f2a:4, or give --faults"),
        (("--faults",), "no bot was at fault in that run"),
        (("zzz",), "there is no match 'zzz': the table matches has their ids"),
        (("a:b",), "'a:b' is no place: write MATCH, or MATCH:HAND as in 3f2a:4"),
    ],
)
def test_what_cannot_be_shown_is_one_line(
    belote: Command, results: Path, arguments: tuple[str, ...], line: str
) -> None:
    assert belote("replay", *arguments, "--db", results) == (2, "", f"belote: {line}\n")


def test_a_hand_that_the_match_lacks_is_one_line(
    belote: Command, results: Path, match: str
) -> None:
    said = belote("replay", f"{match}:99", "--db", results)
    assert said.status == 2
    assert said.err.endswith("hands, numbered from 0: there is no 99\n")
    said = belote("replay", f"{match}:0", "--faults", "--db", results)
    assert said == (2, "", f"belote: no bot was at fault in {match}:0\n")


@pytest.mark.parametrize(("env", "colours"), [({}, 1), ({"NO_COLOR": "1"}, 0)])
def test_suits_are_coloured_on_a_terminal_unless_nobody_wants_colours(
    results: Path, match: str, env: dict[str, str], colours: int
) -> None:
    terminal, other_end = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "replay", f"{match}:0", "--db", str(results)],
        cwd=results.parent,
        env=environment(TERM="xterm-256color", COLUMNS="80", **env),
        stdout=other_end,
        stderr=subprocess.DEVNULL,
    ):
        os.close(other_end)
        said = b""
        with suppress(OSError):  # which says that nobody writes any more
            while part := os.read(terminal, 4096):
                said += part
    os.close(terminal)
    assert "♥".encode() in said
    assert min(said.count(b"\x1b[31m"), 1) == colours
