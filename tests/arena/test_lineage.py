"""Runs that go on with each other: what stands in several of them counts once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.arena.columns import Batch
from harness.arena.gathering import results_of
from harness.arena.results import Results
from harness.arena.sides import Side
from harness.arena.store import Store
from tests.arena.stored import a_run, match_row

PLAYERS = ("ada", "bob", "cid")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def begin(store: Store, run_id: str, continues: str | None = None, *, code: str = "old") -> None:
    """Begin a run of ada, bob and cid, with some code of cid's, that may go on with another."""
    run, (bot, _) = a_run(run_id)
    entered = [{"name": name, "bot": "random", "options": {}} for name in PLAYERS]
    config = {"contestants": entered, **({"continues": continues} if continues else {})}
    store.begin_run(
        run._replace(config=json.dumps(config)),
        [bot._replace(name=name, digest=code if name == "cid" else bot.digest) for name in PLAYERS],
        [Side(name, (name,)) for name in PLAYERS],
    )


def play(store: Store, run: str, *pairs: int, other: str = "bob", legs: int = 2) -> None:
    """Store pairs of ada and another, each won by NS."""
    rows = [
        match_row(
            match_id=f"{run}-{number}-{other}-{leg}",
            run_id=run,
            pair_id=f"{number}-{other}",
            pair=number,
            deal_set=number,
            leg=leg,
            ns=("ada", other)[leg],
            ew=(other, "ada")[leg],
        )
        for number in pairs
        for leg in range(legs)
    ]
    store.append(Batch.of(rows))


def counted(store: Store, *runs: str, where: str = "") -> tuple[int, int]:
    """Return how many matches count, and how many more there are."""
    results: Results = results_of(store.read, runs, where)
    return results.matches, results.twice


def test_a_match_that_a_run_took_over_counts_once_whichever_is_named_first(store: Store) -> None:
    begin(store, "first")
    begin(store, "second", "first")
    play(store, "first", 0, 1)
    play(store, "second", 0, 1, 2)
    assert counted(store, "first", "second") == (6, 4)
    both = [results_of(store.read, runs) for runs in (["first", "second"], ["second", "first"])]
    assert both[0].digest == both[1].digest
    assert [counted(store, run) for run in ("first", "second")] == [(4, 0), (6, 0)]


def test_so_does_one_that_runs_have_from_another_that_is_not_named(store: Store) -> None:
    for run, of in (("first", None), ("second", "first"), ("third", "second"), ("other", "first")):
        begin(store, run, of)
    play(store, "third", 0, 1)
    play(store, "other", 0, 1, 2)
    assert counted(store, "third", "other") == (6, 4)
    play(store, "first", 0)
    assert counted(store, "first", "third", "other") == (6, 6)


def test_what_was_played_anew_since_the_code_changed_counts_beside_what_was_before(
    store: Store,
) -> None:
    begin(store, "first")
    begin(store, "second", "first", code="new")
    for run in ("first", "second"):
        play(store, run, 0)
        play(store, run, 0, other="cid")
    results = results_of(store.read, ["first", "second"])
    assert (results.matches, results.twice) == (6, 2)
    assert [name.partition("@")[0] for name in results.names] == ["ada", "bob", "cid", "cid"]


def test_runs_that_do_not_go_on_with_each_other_count_whole(store: Store) -> None:
    for run in ("first", "second"):
        begin(store, run)
        play(store, run, 0)
    assert counted(store, "first", "second") == (4, 0)


def test_a_pair_counts_where_it_is_whole_and_meets_the_condition(store: Store) -> None:
    begin(store, "first")
    begin(store, "second", "first")
    play(store, "first", 0, 1)
    play(store, "second", 0)
    play(store, "second", 1, legs=1)
    assert counted(store, "first", "second") == (4, 2)
    assert counted(store, "first", "second", where="run_id = 'first'") == (4, 0)
