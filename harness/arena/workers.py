"""Who plays the matches of a run: this process alone, or Ray's workers. Both give equal rows.

Jobs are cut to about a second of play: longer ones would leave cores idle at the end of a run and
the screen without news, shorter ones would pay more for their way to a worker and back.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from harness.arena.batch import Done, Programme, play
from harness.arena.interruption import Interruption
from harness.arena.schedule import Fixture
from harness.errors import BeloteError, Interrupted

if TYPE_CHECKING:
    from ray import ObjectRef

JOB_SECONDS: Final = 1.0
FIRST_JOB: Final = 4
LARGEST_JOB: Final = 4096
IN_FLIGHT: Final = 3
"""Jobs under way or waiting for each worker, so that none waits for the driver."""
PATIENCE: Final = 0.25
"""Seconds between two looks at whether somebody asked the run to end."""
OBJECT_STORE_BYTES: Final = 256 * 1024 * 1024

WORKER_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",  # the order of a bot's sets is part of its play
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on every system: stay on the loopback address
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""What Ray's processes inherit; Ray reads its own settings when it is imported."""


class Jobs:
    """Cuts the matches to be played into jobs, by how fast they have gone so far.

    The cut never changes what is played; see `harness.arena.schedule` for why.
    """

    def __init__(self, fixtures: Iterable[Fixture], matches: int, workers: int) -> None:
        self._fixtures = iter(fixtures)
        self._left = matches
        self._workers = max(workers, 1)
        self._size = FIRST_JOB

    def next(self) -> list[Fixture]:
        """Return the next job; empty when all have been given out."""
        fair_share = -(-self._left // (2 * self._workers))
        job = list(islice(self._fixtures, max(1, min(self._size, fair_share))))
        self._left -= len(job)
        return job

    def learn(self, done: Done) -> None:
        """Set the size of jobs to come by how long one took."""
        pace = done.batch.matches.num_rows / max(done.seconds, 1e-6)
        wanted = round(pace * JOB_SECONDS)
        self._size = max(1, min(wanted, 4 * self._size, LARGEST_JOB))


class Workers(Protocol):
    """What plays jobs."""

    count: int

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Play every job and yield each as it is finished, in any order.

        Raises:
            Interrupted: once somebody asks the run to end.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Serial:
    """This process plays alone."""

    count = 0

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Play every job in turn; what bots print goes to the error stream."""
        while job := jobs.next():
            with interruption.at_once(), redirect_stdout(sys.stderr):
                done = play(programme, job)
            jobs.learn(done)
            yield done

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass


class RayWorkers:
    """Ray's workers on this machine play; use it in a `with`, which starts and ends them.

    Args:
        count: how many, one core each.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(_silenced())
            stack.enter_context(_environment(WORKER_ENVIRONMENT))
            folder = stack.enter_context(_short_folder())
            _start_ray(self.count, folder)
            stack.callback(_stop_ray)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Keep every worker busy with a bounded number of jobs.

        Raises:
            BeloteError: when a worker is lost.
        """
        import ray  # noqa: PLC0415 - half a second that only a run pays

        remote = ray.remote(max_retries=0, num_cpus=1)(_play_remotely)
        shared = ray.put(programme)
        waiting: list[ObjectRef[Any]] = []
        try:
            while True:
                while len(waiting) < IN_FLIGHT * self.count and (job := jobs.next()):
                    waiting.append(remote.remote(shared, job))
                if not waiting:
                    return
                interruption.check()
                ready, waiting = ray.wait(waiting, num_returns=1, timeout=PATIENCE)
                for finished in ready:
                    done = _result(ray.get, finished)
                    jobs.learn(done)
                    yield done
        finally:
            for job_left in waiting:
                ray.cancel(job_left, force=True)


def workers_for(count: int | None) -> Workers:
    """Return what plays with `count` workers: None for one on each core, 0 for this process.

    Raises:
        BeloteError: for a negative count.
    """
    if count is None:
        count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if count is None or count < 0:
        raise BeloteError("workers: give 0 to play in this process, or how many to start")
    return RayWorkers(count) if count else Serial()


def _play_remotely(programme: Programme, job: list[Fixture]) -> Done:
    """Play a job in a worker, which Ctrl-C does not reach: the driver decides when to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play(programme, job)


def _result(get: Callable[[Any], Done], reference: object) -> Done:
    from ray.exceptions import RayError, RayTaskError, WorkerCrashedError  # noqa: PLC0415 - as ray

    try:
        return get(reference)
    except WorkerCrashedError:
        raise BeloteError(
            "a worker died while it played: some bot ended its process, or memory ran out"
        ) from None
    except RayTaskError as error:
        if isinstance(error.cause, BeloteError):
            raise error.cause from None
        raise
    except RayError as error:
        lines = str(error).splitlines()
        raise BeloteError(f"Ray lost a worker: {type(error).__name__}: {lines[0]}") from None


def _start_ray(count: int, folder: str) -> None:
    import ray  # noqa: PLC0415 - half a second that only a run pays

    if ray.is_initialized():
        raise BeloteError("Ray runs in this process already: give workers=0, or end it first")
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        ray.init(
            address="local",
            num_cpus=count,
            include_dashboard=False,
            logging_level=logging.ERROR,
            log_to_driver=False,
            object_store_memory=OBJECT_STORE_BYTES,
            _node_ip_address="127.0.0.1",
            _temp_dir=folder,
        )
    except SystemExit:  # its own handler's, while it starts
        raise Interrupted from None


def _stop_ray() -> None:
    import ray  # noqa: PLC0415 - it has been imported already

    ray.shutdown()


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _short_folder() -> Iterator[str]:
    """Yield a temporary folder whose path leaves room for the names of Ray's sockets."""
    base = "/tmp" if Path("/tmp").is_dir() else None  # noqa: S108 - TMPDIR may be too long
    with tempfile.TemporaryDirectory(
        prefix="belote-", dir=base, ignore_cleanup_errors=True
    ) as folder:
        yield folder


class _NotFromRay(TextIOWrapper):
    """A standard output that passes over what Ray's threads of this process print."""

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return super().write(text)


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep what Ray prints off the standard output, whichever process or thread does.

    What others here print on `sys.stdout` still goes where it went; the descriptor that processes
    inherit leads nowhere meanwhile.
    """
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    ours = _NotFromRay(os.fdopen(kept, "wb"), encoding="utf-8", write_through=True)
    before, sys.stdout = sys.stdout, ours
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        sys.stdout = before
        os.close(nowhere)
        with suppress(OSError):
            ours.close()
