"""A question: one statement of SQL that can do nothing but read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import duckdb
import pyarrow as pa
from duckdb import StatementType

from harness.arena.closing import Closing
from harness.arena.connection import one_line
from harness.errors import BeloteError, unknown

# MULTI is PIVOT, which DuckDB makes two statements of.
_READING: Final = (StatementType.SELECT, StatementType.EXPLAIN, StatementType.MULTI)
# DuckDB lets SQL read the very file it has open; closing that again would drop the lock on it.
_READS_FILES: Final = re.compile(
    r"\b(read_\w+|parquet_\w+|\w+_scan|sniff_csv|query|json_execute\w+)\"?\s*\(", re.IGNORECASE
)
_NO_SUCH_TABLE: Final = re.compile(r"^Catalog Error: Table with name (.*) does not exist!")
# Without those that nobody needs to know: DuckDB would suggest these, and hundreds of its own.
_TABLES: Final = """
    SELECT table_name FROM information_schema.tables
    WHERE table_catalog = current_database() AND table_name NOT IN ('belote_schema', 'played_hands')
    ORDER BY table_name
"""
_TEXTS: Final = re.compile(r"'(?:[^']|'')*'|--[^\n]*")
_COMMENTS: Final = re.compile(r"/\*(?:(?!/\*|\*/).)*\*/", re.DOTALL)
_ROWS: Final = 16_384


class Question(Closing):
    """A statement on a cursor of its own, in a transaction that can only read.

    It holds up no writer and sees what was committed when it was asked. Use it in a `with`.

    Args:
        connection: to the database.
        sql: the statement.
        parameters: of it.
        closed: called when the question is closed.
        name: of the database, for what is said of it.

    Raises:
        BeloteError: for anything but one statement that reads, and whatever DuckDB refuses.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        sql: str,
        parameters: Sequence[object] = (),
        closed: Callable[[], None] = lambda: None,
        name: str = "the database",
    ) -> None:
        self._name = name
        with _refusals():
            self._cursor = connection.cursor()
        try:
            self._statement = _only_statement(self._cursor, sql)
        except BaseException:
            self._cursor.close()
            raise
        self._parameters = list(parameters)
        self._closed = closed

    def show(self, view: str) -> None:
        """Make a view for this question alone, in place of a table."""
        with _refusals(name=self._name):
            (name,) = self._cursor.sql("SELECT current_database()").fetchall()[0]
            self._cursor.execute(view.format(database=name.replace('"', '""')))

    def answer(self) -> Iterator[pa.Table]:
        """Run the statement and yield its rows as tables: an empty one first, for its columns."""
        with _refusals(self._tables, self._name):
            self._cursor.execute("BEGIN TRANSACTION READ ONLY")
            relation = self._cursor.sql(self._statement, params=self._parameters)
            with relation.to_arrow_reader(_ROWS) as reader:
                yield reader.schema.empty_table()
                for batch in reader:
                    yield pa.Table.from_batches([batch])

    def _tables(self) -> list[str]:
        """Return the tables and views that may be asked, after a statement that failed."""
        self._cursor.rollback()
        return [name for (name,) in self._cursor.execute(_TABLES).fetchall()]

    def interrupt(self) -> None:
        """Stop the statement, from any thread, if it is running."""
        with suppress(duckdb.Error):  # it has been closed meanwhile
            self._cursor.interrupt()

    def close(self) -> None:
        """Give the cursor back."""
        self._cursor.close()
        self._closed()


def _bare(sql: str) -> str:
    """Return SQL without texts and comments, which may stand within each other."""
    bare, before = _TEXTS.sub("''", sql), ""
    while bare != before:
        before, bare = bare, _COMMENTS.sub(" ", bare)
    return bare


def _only_statement(cursor: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    reader = _READS_FILES.search(_bare(sql))
    if reader is not None:
        raise BeloteError(f"a question cannot read files: {reader[1]} is not allowed here")
    with _refusals():
        statements = cursor.extract_statements(sql)
    if len(statements) != 1 or statements[0].type not in _READING:
        raise BeloteError("ask one SELECT statement: the database can only be read here")
    return statements[0]


@contextmanager
def _refusals(tables: Callable[[], list[str]] = list, name: str = "the database") -> Iterator[None]:
    """Turn what DuckDB raises into one line; Arrow hands its errors on as OSError."""
    try:
        yield
    except (duckdb.Error, OSError) as error:
        text = one_line(error, name)
        if named := _NO_SUCH_TABLE.search(text):
            text = unknown("table", named[1].lower(), tables())
        raise BeloteError(text) from None
