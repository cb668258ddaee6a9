"""Signals that ask the program to end: taken as a request, which waits where none may strike."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

from harness.errors import Interrupted

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Of Ctrl-C, of whoever ends a process, of a terminal that is closed, and of Ctrl-backslash."""
_UNTAKEN: Final = (signal.SIG_DFL, signal.default_int_handler)


@contextmanager
def ending_is_a_request() -> Iterator[None]:
    """Have signals that would end the process at once raise instead, as no bot or plugin does.

    One that somebody else takes, or that is to be passed over, stays as it is.

    Raises:
        Interrupted: inside, for such a signal.
    """
    before = {one: signal.getsignal(one) for one in _ours()}
    taken = {one: handler for one, handler in before.items() if handler in _UNTAKEN}
    for number in taken:
        signal.signal(number, _request_end)
    try:
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)


@contextmanager
def whole() -> Iterator[None]:
    """Have such signals strike only once all that stands inside is done."""
    waiting: list[int] = []
    before = {one: signal.getsignal(one) for one in _ours()}
    taken = {one: handler for one, handler in before.items() if callable(handler)}
    try:
        for number in taken:
            signal.signal(number, lambda struck, _: waiting.append(struck))
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)
        for struck in waiting[:1]:
            signal.raise_signal(struck)


def _ours() -> tuple[signal.Signals, ...]:
    """Return the signals that this thread may take: Python leaves them to the first."""
    return SIGNALS if threading.current_thread() is threading.main_thread() else ()


def _request_end(*_: object) -> NoReturn:
    raise Interrupted
