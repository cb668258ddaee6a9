"""Ray's workers on this machine: starting them, keeping them busy, and ending them.

A signal for the whole group of processes, as Ctrl-C in a terminal is, must reach only the driver,
which decides how the run ends.
"""

from __future__ import annotations

import _thread
import atexit
import logging
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, TextIO, cast

from harness.arena.batch import Done, Programme
from harness.arena.interruption import SIGNALS, Interruption, signals_held_back
from harness.arena.jobs import Jobs
from harness.arena.schedule import Fixture
from harness.arena.supervisor import Supervisor
from harness.arena.voids import Sending, Sent
from harness.arena.workers import Workers
from harness.errors import BeloteError, Interrupted
from harness.plugin.blame import summary

if TYPE_CHECKING:
    from ray import ObjectRef

IN_FLIGHT: Final = 3
"""Jobs under way or waiting for each worker, so that none waits for the driver."""
PATIENCE: Final = 0.25
"""Seconds between two looks at whether somebody asked the run to end."""
START_SECONDS: Final = 120
LEAST_ADDRESSES: Final = 4 << 30
"""Of memory, in bytes; most of what Ray asks for it never uses."""
HEAD: Final = ("gcs_server", "raylet")
"""Programs of Ray's without which nothing goes on."""
OBJECT_STORE_BYTES: Final = 256 * 1024 * 1024

WORKER_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",  # the order of a bot's sets is part of its play
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",  # what is held back for that is printed when Ray ends, by this process
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on every system: stay on the loopback address
    "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",  # nobody waits for what is still played
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""What Ray's processes inherit; Ray reads its own settings when it is imported."""


class RayWorkers(Workers):
    """Ray's workers on this machine play; a `with` starts and ends them.

    Args:
        count: how many, one core each.

    Raises:
        Interrupted: somebody asked for an end while Ray was starting.
        BeloteError: Ray cannot start.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._stack = ExitStack()
        self._head: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        with _signals_end_the_start(), ExitStack() as stack:
            stack.enter_context(_silenced("stdout", 1))
            stack.enter_context(_silenced("stderr", 2))
            stack.enter_context(_environment(WORKER_ENVIRONMENT))
            self._start(stack)
            stack.callback(_stop_ray)
            self._stack = stack.pop_all()
        return self

    def _start(self, stack: ExitStack) -> None:
        """Start Ray; the stack ends what it needs besides."""
        _check_limits()
        folder = stack.enter_context(_short_folder())
        self._head = stack.enter_context(_children_apart())
        _start_ray(self.count, folder)

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
        import ray  # noqa: PLC0415 - half a second that only a run pays

        send = self._sender(programme)
        sending = Sending(jobs)
        sent: dict[ObjectRef[Any], Sent] = {}
        try:
            while True:
                in_flight = self._in_flight()
                while len(sent) < in_flight and (job := sending.next()):
                    sent[send(job.fixtures)] = job
                if not sent:
                    return
                interruption.check()
                _check_head(self._head)
                ready, _ = ray.wait(list(sent), num_returns=1, timeout=PATIENCE)
                for finished in ready:
                    job = sent.pop(finished)
                    try:
                        done = _result(ray.get, finished, interruption)
                    except WorkerLost as lost:
                        sending.lost(job, str(lost))
                    else:
                        jobs.learn(done)
                        yield done._replace(voids=done.voids + job.voids)
        finally:
            for job_left in sent:
                ray.cancel(job_left, force=True)

    def _in_flight(self) -> int:
        """Return how many jobs may be under way or waiting at once."""
        return IN_FLIGHT * self.count

    def _sender(self, programme: Programme) -> Callable[[list[Fixture]], ObjectRef[Any]]:
        """Return what gives a job to a worker."""
        import ray  # noqa: PLC0415 - half a second that only a run pays

        remote = ray.remote(max_retries=0, num_cpus=1)(play_remotely)
        return partial(remote.remote, ray.put(programme))


class WorkerLost(Exception):
    """A job did not come back; the text says why."""


@cache
def _supervisor() -> Supervisor:
    """Return the supervisor of this worker, which keeps its player from job to job."""
    supervisor = Supervisor()
    atexit.register(supervisor.close)
    return supervisor


def play_remotely(programme: Programme, job: list[Fixture]) -> Done:
    """Play a job in a worker, which Ctrl-C does not reach: the driver decides when to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _supervisor().play(programme, job)


def _result(get: Callable[[Any], Done], reference: object, interruption: Interruption) -> Done:
    from ray.exceptions import LocalRayletDiedError, RayError, RayTaskError  # noqa: PLC0415 - as ray

    try:
        return get(reference)
    except RayError as error:
        interruption.check()  # who asks for an end may have ended workers too
        if isinstance(error, RayTaskError):
            raise (error.cause if isinstance(error.cause, BeloteError) else error) from None
        if isinstance(error, LocalRayletDiedError):
            raise _head_lost("raylet") from None
        raise WorkerLost(summary(error)) from None


def _check_head(head: Iterable[subprocess.Popen[bytes]]) -> None:
    """End the run where Ray itself has ended: it would wait a minute, and end this process then.

    Raises:
        BeloteError: naming the program of Ray's.
    """
    for process in head:
        if process.poll() is not None:
            raise _head_lost(_program(process))


def _head_lost(program: str) -> BeloteError:
    return BeloteError(
        f"Ray has ended in the middle of the run (its {program} is gone): what is committed is "
        "kept, and the same command goes on from there"
    )


def _program(process: subprocess.Popen[bytes]) -> str:
    return Path(cast("list[str]", process.args)[0]).name


