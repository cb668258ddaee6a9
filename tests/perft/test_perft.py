"""The engine and the oracle go on from a position in the same number of ways."""

from __future__ import annotations

import os
from typing import Final

import pytest

from tests import oracle
from tests.perft.counting import Record, by_engine, by_oracle, positions

MOST: Final = int(os.environ.get("BELOTE_PERFT", "200"))
"""Continuations that the oracle follows to count those one act longer: it is slow."""

POSITIONS = [
    pytest.param(
        record,
        id=f"{record['rules']} after {len(record['bids'].split())} bids and "
        f"{len(record['plays'].split())} cards",
    )
    for record in positions()
]


@pytest.mark.parametrize("record", POSITIONS)
def test_the_engine_can_go_on_in_as_many_ways_as_are_written(record: Record) -> None:
    depths = range(1, len(record["counts"]) + 1)
    assert [by_engine(record, depth) for depth in depths] == record["counts"]


@pytest.mark.parametrize("record", POSITIONS)
def test_the_oracle_can_go_on_in_as_many_ways_as_are_written(record: Record) -> None:
    for depth, count in enumerate(record["counts"], start=1):
        if sum(record["counts"][: depth - 1]) > MOST:
            break
        assert by_oracle(record, depth) == count


def test_the_positions_are_of_every_preset_from_the_first_bid_to_the_last_tricks() -> None:
    for preset in oracle.PRESETS:
        begun = [record for record in positions() if record["rules"] == preset]
        assert any(not record["bids"] for record in begun)
        assert any(record["counts"][0] == 8 for record in begun)
        assert any(len(record["plays"].split()) + len(record["counts"]) == 32 for record in begun)


def first_counts(bids: str) -> dict[str, list[int]]:
    """Return by preset the first two counts of the hand broken off after these bids."""
    return {
        record["rules"]: record["counts"][:2]
        for record in positions()
        if isinstance(record["rules"], str) and record["bids"] == bids and not record["plays"]
    }


def test_the_first_counts_are_those_found_by_hand() -> None:
    first = first_counts("")
    # Pass or take; then pass or take again, or eight cards to lead for one who took.
    assert all(first[name] == [2, 10] for name in oracle.TEXTS)
    # Pass, or ten heights in four suits; then the same, or pass, coinche and what is higher.
    assert first["contree"] == [1 + 40, 41 + sum(4 * (2 + 4 * higher) for higher in range(10))]
    # Thirteen heights in six trumps.
    assert first["coinche"] == [1 + 78]
    # Pass or six trumps; then the same, or pass, contra and the trumps that are higher.
    assert first["bulgarian"] == [7, 7 + sum(2 + higher for higher in range(6))]
    # Nobody speaks: one of the eight cards that lie open.
    assert first["two-handed"][0] == 8


def test_the_first_counts_late_in_the_second_round_are_those_found_by_hand() -> None:
    # The seventh to speak: pass and three suits, or four where the turned one may be named again;
    # then the dealer, who under classic must name one of three, or eight cards after each suit.
    assert first_counts(" ".join(["pass"] * 6)) == {
        "classic": [4, 3 * 8 + 3],
        "contract82": [4, 3 * 8 + 4],
        "counterclockwise": [5, 4 * 8 + 5],
        "scoresheet": [4, 3 * 8 + 4],
        "gameduell": [4, 3 * 8 + 4],
    }
