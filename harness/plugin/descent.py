"""What the system tells of processes under way: their threads, and what they have begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def threads_of(process: int) -> list[int]:
    """Return the threads of a process; none where it has ended, or the system does not tell."""
    with suppress(OSError):
        return [int(each.name) for each in Path(f"/proc/{process}/task").iterdir()]
    return []


def children_of(process: int) -> list[int]:
    """Return what a process has begun itself, in whatever session: a sandbox's own first one."""
    found: list[int] = []
    for thread in threads_of(process):
        with suppress(OSError):  # it has ended
            told = Path(f"/proc/{process}/task/{thread}/children").read_text()
            found += map(int, told.split())
    return found


def family_of(process: int) -> Iterator[int]:
    """Yield a process and all that came from it."""
    found = [process]
    while found:
        yield (one := found.pop())
        found += children_of(one)
