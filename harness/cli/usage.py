"""Bad usage, told in one line as everything else that is wrong."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from harness.errors import BeloteError


class UsageError(BeloteError):
    """A command, an option or a value that there is not."""


class Program(TyperGroup):
    """All verbs; what Typer would say in a box of several lines becomes a `UsageError`."""

    def main(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as Typer has it
        """Run a verb, and end with its status; however it was started, it is `belote`.

        Raises:
            UsageError: the line is no command.
        """
        try:
            kwargs |= {"prog_name": self.name, "standalone_mode": False}
            status = super().main(*args, **kwargs)
        except typer.Abort:
            status = 1
        except TyperException as error:
            if not (line := in_one_line(error)):
                raise SystemExit(UNUSED) from None  # its help is printed already
            raise UsageError(line) from None
        raise SystemExit(status or 0)


UNUSED = 2
"""The status of a program that was told nothing to do."""


def in_one_line(error: TyperException) -> str:
    """Return what is wrong, and whose help says what would be right."""
    text = error.format_message().removesuffix(".").replace("Value error, ", "")
    line = text[:1].lower() + text[1:]
    context = getattr(error, "ctx", None)
    if not line or context is None or line.endswith("?"):
        return line
    return f"{line}; see {context.command_path} --help"