def _start_ray(count: int, folder: str) -> None:
    try:
        init_ray(
            address="local",
            num_cpus=count,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE_BYTES,
            _node_ip_address="127.0.0.1",
            _temp_dir=folder,
        )
    except BeloteError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, no run can begin
        raise _cannot_start(summary(error)) from None


def _cannot_start(reason: str) -> BeloteError:
    return BeloteError(f"Ray cannot start: {reason}; --workers 0 plays without it")


def _check_limits() -> None:
    """Refuse a start in which Ray's C++ would end the process without another word."""
    addresses, _ = resource.getrlimit(resource.RLIMIT_AS)
    if addresses != resource.RLIM_INFINITY and addresses < LEAST_ADDRESSES:
        limit, least = (f"{size / 2**30:.1f} GB" for size in (addresses, LEAST_ADDRESSES))
        raise _cannot_start(f"it needs {least} of addresses, and the limit (ulimit -v) is {limit}")


def init_ray(**options: Any) -> None:  # noqa: ANN401 - they go on to Ray
    """Start Ray or connect to one, quietly; where that fails nothing of it is left.

    Raises:
        BeloteError: this process has it running already.
        Exception: whatever else Ray raises.
    """
    import ray  # noqa: PLC0415 - half a second that only a run pays

    if ray.is_initialized():
        raise _cannot_start("it runs in this process already")
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    try:
        ray.init(**options, logging_level=logging.CRITICAL, log_to_driver=False)
    except BaseException:
        _pass_over_signals()
        ray.shutdown()
        raise


@contextmanager
def _signals_end_the_start() -> Iterator[None]:
    """Have signals end Ray while it starts, as it does itself when its process is to end.

    Its C++ prints a trace for a signal that comes meanwhile. So they are held back from all of
    this process but a thread that waits for them, and has the handler run in the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    started, late = threading.Event(), threading.Event()
    watcher = threading.Thread(target=_watch, args=(started, late), name="signals", daemon=True)
    with signals_held_back():
        watcher.start()
        signal.signal(signal.SIGTERM, _end)
        try:
            yield
        except BaseException as error:
            asked = isinstance(error, SystemExit | Interrupted)  # by Ray's own handler, or `_end`
            if late.is_set() and asked:
                raise _cannot_start(f"it has not in {START_SECONDS} seconds") from None
            if asked or signal.sigpending().intersection(SIGNALS):
                raise Interrupted from None
            raise
        finally:
            _pass_over_signals()
            started.set()
            watcher.join()
            for number, handler in before.items():
                signal.signal(number, handler)


def _watch(started: threading.Event, late: threading.Event) -> None:
    """Have the main thread run the handler that ends it, which Ray replaces by its own.

    Again and again once a signal is there, or it has taken too long: what is raised may be lost in
    the middle of an import.
    """
    latest = monotonic() + START_SECONDS
    while not started.wait(PATIENCE):
        asked = signal.sigpending().intersection(SIGNALS)
        if not asked and monotonic() > latest:
            late.set()
        if asked or late.is_set():
            _thread.interrupt_main(signal.SIGTERM)


def _pass_over_signals() -> None:
    """Let no signal disturb what ends Ray; SIG_IGN would throw away the one that is pending."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: None)


def _end(*_: object) -> NoReturn:
    raise Interrupted


@contextmanager
def _children_apart() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Have Ray start its processes in sessions of their own, out of reach of signals for ours.

    Yield a list that those come into without which it cannot go on.

    What is left of them afterwards is ended: Ray's agents outlive a parent that ended in haste.
    Only where the system ends Ray with this process; elsewhere Ray does, by the session.
    """
    utils: Any = import_module("ray._private.utils")
    services: Any = import_module("ray._private.services")
    head: list[subprocess.Popen[bytes]] = []
    if not utils.detect_fate_sharing_support():
        yield head
        return
    before: Any = services.ConsolePopen
    sessions = []

    class Apart(before):  # type: ignore[misc]
        """A process in a session of its own, which begins with nothing blocked."""

        def __init__(
            self, *args: object, preexec_fn: Callable[[], None], **options: object
        ) -> None:
            def prepare() -> None:
                preexec_fn()
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

            super().__init__(*args, preexec_fn=prepare, start_new_session=True, **options)
            sessions.append(self.pid)
            if _program(self) in HEAD:
                head.append(self)

    services.ConsolePopen = Apart
    try:
        yield head
    finally:
        services.ConsolePopen = before
        for session in sessions:
            with suppress(ProcessLookupError):
                os.killpg(session, signal.SIGKILL)


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


class _NotFromRay:
    """A stream that passes over what Ray's threads of this process print."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a stream has
        return getattr(self._stream, name)


@contextmanager
def _silenced(name: str, descriptor: int) -> Iterator[None]:
    """Keep what Ray prints off a stream of `sys`, whichever process, thread or library does.

    What others here print on it still goes where it went; the descriptor that processes inherit
    leads nowhere meanwhile.
    """
    before: TextIO = getattr(sys, name)
    before.flush()
    kept = os.dup(descriptor)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with open(kept, "w", encoding="utf-8", errors=before.errors, buffering=1) as directly:  # noqa: PTH123 - by number
        other = directly if _leads_to(descriptor, before) else before
        setattr(sys, name, _NotFromRay(other))
        os.dup2(nowhere, descriptor)
        try:
            yield
        finally:
            os.dup2(kept, descriptor)
            setattr(sys, name, before)
            os.close(nowhere)


def _leads_to(descriptor: int, stream: TextIO) -> bool:
    try:
        return stream.fileno() == descriptor
    except OSError:
        return False
