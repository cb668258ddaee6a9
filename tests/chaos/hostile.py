"""Bots that do their worst, as a plugin: each breaks something, at a place that is always the same.

They play at random otherwise, so that what they do in between is the same in every run.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time

import harness
from bots.random import RandomBot
from harness.game import View

HOARD: list[bytearray] = []


class Exits(RandomBot):
    """Ends its process in the third trick of the second hand."""

    def choose_card(self, view: View) -> int:
        if view.hand_no == 1 and len(view.tricks) == 2:
            os._exit(3)
        return super().choose_card(view)


class Segfaults(RandomBot):
    """Reads where there is nothing when it first bids in the third hand."""

    def choose_bid(self, view: View) -> str:
        if view.hand_no == 2:
            ctypes.string_at(0)
        return super().choose_bid(view)


class KillsItself(RandomBot):
    """Sends its own process the signal that nobody survives."""

    def choose_card(self, view: View) -> int:
        if view.hand_no == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose_card(view)


class Loops(RandomBot):
    """Never answers the first bid of the second hand."""

    def choose_bid(self, view: View) -> str:
        while view.hand_no == 1:
            pass
        return super().choose_bid(view)


class Stalls(RandomBot):
    """Does so in compiled code, which lets no other thread of Python's run, and leaves the core."""

    def choose_card(self, view: View) -> int:
        if view.hand_no == 2:
            ctypes.PyDLL(None).sleep(3600)
        return super().choose_card(view)


class Hoards(RandomBot):
    """Keeps ten megabytes for each card it plays, and wants ten gigabytes in the second hand."""

    def choose_card(self, view: View) -> int:
        HOARD.append(bytearray(10 << 30 if view.hand_no == 1 else 10 << 20))
        return super().choose_card(view)


class Forks(RandomBot):
    """Splits in two, both of which play on."""

    def choose_card(self, view: View) -> int:
        if view.hand_no == 0 and len(view.tricks) == 1:
            os.fork()
        return super().choose_card(view)


class Shouts(RandomBot):
    """Writes wherever it can."""

    def choose_card(self, view: View) -> int:
        sys.stdout.write("hear me\n")
        sys.stderr.write("hear me\n")
        for number in (0, 1, 2):
            os.write(number, b"hear me\n" * 100)
        return super().choose_card(view)


class Babbles(RandomBot):
    """Answers nonsense in its second hand."""

    def choose_card(self, view: View) -> int:
        return super().choose_card(view) if view.hand_no == 0 else "the jack, please"  # type: ignore[return-value]


class Raises(RandomBot):
    """Raises in its third hand, which every match comes to, whatever its cards."""

    def choose_bid(self, view: View) -> str:
        if view.hand_no == 2:
            raise RuntimeError("not the third")
        return super().choose_bid(view)


class Slow(RandomBot):
    """Plays well, and takes its time."""

    def choose_card(self, view: View) -> int:
        time.sleep(0.001)
        return super().choose_card(view)


HOSTILE = (Exits, Segfaults, KillsItself, Loops, Stalls, Hoards, Forks, Shouts, Babbles, Raises)
FAULTS = {
    "exits": "crashed",
    "segfaults": "crashed",
    "killsitself": "crashed",
    "loops": "silent",
    "stalls": "silent",
    "hoards": "memory",
    "babbles": "illegal",
    "raises": "exception",
}
"""The kind of fault that each is blamed for; the others only disturb."""


@harness.hookimpl
def register_bots(register) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - as a plugin has it
    for bot in (*HOSTILE, Slow):
        register(bot.__name__.lower(), bot)
