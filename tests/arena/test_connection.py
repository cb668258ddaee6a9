"""Opening a database: what is none of ours, who else has it, which schema it has."""

import os
import sqlite3
from pathlib import Path

import duckdb
import pytest

from harness.arena.connection import DatabaseHeldError, connect
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import (
    NEWEST,
    READER,
    SCHEMA,
    SILENT_OWNER,
    a_batch,
    a_run,
    another_process,
    counts,
    next_line,
    start,
)


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


@pytest.mark.parametrize("schema", ["main", "shop"])
def test_a_duckdb_database_of_something_else_is_refused_and_left_as_it_is(
    tmp_path: Path, schema: str
) -> None:
    path = tmp_path / "sales.db"
    with duckdb.connect(path) as other:
        other.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}; CREATE TABLE {schema}.runs (id INT)")
    with pytest.raises(BeloteError, match=r"sales\.db is a database of something else"):
        Store.open(path, owner=True)
    with duckdb.connect(path) as other:
        assert other.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("runs",)]


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    for owner in (True, False):
        with pytest.raises(BeloteError, match=rf"^{tmp_path} is a folder: name a file in it$"):
            Store.open(tmp_path, owner=owner)


@pytest.mark.parametrize("owner", [True, False])
@pytest.mark.parametrize("beside", ["", ".wal"])
def test_a_pipe_is_no_database_nor_the_log_of_one_and_nobody_waits_for_it(
    path: Path,
    owner: bool,  # noqa: FBT001 - a parameter of pytest
    beside: str,
) -> None:
    path.parent.mkdir()
    if beside:
        Store.open(path, owner=True).close()
    pipe = path.with_name(f"{path.name}{beside}")
    os.mkfifo(pipe)
    with pytest.raises(BeloteError) as caught:
        connect(path, owner=owner)
    assert str(caught.value) == f"{pipe} is no plain file, as a database and its log are"


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


def leave_a_log(path: Path) -> Path:
    """Store a match, and another that stays in the log beside the database; return that."""
    with Store.open(path, owner=True) as store:
        store.begin_run(*a_run())
        store.append(a_batch("m1"))
    with duckdb.connect(path) as killed:
        killed.execute("PRAGMA disable_checkpoint_on_shutdown")
        killed.register("sent", a_batch("m2").matches)
        killed.execute("INSERT INTO matches BY NAME FROM sent")
    return path.with_name(f"{path.name}.wal")


@pytest.mark.parametrize("owner", [True, False])
def test_a_damaged_log_is_told_with_what_is_lost_without_it(
    path: Path,
    owner: bool,  # noqa: FBT001 - a parameter of pytest
) -> None:
    log = leave_a_log(path)
    with Store.open(path, owner=False) as store:
        assert counts(store) == (2, 2, 1)
    damaged = bytearray(log.read_bytes())
    damaged[-100] ^= 0xFF
    log.write_bytes(damaged)
    with pytest.raises(BeloteError) as caught:
        Store.open(path, owner=owner)
    assert str(caught.value) == (
        f"{log} is damaged, which holds what was committed last to {path}: take copies of both "
        "from before, or move it away, and only what it holds is lost"
    )
    log.rename(path.with_name("away"))
    with Store.open(path, owner=owner) as store:
        assert counts(store) == (1, 2, 1)


def test_the_log_of_another_database_is_told(path: Path) -> None:
    log = leave_a_log(path)
    other = path.with_name("other.db")
    with Store.open(other, owner=True) as store:
        store.begin_run(*a_run())
    log = log.rename(f"{other}.wal")
    with pytest.raises(BeloteError) as caught:
        Store.open(other, owner=False)
    assert str(caught.value) == (
        f"{log} is the log of another database than {other}, or of another state of it: put them "
        "back together, or move the log away"
    )


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
