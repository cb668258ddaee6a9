"""belote referee: what it prints and how it ends."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import COMMAND, environment
from tests.cli.conftest import Command
from tests.oracle.records import WORKED, passed, with_play

LEGAL = json.dumps(WORKED)
ILLEGAL = json.dumps(with_play(WORKED, 7, "9H"))
NO_RECORD = "nonsense"


def verdicts(out: str) -> list[dict[str, Any]]:
    """Return the verdicts printed, one a line."""
    return [json.loads(line) for line in out.splitlines()]


def refereed(
    cwd: Path, *arguments: str, lines: Iterable[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Run the referee in another process on lines of standard input."""
    return subprocess.run(
        [*COMMAND, "referee", *arguments],
        cwd=cwd,
        env=environment(),
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([], 0),
        ([LEGAL, LEGAL], 0),
        ([LEGAL, ILLEGAL, LEGAL], 1),
        ([NO_RECORD], 2),
        ([ILLEGAL, NO_RECORD, LEGAL], 2),
        ([NO_RECORD, LEGAL, ILLEGAL], 2),
    ],
)
def test_each_record_has_its_verdict_and_the_worst_decides_the_exit_status(
    belote: Command, tmp_path: Path, lines: list[str], status: int
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(lines))
    said = belote("referee", path)
    assert (said.status, said.err) == (status, "")
    assert [verdict["ok"] for verdict in verdicts(said.out)] == [line == LEGAL for line in lines]


def test_a_verdict_is_one_object_with_what_followed_or_what_is_wrong(
    belote: Command, tmp_path: Path
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{LEGAL}\n\n{ILLEGAL}\n{NO_RECORD}\n")
    legal, illegal, no_record = verdicts(belote("referee", path).out)
    assert legal["score"] == {"NS": 69, "EW": 93}
    assert illegal == {
        "ok": False,
        "error": "W may not play 9H: it must ruff, with JC QC",
        "where": "plays",
        "at": 7,
        "seat": "W",
        "card": "9H",
        "duty": "ruff",
        "legal": "JC QC",
    }
    assert no_record == {
        "ok": False,
        "error": "the line is not JSON: Expecting value",
        "where": "record",
        "at": 0,
        **dict.fromkeys(("seat", "card", "duty", "legal")),
    }


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_records_are_read_from_standard_input_where_no_file_is_named(
    tmp_path: Path, arguments: list[str]
) -> None:
    done = refereed(tmp_path, *arguments, lines=[LEGAL, "", ILLEGAL])
    assert (done.returncode, done.stderr) == (1, "")
    assert [verdict["ok"] for verdict in verdicts(done.stdout)] == [True, False]


def test_a_record_may_name_the_rules_of_the_configuration(belote: Command, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    lines = [
        json.dumps({**WORKED, "rules": rules})
        for rules in ("evening", {"base": "evening", "tie": "hold"}, {"base": "evening", "x": 1})
    ]
    path.write_text("\n".join(lines))
    said = belote("referee", path)
    assert said.status == 2
    first, second, third = verdicts(said.out)
    assert first == second == verdicts(belote("referee", path).out)[0]
    assert first["score"] == {"NS": 69, "EW": 93}
    assert third["where"] == "rules"
    assert third["error"].startswith("there is no rule 'x'")


def test_rules_that_nobody_knows_are_a_verdict_too(belote: Command, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps({**WORKED, "rules": "clasic"}) + "\n" + LEGAL)
    said = belote("referee", path)
    assert (said.status, said.err) == (2, "")
    unknown, legal = verdicts(said.out)
    assert (unknown["where"], legal["ok"]) == ("rules", True)
    assert unknown["error"].startswith("there is no rule set 'clasic'; did you mean 'classic'?")


def test_bytes_that_mean_nothing_are_one_verdict_among_the_others(
    belote: Command, tmp_path: Path
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf" + LEGAL.encode() + b"\r\n\xff\xfe\x00\r\n" + LEGAL.encode() + b"\r\n"
    )
    said = belote("referee", path)
    assert (said.status, said.err) == (2, "")
    assert [verdict["ok"] for verdict in verdicts(said.out)] == [True, False, True]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("none.jsonl", "cannot read none.jsonl: No such file or directory"),
        (".", "cannot read .: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(belote: Command, name: str, complaint: str) -> None:
    assert belote("referee", name) == (2, "", f"belote: {complaint}\n")


def test_standard_input_that_is_closed_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "referee"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    complaint = "belote: cannot read standard input: Bad file descriptor\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", complaint)


def test_a_reader_who_has_seen_enough_may_go(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(f"{LEGAL}\n" * 1000)
    process = subprocess.Popen(
        [*COMMAND, "referee", "records.jsonl"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        assert process.stderr.read() == ""


def test_a_match_is_judged_on_its_one_line(belote: Command, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    match = {"rules": "gameduell", "hands": [passed("N"), passed("E"), passed("E")]}
    path.write_text(json.dumps(match))
    said = belote("referee", path)
    assert said.status == 1
    (verdict,) = verdicts(said.out)
    assert (verdict["where"], verdict["hand"], verdict["legal"]) == ("dealer", 2, "S")


@pytest.mark.parametrize("command", [("referee",), ("ask", "lowest")])
def test_a_device_is_no_file_of_records(belote: Command, command: tuple[str, ...]) -> None:
    said = belote(*command, "/dev/zero")
    complaint = "belote: cannot read /dev/zero: it is no plain file and no pipe\n"
    assert said == (2, "", complaint)
