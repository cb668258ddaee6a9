"""The store: its schema, what is written once, and the errors of opening a file."""

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from harness.arena.columns import BOTS, FAULTS, HANDS, MATCHES, RATINGS, TABLES, Batch, table_of
from harness.arena.connection import DatabaseHeldError
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import (
    DECK,
    PLAYS,
    READER,
    ROOT,
    SILENT_OWNER,
    a_batch,
    a_run,
    another_process,
    counts,
    fault_row,
    hand_row,
    match_row,
    next_line,
    start,
)

SCHEMA = ROOT / "harness" / "arena" / "schema"
NEWEST = len(list(SCHEMA.glob("*.sql")))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "quick.db"


def rating(bot: str, method: str = "joint", elo: float | None = 12.5) -> tuple[object, ...]:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    old = ("run", method, bot, elo, -3.0, None, 7.9, "lower", 10, 6, 0, 4, 0.6, 51.0, "d", at)
    return (*old, 0.95, 1, 2, None, 1, None, 3.5, 1.5, 5.5, 1.0, *[None] * 6)


# The schema


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_exactly_the_columns_types_and_nulls_of_its_arrow_schema(
    path: Path, table: str
) -> None:
    with Store.open(path, owner=True) as store:
        stored = store.read(
            "SELECT column_name, data_type, is_nullable FROM duckdb_columns() "
            "WHERE table_name = ? ORDER BY column_index",
            [table],
        )
    with duckdb.connect() as scratch:
        scratch.register("sent", TABLES[table].empty_table())
        sent = scratch.execute("DESCRIBE sent").fetchall()
    assert list(zip(*stored.to_pydict().values(), strict=True)) == [
        (name, kind, TABLES[table].field(name).nullable) for name, kind, *_ in sent
    ]


def test_the_migrations_are_numbered_from_one_and_each_is_applied_once(path: Path) -> None:
    Store.open(path, owner=True).close()
    with Store.open(path, owner=True) as store:
        applied = store.read("SELECT version, name FROM belote_schema ORDER BY version")
    assert applied.to_pylist() == [
        {"version": 1, "name": "tables"},
        {"version": 2, "name": "views"},
        {"version": 3, "name": "variants"},
        {"version": 4, "name": "sides"},
        {"version": 5, "name": "rankings"},
        {"version": 6, "name": "luck"},
        {"version": 7, "name": "faults"},
        {"version": 8, "name": "pairs"},
        {"version": 9, "name": "sides_of_hands"},
    ]


# What is written


def test_rows_read_back_as_they_were_sent(path: Path) -> None:
    batch = a_batch("m1", "m2")
    with Store.open(path, owner=True) as store:
        store.append(batch)
        for table in ("matches", "hands", "faults"):
            sent: pa.Table = getattr(batch, table)
            assert store.read(f"FROM {table}").to_pylist() == sent.to_pylist()


def test_cards_may_be_sent_as_bytes(path: Path) -> None:
    hand = hand_row(deck=bytes(DECK), plays=bytes(PLAYS[:6]))
    with Store.open(path, owner=True) as store:
        store.append(Batch.of([match_row()], [hand]))
        assert store.read("SELECT deck, plays FROM hands").to_pylist() == [
            {"deck": DECK, "plays": PLAYS[:6]}
        ]


