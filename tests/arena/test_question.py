"""A question: what may be asked of a database, and what is said of the rest."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from harness.arena.columns import HANDS, MATCHES
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import (
    a_batch,
    a_run,
    counts,
    start,
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with a match, for tests that only ask."""
    with Store.open(tmp_path_factory.mktemp("asked") / "quick.db", owner=True) as store:
        store.append(a_batch("m1"))
        yield store


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
def test_an_error_in_sql_is_one_line_with_its_place(asked: Store, sql: str, said: str) -> None:
    with pytest.raises(BeloteError) as caught:
        asked.read(sql)
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
def test_a_question_is_one_statement_that_reads(asked: Store, sql: str) -> None:
    with pytest.raises(BeloteError, match="ask one SELECT statement"):
        asked.read(sql)


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
    asked: Store, sql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(asked.path.parent)
    with pytest.raises(BeloteError):
        asked.read(sql)
    assert counts(asked) == (1, 2, 1)
    assert {file.name for file in asked.path.parent.iterdir()} <= {"quick.db", "quick.db.wal"}


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
def test_all_that_only_reads_may_be_asked(asked: Store, sql: str) -> None:
    assert asked.read(sql).num_rows > 0


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
