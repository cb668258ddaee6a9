"""Drawing for people and printing for machines, the same way everywhere.

A table that is wider than the screen even with its texts folded is drawn as records, one column a
line: a figure is never cut. Where the output is no terminal nothing is folded at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import Final, TextIO, TypeAlias, cast

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.aside import Aside
from harness.printable import printable
from harness.report.output import output

DASH: Final = "–"
"""What stands where there is nothing to say."""
NARROWEST: Final = 12
"""How far a column of text may be narrowed before its table is drawn as records."""
BETWEEN: Final = 2
ENDLESS: Final = 1 << 20
"""The width of what is no terminal."""

Cell: TypeAlias = "str | Text"


def console(*, stderr: bool = False) -> Console:
    """Return a console for tables and sentences; where `NO_COLOR` is set it draws plain text."""
    plain = bool(os.environ.get("NO_COLOR"))
    file = cast("TextIO", Aside()) if stderr else output()
    bounded = file.isatty() or "COLUMNS" in os.environ
    return Console(
        file=file,
        width=None if bounded else ENDLESS,
        highlight=False,
        color_system=None if plain else "auto",
    )


def cell(text: str, style: str = "") -> Text:
    """Return a text as it may be drawn: taken literally, with nothing in it that acts."""
    return Text(printable(text, output().encoding), style)


def show(
    headings: Sequence[str], rows: Iterable[Sequence[Cell]], *, numbers: Collection[str] = ()
) -> None:
    """Draw a table.

    Args:
        headings: one a column.
        rows: the cells, as text that is taken literally; an empty row is drawn as an empty line.
        numbers: the headings of columns to align on the right and never break.
    """
    drawn = [[each if isinstance(each, Text) else cell(each) for each in row] for row in rows]
    if fits(headings, drawn, numbers=numbers):
        _draw_table(headings, drawn, numbers)
    else:
        _draw_records(headings, drawn)


def fits(
    headings: Sequence[str], rows: Iterable[Sequence[Cell]], *, numbers: Collection[str] = ()
) -> bool:
    """Say whether a table fits the screen: texts may be folded, numbers may not."""
    least = []
    for heading, *column in zip_longest(headings, *rows, fillvalue=""):
        width = max(cell_len(line) for each in (heading, *column) for line in _lines(each))
        foldable = heading not in numbers
        least.append(min(width, max(NARROWEST, cell_len(str(heading)))) if foldable else width)
    return sum(least) + BETWEEN * (len(least) - 1) <= console().width


def _lines(text: Cell) -> list[str]:
    return str(text).splitlines() or [""]


def _draw_table(
    headings: Sequence[str], rows: Sequence[Sequence[Text]], numbers: Collection[str]
) -> None:
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        number = heading in numbers
        drawn.add_column(
            cell(heading),
            justify="right" if number else "left",
            no_wrap=number,
            overflow="fold",
        )
    for row in rows:
        drawn.add_row(*row)
    console().print(drawn)


def _draw_records(headings: Sequence[str], rows: Sequence[Sequence[Text]]) -> None:
    """Draw each row with its columns below each other, under the cell without a heading."""
    out = console()
    for number, row in enumerate(filter(None, rows), 1):
        out.print(Text(f"row {number}") if headings[0] else row[0], style="bold")
        drawn = Table(box=None, show_header=False)
        drawn.add_column(style="dim", no_wrap=True)
        drawn.add_column(overflow="fold")
        for heading, value in zip(headings, row, strict=True):
            if heading:
                drawn.add_row(cell(heading), value)
        out.print(drawn)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    output().write(f"{json.dumps(value, indent=2)}\n")


def say(sentence: str, *, style: str = "", stderr: bool = False, folded: bool = False) -> None:
    """Print a sentence on a line of its own, however long; `folded` at the terminal's width."""
    to = console(stderr=stderr)
    to.print(Text(printable(sentence, to.encoding), style), soft_wrap=not folded)


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun: `1 match`, `1,500 matches`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
