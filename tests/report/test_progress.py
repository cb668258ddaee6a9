"""What is shown of a run that is on: within the screen, and nothing where nobody looks."""

from __future__ import annotations

import os
import pty
import subprocess
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console, Group

from harness.arena.board import Board
from harness.arena.columns import Batch
from harness.arena.progress import Progress
from harness.report.progress import drawn, following
from tests.arena.stored import fault_row, match_row
from tests.cli.commands import COMMAND, environment

LONG = "a bot whose name is as long as anybody would care to write it down"


def a_board(*names: str, faulty: tuple[str, ...] = ()) -> Board:
    """Return a board on which each name has won a pair from the next, and some made faults."""
    board = Board()
    for winner, loser in pairwise(names):
        for leg, (ns, ew) in enumerate(((winner, loser), (loser, winner))):
            won = ("NS", "EW")[leg]
            ids = {"match_id": f"{winner}{leg}", "pair_id": winner}
            board.add(Batch.of([match_row(**ids, leg=leg, ns=ns, ew=ew, winner=won)]))
    for number, name in enumerate(faulty):
        ids = {"match_id": f"f{number}", "pair_id": f"f{number}"}
        fault = fault_row(match_id=f"f{number}", bot=name)
        board.add(Batch.of([match_row(**ids)], [], [fault]))
    return board


def lines(board: Board, height: int = 30) -> list[str]:
    screen = Console(file=StringIO(), force_terminal=True, width=80, height=height, no_color=True)
    screen.print(Group(*drawn(board, screen)))
    assert isinstance(screen.file, StringIO)
    text = (
        screen.file.getvalue().replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    )
    return [line.rstrip() for line in text.splitlines()]


def test_the_standings_so_far_stand_within_eighty_columns() -> None:
    shown = lines(a_board(LONG, "ada", "bob", faulty=("bob", "bob", "ada")))
    assert shown[0].split() == ["So", "far", "Elo", "±", "Score", "Pairs"]
    assert [line.split()[0] for line in shown[1:4]] == ["1", "2", "3"]
    assert "100.0%" in shown[1]
    assert [line.split()[-1] for line in shown[1:4]] == ["1", "2", "1"]
    assert shown[4] == "Faults: bob 2, ada 1"
    assert max(map(len, shown)) <= 80


def test_many_bots_take_no_more_lines_than_the_screen_has() -> None:
    shown = lines(a_board(*(f"bot-{number}" for number in range(40))), height=16)
    assert len(shown) == 1 + 9 + 1
    assert shown[-1] == "and 31 more below"


def test_the_faults_of_many_bots_are_summed_up() -> None:
    shown = lines(a_board(faulty=tuple("aaabbccdef")))
    assert shown == ["Faults: a 3, b 2, c 2, d 1 and 2 other bots"]


def test_names_that_would_act_on_the_screen_are_shown_escaped() -> None:
    assert "\\u001b" in lines(a_board("a\x1bb", "ada"))[1]


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with following() as follow:
        follow(Progress(10, 0, board=a_board("ada", "bob")))
    assert capsys.readouterr() == ("", "")


def test_a_run_on_a_terminal_shows_its_board_and_leaves_only_the_ranking(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    run = ["run", "--bots", "random,lowest", "--pairs", "40", "--seed", "1", "--workers", "0"]
    with subprocess.Popen(
        [*COMMAND, *run],
        cwd=tmp_path,
        env=environment(TERM="xterm", COLUMNS="80", LINES="24"),
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        os.close(theirs)
        screen = b""
        while piece := _read(ours):
            screen += piece
        assert process.stdout is not None
        ranking = process.stdout.read()
    os.close(ours)
    shown = screen.decode()
    assert process.returncode == 0
    assert "So far" in shown
    assert "hands/s" in shown
    assert ranking.splitlines()[0].split()[0] == "Rank"
    assert "So far" not in ranking


def _read(terminal: int) -> bytes:
    """Return what comes next; nothing once everybody has gone."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
