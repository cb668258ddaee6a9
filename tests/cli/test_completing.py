"""What a shell is told when somebody presses Tab."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.completing import (
    bot_names,
    contestant_names,
    rules_names,
    run_names,
    tournament_names,
)
from tests.cli.commands import environment
from tests.cli.conftest import TOURNAMENTS


def completed(line: str, folder: Path, **env: str) -> list[str]:
    """Return what is offered for the last word of a line."""
    asked = {"_BELOTE_COMPLETE": "complete_bash", "COMP_WORDS": line}
    asked["COMP_CWORD"] = str(line.count(" "))
    done = subprocess.run(
        [Path(sys.executable).with_name("belote")],
        cwd=folder,
        env=environment(**asked, **env),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELOTE_DB", raising=False)
    monkeypatch.delenv("BELOTE_PLUGINS", raising=False)
    (tmp_path / "tournaments.toml").write_text(TOURNAMENTS)


def test_a_shell_is_offered_names(tmp_path: Path) -> None:
    assert completed("belote run fri", tmp_path) == ["friday"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("belote run --bots lo", ["lowest"]),
        ("belote run --bots basic,lo", ["basic,lowest"]),
        ("belote run --bots lowest,lo", []),
        ("belote run --set tar", ["target=", "target_is="]),
        ("belote check basic --presets classic,contract", ["classic,contract82"]),
    ],
)
def test_lists_and_settings_are_completed_too(
    tmp_path: Path, line: str, offered: list[str]
) -> None:
    assert completed(line, tmp_path) == offered


def test_the_contestants_of_the_database_are_offered_as_anchors(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert contestant_names("") == []
    monkeypatch.setenv("BELOTE_DB", str(results))
    assert contestant_names("") == ["absent", "cheat", "lowest", "random", "shy"]
    assert contestant_names("l") == ["lowest"]


def test_names_of_rules_tournaments_and_bots_are_offered_as_far_as_they_begin_so() -> None:
    assert rules_names("co") == ["coinche", "contract82", "contree", "counterclockwise"]
    assert rules_names("ev") == ["evening"]
    assert tournament_names("") == ["friday", "long"]
    assert bot_names("lo") == ["lowest"]


def test_names_of_runs_are_those_of_the_database(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_names("") == []
    monkeypatch.setenv("BELOTE_DB", str(results))
    assert run_names("") == ["cut", "faulty", "friday"]


def test_a_plugin_that_is_broken_or_talks_is_not_heard(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "loud.py").write_text("print('hello')\n1 / 0\n")
    assert bot_names("") == []
    assert capfd.readouterr() == ("", "")
