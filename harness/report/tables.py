"""Drawing for people and printing for machines, the same way everywhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

DASH: Final = "–"
"""What stands where there is nothing to say."""


def console(*, stderr: bool = False) -> Console:
    """Return a console for tables and sentences; where `NO_COLOR` is set it draws plain text."""
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(stderr=stderr, highlight=False, color_system=None if plain else "auto")


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Collection[str] = ()
) -> Table:
    """Return a table, ready to be printed.

    Args:
        headings: one a column.
        rows: the cells, as text that is taken literally.
        numbers: the headings of columns to align on the right and never break.
    """
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        number = heading in numbers
        drawn.add_column(
            Text(heading),
            justify="right" if number else "left",
            no_wrap=number,
            overflow="fold",
        )
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def print_json(value: object) -> None:
    """Print a value as JSON."""
    sys.stdout.write(f"{json.dumps(value, indent=2)}\n")


def say(sentence: str, *, stderr: bool = False) -> None:
    """Print a sentence on a line of its own, however long."""
    console(stderr=stderr).print(sentence, markup=False, soft_wrap=True)


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun: `1 match`, `1,500 matches`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
