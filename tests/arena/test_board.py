"""The board of a run that is on: complete pairs only, in whatever order they come."""

from __future__ import annotations

from itertools import permutations
from math import log, log10, sqrt
from pathlib import Path

import pytest

from harness.arena.board import Board, Place
from harness.arena.columns import Batch
from harness.arena.runner import run_tournament
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from tests.arena.stored import a_run, fault_row, match_row


def match(pair: str, leg: int, winner: str | None) -> Batch:
    """Return one leg of a pair of ada and bob, with a fault of bob's where he sat EW and lost."""
    ns, ew = ("bob", "ada") if leg else ("ada", "bob")
    match_id = f"{pair}{leg}"
    row = match_row(match_id=match_id, pair_id=pair, leg=leg, ns=ns, ew=ew, winner=winner)
    faulty = [fault_row(match_id=match_id, bot="bob")] if (leg, winner) == (0, "NS") else []
    return Batch.of([row], [], faulty)


# ada wins both legs of the first pair, draws and loses in the second; half of a third is there.
PLAYED = [
    match("a", 0, "NS"),
    match("a", 1, "EW"),
    match("b", 0, None),
    match("b", 1, "NS"),
    match("c", 0, "EW"),
]
# 2.5 points of 4 matches.
APART = 400 * log10(2.5 / 1.5)


def check(board: Board) -> None:
    ada, bob = board.places()
    assert (ada.rating.name, ada.score, ada.pairs) == ("ada", 2.5 / 4, 2)
    assert (bob.rating.name, bob.score, bob.pairs) == ("bob", 1.5 / 4, 2)
    assert ada.rating.value == pytest.approx(APART / 2)
    assert bob.rating.value == pytest.approx(-APART / 2)
    # Two pairs show no spread: the model's, 1 / (4·p·(1 − p)), of which half is ada's.
    reach = 1.959964 * 400 / log(10) / sqrt(4 * 2.5 / 4 * 1.5 / 4) / 2
    assert ada.rating.upper == pytest.approx(APART / 2 + reach)
    assert bob.rating.lower == pytest.approx(-APART / 2 - reach)
    assert board.faults == {"bob": 1}


def test_half_a_pair_waits_for_the_other_half_in_whatever_order_they_come() -> None:
    for order in list(permutations(PLAYED))[::7]:
        board = Board()
        for batch in order:
            board.add(batch)
        check(board)


def test_a_board_with_no_complete_pair_is_empty() -> None:
    board = Board()
    assert board.places() == []
    board.add(PLAYED[0])
    assert board.places() == []


@pytest.mark.parametrize("stored", range(len(PLAYED) + 1))
def test_a_run_that_goes_on_shows_what_was_stored_with_what_comes(
    stored: int, tmp_path: Path
) -> None:
    with Store.open(tmp_path / "db", owner=True) as store:
        store.begin_run(*a_run())
        store.append(*PLAYED[:stored])
        board = Board.of(store.read, "run")
    for batch in PLAYED[stored:]:
        board.add(batch)
    check(board)


def test_the_board_settles_on_the_ratings_of_the_standings(tmp_path: Path) -> None:
    bots = ["basic", "lowest", "random"]
    settled = build("b", bots, rules=preset("classic"), pairs=40, seed=6)
    registry = load(plugin_dirs=(), env={})
    outcome = run_tournament(settled, registry, database=tmp_path / "db", workers=0)
    places: list[Place] = outcome.progress.board.places()
    ranked = {row.name: row for row in outcome.standings.rows}
    assert [place.rating.name for place in places] == list(ranked)
    for place in places:
        rating, record = ranked[place.rating.name].rating, ranked[place.rating.name].record
        assert place.score == pytest.approx(record.score)
        assert 2 * place.pairs == record.matches
        # Every pair had deals of its own.
        assert place.rating.value == pytest.approx(rating.value)
        assert place.rating.lower == pytest.approx(rating.lower)
        assert place.rating.clusters == rating.clusters
