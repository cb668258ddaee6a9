"""Limits: how long a bot may be silent, and how much memory the process may take that it plays in.

They keep one bot from stopping a tournament and are no part of what is played, so another limit
does not make another run. They hold where workers play, each in processes of its own.
"""

from __future__ import annotations

import resource
import sys
from typing import Final, NamedTuple

DEFAULT_HANGS_AFTER: Final = 30.0
LONGEST_SILENCE: Final = 86_400.0
HANGS_AFTER_TAKES: Final = "seconds, more than 0 and at most a day"
DEFAULT_MEMORY_MB: Final = 2048
LEAST_MEMORY_MB: Final = 256
_MB: Final = 1 << 20


class WorkerLimits(NamedTuple):
    """What a bot may not exceed.

    Attributes:
        hangs_after: seconds without an answer after which a bot counts as hanging.
        memory_mb: megabytes that a process may take in which bots play.
    """

    hangs_after: float = DEFAULT_HANGS_AFTER
    memory_mb: int = DEFAULT_MEMORY_MB

    def cap_memory(self) -> None:
        """Have this process get no more memory than is allowed: Python raises `MemoryError` then.

        Where the system counts no memory, as macOS does not, nothing is capped.
        """
        if not sys.platform.startswith("linux"):
            return
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = self.memory_mb * _MB
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_DATA, (allowed, most))
