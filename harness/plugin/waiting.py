"""Waiting for bots in processes of their own: by whoever plays one match, with nothing else to do.

A room has many to wait for, and other matches to go on with meanwhile: see `harness.plugin.room`.
"""

from __future__ import annotations

import select
from collections.abc import Callable
from subprocess import Popen
from time import perf_counter

from harness.plugin.bot import Bot
from harness.plugin.core import ONE_CORE


class Ends:
    """The ends of pipes that are waited for.

    Attributes:
        events: what each descriptor is waited for, as `select.poll` has it.
    """

    def __init__(self) -> None:
        self.events: dict[int, int] = {}
        self._poll = select.poll()

    def add(self, end: int, event: int) -> None:
        """Wait for this one as well."""
        self.events[end] = event
        self._poll.register(end, event)

    def drop(self, end: int) -> None:
        """Wait for it no more, if it was waited for."""
        if self.events.pop(end, None) is not None:
            self._poll.unregister(end)

    def ready(self, seconds: float) -> list[tuple[int, int]]:
        """Return those where something happens within some seconds, each with what it is."""
        return self._poll.poll(seconds * 1000 + 1)

    def ready_now(self) -> list[tuple[int, int]]:
        """Return those where something has happened already."""
        return self._poll.poll(0)


class Waiting:
    """How somebody waits who plays one match: until it is time.

    Attributes:
        clock: tells the time in seconds, as far as it counts for this match.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock

    def until_ready(self, ends: Ends, seconds: float) -> list[tuple[int, int]]:
        """Return the ends where something happens within some seconds; see `Ends.ready`."""
        return ends.ready(seconds)

    def answered(self, process: Popen[bytes], seconds: float) -> None:
        """Note how long a process took to answer: with nothing else to do it may share a core."""
        ONE_CORE.answered(process, seconds)

    def seated(self, bot: Bot, _: str) -> Bot:
        """Return the bot to be asked, for one of the contestant named."""
        return bot


ALONE = Waiting()
