"""Ending a run when somebody asks: Ctrl-C, or another signal that would end the process.

An exception that may strike anywhere would break writing off in the middle, or Ray. So a signal is
only noted, and raised where nothing can be lost: at once while this process plays, which may take
long, and otherwise where it is looked for. A second signal strikes wherever it comes.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from harness.ending import SIGNALS
from harness.errors import Interrupted


class Interruption:
    """Notes the signals that ask for an end; see `interruptible`."""

    def __init__(self) -> None:
        self._asked = False
        self._at_once = False

    def handle(self, number: int, _: FrameType | None) -> None:
        """Note a signal, and raise for it where that loses nothing."""
        twice, self._asked = self._asked, True
        if self._at_once:
            raise Interrupted
        if twice:
            raise KeyboardInterrupt(signal.strsignal(number))

    def check(self) -> None:
        """Raise if a signal has come.

        Raises:
            Interrupted: once a signal has come.
        """
        if self._asked:
            raise Interrupted

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Raise for signals without delay inside this, and first for one noted before.

        A bot may have swallowed what was raised: so it is raised at the end as well.

        Raises:
            Interrupted: once a signal has come.
        """
        try:
            self._at_once = True
            self.check()
            yield
        finally:
            self._at_once = False
        self.check()


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Let signals wait; what is started inside, threads and processes, never gets them.

    So only the main thread takes them, where Python's handlers run.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Take the signals inside this and give them back afterwards; not those to be passed over."""
    interruption = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return
    before = {
        number: signal.signal(number, interruption.handle)
        for number in SIGNALS
        if signal.getsignal(number) not in (None, signal.SIG_IGN)
    }
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
