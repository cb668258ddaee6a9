"""The command line as a whole: its help, its exit status, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harness import __version__
from tests.cli.commands import finish, start
from tests.cli.conftest import Command

VERBS = (
    *("run", "standings", "report", "replay", "query", "export", "rescore", "merge", "verify"),
    *("new-bot", "check", "submit", "withdraw", "ask", "sprt", "par", "elo", "plan", "play"),
    *("referee", "legal", "score", "tournaments", "bots", "rules", "doctor"),
)


def test_help_names_every_verb_in_one_line(belote: Command) -> None:
    said = belote("--help")
    assert said.status == 0
    for verb in VERBS:
        assert f"│ {verb} " in said.out


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_that_fits_a_terminal(belote: Command, verb: str) -> None:
    said = belote(verb, "--help")
    assert said.status == 0
    assert f"belote {verb}" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_the_version_is_that_of_the_package(belote: Command) -> None:
    assert belote("--version").out == f"belote {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["rnu"], "no such command 'rnu'. Did you mean 'run'?"),
        (["bots", "x"], "got unexpected extra argument(s) (x); see belote bots --help"),
        (["sprt", "basic"], "missing argument 'base'; see belote sprt --help"),
        (["run", "--pairs"], "option '--pairs' requires an argument"),
        (["plan", "--power", "x"], "invalid value for '--power'"),
    ],
)
def test_bad_usage_is_told_in_one_line(belote: Command, arguments: list[str], line: str) -> None:
    said = belote(*arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"belote: {line}")


def test_a_program_that_is_told_nothing_shows_its_help(belote: Command) -> None:
    said, helped = belote(), belote("--help")
    assert (said.status, said.out.strip(), said.err) == (2, helped.out.strip(), "")


def test_help_is_folded_for_the_terminal_and_not_where_it_is_written(belote: Command) -> None:
    words = "Where bots, rules or pairings have changed since, it asks which of"
    assert words in " ".join(belote("run", "--help").out.split())
    lines = belote("run", "--help").out.splitlines()
    (place,) = [n for n, line in enumerate(lines) if "Started again after" in line]
    assert len(lines[place + 1].strip()) > 60


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["query", "--help"]])
def test_help_imports_no_plugin(tmp_path: Path, arguments: list[str]) -> None:
    loud = "import pathlib\npathlib.Path(__file__ + '.was_imported').touch()\n"
    (tmp_path / "plugins").mkdir()
    for name in ("plugins/dropped.py", "named.py"):
        (tmp_path / name).write_text(loud)
    env = {"BELOTE_PLUGINS": str(tmp_path / "named.py")}
    assert finish(start(*arguments, cwd=tmp_path, env=env)).status == 0
    assert list(tmp_path.rglob("*.was_imported")) == []


def test_the_list_of_commands_loads_nothing_that_they_work_with() -> None:
    heavy = ("harness.game", "harness.search", "duckdb", "numpy", "ray")
    code = f"import sys, harness.cli; print([one for one in {heavy} if one in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"[]\n"


def test_commands_that_need_no_bots_import_no_plugin(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "broken.py").write_text("1 / 0\n")
    assert belote("query", "SELECT 1", "--db", results).status == 0
    assert belote("standings", "--db", results).status == 0
    assert belote("export", "--db", results).status == 0


def test_whoever_stops_reading_ends_the_command_without_a_word(results: Path) -> None:
    with start("export", "--hands", "--db", results, cwd=results.parent) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("verb", "option"),
    [
        *[(verb, "--run") for verb in ("standings", "export", "rescore")],
        *[(verb, "--match") for verb in ("export", "rescore")],
        ("rescore", "--rules"),
    ],
)
def test_an_option_that_is_empty_is_not_taken_for_one_that_is_not_given(
    belote: Command, results: Path, verb: str, option: str
) -> None:
    said = belote(verb, option, "", "--db", results)
    assert said == (2, "", f"belote: {option} is empty: give it a value, or leave it out\n")
