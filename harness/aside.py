"""Where plugins and bots print: beside the results, and never in their way."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any


class Aside:
    """The error stream, which may be closed or full: what it does not take is lost.

    A bot that talks must not fail because nobody listens.
    """

    def write(self, text: str) -> int:
        """Write a text if that is possible, and return its length."""
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what waits if that is possible."""
        with suppress(OSError, ValueError):
            sys.stderr.flush()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a stream has
        return getattr(sys.stderr, name)
