"""The store: its schema, and what is written once."""

from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from harness.arena.columns import BOTS, FAULTS, RATINGS, TABLES, Batch, table_of
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import (
    DECK,
    PLAYS,
    a_batch,
    a_run,
    counts,
    fault_row,
    hand_row,
    match_row,
)


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
