"""Asking a person at the terminal: a line in, whether typed or through a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.text import Text

from harness.errors import Left
from harness.report.tables import console


def ask(prompt: str | Text) -> str:
    """Return the line that answers a prompt, without white space around it.

    Raises:
        Left: the standard input has come to its end.
    """
    console().print(prompt, end=" ", soft_wrap=True)
    console().file.flush()
    with suppress(AttributeError, OSError):  # it is no such stream, or has been told already
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        console().print()
        raise Left
    if not sys.stdin.isatty():  # the line that a terminal would have begun
        console().print()
    return line.strip()
