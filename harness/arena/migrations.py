"""Migrations: the numbered steps that bring a database's schema up to date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import duckdb
import pyarrow as pa

from harness.arena.columns import TABLES
from harness.errors import BeloteError


class Migration(NamedTuple):
    """One numbered step of the schema; all are applied in order, each once."""

    version: int
    name: str
    sql: str

    def apply(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Do this step, and note that it is done."""
        cursor.execute(self.sql).fetchall()
        cursor.execute(
            "INSERT INTO belote_schema VALUES (?, ?, ?)",
            [self.version, self.name, datetime.now(UTC)],
        )


def migrations() -> list[Migration]:
    """Return all there are, in order."""
    folder = resources.files(__package__) / "schema"
    found = []
    for file in folder.iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, file.read_text("utf-8")))
    return sorted(found)


class Schema:
    """The schema of an open database.

    Args:
        path: of its file, for what is said of it.
        look: answers SQL with a table, before it is known whether the database is one of ours.
    """

    def __init__(self, path: Path, look: Callable[[str], pa.Table]) -> None:
        self._path = path
        self._look = look
        self._migrations = migrations()
        self._newest = self._migrations[-1].version

    def missing(self, *, owner: bool) -> Iterator[list[Migration]]:
        """Yield what an owner is to apply, and to commit together: all of it to an empty database.

        Nothing is left for who only reads.

        Raises:
            BeloteError: the schema is one that this harness does not know, or cannot bring up to
                date, or has been changed by somebody else.
        """
        version = self._version()
        if version > self._newest:
            raise BeloteError(
                f"{self._path} has schema {version} and this harness knows {self._newest}: "
                "update it"
            )
        if version < self._newest and not owner:
            raise BeloteError(
                f"{self._path} has schema {version} and this harness reads {self._newest}: `belote "
                f"merge {self._path}` brings it up to date, and so does the next run into it"
            )
        missing = [one for one in self._migrations if one.version > version]
        yield from ([one] for one in missing) if version else [missing]
        if version < self._newest:
            self._version()  # what was brought up to date may have been changed before

    def _version(self) -> int:
        """Return the number of the last migration applied, 0 for an empty database.

        Of one that is newer than this harness nothing else is known.

        Raises:
            BeloteError: the database is not one of ours, or no longer.
        """
        # Of this database alone: the columns of DuckDB's own views take longer than all the rest.
        columns = self._look(
            "SELECT table_name, column_name FROM duckdb_columns() "
            "WHERE database_name = current_database() AND NOT internal"
        )
        shape = defaultdict(set)
        for table, column in zip(*columns.to_pydict().values(), strict=True):
            shape[table].add(column)
        if not shape:
            return 0
        if not shape["belote_schema"] >= {"version", "name", "applied_at"}:
            raise BeloteError(f"{self._path} is a database of something else: choose another file")
        applied = self._look(
            "SELECT try_cast(version AS INTEGER) AS n FROM belote_schema ORDER BY n"
        )
        versions = [-1 if version is None else version for version in applied["n"].to_pylist()]
        if versions and versions[-1] > self._newest:
            return int(versions[-1])
        # An older file lacks what came since.
        tables = TABLES if versions[-1:] == [self._newest] else {}
        lacking = [name for name in tables if not shape[name] >= set(TABLES[name].names)]
        if not versions or versions[0] != 1 or lacking:
            changed = ", ".join(lacking) or "belote_schema"
            raise BeloteError(
                f"{self._path} has been changed (see {changed}): take a copy from before"
            )
        return int(versions[-1])
