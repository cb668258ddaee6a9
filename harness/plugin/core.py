"""One core for a match and its bots, where that is quicker: who asks and who answers take turns.

While a bot thinks whoever asked it waits. The system likes to have the two on idle cores, and to
wake one of these can take longer than a quick bot thinks. So where answers come quickly one core is
tried. If they come quicker there it stays at that; else everybody may go anywhere, and it is tried
again later. Nothing that is played hangs on it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
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
            for thread in _threads_of_all(os.getpid()):  # those that began meanwhile are bound too
                if _cores(thread) == {self._core}:  # else somebody has it elsewhere since
                    _bind(thread, self._anywhere)
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
            _bind(0, {self._core})
            self._bind_asked()
        self._took.clear()
        self._asked.clear()

    def _bind_asked(self) -> None:
        """Bind who was asked; what has several threads, or has chosen its cores, is left alone."""
        for process in self._asked - self._bound:
            if process.returncode is None:  # else its number may be another's
                for one in _family(process.pid):
                    threads = threads_of(one)
                    if len(threads) == 1 and _cores(threads[0]) == self._anywhere:
                        _bind(threads[0], {self._core})
        self._bound |= self._asked


ONE_CORE: Final = OneCore()


def _cores(thread: int = 0) -> set[int]:
    """Return the cores where a thread may be, this one if 0; none where the system does not tell.

    None either where it has ended.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            return os.sched_getaffinity(thread)
    return set()


def _core() -> int:
    """Return the core where this thread is."""
    told = Path("/proc/thread-self/stat").read_text().rpartition(")")[2]
    return int(told.split()[_CORE])


def _bind(thread: int, cores: set[int]) -> None:
    """Have a thread on these cores alone, if it is there, and the system allows it."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setaffinity(thread, cores)


def _family(process: int) -> Iterator[int]:
    """Yield a process and all that came from it, as far as the system tells."""
    found = [process]
    while found:
        yield (one := found.pop())
        for thread in threads_of(one):
            with suppress(OSError):
                told = Path(f"/proc/{one}/task/{thread}/children").read_text()
                found += map(int, told.split())


def _threads_of_all(process: int) -> Iterator[int]:
    """Yield the threads of a process and of all that came from it."""
    for one in _family(process):
        yield from threads_of(one)


def threads_of(process: int) -> list[int]:
    """Return the threads of a process; none where it has ended."""
    with suppress(OSError):
        return [int(each.name) for each in Path(f"/proc/{process}/task").iterdir()]
    return []
