"""The benches of isolated bots, kept from one job to the next by whoever plays them.

To start a bot in Python takes as long as thousands of its decisions: it is done once, not once a
job.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from harness.arena.closing import Closing
from harness.arena.programme import Entrant
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation
from harness.plugin.program import Program, program_of


class _Kind(NamedTuple):
    """What makes the bots of a bench; where it is the same they may play on."""

    program: Program
    isolation: Isolation
    options: dict[str, Any]


class Benches(Closing):
    """Benches by the names of contestants; use it in a `with`, which ends their processes."""

    def __init__(self) -> None:
        self._benches: dict[str, tuple[_Kind, Bench]] = {}

    def of(self, entrant: Entrant) -> Bench:
        """Return the bench of a contestant: the one that it had before where it is the same.

        Raises:
            PluginError: a submitted bot is no longer what it was when the run began.
        """
        program = program_of(entrant.source, entrant.digest, entrant.bot)
        kind = _Kind(program, entrant.isolation, entrant.options)
        before = self._benches.get(entrant.name)
        if before is not None and before[0] == kind:
            return before[1]
        self._end({entrant.name})
        bench = Bench(*kind)
        self._benches[entrant.name] = kind, bench
        return bench

    def only(self, names: Collection[str]) -> None:
        """End the processes of everybody else: there are never more than one job needs."""
        self._end(self._benches.keys() - names)

    def close(self) -> None:
        """End every process."""
        self._end(set(self._benches))

    def _end(self, names: Collection[str]) -> None:
        for name in names:
            if name in self._benches:
                self._benches.pop(name)[1].close()
