"""The standard output, which belongs to what a command has to say.

Plugins and bots print as well: while a command has claimed the output, whatever they print goes to
the error stream.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any, NoReturn, TextIO, cast

from harness.aside import Aside
from harness.errors import BeloteError


class NobodyReadsError(BeloteError):
    """Whoever read the output has enough."""


class Output:
    """A stream that says in one line why it cannot be written.

    Raises:
        NobodyReadsError: whoever read it has hung up.
        BeloteError: it takes no more, as a full disk does.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text and return its length."""
        try:
            return self._stream.write(text)
        except OSError as error:
            self._give_up(error)

    def flush(self) -> None:
        """Write what waits."""
        try:
            self._stream.flush()
        except OSError as error:
            self._give_up(error)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a stream has
        return getattr(self._stream, name)

    def _give_up(self, error: OSError) -> NoReturn:
        with suppress(OSError):  # what Python flushes at its end must go somewhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        if isinstance(error, BrokenPipeError):
            raise NobodyReadsError("nobody reads the output") from None
        raise BeloteError(f"cannot write the output: {error.strerror}") from None


_claimed: list[TextIO] = []


def output() -> TextIO:
    """Return the standard output, claimed or not."""
    return cast("TextIO", Output(_claimed[-1] if _claimed else sys.stdout))


@contextmanager
def claimed() -> Iterator[None]:
    """Keep the standard output for `output`; what others print meanwhile goes aside."""
    _claimed.append(sys.stdout)
    try:
        with redirect_stdout(cast("TextIO", Aside())):
            yield
        output().flush()
    finally:
        _claimed.pop()
