"""The writer's thread: everything put is committed, and what goes wrong comes back."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.arena.columns import Batch
from harness.arena.store import Store
from harness.arena.writer import Writer
from harness.errors import BeloteError
from tests.arena.stored import a_batch, counts, hand_row, match_row, next_line, start

BROKEN = Batch.of([match_row(match_id="bad")], [hand_row(match_id="bad", outcome=None)])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def test_everything_put_is_committed_when_the_writer_closes(store: Store) -> None:
    with Writer(store, waiting=2) as writer:
        for number in range(50):
            writer.put(a_batch(f"m{number}", f"n{number}"))
    assert counts(store) == (100, 200, 100)


def test_what_was_put_is_committed_when_the_program_is_interrupted(store: Store) -> None:
    def interrupted(writer: Writer) -> None:
        writer.put(a_batch("m1", "m2"))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Writer(store) as writer:
        interrupted(writer)
    assert counts(store) == (2, 4, 2)


def test_committed_batches_are_reported_once_and_in_order(store: Store) -> None:
    store.append(a_batch("00"))
    reported: list[str] = []

    def note(batch: Batch) -> None:
        stored = store.known_matches("run")
        ids = sorted(batch.match_ids())
        assert all(match_id in stored for match_id in ids)
        reported.extend(ids)

    with Writer(store, committed=note) as writer:
        for ids in (["00", "01"], ["02"], ["01", "03"]):
            writer.put(a_batch(*ids))
    assert reported == ["01", "02", "03"]


def test_a_batch_that_cannot_be_written_is_an_error_when_the_writer_closes(store: Store) -> None:
    writer = Writer(store)
    writer.put(BROKEN)
    with pytest.raises(BeloteError, match="cannot write to"):
        writer.close()


def test_a_writer_that_has_failed_takes_no_more_and_holds_nobody_up(store: Store) -> None:
    def put_for_ever(writer: Writer) -> None:
        writer.put(a_batch("m0"))
        writer.put(BROKEN)
        number = 0
        while True:
            number += 1
            writer.put(a_batch(f"m{number}"))

    with pytest.raises(BeloteError, match="cannot write to"), Writer(store, waiting=1) as writer:
        put_for_ever(writer)
    assert counts(store) == (1, 2, 1), "nothing is written after a gap"


def test_an_error_of_the_program_is_not_covered_by_that_of_the_writer(store: Store) -> None:
    def fail(writer: Writer) -> None:
        writer.put(BROKEN)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), Writer(store) as writer:
        fail(writer)


def test_an_error_in_whoever_follows_comes_back(store: Store) -> None:
    def fail(_: Batch) -> None:
        raise ZeroDivisionError

    writer = Writer(store, committed=fail)
    writer.put(a_batch("m1"))
    with pytest.raises(ZeroDivisionError):
        writer.close()
    assert counts(store) == (1, 2, 1)


WRITE_FOR_EVER = """
import itertools, sys
from harness.arena.store import Store
from harness.arena.writer import Writer
from tests.arena.stored import a_batch
first, told = int(sys.argv[2]), itertools.count()
def tell(batch):
    print(first + next(told), flush=True)
with Store.open(sys.argv[1], owner=True) as store, Writer(store, committed=tell) as writer:
    for number in itertools.count(first):
        writer.put(a_batch(*(f"m{number}-{one}" for one in range(20))))
"""


def test_killing_the_owner_in_the_middle_leaves_whole_matches_and_all_that_was_committed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "quick.db"
    told = 0
    for run in range(3):
        with start(WRITE_FOR_EVER, path, run * 1000) as owner:
            for _ in range(5 + 9 * run):
                next_line(owner)
                told += 1
            owner.send_signal(signal.SIGKILL)
            assert owner.stdout is not None
            told += len(owner.stdout.read().split())
        with Store.open(path, owner=True) as store:
            matches, hands, faults = counts(store)
            assert matches % 20 == 0, "batches are whole"
            assert matches >= 20 * told, "what was reported is there"
            assert (hands, faults) == (2 * matches, matches)
            apart = store.read(
                "FROM hands ANTI JOIN matches USING (match_id) UNION ALL BY NAME "
                "SELECT match_id FROM matches ANTI JOIN hands USING (match_id)"
            )
            assert apart.num_rows == 0
            twice = store.read("SELECT match_id FROM matches GROUP BY ALL HAVING count(*) > 1")
            assert twice.num_rows == 0
