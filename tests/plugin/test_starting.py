"""Bots that do not start in their processes: refused before a run, each in one line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from harness.arena.run import Run
from harness.arena.tournament import build
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import load
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation, Level, Limits, Time
from harness.plugin.manifest import Manifest
from harness.plugin.program import Program, submitted
from harness.plugin.starting import see_started
from tests.plugin.dropping import drop, registering
from tests.processes import descendants

CLASSIC = preset("classic")
FUSSY = """
import harness

class Fussy(harness.Bot):
    def __init__(self, taste):
        if taste == "bad":
            raise ValueError(f"no {taste} taste\\nplease")
    def choose_bid(self, view):
        return view.legal_bids[0]
    def choose_card(self, view):
        return min(view.legal_cards)
"""


@pytest.fixture
def fussy(tmp_path: Path) -> Program:
    drop(tmp_path / "bot.py", FUSSY)
    return submitted(tmp_path, Manifest(name="fussy", version="1", entry="bot:Fussy"))


def seen(program: Program, isolation: Isolation, *options: dict[str, Any]) -> None:
    see_started((("fussy", Bench(program, isolation, one)) for one in options), CLASSIC)
    assert not [one for one in descendants(os.getpid()) if "Fussy" in one.command]


def refusal(program: Program, isolation: Isolation, *options: dict[str, Any]) -> str:
    with pytest.raises(BeloteError) as caught:
        seen(program, isolation, *options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bots_that_start_are_sent_away_again(fussy: Program) -> None:
    seen(fussy, Isolation("process"), *[{"taste": "good"}] * 3)


def test_one_that_cannot_be_made_is_told(fussy: Program) -> None:
    told = refusal(fussy, Isolation("process"), {"taste": "good"}, {"taste": "bad"})
    assert told.startswith("fussy cannot be made: ValueError: no bad taste please")


def test_limits_that_no_bot_can_keep_to_are_told(fussy: Program) -> None:
    isolation = Isolation("process", limits=Limits(memory_mb=1))
    told = refusal(fussy, isolation, {"taste": "good"})
    under = "fussy cannot start under its limits (memory_mb = 1, processes = 32, disk_mb = 16): "
    assert told.startswith(under)


def test_a_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    program = submitted(tmp_path, Manifest(name="none", version="1", command=("./none",)))
    told = refusal(program, Isolation("process"), {})
    assert told.endswith("; ./none cannot be run: No such file or directory")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("run.sh", 'it lies in the folder of the bot, so its command begins with "./run.sh"'),
        ("./run.sh", "it is there, but what its first line names to run it is not"),
    ],
)
def test_a_command_that_is_there_and_cannot_be_run_says_what_would_be_right(
    tmp_path: Path, command: str, told: str
) -> None:
    drop(tmp_path / "run.sh", "#!/no/such/shell\n").chmod(0o755)
    program = submitted(tmp_path, Manifest(name="none", version="1", command=(command,)))
    said = refusal(program, Isolation("process"), {})
    assert said.endswith(f"; {command} cannot be run: {told}")


def test_one_that_is_never_ready_is_told(tmp_path: Path) -> None:
    program = submitted(tmp_path, Manifest(name="mute", version="1", command=("sleep", "60")))
    told = refusal(program, Isolation("process", Time(start_s=1)), {})
    assert told == "fussy cannot start: was not ready within 1 s"


def test_a_run_is_refused_as_it_is_where_the_bot_plays_in_the_harness_s_own_process(
    tmp_path: Path,
) -> None:
    drop(tmp_path / "sour.py", FUSSY + registering("sour", "lambda: Fussy('bad')"))
    registry = load([tmp_path], {})
    told = []
    levels: tuple[Level, ...] = "none", "process"
    for level in levels:
        tournament = build("x", ["sour", "random"], rules=CLASSIC, isolation=level)
        with pytest.raises(BeloteError) as caught:
            Run(tournament, registry).see_started()
        told.append(str(caught.value))
    assert told[0] == told[1]
