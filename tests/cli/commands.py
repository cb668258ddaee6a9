"""The command line as a user runs it, in this process and in others, and bots to run with it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

COMMAND: Final = [sys.executable, "-m", "harness"]

ODD_BOTS: Final = '''
import os
import time

import harness
from bots.random import RandomBot


class Shy(RandomBot):
    """Keeps quiet about declarations, and passes where it may."""

    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_declarations(self, view):
        return "none"


class Cheat(RandomBot):
    """Bids well; its third card of the second hand is one it does not hold."""

    def choose_card(self, view):
        if view.hand_no == 1 and len(view.tricks) == 2:
            return (~view.holding_mask & (view.holding_mask + 1)).bit_length() - 1
        return super().choose_card(view)


class Absent(RandomBot):
    """Fails before the first hand."""

    def start_match(self, rules, seat):
        raise RuntimeError("not today")


class Slow(RandomBot):
    """Thinks for as long as the environment says."""

    def choose_card(self, view):
        time.sleep(float(os.environ.get("SLOW_SECONDS", "0")))
        return super().choose_card(view)


class Unordered(RandomBot):
    """Plays by the hashes of texts, which Python draws for every process; and talks."""

    def choose_card(self, view):
        print("thinking aloud")
        return min(view.legal_cards, key=lambda card: hash(str(card)))


@harness.hookimpl
def register_bots(register):
    for bot in (Shy, Cheat, Absent, Slow, Unordered):
        register(bot.__name__.lower(), bot)
'''
"""A plugin of bots that do what bots do now and then."""


class Said(NamedTuple):
    """What a command left behind: its exit status and what it printed."""

    status: int
    out: str
    err: str

    def json(self) -> Any:  # noqa: ANN401 - as the command prints it
        """Read what it printed as JSON."""
        return json.loads(self.out)


def environment(**changes: str) -> dict[str, str]:
    """Return what commands in other processes find in their environment."""
    return {"PATH": "/usr/bin:/bin", "HOME": "/", "LANG": "C.UTF-8", **changes}


def start(
    *arguments: object, cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a command in another process."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        env=environment(**(env or {})),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> Said:
    """Wait for a command in another process to end."""
    out, err = process.communicate(timeout=120)
    return Said(process.returncode, out, err)
