"""How much memory a database may take, by what is done with it."""

from pathlib import Path

import duckdb
import pytest

from harness.arena.memory import ASKING, WRITING, Memory
from harness.arena.store import Store

LIMIT = "SELECT current_setting('memory_limit') AS size"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is to be."""
    return tmp_path / "b.duckdb"


def mebibytes(said: str) -> float:
    """Return what DuckDB says, as in `47.9 MiB`."""
    number, unit = said.split()
    assert unit == "MiB"
    return float(number)


def memory_of(store: Store) -> float:
    """Return what may be taken while nobody asks."""
    with store.transaction() as cursor:
        ((said,),) = cursor.execute(LIMIT).fetchall()
    return mebibytes(said)


def test_a_question_to_an_owner_has_more_memory_than_writing_and_gives_it_back(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        assert memory_of(store) == pytest.approx(WRITING, abs=0.5)
        assert mebibytes(store.read(LIMIT)["size"][0].as_py()) == pytest.approx(ASKING, abs=0.5)
        assert memory_of(store) == pytest.approx(WRITING, abs=0.5)


def test_a_question_that_fails_gives_its_memory_back(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        for sql in ("SELECT nothing", "SELECT error('no')", "DROP TABLE hands"):
            with pytest.raises(Exception, match=r"."):
                store.read(sql)
            assert memory_of(store) == pytest.approx(WRITING, abs=0.5)


def test_memory_is_as_much_as_the_largest_of_what_needs_it_at_once() -> None:
    with duckdb.connect(config={"memory_limit": f"{WRITING}MiB"}) as connection:

        def now() -> float:
            ((said,),) = connection.execute(LIMIT).fetchall()
            return mebibytes(said)

        memory = Memory(connection)
        less, more, again = (memory.claim(WRITING + extra) for extra in (10, 30, 30))
        assert now() == pytest.approx(WRITING + 30, abs=0.5)
        more()
        assert now() == pytest.approx(WRITING + 30, abs=0.5)
        again()
        assert now() == pytest.approx(WRITING + 10, abs=0.5)
        less()
        assert now() == pytest.approx(WRITING, abs=0.5)


def test_nothing_else_of_the_settings_can_be_changed_nor_this_one_by_a_question(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        with pytest.raises(Exception, match="ask one SELECT statement"):
            store.read("SET memory_limit = '1GB'")
        with (
            pytest.raises(Exception, match="the configuration has been locked"),
            store.transaction() as cursor,
        ):
            cursor.execute("SET enable_external_access = true")
