"""Runs on the same seed: a match that stands in several of them counts once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.arena.columns import Batch
from harness.arena.gathering import results_of
from harness.arena.results import Results
from harness.arena.sides import Side
from harness.arena.store import Store
from harness.errors import BeloteError
from tests.arena.stored import a_run, match_row

PLAYERS = ("ada", "bob", "cid")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def begin(
    store: Store,
    run_id: str,
    continues: str | None = None,
    *,
    code: str = "old",
    seed: str = "hash",
    target: int = 501,
    **config: str,
) -> None:
    """Begin a run of ada, bob and cid, with some code of cid's, that may go on with another."""
    run, (bot, _) = a_run(run_id, {"target": target})
    entered = [{"name": name, "bot": "random", "options": {}} for name in PLAYERS]
    config |= {"continues": continues} if continues else {}
    store.begin_run(
        run._replace(config=json.dumps({"contestants": entered, **config}), seed_hash=seed),
        [bot._replace(name=name, digest=code if name == "cid" else bot.digest) for name in PLAYERS],
        [Side(name, (name,)) for name in PLAYERS],
    )


def play(
    store: Store,
    run: str,
    *pairs: int,
    other: str = "bob",
    legs: int = 2,
    other_first: bool = False,
) -> None:
    """Store pairs of ada and another, who has NS first if so wished, each won by NS."""
    sides = (other, "ada") if other_first else ("ada", other)
    rows = [
        match_row(
            match_id=f"{run}-{number}-{other}-{leg}",
            run_id=run,
            pair_id=f"{number}-{other}",
            pair=number,
            deal_set=number,
            leg=leg,
            ns=sides[leg],
            ew=sides[1 - leg],
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


def test_a_match_that_runs_on_one_seed_played_without_knowing_of_each_other_counts_once(
    store: Store,
) -> None:
    begin(store, "first")
    begin(store, "second", nonce="anew")
    begin(store, "third", "root that is not there")
    for run, pairs in (("first", (0,)), ("second", (0, 1)), ("third", (1, 2))):
        play(store, run, *pairs)
    assert counted(store, "first", "second") == (4, 2)
    assert counted(store, "first", "second", "third") == (6, 4)


def test_who_changed_in_one_of_three_runs_counts_twice_there_and_once_elsewhere(
    store: Store,
) -> None:
    for run, code in (("first", "old"), ("second", "old"), ("third", "new")):
        begin(store, run, code=code)
        play(store, run, 0)
        play(store, run, 0, other="cid")
    assert counted(store, "first", "second", "third") == (6, 6)
    assert counted(store, "second", "third") == (6, 2)


@pytest.mark.parametrize(
    "other",
    [{"seed": "another"}, {"target": 1001}, {"mode": "duplicate"}, {"on_fault": "substitute"}],
)
def test_matches_that_anything_decisive_tells_apart_count_each(
    store: Store, other: dict[str, Any]
) -> None:
    begin(store, "first")
    begin(store, "second", **other)
    for run in ("first", "second"):
        play(store, run, 0)
    assert counted(store, "first", "second") == (4, 0)


def test_a_pair_counts_beside_one_that_the_other_side_began(store: Store) -> None:
    for run in ("first", "second"):
        begin(store, run)
        play(store, run, 0, other_first=run == "second")
    assert counted(store, "first", "second") == (4, 0)


def test_runs_that_are_the_same_matches_by_two_scoresheets_are_refused(store: Store) -> None:
    begin(store, "played")
    begin(store, "sheet", target=350, rescored_from="played")
    begin(store, "other sheet", target=300, rescored_from="played")
    begin(store, "played so", target=350)
    for run in ("played", "sheet", "other sheet", "played so"):
        play(store, run, 0)
    for runs in (("played", "sheet"), ("sheet", "other sheet")):
        with pytest.raises(BeloteError, match="have the same matches, rescored by other rules"):
            counted(store, *runs)
    assert counted(store, "sheet", "played so") == (4, 0)


def test_what_was_rescored_of_several_runs_by_the_same_rules_counts_once_too(store: Store) -> None:
    begin(store, "first")
    begin(store, "second", "first")
    for run, origin in (("sheet", "first"), ("other sheet", "second")):
        begin(store, run, target=350, rescored_from=origin)
        play(store, run, 0)
    assert counted(store, "sheet", "other sheet") == (2, 2)


def test_a_pair_counts_where_it_is_whole_and_meets_the_condition(store: Store) -> None:
    begin(store, "first")
    begin(store, "second", "first")
    play(store, "first", 0, 1)
    play(store, "second", 0)
    play(store, "second", 1, legs=1)
    assert counted(store, "first", "second") == (4, 2)
    assert counted(store, "first", "second", where="run_id = 'first'") == (4, 0)
