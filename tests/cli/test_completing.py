"""What a shell is told when somebody presses Tab."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("belote sta", ["standings"]),
        ("belote report --ha", ["--hands"]),
        ("belote run fri", ["friday"]),
        (
            "belote run --rules c",
            ["classic", "coinche", "contract82", "contree", "counterclockwise"],
        ),
        ("belote legal --rules ev", ["evening"]),
        ("belote play --against lo", ["lowest"]),
        ("belote standings --run c", ["cut"]),
    ],
)
def test_verbs_options_and_names_are_completed(
    results: Path, tmp_path: Path, line: str, offered: list[str]
) -> None:
    (tmp_path / "tournaments.toml").write_text(TOURNAMENTS)
    assert completed(line, tmp_path, BELOTE_DB=str(results)) == offered


def test_a_plugin_that_is_broken_or_talks_is_not_heard(tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "loud.py").write_text("print('hello')\n1 / 0\n")
    assert completed("belote play --with ", tmp_path) == []


def test_a_database_that_is_not_there_has_no_runs_to_offer(tmp_path: Path) -> None:
    assert completed("belote standings --run ", tmp_path) == []
