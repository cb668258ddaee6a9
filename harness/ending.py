"""Signals that ask the program to end: taken as a request, which waits where none may strike."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from harness.errors import Interrupted

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Of Ctrl-C, of whoever ends a process, of a terminal that is closed, and of Ctrl-backslash."""
_UNTAKEN: Final = (signal.SIG_DFL, signal.default_int_handler)
_said: list[str] = []
"""What became of what was asked, as a request to end would say it now."""
_passed_over: set[int] = set()
"""The signals that came while another was heeded."""


@contextmanager
def ending_is_a_request() -> Iterator[None]:
    """Have signals that would end the process at once raise instead, as no bot or plugin does.

    One that somebody else takes, or that is to be passed over, stays as it is. While another is
    heeded each kind changes nothing once: it would break off what is tidied up on its account.

    Raises:
        Interrupted: inside, for such a signal, with the text of `say_on_ending`.
    """
    before = {one: signal.getsignal(one) for one in _ours()}
    taken = {one: handler for one, handler in before.items() if handler in _UNTAKEN}
    if taken:
        _said.clear()
        _passed_over.clear()
    for number in taken:
        signal.signal(number, _request_end)
    try:
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)
        if taken:
            _said.clear()


def say_on_ending(told: str) -> None:
    """Have requests to end say from now on what became of what was asked.

    It holds, whoever has returned meanwhile, up to the end of the outermost `ending_is_a_request`.
    """
    _said[:] = [told]


def said_on_ending() -> str:
    """Return what a request to end would say now; nothing where nobody has told."""
    return "".join(_said)


@contextmanager
def whole() -> Iterator[None]:
    """Have such signals strike only once all that stands inside is done.

    Raises:
        Interrupted: at the end, for a signal that came meanwhile; where an error was under way, it
            takes its place.
    """
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


def _request_end(number: int, _: object) -> None:
    if number in _passed_over or not _is_heeded():
        raise Interrupted(*_said)
    _passed_over.add(number)


def _is_heeded() -> bool:
    """Whether this thread is where a request to end is handled, or something on its account."""
    error, seen = sys.exception(), set[int]()
    while error is not None and id(error) not in seen:  # somebody may have joined them to a ring
        if isinstance(error, Interrupted):
            return True
        seen.add(id(error))
        error = error.__context__
    return False
