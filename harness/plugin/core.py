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
from typing import Final, Self

from harness.plugin.descent import children_of, family_of, threads_of

A_LOOK: Final = 64
"""Answers after which it is seen how quickly they came."""
QUICK: Final = 0.0005
"""Seconds up to which one core is tried: to wake another takes about a tenth of that."""
LONGEST_REST: Final = 64
"""Looks after which it is tried again, however often it was no better."""
A_ROUND: Final = 16
"""Looks after which it is seen that who is bound still takes turns."""
_CORE: Final = 36
"""The place of the core among what the system tells of a process after its name."""


class OneCore:
    """Has this thread and the processes that it asks on one core, or leaves all to the system.

    One thread plays, and tells it of answers; any may part. In a `with` it parts in the end.
    """

    def __init__(self) -> None:
        self._took: list[float] = []
        self._asked: set[Popen[bytes]] = set()
        self._core = -1
        self._anywhere: set[int] = set()  # the cores to go back to; none while nobody is bound
        self._bound: dict[Popen[bytes], bool] = {}  # those looked at; or they were left alone
        self._apart = inf  # what an answer took before one core was tried
        self._rest = 0  # looks until it is tried again
        self._next_rest = 1
        self._together = 0  # looks since somebody was bound

    def answered(self, process: Popen[bytes], seconds: float) -> None:
        """Note that a process, or one that it began, has answered after some seconds."""
        self._asked.add(process)
        self._took.append(seconds)
        if len(self._took) == A_LOOK:
            self._look()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.part()

    def part(self) -> None:
        """Let everybody go anywhere; what is started then is as free as who starts it."""
        self._took.clear()
        self._asked.clear()
        if self._anywhere:
            for thread in _threads_in(os.getpid()):  # those that began meanwhile are bound too
                if _cores(thread) == {self._core}:  # else somebody has it elsewhere since
                    _bind(thread, self._anywhere)
            self._anywhere = set()
            self._bound.clear()

    def _look(self) -> None:
        """See whether to try one core, to stay there, or to part."""
        took = median(self._took)
        if self._anywhere and took < self._apart:
            self._next_rest = 1
            self._stay()
        elif self._anywhere:
            self._rest, self._next_rest = self._next_rest, min(2 * self._next_rest, LONGEST_REST)
            self.part()
        elif self._rest:
            self._rest -= 1
        elif took <= QUICK and len(cores := _cores()) > 1:
            self._apart, self._anywhere, self._core = took, cores, core_of_this_thread()
            self._together = 0
            _bind(0, {self._core})
            self._bind_asked()
        self._took.clear()
        self._asked.clear()

    def _stay(self) -> None:
        """Have newcomers on the core too; but part where somebody has come to use several."""
        self._together += 1
        there = [one.pid for one, bound in self._bound.items() if bound and one.returncode is None]
        if self._together % A_ROUND or all(map(_takes_turns, there)):
            self._bind_asked()
        else:
            self.part()

    def _bind_asked(self) -> None:
        """Bind who was asked; what may use several cores, or has chosen its own, is left alone."""
        for process in self._asked - self._bound.keys():
            takes_turns = process.returncode is None and _takes_turns(process.pid)
            self._bound[process] = takes_turns
            for thread in _threads_in(process.pid) if takes_turns else ():
                if _cores(thread) == self._anywhere:
                    _bind(thread, {self._core})


ONE_CORE: Final = OneCore()


def _cores(thread: int = 0) -> set[int]:
    """Return the cores where a thread may be, this one if 0; none where the system does not tell.

    None either where it has ended.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            return os.sched_getaffinity(thread)
    return set()


def core_of_this_thread() -> int:
    """Return the core where it runs now."""
    told = Path("/proc/thread-self/stat").read_text().rpartition(")")[2]
    return int(told.split()[_CORE])


def _bind(thread: int, cores: set[int]) -> None:
    """Have a thread on these cores alone, if it is there, and the system allows it."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setaffinity(thread, cores)


def _takes_turns(process: int) -> bool:
    """Whether one core is enough: nobody in the family has two threads, or has begun two others."""
    return all(len(threads_of(one)) < 2 and len(children_of(one)) < 2 for one in family_of(process))


def _threads_in(process: int) -> Iterator[int]:
    """Yield the threads of a process and of all that came from it."""
    for one in family_of(process):
        yield from threads_of(one)
