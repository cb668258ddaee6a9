"""A player: a process of its own in which matches are played, for a supervisor that may end it.

It is told what to play over a socket and tells there which match it begins, now and then where that
stands, and in the end what came of it. Its standard streams lead nowhere, so that bots may print.

Players are forked by a nursery, which has imported everything but the bots, so that a fresh one
costs some milliseconds. One lives at a time.
"""

from __future__ import annotations

import os
import pickle
import resource
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Final, NamedTuple

from harness.arena import wire
from harness.arena.aides import employer
from harness.arena.batch import play
from harness.arena.benches import Benches
from harness.arena.hall import Counting
from harness.arena.programme import Programme
from harness.arena.schedule import Fixture
from harness.arena.watching import Call, Loss, Watcher, unwatched
from harness.errors import BeloteError
from harness.plugin.launch import end_with

TASK: Final = b"?"  # a pickled Task
MATCH: Final = b"m"  # the number of the match that begins
STANDS: Final = b"s"  # a number that changes with every answer
CALL: Final = b"c"  # seat and number of a call
TABLE: Final = b"t"  # matches, hands, faults in turn
DONE: Final = b"."  # seconds, and the most memory the process has had, in kilobytes
REFUSED: Final = b"!"  # one line
PLAYER: Final = b"p"  # from the nursery: the id of a new process
ENDED: Final = b"e"  # from the nursery: its status, negative for a signal

BEAT: Final = 0.25
"""Seconds between two words on where a match stands."""


class Task(NamedTuple):
    """What a player is to do.

    Attributes:
        programme: of the run.
        fixtures: the matches.
        losses: the calls that are known never to end; None where nobody watches.
    """

    programme: Programme
    fixtures: Sequence[Fixture]
    losses: Mapping[Call, Loss] | None = None


class Player:
    """The player's end of the socket, and what it tells there.

    Only this very process tells anything: a bot may have forked another that goes on here.
    """

    def __init__(self, supervisor: socket.socket) -> None:
        self._supervisor = supervisor
        self._pid = os.getpid()
        self._sending = Lock()
        self._counting: Counting | None = None
        self._benches = Benches()

    def serve(self) -> None:
        """Do what the supervisor asks until it hangs up."""
        with self._benches:
            self._serve()

    def _serve(self) -> None:
        while True:
            try:
                _, payload = wire.receive(self._supervisor)
            except (EOFError, OSError):
                return
            task: Task = pickle.loads(payload)  # noqa: S301 - from who started this process
            try:
                self._play(task)
            except BeloteError as error:
                self._send(REFUSED, str(error).encode())

    def _play(self, task: Task) -> None:
        task.programme.limits.cap_memory()
        watch = unwatched if task.losses is None else Watcher(self._note, task.losses)
        over = Event()
        beats = Thread(target=self._tell_where_it_stands, args=(over,), name="beats", daemon=True)
        beats.start()
        try:
            done = play(task.programme, task.fixtures, watch, self._begin, self._benches)
        finally:
            over.set()
            self._leave_if_forked()
            beats.join()
        batch = done.batch
        for table in (batch.matches, batch.hands, batch.faults):
            self._send(TABLE, wire.pack(table))
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self._send(DONE, f"{done.seconds} {done.voids} {most} {done.why}".encode())

    def _begin(self, number: int, counting: Counting) -> None:
        self._counting = counting
        self._send(MATCH, str(number).encode())

    def _note(self, call: Call) -> None:
        self._send(CALL, f"{call.seat} {call.number}".encode())

    def _tell_where_it_stands(self, over: Event) -> None:
        while not over.wait(BEAT):
            if self._counting is not None:
                self._send(STANDS, str(self._counting.answers).encode())

    def _send(self, kind: bytes, payload: bytes) -> None:
        self._leave_if_forked()
        with self._sending:
            wire.send(self._supervisor, kind, payload)

    def _leave_if_forked(self) -> None:
        if os.getpid() != self._pid:
            os._exit(0)


def nursery(control: socket.socket) -> None:
    """Fork a player for each socket that comes, tell its number, and in the end its status."""
    while True:
        try:
            _, (number, *_), *_ = socket.recv_fds(control, 1, 1)
        except (ValueError, OSError):  # nothing has come: the supervisor has hung up
            return
        supervisor = socket.socket(fileno=number)
        parent = os.getpid()
        pid = os.fork()
        if not pid:
            end_with(parent)
            os.setpgid(0, 0)
            control.close()
            Player(supervisor).serve()
            os._exit(0)
        supervisor.close()
        with suppress(OSError):  # it has done so itself, or is gone
            os.setpgid(pid, pid)
        wire.send(control, PLAYER, str(pid).encode())
        _, status = os.waitpid(pid, 0)
        wire.send(control, ENDED, str(os.waitstatus_to_exitcode(status)).encode())


def main() -> None:
    """Be the nursery of the process that started this one."""
    with employer() as control:
        nursery(control)


if __name__ == "__main__":
    main()
