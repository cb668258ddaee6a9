"""What a command prints goes where it should, and what it should not print does no harm."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import Final

import duckdb
import pytest

from harness.cli.program import status_of
from harness.plugin import submitting
from tests.cli.commands import COMMAND, Said, environment, finish, start
from tests.cli.conftest import Command
from tests.processes import alive, descendants

CHATTY: Final = """
import atexit
import threading
import time

import harness
from bots.random import RandomBot

print("imported")
atexit.register(print, "gone")

class Chatty(RandomBot):
    def start_match(self, rules, seat):
        threading.Thread(target=time.sleep, args=(3600,)).start()

@harness.hookimpl
def register_bots(register):
    print("registering")
    register("chatty", Chatty)

@harness.hookimpl
def match_finished(match):
    print("finished")
"""
"""A plugin that prints wherever it can, and whose bot starts threads that never end."""


@pytest.fixture
def chatty(tmp_path: Path) -> dict[str, str]:
    """The environment that names the plugin."""
    (tmp_path / "chatty.py").write_text(CHATTY)
    return {"BELOTE_PLUGINS": str(tmp_path / "chatty.py")}


def shell(line: str, *arguments: object, cwd: Path, **env: str) -> Said:
    """Run the command through a shell, which finds it as `"$@"`."""
    done = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, *map(str, arguments)],
        cwd=cwd,
        env=environment(**env),
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


# What plugins and bots print


@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_prints_only_its_result_and_ends_whatever_plugins_print_and_start(
    tmp_path: Path, chatty: dict[str, str], workers: int
) -> None:
    run = ("run", "--bots", "chatty,random", "--pairs", 1, "--workers", workers, "--json")
    said = finish(start(*run, cwd=tmp_path, env=chatty))
    assert said.status == 0
    assert said.json()["matches"] == 2
    for what in ("imported", "registering", "finished", "gone"):
        assert f"{what}\n" in said.err


def test_a_list_prints_only_itself_whatever_plugins_print(
    tmp_path: Path, chatty: dict[str, str]
) -> None:
    said = finish(start("bots", "--json", cwd=tmp_path, env=chatty))
    assert "chatty" in [bot["name"] for bot in said.json()]


def test_a_bot_that_talks_does_not_fail_because_nobody_listens(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(
        CHATTY.replace(
            "threading.Thread(target=time.sleep, args=(3600,)).start()", "print('x' * 9999)"
        )
    )
    run = ("run", "--bots", "chatty,random", "--pairs", 1, "--workers", 0, "--json")
    plugins = {"BELOTE_PLUGINS": str(tmp_path / "talker.py")}
    said = shell('exec "$@" 2>/dev/full', *run, cwd=tmp_path, **plugins)
    assert (said.status, said.json()["faults_now"]) == (0, 0)


# Where it cannot be printed


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("rules",),
        ("rules", "--json"),
        ("export", "--hands", "--db", "{results}"),
        ("query", "FROM hands", "--csv", "--db", "{results}"),
    ],
    ids=" ".join,
)
def test_an_output_that_is_full_or_unread_is_one_line_or_none(
    results: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    given = [one.format(results=results) for one in arguments]
    full = shell('exec "$@" >/dev/full', *given, cwd=tmp_path)
    complaint = "belote: cannot write the output: No space left on device\n"
    assert full == (2, "", complaint)
    assert shell('"$@" 2>&1 | true', *given, cwd=tmp_path) == (0, "", "")


def test_an_output_that_nobody_reads_ends_the_command_with_the_status_of_a_broken_pipe(
    results: Path,
) -> None:
    with start("export", "--hands", "--db", results, cwd=results.parent) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 128 + signal.SIGPIPE


def test_streams_that_are_closed_are_no_traceback(tmp_path: Path) -> None:
    assert shell('exec "$@" >&-', "rules", cwd=tmp_path) == (0, "", "")
    assert shell('exec "$@" 2>&-', "rules", "nosuch", cwd=tmp_path) == (2, "", "")
    assert shell('exec "$@" 2>/dev/full', "rules", "nosuch", cwd=tmp_path) == (2, "", "")


# Characters


def test_a_terminal_that_knows_only_ascii_gets_simpler_characters(
    results: Path, tmp_path: Path
) -> None:
    def ask(*arguments: object) -> Said:
        return shell('exec "$@"', *arguments, "--db", results, cwd=tmp_path, **ascii_only)

    ascii_only = {"PYTHONIOENCODING": "ascii", "LANG": "C"}
    standings = ask("standings")
    assert (standings.status, standings.err) == (0, "")
    assert "  +- " in standings.out
    assert ask("query", "SELECT '♠ ≥ 3 …' AS text").out.split() == ["text", "S", ">=", "3", "..."]
    said = ask("query", "SELECT '♠ 🂡' AS text", "--json")
    assert "\\u2660 \\ud83c\\udca1" in said.out
    assert said.json() == [{"text": "♠ 🂡"}]
    assert shell('exec "$@"', "rules", "nösuch", cwd=tmp_path, **ascii_only).err.startswith(
        "belote: there is no rule set 'n\\u00f6such'"
    )


def test_what_a_bot_or_a_plugin_says_never_acts_on_the_terminal(
    belote: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = tmp_path / "loud.py"
    plugin.write_text(
        "import harness\nfrom bots.random import RandomBot\n\n"
        "__author__ = 'red \\x1b[31m'\n\n"
        "class Loud(RandomBot):\n    def start_match(self, rules, seat):\n"
        "        raise ValueError('\\x1b]0;owned\\x07 \\x9b2J')\n\n"
        "@harness.hookimpl\ndef register_bots(register):\n    register('loud', Loud)\n"
    )
    monkeypatch.setenv("BELOTE_PLUGINS", str(plugin))
    run = ("run", "--bots", "loud,random", "--pairs", 1, "--workers", 0, "--db", "x.duckdb")
    assert belote(*run).status == 0
    asked = ("query", "SELECT message, evidence FROM faults", "--db", "x.duckdb")
    seen = [
        belote("bots"),
        belote(*asked),
        belote(*asked, "--json"),
        belote("export", "--db", "x.duckdb"),
    ]
    assert all(said.status == 0 for said in seen)
    plugin.write_text("raise ValueError('\\x1b[2J')\n")
    refused = belote("bots")
    assert refused.status == 2
    assert r"ValueError: \u001b[2J" in refused.err
    for said in (*seen, refused):
        assert {one for one in said.out + said.err if not one.isprintable()} <= {"\n"}
    assert r"\u001b]0;owned\u0007 \u009b2J" in seen[1].out
    assert seen[2].json()[0]["message"] == "ValueError: \x1b]0;owned\x07 \x9b2J"


def test_what_a_plugin_refuses_without_a_word_is_told_by_what_it_raised(
    belote: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = tmp_path / "mute.py"
    plugin.write_text("from harness.plugin.blame import PluginError\nraise PluginError\n")
    monkeypatch.setenv("BELOTE_PLUGINS", str(plugin))
    assert belote("bots") == (2, "", "belote: PluginError\n")


# Signals


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A pipe: who opens it to write goes on once a command has opened it to read."""
    os.mkfifo(tmp_path / "records")
    return tmp_path / "records"


