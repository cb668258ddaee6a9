"""Merging: taking what one database holds into another, each match once.

Ids come from content, so a match that is there already is the same match: it stays as it is. What
one database gives is committed whole or not at all. It may belong to a run that is on, since its
owner answers for it: the matches taken are those of one moment, each with all its hands.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa

from harness.arena.answering import Answering, ask, reading
from harness.arena.columns import RUNS, TABLES
from harness.arena.connection import resolved
from harness.arena.memory import ASKING
from harness.arena.paths import keep_path
from harness.arena.ranking import rate_run
from harness.arena.resuming import told_by_id
from harness.arena.runs import FAILED, FINISHED, INTERRUPTED, RESCORED, Ask, find_run
from harness.arena.store import LONGER, Store
from harness.errors import BeloteError

OF_A_RUN: Final = tuple(
    name
    for name, schema in TABLES.items()
    if "run_id" in schema.names and name not in ("runs", "matches")
)
"""What comes with a run that was not there."""
OF_A_MATCH: Final = tuple(
    name for name, schema in TABLES.items() if "match_id" in schema.names and name != "matches"
)
"""What comes with a match that was not there."""
ROWS: Final = 120_000
"""Rows that are written at a time, about as many as DuckDB packs together."""

_SAME: Final = {
    "rules": "rules",
    "config": "configuration",
    "seed_hash": "seed",
}
"""What is the same wherever a run is played, and what it is called."""
_STATUS: Final = (FINISHED, RESCORED, INTERRUPTED, FAILED)
"""Of two databases with the same run, the earlier of these holds; a union is no less complete.

Where one of the two was to last longer it is that one's, since it says how that went.
"""

_BOTS: Final = "SELECT run_id, name, digest FROM bots"
_SORT_OUT: Final = """
    CREATE TEMP TABLE fresh AS
    SELECT match_id FROM given SEMI JOIN runs USING (run_id)
    ANTI JOIN matches USING (run_id, pair, match_id)
"""
"""A run that began after its source was asked for its runs has no row here, so it must wait."""
_DIFFERING: Final = """
    SELECT count(*) FROM given JOIN matches USING (run_id, pair, match_id)
    WHERE (given.score_ns, given.score_ew, given.winner, given.hands, given.ended_by)
        IS DISTINCT FROM
        (matches.score_ns, matches.score_ew, matches.winner, matches.hands, matches.ended_by)
"""
_FORKED: Final = """
    WITH met AS (
        SELECT run_id, pairing, least(ns, ew) AS one, greatest(ns, ew) AS other FROM given
        UNION
        SELECT run_id, pairing, least(ns, ew), greatest(ns, ew)
        FROM matches WHERE run_id IN (SELECT run_id FROM given)
    )
    SELECT run_id, pairing FROM met GROUP BY ALL HAVING count(*) > 1 ORDER BY ALL LIMIT 1
"""
"""A pairing in which others met there than here: results decided it, and they were not the same."""
_JOIN_RUN: Final = f"""
    UPDATE runs SET status = $status, config = {LONGER}, seed = coalesce(seed, $seed),
        started_at = least(started_at, $started_at),
        finished_at = greatest(finished_at, $finished_at)
    WHERE run_id = $run_id
