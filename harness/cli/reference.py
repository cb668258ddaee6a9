"""The commands as docs/reference/commands.md has them, written from what `--help` is written from.

python -m harness.cli.reference docs/reference/commands.md    # writes them there anew
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Final, TypeAlias, get_args

from typer.core import TyperArgument, TyperCommand, TyperOption
from typer.main import get_command

from harness.cli import app

COMMANDS: Final[dict[str, TyperCommand]] = get_command(app).commands  # type: ignore[attr-defined]
"""Every command by its name, in the order of `belote --help`."""

Parameter: TypeAlias = TyperArgument | TyperOption

WIDTH: Final = 120

_BLOCK: Final = re.compile(r"<!-- belote (?P<name>\S+) -->\n.*?<!-- end -->", re.DOTALL)


def renewed(page: str) -> str:
    """Return a page with what stands between `<!-- belote NAME -->` and `<!-- end -->` anew."""
    return _BLOCK.sub(
        lambda found: f"<!-- belote {found['name']} -->\n\n{told(found['name'])}\n\n<!-- end -->",
        page,
    )


def told(name: str) -> str:
    """Return a command in Markdown: how it is called, what it does, what it may be told."""
    command = COMMANDS[name]
    rows = [["", "what it says", "without it"], ["---"] * 3]
    rows += [[_names(one), one.help or "", _default(one)] for one in _parameters(command)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    words = " ".join(["belote", name, "[OPTIONS]", *_arguments(command)])
    paragraphs = (fill(one, WIDTH) for one in (command.help or "").split("\n\n"))
    return "\n\n".join([f"    {words}", *paragraphs, table])


def _parameters(command: TyperCommand) -> list[Parameter]:
    return [one for one in command.params if isinstance(one, TyperArgument | TyperOption)]


def _arguments(command: TyperCommand) -> Iterator[str]:
    for one in _parameters(command):
        if isinstance(one, TyperArgument):
            word = _placeholder(one)
            yield word if one.required else f"[{word}]"


def _names(parameter: Parameter) -> str:
    if isinstance(parameter, TyperArgument):
        return f"`{_placeholder(parameter)}`"
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    words = [one for one in get_args(parameter.type_descriptor.annotation) if isinstance(one, str)]
    return f"{names} {', '.join(f'`{word}`' for word in words)}" if words else names


def _placeholder(argument: TyperArgument) -> str:
    return argument.metavar or argument.name.upper()


def _default(parameter: Parameter) -> str:
    """Return what holds where a parameter is not given, with the variable that is asked first."""
    if isinstance(parameter.show_default, str):
        return parameter.show_default
    if parameter.required:
        return "needed"
    if parameter.default is None or parameter.default is False or parameter.default == "":
        return ""
    value = "yes" if parameter.default is True else f"`{parameter.default}`"
    return f"`{parameter.envvar}`, else {value}" if parameter.envvar else value


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(renewed(path.read_text("utf-8")), "utf-8")
