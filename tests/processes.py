"""Processes as the system knows them under /proc."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple


class Process(NamedTuple):
    """A process that descends from another.

    Attributes:
        pid: its number, which is given again once it has gone.
        began: when it was started, in ticks of the system.
        command: its command line.
    """

    pid: int
    began: int
    command: str

    @property
    def there(self) -> bool:
        """Whether it is still there, and no mere entry that nobody has read."""
        stat = _stat(self.pid)
        return bool(stat) and stat[_STATE] != "Z" and int(stat[_BEGAN]) == self.began


_STATE, _PARENT, _BEGAN = 0, 1, 19
"""Places in what is told of a process after its name."""


def descendants(pid: int) -> Sequence[Process]:
    """Return all processes that come from one, as the system knows them now."""
    children: dict[int, list[Process]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        child = int(folder.name)
        if stat := _stat(child):
            one = Process(child, int(stat[_BEGAN]), _command_line(child))
            children.setdefault(int(stat[_PARENT]), []).append(one)
    found, left = [], [pid]
    while left:
        for one in children.get(left.pop(), ()):
            left.append(one.pid)
            found.append(one)
    return found


def _stat(pid: int) -> list[str]:
    """Return what is told of a process after its name; empty where it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def alive(pid: int) -> bool:
    """Whether a process is there, and no mere entry that nobody has read."""
    stat = _stat(pid)
    return bool(stat) and stat[_STATE] != "Z"


def end_soon(pids: Sequence[int], patience: float = 10.0) -> bool:
    """Whether processes end, all of them: on a busy machine one that is killed takes a moment."""
    until = monotonic() + patience
    while any(map(alive, pids)):
        if monotonic() > until:
            return False
        sleep(0.01)
    return True
