"""The store: one DuckDB file with everything that was played.

The process that runs a tournament owns the file: it alone writes, and answers the questions of
others while it lives (`harness.arena.answering`). Everything is written in transactions of whole
matches; a match that is there already is never written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import MappingProxyType
from typing import Final, Self

import duckdb
import pyarrow as pa

from harness.arena.closing import Closing
from harness.arena.columns import (
    BOTS,
    RUNS,
    SIDES,
    TABLES,
    Batch,
    BotRow,
    RunRow,
    table_of,
)
from harness.arena.connection import NoRoomError, connect, resolved, writing_error
from harness.arena.known import Known
from harness.arena.memory import ASKING, REBUILDING, WRITING, Memory
from harness.arena.migrations import Schema
from harness.arena.question import Question
from harness.arena.runs import FINISHED, RUNNING
from harness.arena.sides import Side

RUNS_WITHOUT_OWNER: Final = """
    CREATE TEMP VIEW IF NOT EXISTS runs AS
    SELECT * REPLACE (if(status = 'running', 'interrupted', status) AS status)
    FROM "{database}".main.runs
"""
"""The runs as a reader sees them that opened the file itself."""
ROOM_WITHIN: Final = 30.0
"""Seconds that a writer waits for memory which questions have taken."""
_PAUSE: Final = 0.1

_IDS: Final = "SELECT ('0x' || match_id)::UBIGINT AS number FROM matches WHERE run_id = ?"
LONGER: Final = """
CASE WHEN (config ->> 'matches')::BIGINT < ($config ->> 'matches')::BIGINT
    THEN $config ELSE config END
