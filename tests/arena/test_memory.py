"""How much memory a database may take, by what is done with it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from harness.arena import merging
from harness.arena.columns import Batch
from harness.arena.connection import NoRoomError
from harness.arena.memory import ASKING, REBUILDING, WRITING, Memory
from harness.arena.migrations import Migration
from harness.arena.store import Store
from tests.arena.stored import a_batch

LIMIT = "SELECT current_setting('memory_limit') AS size"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is to be."""
    return tmp_path / "b.duckdb"


def mebibytes(said: str) -> float:
    """Return what DuckDB says, as in `47.9 MiB`."""
    number, unit = said.split()
    return float(number) * {"MiB": 1, "GiB": 1024}[unit]


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


def test_what_touches_every_row_has_more_memory_than_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuilding, merging_ = list[float](), list[float]()

    def noted(into: list[float], then: Callable[..., None]) -> Callable[..., None]:
        def noting(*given: Any) -> None:  # noqa: ANN401 - whatever is passed on
            (cursor,) = (one for one in given if isinstance(one, duckdb.DuckDBPyConnection))
            ((said,),) = cursor.execute(LIMIT).fetchall()
            into.append(mebibytes(said))
            then(*given)

        return noting

    monkeypatch.setattr(Migration, "apply", noted(rebuilding, Migration.apply))
    check = merging._check_paired_alike  # noqa: SLF001 - called in the middle of it
    monkeypatch.setattr(merging, "_check_paired_alike", noted(merging_, check))
    with Store.open(path, owner=True) as store:
        Store.open(path.with_name("source.duckdb"), owner=True).close()
        merging.take_in(store, path.with_name("source.duckdb"))
    assert rebuilding == [pytest.approx(REBUILDING, rel=0.05)] * len(rebuilding) != []
    assert merging_ == [pytest.approx(ASKING, rel=0.05)]


def test_a_writer_that_finds_no_room_asks_for_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    append = Store._append  # noqa: SLF001 - what fails for lack of room

    def short(store: Store, batches: Sequence[Batch], memory: int) -> list[Batch]:
        asked.append(memory)
        if len(asked) == 1:
            raise NoRoomError("no room")
        return append(store, batches, memory)

    monkeypatch.setattr(Store, "_append", short)
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1"))
    assert asked == [WRITING, ASKING]


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
