"""The benches of isolated bots, kept from one job to the next by whoever plays them.

To start a bot in Python takes as long as thousands of its decisions: it is done once, not once a
job.
"""

from __future__ import annotations

from collections.abc import Collection

from harness.arena.closing import Closing
from harness.arena.programme import Entrant
from harness.plugin.bench import Bench
from harness.plugin.program import program_of


class Benches(Closing):
    """Benches by the names of contestants; use it in a `with`, which ends their processes."""

    def __init__(self) -> None:
        self._benches: dict[str, Bench] = {}

    def of(self, entrant: Entrant) -> Bench:
        """Return the bench of a contestant: the one that it had before where it is the same.

        Raises:
            PluginError: a submitted bot is no longer what it was when the run began.
        """
        program = program_of(entrant.source, entrant.digest, entrant.bot)
        made_of = program, entrant.isolation, entrant.options
        bench = self._benches.get(entrant.name)
        if bench is None or not bench.is_of(*made_of):
            self._end(entrant.name)
            bench = self._benches[entrant.name] = Bench(*made_of)
        return bench

    def only(self, names: Collection[str]) -> None:
        """End the processes of everybody else: there are never more than one job needs."""
        for name in self._benches.keys() - names:
            self._end(name)

    def close(self) -> None:
        """End every process."""
        self.only(())

    def _end(self, name: str) -> None:
        if bench := self._benches.pop(name, None):
            bench.close()
