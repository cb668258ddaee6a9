"""A bot's process seen from the harness: lines go in, lines come out, in time or not at all.

Nothing here blocks for longer than it is given. What a process does wrong raises `Lost`, with the
kind of fault it is.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from harness.plugin.core import ONE_CORE
from harness.plugin.descent import children_of
from harness.plugin.protocol import LONGEST_LINE
from harness.plugin.waiting import ALONE, Ends, Waiting

LATE: Final = "late"
CRASHED: Final = "crashed"
SILENT: Final = "silent"
MEMORY: Final = "memory"
PROTOCOL: Final = "protocol"
EXCEPTION: Final = "exception"

SAID_LENGTH: Final = 4000
"""Bytes kept of what a bot writes to its error stream: the last ones."""
_PIECE: Final = 1 << 16
_ENDING: Final = 0.5  # seconds for a process that has closed its output to end
_KILLED: Final = 10.0  # and for the system to take away one that is killed


class Lost(Exception):
    """A bot in a process of its own that cannot go on.

    Attributes:
        kind: of fault: `late`, `crashed`, `silent`, `memory`, `protocol` or `exception`.
        trace: its traceback, and the end of what it wrote to the error stream.
    """

    def __init__(self, kind: str, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.trace = trace


class Patience(NamedTuple):
    """How many seconds somebody waits for an answer, and the fault that none has come by then."""

    seconds: float
    kind: str
    late: str

    @property
    def fault(self) -> tuple[str, str]:
        """Its kind, and what it is in words."""
        return self.kind, self.late


class Line(ABC):
    """What leads to a bot somewhere else: questions go in, answers come out.

    Attributes:
        table: of those that it leads to, the one that it is for.
        named: the line that says so, before anything that does not say it itself.
        waiting: how answers are waited for, and by which clock.
        took: seconds that the last answer took.
    """

    table = 0
    named = b""
    waiting: Waiting = ALONE
    took = 0.0

    @abstractmethod
    def ask(self, lines: bytes, patience: Patience, *, last: bool = False) -> bytes:
        """Write some lines and return the next that is an answer.

        Args:
            lines: to write.
            patience: with which it is waited for.
            last: whether to hang up then.

        Raises:
            Lost: that is over; or it ended, closed its output, wrote a line too long, or had
                answered before it was asked.
        """

    @property
    @abstractmethod
    def said(self) -> str:
        """The end of what the bot has written besides its answers."""

    @abstractmethod
    def close(self) -> None:
        """Be done with it."""

    def lost(self, kind: str, message: str, trace: str = "") -> Lost:
        """Return what to raise, with the end of what the bot has said aside."""
        said = self.said
        return Lost(kind, message, "\n\n".join(filter(None, (trace, said and f"It said:\n{said}"))))


class Process(Line):
    """One bot's process, and the pipes to it.

    Args:
        command: what to run, with its arguments.
        env: all of its environment.
        folder: where it runs.
        descriptors: what it inherits besides its three streams.

    Attributes:
        ends: where it can be heard.

    Raises:
        Lost: it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        folder: str | None = None,
        descriptors: Sequence[int] = (),
    ) -> None:
        ONE_CORE.part()
        try:
            self._popen = subprocess.Popen(  # noqa: S603 - somebody asked for it
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=dict(env),
                start_new_session=True,
                pass_fds=descriptors,
            )
        except OSError as error:
            raise Lost(CRASHED, f"{command[0]} cannot be started: {error.strerror}") from None
        pipes = self._popen.stdin, self._popen.stdout, self._popen.stderr
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self.ends = Ends()
        self.ends.add(self._out, select.POLLIN)
        self.ends.add(self._err, select.POLLIN)
        self._read = b""
        self._said = bytearray()
        self._patience = Patience(0.0, LATE, "")

    def ask(self, lines: bytes, patience: Patience, *, last: bool = False) -> bytes:
        """Write some lines and return the next that is an answer; see `Line.ask`."""
        self.be_silent()
        until = self.tell(lines, patience)
        if last and self._popen.stdin is not None:
            self._popen.stdin.close()
        while not (answers := self.answers(1)):
            self._wait(until)
        self.took = self.waiting.clock() - until + patience.seconds
        self.waiting.answered(self._popen, self.took)
        return answers[0]

    def be_silent(self) -> None:
        """See that no answer has come, or begun, that nobody has asked for; talk may have.

        Raises:
            Lost: one has; or the process has ended, or closed its output.
        """
        if ready := self.ends.ready_now():
            self.hear(ready)
        if self._read and (self.answers(1) or self._read.startswith(b"{")):
            raise self.lost(PROTOCOL, "wrote an answer when nothing was asked")

    def answers(self, most: int) -> list[bytes]:
        """Return the next answers that have been read, up to so many; none where there are none.

        Lines that do not begin with a brace are none: they are kept with what the bot says aside.

        Raises:
            Lost: it wrote a line too long.
        """
        found: list[bytes] = []
        while not found:
            *lines, rest = self._read.split(b"\n", most)
            if len(lines[0] if lines else rest) > LONGEST_LINE:
                raise self.lost(PROTOCOL, f"wrote a line of more than {LONGEST_LINE:,} bytes")
            if not lines:
                break
            if len(max(lines, key=len)) > LONGEST_LINE:  # what stands before it comes first
                most = next(number for number, line in enumerate(lines) if len(line) > LONGEST_LINE)
                continue
            self._read = rest
            found = [line for line in lines if line[:1] == b"{"]
            if len(found) < len(lines):
                self._keep(b"".join(line + b"\n" for line in lines if line[:1] != b"{"))
        return found

    @property
    def said(self) -> str:
        """The end of what the bot has written besides its answers."""
        self._hear_aside()
        return self._said.decode("utf-8", "backslashreplace").strip()

    def forget(self) -> None:
        """Forget what it has said so far: another match begins."""
        self._hear_aside()
        self._said.clear()

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._popen.poll() is None

    def close(self) -> None:
        """End the process, and all that began with it, whatever it does about that."""
        if self._popen.returncode is None:
            children = children_of(self._popen.pid)
            _kill(*children, *(-each for each in children), -self._popen.pid)
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(_KILLED)
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    # Waiting

    def tell(self, lines: bytes, patience: Patience) -> float:
        """Write some lines, and return when patience with it will be over by its clock.

        Raises:
            Lost: it does not take them in by then.
        """
        until = self.waiting.clock() + patience.seconds
        self._patience = patience
        while lines:
            try:
                lines = lines[os.write(self._in, lines) :]
            except BlockingIOError:
                self._wait(until, writing=True)
            except BrokenPipeError:
                break  # it has ended, and may have said why
        return until

    def _wait(self, until: float, *, writing: bool = False) -> None:
        """Wait until something can be read, or written, and read what there is."""
        left = until - self.waiting.clock()
        if writing:
            self.ends.add(self._in, select.POLLOUT)
        ready = self.waiting.until_ready(self.ends, left) if left > 0 else []
        if writing:
            self.ends.drop(self._in)
        if not ready:
            raise self.lost(*self._patience.fault)
        self.hear(ready)

    def hear(self, ready: Iterable[tuple[int, int]]) -> None:
        """Read what there is at ends where something happened.

        Raises:
            Lost: it has ended, or closed its output.
        """
        for end, _ in ready:
            if end == self._out:
                piece = os.read(end, _PIECE)
                if not piece:
                    raise self._gone()
                self._read += piece
            elif end == self._err:
                self._hear_aside()

    def _hear_aside(self) -> None:
        """Keep the end of what stands on the error stream."""
        if self._popen.stderr is None or self._popen.stderr.closed:
            return
        with suppress(OSError):  # nothing stands there
            piece = os.read(self._err, _PIECE)
            if piece:
                self._keep(piece)
            else:
                self.ends.drop(self._err)

    def _keep(self, piece: bytes) -> None:
        self._said += piece
        del self._said[:-SAID_LENGTH]

    def _gone(self) -> Lost:
        """Say how a process ended that has closed its output."""
        try:
            code = self._popen.wait(_ENDING)
        except subprocess.TimeoutExpired:
            return self.lost(SILENT, "closed its output before it had answered")
        _kill(-self._popen.pid)  # at once, while the number of its group is no other's
        return self.lost(CRASHED, ended(code))


def _kill(*processes: int) -> None:
    """Kill processes, and of a negative number its group."""
    for each in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)


def ended(code: int) -> str:
    """Say how a process ended, from its status as `Popen` or a shell tells it."""
    number = -code if code < 0 else code - 128
    with suppress(ValueError):
        return f"its process was ended by {signal.Signals(number).name}"
    return f"its process ended with status {code} before it had answered"