"""  # noqa: S608 - of ours


class Taken(NamedTuple):
    """What came of taking in one database.

    Attributes:
        source: which.
        runs: its runs that were not there.
        matches: its matches that were not there.
        hands: theirs.
        known: its matches that were there already.
        differing: how many of those ended differently, as with a bot that plays by the clock;
            what was there stays.
    """

    source: Path
    runs: int
    matches: int
    hands: int
    known: int
    differing: int


def merge(into: Path, sources: Sequence[Path]) -> list[Taken]:
    """Take what databases hold into another, which is made where it is missing, and rank anew.

    Without any to take from, the other, which is there, is brought up to date.

    Raises:
        BeloteError: a database cannot be read or written, has an older or newer schema, or holds
            a run of the same id with other rules, bots or seed, or in which others met. What came
            before it stays.
    """
    for source in sources:
        if resolved(source) == resolved(into):
            raise BeloteError(f"{source} cannot be merged into itself: name another database")
        ask(source, "FROM runs LIMIT 0")
    if not sources and not resolved(into).exists():
        raise BeloteError(f"there are no results at {into}: name the databases to take from")
    taken = []
    with Store.open(into, owner=True) as store, Answering(store):
        for source in sources:
            there = _run_ids(store.read)
            taken.append(take_in(store, source))
            if taken[-1].matches:
                for run_id in there.intersection(_run_ids(partial(ask, source))):
                    rate_run(store, run_id)
                    keep_path(store, run_id, json.loads(find_run(store.read, run_id).config))
    return taken


def _run_ids(ask: Ask) -> set[str]:
    return {str(run_id) for run_id in ask("SELECT run_id FROM runs")["run_id"].to_pylist()}


def snapshot(database: Path, copy: Path) -> Taken:
    """Make a copy of a database that nobody writes to, also while a run is on.

    It appears when it is complete.

    Raises:
        BeloteError: there is something of that name, no folder for it, or it cannot be written.
    """
    copy = resolved(copy)
    if copy.exists():
        raise BeloteError(f"{copy} exists already: remove it, or name another file")
    if not copy.parent.is_dir():
        raise BeloteError(f"cannot write {copy}: there is no folder {copy.parent}")
    ask(database, "FROM runs LIMIT 0")
    unfinished = copy.with_name(f".{copy.name}.{secrets.token_hex(4)}")
    try:
        unfinished.touch(exist_ok=False)  # which says in fewer words than DuckDB why it cannot be
        unfinished.unlink()
        with Store.open(unfinished, owner=True) as store:
            taken = take_in(store, database)
        unfinished.rename(copy)
    except OSError as error:
        raise BeloteError(f"cannot write {copy}: {error.strerror}") from None
    except BeloteError as error:
        raise BeloteError(str(error).replace(str(unfinished), str(copy))) from None
    finally:
        for left in (unfinished, unfinished.with_name(f"{unfinished.name}.wal")):
            with suppress(OSError):  # it is not there, or in a place that nobody writes to
                left.unlink()
    return taken


def take_in(store: Store, source: Path) -> Taken:
    """Take what a database holds into an owned store, in one transaction.

    Raises:
        BeloteError: nothing of it was taken.
    """
    with reading(source) as read, store.transaction(ASKING) as cursor:
        runs, bots = (pa.concat_tables(read(sql)) for sql in ("FROM runs", _BOTS))
        fresh_runs = _take_runs(cursor, runs, bots, source)
        cursor.execute("CREATE TEMP TABLE given AS FROM matches LIMIT 0")
        _insert(cursor, "given", read("FROM matches"))
        _check_paired_alike(cursor, source)
        cursor.execute(_SORT_OUT)
        counts = [
            cursor.sql(sql).fetchall()[0][0]
            for sql in ("SELECT count(*) FROM given", "SELECT count(*) FROM fresh", _DIFFERING)
        ]
        cursor.execute("INSERT INTO matches BY NAME FROM given SEMI JOIN fresh USING (match_id)")
        written = {
            table: _insert(cursor, table, read(f"FROM {table}"), "SEMI JOIN fresh USING (match_id)")
            for table in OF_A_MATCH
        }
        for table in OF_A_RUN:
            cursor.register("new_runs", fresh_runs)
            _insert(cursor, table, read(f"FROM {table}"), "SEMI JOIN new_runs USING (run_id)")
    given, fresh, differing = counts
    known = given - fresh
    return Taken(source, fresh_runs.num_rows, fresh, written["hands"], known, differing)


def _check_paired_alike(cursor: duckdb.DuckDBPyConnection, source: Path) -> None:
    """Refuse a run that went another way: two halves of two tournaments are not one.

    Raises:
        BeloteError: naming the first pairing of which that is so.
    """
    for run_id, pairing in cursor.sql(_FORKED).fetchall():
        raise BeloteError(
            f"{source} has a run {run_id} in which others met in pairing {pairing}: bots that do "
            "not play alike twice have decided who meets whom, so keep the two apart"
        )


def _take_runs(
    cursor: duckdb.DuckDBPyConnection, runs: pa.Table, bots: pa.Table, source: Path
) -> pa.Table:
    """Join the runs that are there already with what is told of them; return and add the others."""
    there = {row["run_id"]: row for row in cursor.sql("FROM runs").to_arrow_table().to_pylist()}
    known_bots = cursor.sql(_BOTS).to_arrow_table().to_pylist()
    fresh = []
    for run in runs.to_pylist():
        if run["status"] not in _STATUS:
            run["status"] = INTERRUPTED  # nobody plays it here
        known = there.get(run["run_id"])
        if known is None:
            fresh.append(run)
            continue
        _check_same(known, run, source)
        of_it = [
            sorted((row["name"], row["digest"]) for row in rows if row["run_id"] == run["run_id"])
            for rows in (known_bots, bots.to_pylist())
        ]
        if of_it[0] != of_it[1]:
            raise _conflict(run, source, "bots")
        told = ("run_id", "config", "seed", "started_at", "finished_at")
        status = min((known, run), key=_completeness)["status"]
        cursor.execute(_JOIN_RUN, {name: run[name] for name in told} | {"status": status})
    table = pa.Table.from_pylist(fresh, RUNS)
    _insert(cursor, "runs", [table])
    return table


def _completeness(run: dict[str, Any]) -> tuple[int, int]:
    """Return what puts the row first by which the status of a run that two databases hold goes."""
    return -json.loads(run["config"]).get("matches", 0), _STATUS.index(run["status"])


def _check_same(known: dict[str, Any], run: dict[str, Any], source: Path) -> None:
    one, other = (row | {"config": told_by_id(json.loads(row["config"]))} for row in (known, run))
    for column, what in _SAME.items():
        if one[column] != other[column]:
            raise _conflict(run, source, what)


def _conflict(run: dict[str, Any], source: Path, what: str) -> BeloteError:
    return BeloteError(
        f"run {run['run_id']} of {source} has other {what} than the run of that id that is there: "
        "they cannot be merged"
    )


def _insert(
    cursor: duckdb.DuckDBPyConnection, table: str, rows: Iterable[pa.Table], only: str = ""
) -> int:
    """Add rows to a table and return how many: all of them, or `only` those that a join keeps."""
    written = 0
    for some in _gathered(rows):
        cursor.register("incoming", some)
        ((count,),) = cursor.execute(f"INSERT INTO {table} BY NAME FROM incoming {only}").fetchall()
        written += count
    return written


def _gathered(rows: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield tables of about `ROWS` rows."""
    waiting: list[pa.Table] = []
    for piece in rows:
        waiting.append(piece)
        if sum(map(len, waiting)) >= ROWS:
            yield pa.concat_tables(waiting)
            waiting.clear()
    if any(map(len, waiting)):
        yield pa.concat_tables(waiting)
