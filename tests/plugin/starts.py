"""Which processes of bots were started."""

import pytest

from harness.plugin.isolation import Isolation
from harness.plugin.process import Process
from harness.plugin.program import Program


def watch_starts(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Return a list that every process of a bot comes into when it is started."""
    started: list[Process] = []
    real = Program.start

    def start(self: Program, isolation: Isolation) -> Process:
        started.append(real(self, isolation))
        return started[-1]

    monkeypatch.setattr(Program, "start", start)
    return started
