"""Ray's workers as the driver sees them: kept busy through a dispatcher, which holds on to Ray."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count as counted
from pathlib import Path
from select import select
from time import monotonic
from typing import Final, Self

from harness.arena import dispatcher, wire
from harness.arena.aides import start_aide
from harness.arena.batch import Done
from harness.arena.closing import Closing
from harness.arena.interruption import Interruption, interruptible
from harness.arena.jobs import Jobs
from harness.arena.programme import Programme
from harness.arena.site import WORKER_ENVIRONMENT, RayGoneError, Site
from harness.arena.voids import Sending, Sent
from harness.arena.workers import Workers
from harness.errors import BeloteError

IN_FLIGHT: Final = 3
"""Jobs under way or waiting for each worker, so that none waits for the driver."""
PATIENCE: Final = 0.25
"""Seconds between two looks at whether somebody asked the run to end."""
START_SECONDS: Final = 120
END_SECONDS: Final = 15.0
"""What Ray gets to end by itself."""


class RayWorkers(Workers):
    """Ray's workers play; a `with` starts Ray or connects to it, and ends that.

    A signal for the whole group of processes, as Ctrl-C in a terminal is, reaches the driver alone,
    which decides how the run ends.

    Args:
        site: where they are.
        count: how many, as far as is known.

    Raises:
        Interrupted: somebody asked for an end while Ray was starting.
        BeloteError: Ray cannot start.
    """

    def __init__(self, site: Site, count: int) -> None:
        self.count = count
        self._site = site
        self._stack = ExitStack()
        self._numbers = counted()

    def __enter__(self) -> Self:
        self._site.check()
        with ExitStack() as stack, interruptible() as interruption:
            folder = stack.enter_context(_short_folder())
            self._line = stack.enter_context(Line(self._site, folder))
            self._await(interruption)
            self._stack = stack.pop_all()
        return self

    def _await(self, interruption: Interruption) -> None:
        """Wait until Ray has started."""
        latest = monotonic() + START_SECONDS
        while (told := self._line.hear(interruption)) is None:
            if monotonic() > latest:
                raise self._site.refusal(f"it has not in {START_SECONDS} seconds")
        self.count = int(told[1])

    def close(self) -> None:
        """End Ray and put everything back as it was."""
        self._stack.close()

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Keep every worker busy with a bounded number of jobs; what a worker loses is sent again.

        Raises:
            BeloteError: when workers are lost again and again, or Ray itself is.
        """
        sending = Sending(jobs)
        sent: dict[int, Sent] = {}
        self._line.tell(dispatcher.PROGRAMME, pickle.dumps(programme))
        while True:
            while len(sent) < IN_FLIGHT * self.count and (job := sending.next()):
                number = next(self._numbers)
                sent[number] = job
                packed = dispatcher.numbered(number, pickle.dumps(job.fixtures))
                self._line.tell(dispatcher.JOB, packed)
            if not sent:
                return
            told = self._line.hear(interruption)
            if told is None:
                continue
            kind, payload = told
            if kind == dispatcher.CORES:
                self.count = int(payload)
                continue
            number, came_back = dispatcher.taken_apart(payload)
            job = sent.pop(number, None)
            if job is None:  # of a round that was broken off
                continue
            if kind == dispatcher.LOST:
                sending.lost(job, came_back.decode())
                continue
            done: Done = pickle.loads(came_back)  # noqa: S301 - from our own worker
            jobs.learn(done)
            yield done._replace(voids=done.voids + job.voids)


class Line(Closing):
    """The line to a dispatcher, which is started for it.

    Args:
        site: where the workers are.
        folder: of a short name, for what Ray needs.
    """

    def __init__(self, site: Site, folder: str) -> None:
        self._site = site
        self._started = self._lost = False
        # A session of its own, so that signals for this group pass by.
        self._process, self._socket = start_aide(
            dispatcher.__name__, WORKER_ENVIRONMENT, start_new_session=True
        )
        with suppress(OSError):  # then there is nothing to hear either
            wire.send(self._socket, dispatcher.SITE, pickle.dumps((site, folder)))

    def tell(self, kind: bytes, payload: bytes) -> None:
        """Send a frame; where the dispatcher is gone, the next `hear` says so."""
        with suppress(OSError):
            wire.send(self._socket, kind, payload)

    def hear(self, interruption: Interruption) -> tuple[bytes, bytes] | None:
        """Return the next frame; None where none comes for a moment.

        Raises:
            Interrupted: somebody asked for an end, who may have ended others too.
            RayGoneError: Ray has ended.
            BeloteError: Ray cannot start, or a worker says what is meant for the user.
            RuntimeError: for what a worker did not foresee.
        """
        if not select([self._socket], [], [], PATIENCE)[0]:
            interruption.check()
            return None
        try:
            kind, payload = wire.receive(self._socket)
        except (EOFError, OSError):
            kind, payload = dispatcher.GONE, self._end().encode()
        interruption.check()
        if kind == dispatcher.GONE:
            self._lost = True
            gone = payload.decode()
            raise RayGoneError(gone) if self._started else self._site.refusal(gone)
        if kind == dispatcher.REFUSED:
            raise BeloteError(payload.decode())
        if kind == dispatcher.BROKEN:
            raise RuntimeError(payload.decode())
        self._started = True
        return kind, payload

    def _end(self) -> str:
        """Say how the dispatcher has ended, which Ray makes it do where its own programs end."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        return f"it ended its own process, with status {self._process.returncode}"

    def close(self) -> None:
        """Let Ray end, if it is there, and see that nothing is left of it."""
        self._socket.close()
        if self._started and not self._lost:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # Ray's agents outlive it otherwise
        self._process.wait()


@contextmanager
def _short_folder() -> Iterator[str]:
    """Yield a temporary folder whose path leaves room for the names of Ray's sockets."""
    base = "/tmp" if Path("/tmp").is_dir() else None  # noqa: S108 - TMPDIR may be too long
    with tempfile.TemporaryDirectory(
        prefix="belote-", dir=base, ignore_cleanup_errors=True
    ) as folder:
        yield folder