def test_a_signal_that_asks_for_an_end_is_told_in_one_line(
    records: Path, ending: signal.Signals
) -> None:
    with start("referee", records, cwd=records.parent) as process, records.open("w"):
        process.send_signal(ending)
        assert finish(process) == (130, "", "belote: interrupted\n")


def test_a_signal_that_is_to_be_passed_over_is_passed_over(records: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = start("referee", records, cwd=records.parent)
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        with records.open("w"):
            process.send_signal(signal.SIGHUP)
        assert finish(process).status == 0


def test_a_signal_that_strikes_in_the_database_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], ending: signal.Signals
) -> None:
    long = "SELECT count(*) FROM range(10_000_000) t(a), range(8) u(b) WHERE a * b % 7 = 3"
    timer = Timer(0.1, partial(os.kill, os.getpid(), ending))

    def asked() -> None:
        with duckdb.connect() as connection:
            timer.start()
            while True:
                connection.execute(long).fetchall()

    assert status_of(asked) == 130
    assert capsys.readouterr() == ("", "belote: interrupted\n")


STRUCK_TWICE: Final = """
import signal
from harness.cli import program

def struck(error):
    signal.raise_signal(signal.SIGTERM)
    complain(error)

complain, program.complain = program.complain, struck
program.leave(program.status_of(lambda: signal.raise_signal(signal.SIGHUP)))
"""


def test_another_signal_does_not_keep_an_end_that_was_asked_for_from_being_told() -> None:
    struck = [sys.executable, "-c", STRUCK_TWICE]
    done = subprocess.run(struck, capture_output=True, text=True, check=False, env=environment())
    assert Said(done.returncode, done.stdout, done.stderr) == (130, "", "belote: interrupted\n")


def test_a_second_ctrl_c_is_told_as_the_first(
    belote: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def struck(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(submitting, "withdraw", struck)
    assert belote("withdraw", "guest") == (130, "", "belote: interrupted\n")


# Signals for everybody


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="asks the system for what is left")
@pytest.mark.parametrize(
    ("number", "started"), [(signal.SIGTERM, "gcs_server"), (signal.SIGINT, "raylet")]
)
def test_a_signal_for_the_whole_group_while_ray_starts_ends_everything_in_one_line(
    tmp_path: Path, number: signal.Signals, started: str
) -> None:
    run = ("run", "--bots", "random,lowest", "--pairs", 2000, "--workers", 1, "--json")
    with subprocess.Popen(
        [*COMMAND, *map(str, (*run, "--db", "x.duckdb"))],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        patience = monotonic() + 60
        while not any(started in one.command for one in descendants(process.pid)):
            assert process.poll() is None
            assert monotonic() < patience
            sleep(0.02)
        begun = [one.pid for one in descendants(process.pid)]
        os.killpg(process.pid, number)
        said = finish(process)
    assert (said.status, said.err) == (130, "")
    assert json.loads(said.out)["status"] == "interrupted"
    assert [pid for pid in begun if alive(pid)] == []
