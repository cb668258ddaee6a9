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
        assert any(record["bids"] == " ".join(["pass"] * 6) for record in begun)
        assert any(record["counts"][0] == 8 for record in begun)
        assert any(len(record["plays"].split()) + len(record["counts"]) == 32 for record in begun)


def test_the_first_counts_are_those_found_by_hand() -> None:
    # Pass or take; then pass or take again, or eight cards to lead for one who took.
    assert all(record["counts"][:2] == [2, 10] for record in positions() if not record["bids"])
    # The seventh to speak: pass and three suits, or four where the turned one may be named again;
    # then the dealer, who under classic must name one of three, or eight cards after each suit.
    seventh = {
        record["rules"]: record["counts"][:2]
        for record in positions()
        if record["bids"] == " ".join(["pass"] * 6)
    }
    assert seventh == {
        "classic": [4, 3 * 8 + 3],
        "contract82": [4, 3 * 8 + 4],
        "counterclockwise": [5, 4 * 8 + 5],
        "scoresheet": [4, 3 * 8 + 4],
        "gameduell": [4, 3 * 8 + 4],
    }