def test_a_match_sent_twice_is_stored_once_with_its_hands_and_faults(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1", "m2"))
        store.append(a_batch("m2", "m3"))
        store.append(a_batch("m1", "m2", "m3"))
        assert counts(store) == (3, 6, 3)


def test_a_match_in_two_batches_of_one_transaction_is_stored_once(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1", "m2"), a_batch("m2", "m3"))
        assert counts(store) == (3, 6, 3)


def test_a_transaction_that_fails_leaves_what_was_there_and_the_store_goes_on(path: Path) -> None:
    broken = Batch.of([match_row(match_id="m2")], [hand_row(match_id="m2", outcome=None)])
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1"))
        with pytest.raises(BeloteError, match=r"cannot write to .*quick\.db: NOT NULL .*outcome"):
            store.append(a_batch("m3"), broken)
        assert counts(store) == (1, 2, 1)
        store.append(a_batch("m3"))
        assert counts(store) == (2, 4, 2)


def test_a_batch_refuses_columns_that_are_not_those_of_its_tables() -> None:
    batch = a_batch("m1")
    with pytest.raises(TypeError, match="the hands of a batch must have the columns of HANDS"):
        Batch(batch.matches, batch.hands.drop_columns(["deck"]), batch.faults)


def test_a_batch_refuses_the_same_match_twice() -> None:
    with pytest.raises(ValueError, match="a match stands twice in a batch"):
        a_batch("m1", "m1")


@pytest.mark.parametrize(
    "strays", [{"hands": [hand_row(match_id="m2")]}, {"faults": [fault_row(match_id="m2")]}]
)
def test_a_batch_refuses_rows_without_their_match(strays: dict[str, list[tuple[object]]]) -> None:
    with pytest.raises(ValueError, match="match m2 has rows in a batch without the match"):
        Batch.of([match_row(match_id="m1")], **strays)


def test_a_run_that_begins_again_goes_on_as_one_row(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.begin_run(*a_run())
        store.finish_run("run", status="interrupted")
        (run,) = store.read("FROM runs").to_pylist()
        assert run["status"] == "interrupted"
        assert run["finished_at"] >= run["started_at"]
        store.begin_run(*a_run())
        (again,) = store.read("FROM runs").to_pylist()
        assert again == run | {"status": "running", "finished_at": None}
        assert store.read("FROM bots").to_pylist() == table_of(BOTS, a_run()[1]).to_pylist()


def test_a_seed_that_was_drawn_is_stored_only_when_the_run_ends(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.begin_run(*a_run())
        assert store.read("SELECT seed FROM runs")["seed"].to_pylist() == [None]
        store.finish_run("run", seed="00ff")
        run = store.read("SELECT seed, status FROM runs").to_pylist()
        assert run == [{"seed": "00ff", "status": "finished"}]


def test_the_known_matches_are_those_of_the_run_asked_for(path: Path) -> None:
    other = Batch.of([match_row(match_id="00f2", run_id="other")])
    with Store.open(path, owner=True) as store:
        store.append(a_batch("00f1", "ffffffffffffffff"), other)
        known = store.known_matches("run")
        assert len(known) == 2
        assert "00f1" in known
        assert "ffffffffffffffff" in known
        assert not any(other in known for other in ("0", "00f0", "00f2", "fffffffffffffffe"))
        assert len(store.known_matches("none")) == 0
        assert "00f1" not in store.known_matches("none")


def test_ratings_take_the_place_of_older_ones_of_the_same_run_and_method(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.save_ratings(table_of(RATINGS, [rating("ada", elo=None), rating("eve")]))
        store.save_ratings(table_of(RATINGS, [rating("ada", method="margin")]))
        store.save_ratings(table_of(RATINGS, [rating("ada"), rating("bob")]))
        stored = store.read("SELECT method, bot, elo FROM ratings ORDER BY method, bot")
    assert stored.to_pylist() == [
        {"method": "joint", "bot": "ada", "elo": 12.5},
        {"method": "joint", "bot": "bob", "elo": 12.5},
        {"method": "margin", "bot": "ada", "elo": 12.5},
    ]


def test_ratings_refuse_other_columns(path: Path) -> None:
    with (
        Store.open(path, owner=True) as store,
        pytest.raises(TypeError, match="ratings must have the columns of RATINGS"),
    ):
        store.save_ratings(FAULTS.empty_table())


def test_a_reader_cannot_write(path: Path) -> None:
    Store.open(path, owner=True).close()
    with (
        Store.open(path, owner=False) as store,
        pytest.raises(BeloteError, match=r"cannot write to .*read-only"),
    ):
        store.append(a_batch("m1"))


def test_what_was_written_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1"))
    assert not path.with_name("quick.db.wal").exists()
    with Store.open(path, owner=False) as store:
        assert counts(store) == (1, 2, 1)


# Opening


def test_a_missing_file_is_not_made_by_reading_it(path: Path) -> None:
    with pytest.raises(BeloteError, match=r"there are no results at .*quick\.db: a run makes them"):
        Store.open(path, owner=False)
    assert not path.parent.exists()


def test_a_text_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 1000)
    with pytest.raises(BeloteError, match=r"notes\.txt is not a DuckDB database"):
        Store.open(path, owner=True)
    assert path.read_text() == "not a database " * 1000


def test_the_database_of_another_engine_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE runs (run_id)")
    other.commit()
    other.close()
    with pytest.raises(BeloteError, match=r"other\.db is not a DuckDB database"):
        Store.open(path, owner=True)


def test_a_duckdb_database_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "sales.db"
    with duckdb.connect(path) as other:
        other.execute("CREATE TABLE runs (id INTEGER)")
    with pytest.raises(BeloteError, match=r"sales\.db is a database of something else"):
        Store.open(path, owner=True)
    with duckdb.connect(path) as other:
        assert other.execute("SHOW TABLES").fetchall() == [("runs",)]


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    for owner in (True, False):
        with pytest.raises(BeloteError, match=rf"^{tmp_path} is a folder: name a file in it$"):
            Store.open(tmp_path, owner=owner)


def test_an_empty_file_or_a_link_to_itself_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for owner in (True, False):
        with pytest.raises(BeloteError, match=r"empty is not a DuckDB database"):
            Store.open(tmp_path / "empty", owner=owner)
        with pytest.raises(BeloteError, match=r"^cannot open .*loop"):
            Store.open(tmp_path / "loop", owner=owner)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM belote_schema", r"has been changed \(see belote_schema\)"),
        ("UPDATE belote_schema SET version = 0", r"has been changed \(see belote_schema\)"),
        ("DROP TABLE hands; DROP TABLE faults", r"has been changed \(see hands, faults\)"),
        ("ALTER TABLE runs RENAME status TO state", r"has been changed \(see runs\)"),
        ("ALTER TABLE belote_schema RENAME version TO v", "is a database of something else"),
        ("CREATE OR REPLACE TABLE belote_schema (x INT)", "is a database of something else"),
    ],
)
@pytest.mark.parametrize("owner", [True, False])
def test_a_database_that_somebody_changed_is_refused(
    path: Path,
    change: str,
    said: str,
    owner: bool,  # noqa: FBT001 - a parameter of pytest
) -> None:
    Store.open(path, owner=True).close()
    with duckdb.connect(path) as changed:
        changed.execute(change)
    with pytest.raises(BeloteError, match=said):
        Store.open(path, owner=owner)


def test_a_path_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BeloteError, match=r"cannot open .*quick\.db: Not a directory: .*file"):
        Store.open(tmp_path / "file" / "results" / "quick.db", owner=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BeloteError, match=r"cannot open .*quick\.db: .*Permission denied"):
        Store.open(tmp_path / "quick.db", owner=True)


@pytest.mark.parametrize("owner", [True, False])
def test_a_newer_schema_is_refused(path: Path, owner: bool) -> None:  # noqa: FBT001 - a parameter of pytest
    Store.open(path, owner=True).close()
    with duckdb.connect(path) as newer:
        newer.execute("INSERT INTO belote_schema VALUES (99, 'later', now())")
    with pytest.raises(
        BeloteError, match=f"has schema 99 and this harness knows {NEWEST}: update it"
    ):
        Store.open(path, owner=owner)


def test_an_older_schema_is_brought_up_to_date_by_an_owner_and_refused_by_a_reader(
    path: Path,
) -> None:
    batch = a_batch("m1")
    path.parent.mkdir()
    with duckdb.connect(path) as older:
        for version, name in enumerate(("tables", "views"), 1):
            older.execute((SCHEMA / f"{version:04}_{name}.sql").read_text("utf-8"))
            older.execute("INSERT INTO belote_schema VALUES (?, ?, now())", [version, name])
        for table in ("matches", "hands", "faults"):
            known = older.table(table).columns
            rows = getattr(batch, table)
            older.register(
                "sent", rows.select([name for name in rows.column_names if name in known])
            )
            older.execute(f"INSERT INTO {table} BY NAME FROM sent")
    refusal = (
        f"has schema 2 and this harness reads {NEWEST}: `belote merge .*` brings it up to date"
    )
    with pytest.raises(BeloteError, match=refusal):
        Store.open(path, owner=False)
    with Store.open(path, owner=True) as store:
        assert counts(store) == (1, 2, 1)
        assert store.read("FROM pairs").num_rows == 0
        (fault,) = store.read("FROM faults").to_pylist()
        assert store.read("FROM hands").to_pylist() == batch.hands.to_pylist(), "sides and all"
        told = batch.faults.to_pylist()[0]
        assert fault == told | {"place": None, "forfeits": False}, "it ended by the target"
        store.begin_run(*a_run())
        assert store.read("SELECT DISTINCT bid FROM auctions")["bid"].to_pylist() != []


def test_a_second_owner_is_told_which_process_holds_the_file(path: Path) -> None:
    with (
        another_process(SILENT_OWNER, path) as holder,
        pytest.raises(DatabaseHeldError) as caught,
    ):
        Store.open(path, owner=True)
    said = str(caught.value)
    assert said.startswith(f"{path} is held by process {holder.pid} (")
    assert str(path) in said.partition("(")[2], "the command line of the holder is shown"


def test_an_owner_is_told_which_reader_holds_the_file(path: Path) -> None:
    Store.open(path, owner=True).close()
    with (
        another_process(READER, path) as reader,
        pytest.raises(DatabaseHeldError, match=f"is held by process {reader.pid} "),
    ):
        Store.open(path, owner=True)


def test_readers_share_a_file(path: Path) -> None:
    Store.open(path, owner=True).close()
    with another_process(READER, path), Store.open(path, owner=False) as store:
        assert counts(store) == (0, 0, 0)


def test_a_process_that_owns_the_file_is_told_so_when_it_opens_it_to_read(path: Path) -> None:
    with (
        Store.open(path, owner=True),
        pytest.raises(BeloteError, match=r"quick\.db is already open in this process"),
    ):
        Store.open(path, owner=False)


def test_a_store_that_could_not_be_opened_lets_go_of_the_file(path: Path) -> None:
    Store.open(path, owner=True).close()
    with duckdb.connect(path) as newer:
        newer.execute("INSERT INTO belote_schema VALUES (99, 'later', now())")
    with pytest.raises(BeloteError):
        Store.open(path, owner=True)
    with duckdb.connect(path, read_only=True) as reader:
        assert reader.execute("SELECT max(version) FROM belote_schema").fetchall() == [(99,)]


FULL_DISK = """
import resource, signal, sys
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import a_batch
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with Store.open(sys.argv[1], owner=True) as store:
        store.append(a_batch("m0"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))
        store.append(a_batch(*(f"m{n}" for n in range(1, 20000))))
except BeloteError as error:
    print(error)
"""


def test_a_full_disk_is_one_line_and_the_file_stays_usable(path: Path) -> None:
    with start(FULL_DISK, path) as process:
        said = next_line(process)
    assert process.returncode == 0
    assert said.startswith(f"cannot write to {path}: Could not write file")
    assert said.endswith("what was committed before is kept")
    with Store.open(path, owner=True) as store:
        assert counts(store) == (1, 2, 1)
        store.append(a_batch("m1"))
        assert counts(store) == (2, 4, 2)


# Questions


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("selec 1", 'Parser Error: syntax error at or near "selec" (line 1, at: selec 1)'),
        (
            "SELECT 1\nFROM hands\nWHERE 1 = = 2",
            'Parser Error: syntax error at or near "=" (line 3, at: = 2)',
        ),
        ("FROM hnds", "there is no table 'hnds'; did you mean 'hands'? (known: auctions, bots, "),
        ("SELECT error('no')", "Invalid Input Error: no"),
    ],
)
def test_an_error_in_sql_is_one_line_with_its_place(path: Path, sql: str, said: str) -> None:
    with Store.open(path, owner=True) as store, pytest.raises(BeloteError) as caught:
        store.read(sql)
    assert "\n" not in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "SELECT 1; SELECT 2",
        "INSERT INTO matches FROM matches",
        "DELETE FROM matches",
        "COPY matches TO 'out.csv'",
        "EXPORT DATABASE 'out'",
        "ATTACH 'out.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 1",
        "PRAGMA version",
        "CALL force_checkpoint()",
        "CREATE TABLE t AS SELECT 1",
    ],
)
def test_a_question_is_one_statement_that_reads(path: Path, sql: str) -> None:
    with (
        Store.open(path, owner=True) as store,
        pytest.raises(BeloteError, match="ask one SELECT statement"),
    ):
        store.read(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "EXPLAIN ANALYZE COPY matches TO 'out.csv'",
        "EXPLAIN ANALYZE DELETE FROM matches",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM query('SELECT 1')",
        "SELECT * FROM \"read_text\" ('/etc/passwd')",
        "SELECT * FROM read_text/* quietly */('/etc/passwd')",
        "SELECT * FROM read_text/* /* and */ 'deeply */('/etc/passwd')",
        "SELECT * FROM read_text -- and so on\n ('/etc/passwd')",
    ],
)
def test_a_question_can_neither_write_nor_reach_other_files(
    path: Path, sql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    monkeypatch.chdir(path.parent)
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1"))
        with pytest.raises(BeloteError):
            store.read(sql)
        assert counts(store) == (1, 2, 1)
    assert [file.name for file in path.parent.iterdir()] == ["quick.db"]


def test_reading_the_database_as_a_file_is_refused_since_it_would_drop_the_lock(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        with pytest.raises(BeloteError, match="a question cannot read files: read_blob"):
            store.read("SELECT md5(content) FROM read_blob(?)", [str(path)])
        with start("import duckdb, sys; duckdb.connect(sys.argv[1])", path) as process:
            pass
    assert process.returncode == 1, "no second process gets in"


@pytest.mark.parametrize(
    "sql",
    [
        "FROM matches",
        "WITH m AS (FROM matches) SELECT * FROM m",
        "DESCRIBE matches",
        "SUMMARIZE matches",
        "SHOW TABLES",
        "EXPLAIN SELECT 1",
        "VALUES (1)",
        "PIVOT matches ON leg USING count(*)",
        "SELECT 1; -- the end",
    ],
)
def test_all_that_only_reads_may_be_asked(path: Path, sql: str) -> None:
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1"))
        assert store.read(sql).num_rows > 0


def test_an_answer_without_rows_still_has_its_columns(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        assert store.read("FROM matches").column_names == MATCHES.names
        assert store.read("FROM hands").column_names == HANDS.names


def test_a_run_whose_process_is_gone_is_shown_and_then_noted_as_interrupted(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.begin_run(*a_run())
        assert store.read("SELECT status FROM runs")["status"].to_pylist() == ["running"]
    with Store.open(path, owner=False) as reader:
        assert reader.read("SELECT status FROM runs")["status"].to_pylist() == ["interrupted"]
    Store.open(path, owner=True).close()
    with duckdb.connect(path, read_only=True) as raw:
        assert raw.execute("SELECT status FROM runs").fetchall() == [("interrupted",)]


def test_a_question_that_needs_too_much_memory_is_refused_and_writing_goes_on(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        with pytest.raises(BeloteError, match="Out of Memory"):
            store.read("SELECT len(list(i)) AS n FROM range(100000000) AS t(i)")
        store.append(a_batch("m1"))
        assert counts(store) == (1, 2, 1)
