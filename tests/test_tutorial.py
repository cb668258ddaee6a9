"""The tutorial leads where it says: its bots, its commands, and what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

from tests.cli.conftest import Command, belote

__all__ = ["belote"]

PAGE: Final = Path(__file__).parents[1].joinpath("docs/tutorial/first-bot.md").read_text("utf-8")
STEP: Final = re.compile(r"^```(python|console|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYS: Final = ("run", "sprt")


def told(printed: str) -> list[str]:
    """Return lines without the spaces at their ends."""
    return [line.rstrip() for line in printed.splitlines()]


def test_each_step_of_the_tutorial_prints_what_it_shows(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    printed: list[str] = []
    shown = 0
    for kind, text in STEP.findall(PAGE):
        if kind == "python":
            (tmp_path / "plugins" / "first.py").write_text(text)
        elif kind == "text":
            shown += 1
            assert "\n".join(told(text)) in "\n".join(printed)
        for _, *arguments in map(shlex.split, re.findall(r"^\$ (.*)$", text, re.MULTILINE)):
            if arguments[0] == "replay":  # of a hand that the query before has found
                arguments[1] = ":".join(printed[1].split())
            said = belote(*arguments, *(("--workers", 0) if arguments[0] in PLAYS else ()))
            assert (said.status, said.err) == (0, "")
            printed = told(said.out)
    assert shown == 3