"""
"""The configuration of a run that goes on, or is merged: that which lets it last longer."""
_GO_ON: Final = f"""
UPDATE runs SET status = 'running', finished_at = NULL, config = {LONGER} WHERE run_id = $run_id
"""  # noqa: S608 - of ours
# Matches lie about in the order of their pairs, so DuckDB passes over nearly all of the others.
_STORED: Final = """
SELECT match_id FROM incoming
SEMI JOIN (SELECT match_id FROM matches WHERE pair BETWEEN $least AND $most) USING (match_id)
"""


class Store(Closing):
    """An open database. Make one with `Store.open`, use it in a `with`.

    Every method may be called from any thread.

    Attributes:
        path: the file, absolute.
        owner: whether it may be written.
    """

    def __init__(self, path: Path, connection: duckdb.DuckDBPyConnection, *, owner: bool) -> None:
        self.path = path
        self.owner = owner
        self._connection = connection
        self._memory = Memory(connection) if owner else None
        self._lock = Lock()

    @classmethod
    def open(
        cls, path: Path | str, *, owner: bool, settings: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Open the database at `path`, as its owner or only to read.

        An owner makes the file and its folder where they are missing and brings an older schema
        up to date. `settings` are more of DuckDB's, as `connect` takes them.

        Raises:
            DatabaseHeldError: another process holds the file.
            BeloteError: the file cannot be opened, is no database, not one of ours, or has a
                schema that this harness does not know.
        """
        path = resolved(path)
        store = cls(path, connect(path, owner=owner, settings=settings), owner=owner)
        try:
            store._bring_up_to_date()
        except BaseException:
            store._connection.close()
            raise
        return store

    def close(self) -> None:
        """Close the file; an owner first moves its log into it.

        Raises:
            BeloteError: the log could not be moved; it is kept, nothing committed is lost.
        """
        try:
            if self.owner:
                with self._lock:
                    self._connection.execute("CHECKPOINT")
        except duckdb.Error as error:
            raise writing_error(self.path, error) from None
        finally:
            self._connection.close()

    def close_after(self, error: BaseException) -> None:  # noqa: ARG002 - whatever it is
        """Close the file as it is, since the error tells more than another one would."""
        self._connection.close()

    # Reading

    def question(self, sql: str, parameters: Sequence[object] = ()) -> Question:
        """Prepare one statement that reads; the caller closes it.

        Raises:
            BeloteError: the statement does more than read, or has an error.
        """
        give_back = self._claimed(ASKING)
        try:
            question = Question(self._connection, sql, parameters, give_back, str(self.path))
        except BaseException:
            give_back()
            raise
        if not self.owner:  # nobody plays: whoever began such a run is gone
            question.show(RUNS_WITHOUT_OWNER)
        return question

    def read(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return all rows of one statement that reads.

        Raises:
            BeloteError: as `question`, and for whatever fails while it runs.
        """
        with self.question(sql, parameters) as question:
            return pa.concat_tables(question.answer())

    def known_matches(self, run_id: str) -> Known:
        """Return the ids of the matches of a run that are stored."""
        return Known(self.read(_IDS, [run_id])["number"].to_numpy())

    # Writing

    def begin_run(self, run: RunRow, bots: Iterable[BotRow], sides: Iterable[Side] = ()) -> None:
        """Note that a run begins; one that is there already goes on, for longer if it is to.

        Args:
            run: its row.
            bots: its contestants.
            sides: who plays together, where that is not known from the contestants.
        """
        bots_table = table_of(BOTS, bots)
        sides_table = table_of(
            SIDES,
            (
                (run.run_id, side.name, place, bot)
                for side in sides
                for place, bot in enumerate(side.seated(turned=False), 1)
            ),
        )
        run_table = table_of(RUNS, [(*run, datetime.now(UTC), None, RUNNING)])
        with self.transaction() as cursor:
            known = cursor.execute(_GO_ON, {"run_id": run.run_id, "config": run.config}).fetchall()
            if known == [(0,)]:
                _insert(cursor, "runs", run_table)
                _insert(cursor, "bots", bots_table)
                _insert(cursor, "sides", sides_table)

    def finish_run(self, run_id: str, *, status: str = FINISHED, seed: str | None = None) -> None:
        """Note how a run ended, and its seed now that it may be known."""
        with self.transaction() as cursor:
            cursor.execute(
                "UPDATE runs SET status = ?, seed = coalesce(?, seed), finished_at = ? "
                "WHERE run_id = ?",
                [status, seed, datetime.now(UTC), run_id],
            )

    def append(self, *batches: Batch) -> list[Batch]:
        """Add matches with their hands and faults in one transaction.

        Matches that are stored already are left out with all that belongs to them.

        Returns:
            What was added of each batch.

        Raises:
            BeloteError: nothing of this was written; the text says why.
        """
        patience = monotonic() + ROOM_WITHIN
        memory = WRITING
        while True:
            try:
                return self._append(batches, memory)
            except NoRoomError:
                if monotonic() > patience:
                    raise
                memory = ASKING
                sleep(_PAUSE)

    def _append(self, batches: Sequence[Batch], memory: int) -> list[Batch]:
        added: list[Batch] = []
        if not batches:
            return added
        with self.transaction(memory) as cursor:
            known = _known(cursor, batches)
            for batch in batches:
                added.append(batch.without(known))
                known |= batch.match_ids()
            for table in ("matches", "hands", "faults"):
                _insert(cursor, table, pa.concat_tables([getattr(batch, table) for batch in added]))
        return added

    def save_ratings(self, ratings: pa.Table) -> None:
        """Store ratings over older ones of the same run and method; see `_save`."""
        self._save("ratings", ratings, "run_id, method")

    def save_path(self, path: pa.Table) -> None:
        """Store the path of a sequential test over an older one of the same run; see `_save`."""
        self._save("sequential", path, "run_id")

    def save_luck(self, luck: pa.Table) -> None:
        """Store the luck of hands; see `_save`."""
        self._save("luck", luck, "match_id, hand_no")

    def _save(self, table: str, rows: pa.Table, key: str) -> None:
        """Store rows over those of the same key.

        Raises:
            TypeError: the columns are not those of the table.
        """
        if rows.schema != TABLES[table]:
            raise TypeError(f"{table} must have the columns of {table.upper()}")
        with self.transaction() as cursor:
            cursor.register("given", rows)
            cursor.execute(f"DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM given)")  # noqa: S608 - names of ours
            _insert(cursor, table, rows)

    @contextmanager
    def transaction(self, memory: int = WRITING) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a cursor whose work is committed together, or not at all.

        Args:
            memory: the mebibytes that it may take; see `harness.arena.memory`.
        """
        give_back = self._claimed(memory)
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                cursor.begin()
                yield cursor
                cursor.commit()
        except duckdb.Error as error:
            raise writing_error(self.path, error) from None
        finally:
            give_back()

    def _claimed(self, size: int) -> Callable[[], None]:
        """Have so much memory until what is returned is called; a reader takes what there is."""
        return self._memory.claim(size) if self._memory else lambda: None

    def _bring_up_to_date(self) -> None:
        schema = Schema(self.path, self._look)
        for together in schema.missing(owner=self.owner):
            with self.transaction(REBUILDING) as cursor:
                for migration in together:
                    migration.apply(cursor)
        if self.owner:
            with self.transaction() as cursor:
                cursor.execute("UPDATE runs SET status = 'interrupted' WHERE status = 'running'")

    def _look(self, sql: str) -> pa.Table:
        """Read before it is known whether this is a database of ours."""
        with Question(self._connection, sql, name=str(self.path)) as question:
            return pa.concat_tables(question.answer())


def _insert(cursor: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    if rows.num_rows:
        cursor.register("incoming", rows)
        cursor.execute(f"INSERT INTO {table} BY NAME FROM incoming").fetchall()


def _known(cursor: duckdb.DuckDBPyConnection, batches: Iterable[Batch]) -> set[str]:
    """Return the ids of those matches in the batches that are stored already."""
    incoming = pa.concat_tables([batch.matches for batch in batches])
    if not incoming.num_rows:
        return set()
    pairs = incoming["pair"].to_numpy()
    cursor.register("incoming", incoming)
    known = cursor.execute(_STORED, {"least": int(pairs.min()), "most": int(pairs.max())})
    return {match_id for (match_id,) in known.fetchall()}
