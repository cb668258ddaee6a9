"""A command as a program: the streams it finds, the signals it gets, the status it ends with."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from functools import wraps
from typing import Final, NoReturn, ParamSpec, TypeVar

from harness.ending import ending_is_a_request, said_on_ending
from harness.errors import BeloteError, Interrupted, Left, reason_of
from harness.printable import ESCAPED, printable

REFUSED: Final = 2
INTERRUPTED: Final = 128 + signal.SIGINT
UNREAD: Final = 128 + signal.SIGPIPE
STRUCK: Final = "Query interrupted"
"""All that DuckDB says of a request to end which struck while it looked for an answer."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


def status_of(command: Callable[[], object]) -> int:
    """Run a command and return its exit status; what a user can mend becomes one line."""
    from harness.report.output import NobodyReadsError

    _prepare_streams()
    try:
        with ending_is_a_request():
            return _heeding(command)
    except NobodyReadsError:
        return UNREAD
    except BeloteError as error:
        complain(error)
        return REFUSED
    except Interrupted as asked:  # once all else was done
        complain(_ended(asked))
        return INTERRUPTED


def leave(status: int) -> NoReturn:
    """End the process at once, whatever threads bots have started."""
    sys.stdout = sys.stderr  # for what plugins still print: the output is complete
    atexit._run_exitfuncs()  # noqa: SLF001 - as Python does, once every thread has ended
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(status)


def claiming(verb: Callable[_P, _R]) -> Callable[_P, _R]:
    """Have a verb claim the standard output, once its arguments have been read."""

    @wraps(verb)
    def claimed_verb(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        from harness.report.output import claimed

        with claimed():
            try:
                return verb(*args, **kwargs)
            except KeyboardInterrupt:  # Typer would end without a word
                raise Interrupted from None

    return claimed_verb


def _heeding(command: Callable[[], object]) -> int:
    """Run a command and return its exit status; a request to end becomes one line, told at once.

    Another signal would end the process without that line once nobody takes it any more.
    """
    from harness.report.output import output

    try:
        with redirect_stdout(output()) as out:
            status = _exit_status(command)
            out.flush()
    except Left:
        return INTERRUPTED
    except (Interrupted, KeyboardInterrupt) as asked:
        complain(_ended(asked))
        return INTERRUPTED
    except RuntimeError as error:
        if str(error) != STRUCK:
            raise
        complain(_ended(Interrupted()))
        return INTERRUPTED
    return status


def _exit_status(command: Callable[[], object]) -> int:
    try:
        command()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else bool(stop.code)
    return 0


def _prepare_streams() -> None:
    """See that streams are open, and take every character."""
    for number in (1, 2):
        try:
            os.fstat(number)
        except OSError:  # it is closed; a database, say, must not get its number
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors=ESCAPED)  # type: ignore[union-attr] # as all of Python's own


def _ended(asked: BaseException) -> BeloteError:
    """Say that somebody asked for an end, and what became of what was asked before."""
    told = (str(asked) if isinstance(asked, Interrupted) else "") or said_on_ending()
    return BeloteError(f"interrupted: {told}" if told else "interrupted")


def complain(error: BeloteError) -> None:
    """Say on one line of the error stream what is wrong."""
    line = printable(reason_of(error), sys.stderr.encoding)
    with suppress(OSError):
        sys.stderr.write(f"belote: {line}\n")
        sys.stderr.flush()
