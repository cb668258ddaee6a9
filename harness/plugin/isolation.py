"""How a bot is kept apart: in which way, with how much time, and within which limits."""

from __future__ import annotations

import resource
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Level: TypeAlias = Literal["none", "process", "sandbox"]

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""In the harness's own process; in one of its own; and there in the sandbox."""

ALLOWANCE: Final = 0.02
"""Seconds of each answer that are the harness's own: they are not counted as the bot's."""


class Time(NamedTuple):
    """How long a bot in a process of its own may take.

    Attributes:
        per_decision_ms: for one answer.
        bank_s: for all of a match together.
        start_s: until it is ready.
    """

    per_decision_ms: int = 2000
    bank_s: int = 120
    start_s: int = 20


class Limits(NamedTuple):
    """What a bot in a process of its own may use.

    Attributes:
        memory_mb: of memory.
        processes: processes and threads at once, in the sandbox.
        disk_mb: of files, in all in the sandbox, else each.
    """

    memory_mb: int = 1024
    processes: int = 32
    disk_mb: int = 16


class Isolation(NamedTuple):
    """How a contestant's bots are kept apart.

    Attributes:
        level: `none`, `process` or `sandbox`; None for `sandbox` where the bot was submitted, and
            `none` where it was not.
        keep: whether a process may be used for another match, once its bot is ready for one.
        share: whether a process may sit at its seat of several tables at once, where several are
            under way; of a bot in Python.
    """

    level: Level | None = None
    time: Time = Time()
    limits: Limits = Limits()
    keep: bool = False
    share: bool = False

    def of(self, level: Level | None, *, submitted: bool) -> Isolation:
        """Return it for one contestant, which may say a level of its own."""
        usual: Level = "sandbox" if submitted else "none"
        return self._replace(level=level or self.level or usual)

    def resources(self) -> dict[str, int]:
        """Return the limits by the names of `setrlimit`.

        The processor's time is limited for the case that a process goes on between its turns.
        """
        limits = self.limits
        most = {
            "RLIMIT_AS": limits.memory_mb << 20,
            "RLIMIT_FSIZE": limits.disk_mb << 20,
            "RLIMIT_CORE": 0,
            "RLIMIT_NOFILE": 256,
        }
        if not (self.keep or self.share):
            most["RLIMIT_CPU"] = 2 * self.time.bank_s + self.time.start_s
        if self.level == "sandbox":
            most["RLIMIT_NPROC"] = limits.processes
        return {name: value for name, value in most.items() if hasattr(resource, name)}
