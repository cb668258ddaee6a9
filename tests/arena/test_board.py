"""The board of a run that is on: complete pairs only, in whatever order they come."""

from __future__ import annotations

from itertools import permutations
from math import log10
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
# 2.5 points of 4 matches, and half a point and match more: 3 of 5.
APART = 400 * log10(3 / 2)


def check(board: Board) -> None:
    ada, bob = board.places()
    assert (ada.side, ada.score, ada.pairs) == ("ada", 2.5 / 4, 2)
    assert (bob.side, bob.score, bob.pairs) == ("bob", 1.5 / 4, 2)
    assert ada.elo == pytest.approx(APART / 2)
    assert bob.elo == pytest.approx(-APART / 2)
    assert ada.reach == bob.reach > 100
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
    assert [place.side for place in places] == list(ranked)
    for place in places:
        rating, record = ranked[place.side].rating, ranked[place.side].record
        assert place.score == pytest.approx(record.score)
        assert 2 * place.pairs == record.matches
        assert place.elo == pytest.approx(rating.value, abs=0.1 * place.reach)
        assert rating.upper is not None
        assert place.reach == pytest.approx(rating.upper - rating.value, rel=0.1)
