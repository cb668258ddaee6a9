"""Processes as the system knows them under /proc."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    """A process that descends from another."""

    pid: int
    command: str


def descendants(pid: int) -> Sequence[Process]:
    """Return all processes that come from one, as the system knows them now."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    found, left = [], [pid]
    while left:
        for child in children.get(left.pop(), ()):
            left.append(child)
            found.append(Process(child, _command_line(child)))
    return found


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def alive(pid: int) -> bool:
    """Whether a process is there, and no mere entry that nobody has read."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
