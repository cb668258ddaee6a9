"""Answers to SQL: a table for people, JSON and CSV for machines."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

import msgspec
import pyarrow as pa

from harness.errors import BeloteError
from harness.printable import printable
from harness.report.output import output
from harness.report.tables import fits, plural, say, show

MOST_ROWS: Final = 40
MOST_RECORDS: Final = 10
"""Rows drawn as records, one column a line, where columns do not fit beside each other."""
DECIMALS: Final = 4

_ENCODER: Final = msgspec.json.Encoder(decimal_format="number")


def print_answer(answer: pa.Table) -> None:
    """Draw an answer; of a long one the beginning, with a line on stderr that says so."""
    if not answer.num_rows:
        say("No rows.")
        return
    names, numbers = answer.column_names, _numbers(answer)
    shown = answer.slice(0, MOST_ROWS)
    if not fits(names, _texts(shown), numbers=numbers):
        shown = answer.slice(0, MOST_RECORDS)
    show(names, _texts(shown), numbers=numbers)
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
    out = output()
    separator = "["
    for batch in answer.to_batches():
        for row in batch.to_pylist():
            out.write(f"{separator}\n{printable(_ENCODER.encode(row).decode())}")
            separator = ","
    out.write("[]\n" if separator == "[" else "\n]\n")


def print_answer_as_csv(answer: pa.Table) -> None:
    """Print a line of names and one a row; null is empty, a list is JSON."""
    out = output()
    show_text = printable if out.isatty() else str
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(show_text, answer.column_names))
    for row in _rows(answer):
        cells = map(_csv_cell, row)
        writer.writerow([show_text(one) if isinstance(one, str) else one for one in cells])


def _rows(answer: pa.Table) -> Iterator[tuple[Any, ...]]:
    for batch in answer.to_batches():
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _csv_cell(value: object) -> object:
    if value is None or isinstance(value, str | int | float | Decimal):
        return value
    return _ENCODER.encode(value).decode().strip('"')


# Drawing


def _numbers(answer: pa.Table) -> set[str]:
    """Return the names of the columns that hold numbers."""
    return {one.name for one in answer.schema if _is_number(one.type)}


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
