"""One core for a match and its bots, where that is quicker: who asks and who answers take turns.

While a bot thinks whoever asked it waits. The system likes to have the two on idle cores, and to
wake one of these can take longer than a quick bot thinks. So where answers come quickly one core is
tried. If they come quicker there it stays at that; else everybody may go anywhere, and it is tried
again later. Nothing that is played hangs on it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from statistics import median
from subprocess import Popen
from typing import Final

A_LOOK: Final = 64
"""Answers after which it is seen how quickly they came."""
QUICK: Final = 0.0005
"""Seconds up to which one core is tried: to wake another takes about a tenth of that."""
LONGEST_REST: Final = 64
"""Looks after which it is tried again, however often it was no better."""
_CORE: Final = 36
"""The place of the core among what the system tells of a process after its name."""


class OneCore:
    """Has this thread and the processes that it asks on one core, or leaves all to the system."""

    def __init__(self) -> None:
        self._took: list[float] = []
        self._asked: set[Popen[bytes]] = set()
        self._core = -1
        self._anywhere: set[int] = set()  # the cores to go back to; none while nobody is bound
        self._bound: set[Popen[bytes]] = set()
        self._apart = inf  # what an answer took before one core was tried
        self._rest = 0  # looks until it is tried again
        self._next_rest = 1

    def answered(self, process: Popen[bytes], seconds: float) -> None:
        """Note that a process, or one that it began, has answered after some seconds."""
        self._asked.add(process)
        self._took.append(seconds)
        if len(self._took) == A_LOOK:
            self._look()

    def part(self) -> None:
        """Let everybody go anywhere; what is started then is as free as who starts it."""
        self._took.clear()
        self._asked.clear()
        if self._anywhere:
            for process in self._bound:
                for one in _family(process):
                    _bind(threads_of(one), self._anywhere)
            _bind([0], self._anywhere)
            self._anywhere = set()
            self._bound.clear()

    def _look(self) -> None:
        """See whether to try one core, to stay there, or to part."""
        took = median(self._took)
        if self._anywhere and took < self._apart:
            self._next_rest = 1
            self._bind_asked()
        elif self._anywhere:
            self._rest, self._next_rest = self._next_rest, min(2 * self._next_rest, LONGEST_REST)
            self.part()
        elif self._rest:
            self._rest -= 1
        elif took <= QUICK and len(cores := _cores()) > 1:
            self._apart, self._anywhere, self._core = took, cores, _core()
            _bind([0], {self._core})
            self._bind_asked()
        self._took.clear()
        self._asked.clear()

    def _bind_asked(self) -> None:
        """Bind who was asked; what has several threads may use several cores, and is left alone."""
        for process in self._asked - self._bound:
            for one in _family(process):
                if len(threads := threads_of(one)) == 1:
                    _bind(threads, {self._core})
        self._bound |= self._asked


ONE_CORE: Final = OneCore()


def _cores() -> set[int]:
    """Return the cores where this thread may be; none where the system does not tell."""
    return os.sched_getaffinity(0) if sys.platform == "linux" else set()


def _core() -> int:
    """Return the core where this thread is."""
    told = Path("/proc/thread-self/stat").read_text().rpartition(")")[2]
    return int(told.split()[_CORE])


def _bind(threads: Iterable[int], cores: set[int]) -> None:
    """Have threads on these cores alone, as far as they are there, and the system allows it."""
    if sys.platform == "linux":
        for thread in threads:
            with suppress(OSError):
                os.sched_setaffinity(thread, cores)


def _family(process: Popen[bytes]) -> Iterator[int]:
    """Yield a process and all that came from it, as far as the system tells."""
    found = [] if process.poll() is not None else [process.pid]
    while found:
        yield (one := found.pop())
        with suppress(OSError):
            told = Path(f"/proc/{one}/task/{one}/children").read_text()
            found += map(int, told.split())


def threads_of(process: int) -> list[int]:
    """Return the threads of a process; none where it has ended."""
    with suppress(OSError):
        return [int(each.name) for each in Path(f"/proc/{process}/task").iterdir()]
    return []
