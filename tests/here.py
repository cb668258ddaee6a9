"""What leads to a bot at the other end of the protocol, though in no other process."""

from __future__ import annotations

from collections.abc import Callable

from harness.plugin.process import Line


class Here(Line):
    """Hands on the lines that are written, and gives the line that comes back.

    Args:
        answers: returns for lines to the bot what it writes.
    """

    said = ""

    def __init__(self, answers: Callable[[bytes], bytes]) -> None:
        self._answers = answers

    def ask(self, lines: bytes, *_: object, last: bool = False) -> bytes:  # noqa: ARG002
        """Return the answer to some lines, without the end of its line."""
        return self._answers(lines).rstrip()

    def close(self) -> None:
        """There is nothing to be done with."""
