"""Answers to SQL: a table for people, JSON and CSV for machines."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

import msgspec
import pyarrow as pa
from rich.table import Table
from rich.text import Text

from harness.errors import BeloteError
from harness.report.tables import console, plural, say, table

MOST_ROWS: Final = 40
MOST_RECORDS: Final = 10
"""Rows drawn as records, one column a line, where columns do not fit beside each other."""
NARROWEST: Final = 12
"""How far a column of text may be narrowed before its table is drawn as records."""
BETWEEN: Final = 2
DECIMALS: Final = 4

_ENCODER: Final = msgspec.json.Encoder(decimal_format="number")


def print_answer(answer: pa.Table) -> None:
    """Draw an answer; of a long one the beginning, with a line on stderr that says so."""
    out = console()
    widths = _widths(answer.slice(0, MOST_ROWS))
    as_records = _least(answer, widths) > out.width
    shown = answer.slice(0, MOST_RECORDS if as_records else MOST_ROWS)
    if not answer.num_rows:
        out.print("No rows.")
    elif as_records:
        for number, row in enumerate(_texts(shown), 1):
            out.print(Text(f"row {number}", "bold"))
            out.print(_record(answer.column_names, row))
    else:
        out.print(_drawn(shown))
    if shown.num_rows < answer.num_rows:
        rows = plural(answer.num_rows, "row")
        say(f"{shown.num_rows} of {rows} shown: --json and --csv print all of them.", stderr=True)


def print_answer_as_json(answer: pa.Table) -> None:
    """Print one array with an object a row.

    Dates and times are ISO 8601 texts, lists of cards lists of numbers, and what is no number in
    JSON (NaN, infinity) is null.

    Raises:
        BeloteError: two columns have one name.
    """
    for name, count in Counter(answer.column_names).items():
        if count > 1:
            raise BeloteError(f"{count} columns are called {name!r}: tell them apart with AS")
    out = sys.stdout
    separator = "["
    for batch in answer.to_batches():
        for row in batch.to_pylist():
            out.write(f"{separator}\n{_ENCODER.encode(row).decode()}")
            separator = ","
    out.write("[]\n" if separator == "[" else "\n]\n")


def print_answer_as_csv(answer: pa.Table) -> None:
    """Print a line of names and one a row; null is empty, a list is JSON."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(answer.column_names)
    for row in _rows(answer):
        writer.writerow([_csv_cell(value) for value in row])


def _rows(answer: pa.Table) -> Iterator[tuple[Any, ...]]:
    for batch in answer.to_batches():
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _csv_cell(value: object) -> object:
    if value is None or isinstance(value, str | int | float | Decimal):
        return value
    return _ENCODER.encode(value).decode().strip('"')


# Drawing


def _drawn(shown: pa.Table) -> Table:
    drawn = table(shown.column_names, _texts(shown))
    for column, kind in zip(drawn.columns, shown.schema.types, strict=True):
        if _is_number(kind):
            column.justify = "right"
            column.no_wrap = True
    return drawn


def _record(names: list[str], row: list[str]) -> Table:
    """Return a row with its columns below each other."""
    drawn = Table(box=None, show_header=False)
    drawn.add_column(style="dim", no_wrap=True)
    drawn.add_column(overflow="fold")
    for name, text in zip(names, row, strict=True):
        drawn.add_row(Text(name), Text(text))
    return drawn


def _texts(shown: pa.Table) -> Iterator[list[str]]:
    for row in _rows(shown):
        yield [_as_text(value) for value in row]


def _as_text(value: object) -> str:
    """Write a value as it is drawn; floats with the same number of decimals, so that they align."""
    if value is None:
        return "NULL"
    if isinstance(value, float):
        small = 0 < abs(value) < 10**-DECIMALS
        return f"{value:.{DECIMALS}g}" if small else f"{value:.{DECIMALS}f}"
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list):
        return " ".join(map(_as_text, value))
    return str(value)


def _is_number(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    )


def _widths(shown: pa.Table) -> list[int]:
    """Return how wide each column is where nothing is broken."""
    widths = [len(name) for name in shown.column_names]
    for row in _texts(shown):
        for place, text in enumerate(row):
            widths[place] = max(widths[place], *map(len, text.splitlines()), 0)
    return widths


def _least(answer: pa.Table, widths: list[int]) -> int:
    """Return how narrow a table can be drawn: texts may be broken, numbers may not."""
    least = [
        width if _is_number(kind) else min(width, max(NARROWEST, len(name)))
        for width, name, kind in zip(widths, answer.column_names, answer.schema.types, strict=True)
    ]
    return sum(least) + BETWEEN * (len(least) - 1)
