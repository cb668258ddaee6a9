"""The nursery and its players as their supervisor sees them: started, listened to, ended."""

from __future__ import annotations

import os
import pickle
import signal
import socket
from contextlib import suppress
from select import select
from time import monotonic
from typing import Final, NamedTuple

import pyarrow as pa

from harness.arena import player, wire
from harness.arena.aides import start_aide
from harness.arena.batch import Done
from harness.arena.closing import Closing
from harness.arena.columns import Batch
from harness.arena.player import Task
from harness.arena.watching import Call, Loss
from harness.errors import BeloteError
from harness.plugin.process import CRASHED, SILENT

START_SECONDS: Final = 120.0
"""What a player gets to load its bots."""
_LOOK: Final = 0.1
_ENDING: Final = 1.0
_STALLED: Final = 30.0
_BY_ITSELF: Final = {signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGFPE, signal.SIGILL}
"""Signals that a process gets for what it does; others may have come from outside."""


class Death(NamedTuple):
    """How a player ended in the middle of a task.

    Attributes:
        match: which match of the task it was at, None before the first.
        call: the last call of a bot that it noted, where calls are noted.
        loss: what happened, as a fault is told.
        certain: whether it happened for what was done in the process, beyond doubt.
    """

    match: int | None
    call: Call | None
    loss: Loss
    certain: bool


class Played(NamedTuple):
    """What came of a task, and the most memory its player has had, in kilobytes."""

    done: Done
    memory: int


class Nursery(Closing):
    """The process that players come from, one at a time."""

    def __init__(self) -> None:
        self._process, self.control = start_aide(player.__name__, process_group=0)
        self._lost = False

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._lost or self._process.poll() is not None

    def told(self) -> int | None:
        """Return what it says next: a player's id, or its status; None where it has ended."""
        try:
            return int(wire.receive(self.control)[1])
        except (EOFError, OSError):
            self._lost = True
            return None

    def close(self) -> None:
        """End it, and with it the player that is left."""
        self._process.kill()
        self._process.wait()
        self.control.close()


class Supervised(Closing):
    """A player, from its birth to its end.

    Attributes:
        pid: its process; None where the nursery could not make one.
        least_memory: what its process took for the first task, in kilobytes.
    """

    def __init__(self, nursery: Nursery) -> None:
        self._nursery = nursery
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_STALLED)
        self._status: int | None = None
        self.least_memory: int | None = None
        with theirs, suppress(OSError):
            socket.send_fds(nursery.control, [b"+"], [theirs.fileno()])
        self.pid = nursery.told()

    def play(self, task: Task) -> Played | Death:
        """Have a task played and return what came of it.

        Raises:
            BeloteError: the player refuses.
        """
        report = _Report(task)
        with suppress(OSError):  # it has died meanwhile
            wire.send(self._socket, player.TASK, pickle.dumps(task))
        while report.played is None:
            told = self._tells(_LOOK)
            if told and self._hears(report):
                continue
            if told or self._tells_nursery():
                return self._death(report)
            if report.late():
                self._kill()  # it would not notice that somebody hangs up
                self.close()
                return report.silence()
        if self.least_memory is None:
            self.least_memory = report.played.memory
        return report.played

    def _tells(self, seconds: float) -> bool:
        ready, _, _ = select([self._socket, self._nursery.control], [], [], seconds)
        return self._socket in ready

    def _tells_nursery(self) -> bool:
        return bool(select([self._nursery.control], [], [], 0)[0])

    def _hears(self, report: _Report) -> bool:
        """Take in what the player tells; say whether it has not hung up."""
        try:
            report.take(*wire.receive(self._socket))
        except (EOFError, OSError):
            return False
        return True

    def _death(self, report: _Report) -> Played | Death:
        """Return the end of a player that has hung up or died, with all that it told before."""
        status = self._end()
        while self._tells(0) and self._hears(report):
            pass
        return report.played or report.death(status)

    def _end(self) -> int:
        """Wait for the player to end, end it where it does not, and return its status."""
        if self._status is None:
            if not select([self._nursery.control], [], [], _ENDING)[0]:
                self._kill()
            status = self._nursery.told()  # None: the nursery is gone, and the player with it
            self._status = -signal.SIGKILL if status is None else status
        return self._status

    def _kill(self) -> None:
        if self.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def close(self) -> None:
        """Hang up, with which the player ends its isolated bots and itself; and end its group."""
        with suppress(OSError):  # it has hung up itself
            self._socket.shutdown(socket.SHUT_RDWR)
        self._end()
        self._kill()  # what else its bots have started
        self._socket.close()


class _Report:
    """What a player has told of a task so far, and when it last told something new."""

    def __init__(self, task: Task) -> None:
        self._hangs_after = task.programme.limits.hangs_after
        self._patience = task.programme.patience
        self._match: int | None = None
        self._call: Call | None = None
        self._stands = b""
        self._since = monotonic()
        self._tables: list[pa.Table] = []
        self.played: Played | None = None

    def take(self, kind: bytes, payload: bytes) -> None:
        if kind != player.STANDS or payload != self._stands:
            self._since = monotonic()
        if kind == player.STANDS:
            self._stands = payload
        elif kind == player.MATCH:
            self._match = int(payload)
        elif kind == player.CALL:
            self._call = Call(*map(int, payload.split()))
        elif kind == player.TABLE:
            self._tables.append(wire.unpack(payload))
        elif kind == player.REFUSED:
            raise BeloteError(payload.decode())
        elif kind == player.DONE:
            seconds, voids, memory, why = payload.decode().split(" ", 3)
            done = Done(Batch(*self._tables), float(seconds), int(voids), why)
            self.played = Played(done, int(memory))

    def late(self) -> bool:
        """Say whether nothing new has come for too long."""
        patience = max(START_SECONDS, self._patience) if self._match is None else self._patience
        return monotonic() - self._since > patience

    def death(self, status: int) -> Death:
        """Return the end of a player with a status, as `subprocess` tells it."""
        if status >= 0:
            loss = Loss(CRASHED, f"ended its process with status {status}")
            return Death(self._match, self._call, loss, certain=True)
        number = signal.Signals(-status)
        loss = Loss(CRASHED, f"its process died of {number.name}")
        return Death(self._match, self._call, loss, certain=number in _BY_ITSELF)

    def silence(self) -> Death:
        """Return the end of a player that stood still."""
        loss = Loss(SILENT, f"gave no answer within {self._hangs_after:g} seconds")
        return Death(self._match, self._call, loss, certain=True)
