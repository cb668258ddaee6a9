"""Heritage: from which of several stored runs a changed one takes matches over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.arena.columns import Batch
from harness.arena.heritage import Heritage
from harness.arena.meetings import Tally
from harness.arena.resuming import settled
from harness.arena.run import Run
from harness.arena.runs import FINISHED, INTERRUPTED
from harness.arena.seeds import keep_seed, seed_path
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import load
from tests.arena.stored import match_row

REGISTRY = load(plugin_dirs=(), env={})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def friday(pairs: int, *bots: str, **keys: Any) -> Run:  # noqa: ANN401 - as a file has them
    bots = bots or ("random", "lowest")
    told: dict[str, Any] = {"rules": preset("classic"), "seed": 5} | keys
    return Run(build("friday", bots, pairs=pairs, **told), REGISTRY)


def keep(store: Store, run: Run, *, first: int | None = None) -> str:
    """Store a run as if it had been played, or its first matches, and return its id."""
    keep_seed(store.path, run.run_id, run.seed)
    store.begin_run(run.row(), run.bot_rows(), run.tournament.sides)
    tally = Tally()
    for _, scheduled in run.rounds(tally):
        rows = [match_row(**one._asdict(), run_id=run.run_id) for one in scheduled]
        batch = Batch.of(rows[:first])
        store.append(batch)
        if first is not None:
            break
        tally.count(batch.matches)
    done = first is None
    seed = run.seed.hex() if done else None
    store.finish_run(run.run_id, status=FINISHED if done else INTERRUPTED, seed=seed)
    return run.run_id


def gone_on(store: Store, run: Run) -> tuple[str | None, int]:
    """Return which run another takes matches over from where changes are accepted, and how many."""
    heir = settled(run, store, fresh=False, accept_changes=True)
    return heir.continues, Heritage(heir, store).gives()


def test_of_the_runs_stored_under_a_name_the_one_that_gives_most_is_gone_on_with(
    store: Store,
) -> None:
    longer = keep(store, friday(4))
    keep(store, friday(1))
    keep(store, friday(9, seed=6))
    keep(store, friday(9, rules=preset("gameduell")))
    assert gone_on(store, friday(5)) == (longer, 8)
    assert gone_on(store, friday(3)) == (longer, 6)


def test_of_runs_that_give_as_much_the_newest_is_gone_on_with(store: Store) -> None:
    keep(store, friday(3))
    newest = keep(store, friday(2))
    assert gone_on(store, friday(1)) == (newest, 2)


def test_later_rounds_count_in_what_a_run_gives(store: Store) -> None:
    def swiss(rounds: int) -> Run:
        field = ("random", "lowest", "basic", "counter")
        return friday(1, *field, format={"name": "swiss", "rounds": rounds})

    two = keep(store, swiss(2))
    keep(store, swiss(1))
    assert gone_on(store, swiss(3)) == (two, 8)


def test_a_finished_run_that_gives_nothing_is_not_gone_on_with(store: Store) -> None:
    keep(store, friday(1))
    assert gone_on(store, friday(1, seed=6)) == (None, 0)


def test_where_another_run_gives_more_than_the_unfinished_one_that_is_told(store: Store) -> None:
    longer = keep(store, friday(4))
    broken = keep(store, friday(6), first=2)
    with pytest.raises(BeloteError) as refused:
        settled(friday(5), store, fresh=False, accept_changes=False)
    assert str(refused.value) == (
        f"'friday' has changed since its run {broken}, which is not finished: pairs (6, now 5). "
        f"--accept-changes goes on with what is the same in its run {longer}, which is more, "
        "--fresh begins anew"
    )
    assert gone_on(store, friday(5)) == (longer, 8)


def test_an_unfinished_run_whose_seed_is_lost_gives_nothing(store: Store) -> None:
    longer = keep(store, friday(5, seed=None), first=6)
    shorter = keep(store, friday(5, seed=None), first=2)
    assert gone_on(store, friday(4, seed=None)) == (longer, 6)
    seed_path(store.path, longer).unlink()
    assert gone_on(store, friday(4, seed=None)) == (shorter, 2)


def test_a_drawn_seed_that_is_published_is_played_on_only_where_it_is_given(store: Store) -> None:
    drawn = friday(2, seed=None)
    run_id = keep(store, drawn)
    assert gone_on(store, friday(3, seed=None)) == (None, 0)
    assert gone_on(store, friday(3, seed=drawn.seed.hex())) == (run_id, 4)
