"""A database with results, and the command line to ask about them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from typer.main import get_command

from harness.arena.runner import run_tournament
from harness.arena.tournament import build
from harness.cli import app
from harness.cli.program import status_of
from harness.game import preset
from harness.plugin import load
from tests.cli.commands import ODD_BOTS, Said

Command: TypeAlias = Callable[..., Said]
Score: TypeAlias = Callable[..., dict[str, Any]]

PROGRAM: Final = get_command(app)
"""What `app()` makes anew each time, of every verb's signature: most of what a short verb takes."""

TOURNAMENTS: Final = """
[tournament.friday]
bots = ["random", "lowest"]
pairs = 3
seed = 7

[tournament.long]
bots = ["random", "lowest", { bot = "random", name = "random-2" }]
pairs = 1_000
rules = "evening"
deals = "shared"

[rules.evening]
base = "classic"
target = 1000
capot_bonus = 90
"""


@pytest.fixture(scope="session")
def odd_bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin file with the bots of `ODD_BOTS`."""
    path = tmp_path_factory.mktemp("plugin") / "odd.py"
    path.write_text(ODD_BOTS)
    return path


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory, odd_bots: Path) -> Path:
    """A database with three finished runs; `friday` is the newest.

    `cut` is played with a deck that is cut, ties that are pooled and a bot that keeps quiet;
    in `faulty` one bot plays an illegal card in the second hand and one never begins.
    """
    path = tmp_path_factory.mktemp("results") / "belote.duckdb"
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(odd_bots)})
    cut = preset("counterclockwise", target=2000)
    for tournament in (
        build("cut", ["random", "shy"], rules=cut, pairs=3, seed=13),
        build("faulty", ["random", "cheat", "absent"], rules=preset("classic"), pairs=1, seed=7),
        build("friday", ["random", "lowest"], rules=preset("classic"), pairs=3, seed=7),
    ):
        run_tournament(tournament, registry, database=path, workers=0)
    return path


@pytest.fixture
def score(belote: Command) -> Score:
    """What `belote score` answers as JSON: a preset, what NS took with, and more options."""

    def run(rules: str, points: str, *options: str, taker: str = "NS") -> dict[str, Any]:
        asked = ("--rules", rules, "--taker", taker, "--points", points, *options)
        said = belote("score", *asked, "--json")
        assert (said.status, said.err) == (0, "")
        answer: dict[str, Any] = said.json()
        return answer

    return run


@pytest.fixture
def belote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command `belote` with its arguments, run in a folder with a `tournaments.toml`.

    It draws for a terminal of 80 columns.
    """
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELOTE_DB", raising=False)
    monkeypatch.delenv("BELOTE_PLUGINS", raising=False)
    (tmp_path / "tournaments.toml").write_text(TOURNAMENTS)

    def run(*arguments: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["belote", *map(str, arguments)])
        status = status_of(PROGRAM)
        return Said(status, *capsys.readouterr())

    return run
