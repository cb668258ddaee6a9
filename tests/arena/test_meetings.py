"""What pairings come to, counted in any order."""

from itertools import permutations
from typing import Any

import pyarrow as pa

from harness.arena.meetings import Meeting, Tally

ROWS: list[dict[str, Any]] = [
    {"pairing": 3, "leg": 0, "winner": "NS", "score_ns": 500, "score_ew": 400},
    {"pairing": 3, "leg": 1, "winner": "NS", "score_ns": 510, "score_ew": 300},
    {"pairing": 3, "leg": 0, "winner": None, "score_ns": 501, "score_ew": 501},
    {"pairing": 4, "leg": 1, "winner": "EW", "score_ns": 10, "score_ew": 501},
]
PAIRINGS = [("a", "b"), ("c", "d")]


def test_a_meeting_has_the_score_and_margin_of_the_first_named_over_both_legs() -> None:
    tally = Tally()
    tally.count(pa.Table.from_pylist(ROWS))
    assert list(tally.meetings(PAIRINGS, 3)) == [
        Meeting("a", "b", 3, 0.5, 100 - 210),
        Meeting("c", "d", 1, 1.0, 491),
    ]


def test_the_order_in_which_results_come_does_not_matter() -> None:
    counted = []
    for rows in permutations(ROWS):
        tally = Tally()
        for row in rows:
            tally.count(pa.Table.from_pylist([row], pa.Table.from_pylist(ROWS).schema))
        counted.append(list(tally.meetings(PAIRINGS, 3)))
    assert all(one == counted[0] for one in counted)


def test_matches_that_ended_alike_may_be_added_together() -> None:
    tally = Tally()
    tally.add(pairing=0, leg=0, winner="NS", matches=3, margin=60)
    tally.add(pairing=0, leg=1, winner="NS", matches=1, margin=40)
    assert list(tally.meetings(PAIRINGS[:1], 0)) == [Meeting("a", "b", 4, 0.75, 20)]
