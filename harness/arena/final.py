"""How a format ended that has an end of its own: the final of a knockout, the places of a Swiss.

Each is told by what paired the rounds, and need not agree with the ranking by Elo.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from harness.arena.formats import Place, knockout, seeded, standings, swiss, winner
from harness.arena.meetings import Meeting, Pairing, Tally
from harness.arena.runs import FINISHED, Ask, RunInfo

_PLAYED: Final = """
    SELECT pairing, leg, winner, count(*) AS matches,
        sum(score_ns)::BIGINT AS north, sum(score_ew)::BIGINT AS east,
        any_value(ns) AS ns, any_value(ew) AS ew
    FROM matches
    WHERE run_id = '{run_id}' {only}
    GROUP BY pairing, leg, winner
"""
_LAST: Final = "AND pairing = (SELECT max(pairing) FROM matches WHERE run_id = '{run_id}')"

Rows: TypeAlias = Sequence[Mapping[str, Any]]


class Decided(NamedTuple):
    """A final as its winner sees it.

    Attributes:
        winner: of the knockout.
        loser: the other one.
        won: how many matches of the final were the winner's, a draw counting half.
        lost: how many were the other's.
        points: the winner's, over all matches of the final.
        against: the other's.
    """

    winner: str
    loser: str
    won: float
    lost: float
    points: int
    against: int


class Placed(NamedTuple):
    """The places of a Swiss, the first one first, and after how many rounds."""

    rounds: int
    places: tuple[Place, ...]

    @property
    def winner(self) -> str:
        """Who came first."""
        return self.places[0].name


Ended: TypeAlias = Decided | Placed


def final_of(ask: Ask, run: RunInfo) -> Ended | None:
    """Return how a run ended by its format; None where that has no end, or not come to it."""
    config = json.loads(run.config)
    told = _TOLD.get(config.get("format"))
    if told is None or run.status != FINISHED or "rescored_from" in config:
        return None
    names = [side["name"] for side in config.get("sides") or config["contestants"]]
    return told(ask, run.run_id, names)


def _final(ask: Ask, run_id: str, names: Sequence[str]) -> Decided:
    """Return the last meeting, by what decided every round before."""
    last = _LAST.format(run_id=run_id)
    rows = ask(_PLAYED.format(run_id=run_id, only=last)).to_pylist()
    (meeting,) = _meetings(rows)
    points = dict.fromkeys((meeting.first, meeting.second), 0)
    for row in rows:
        points[row["ns"]] += row["north"]
        points[row["ew"]] += row["east"]
    best = winner(meeting, seeded(names))
    other = meeting.second if best == meeting.first else meeting.first
    halves = meeting.score if best == meeting.first else 1 - meeting.score
    won = halves * meeting.matches
    return Decided(best, other, won, meeting.matches - won, points[best], points[other])


def _places(ask: Ask, run_id: str, names: Sequence[str]) -> Placed:
    """Return the order in which another round would have been paired."""
    meetings = _meetings(ask(_PLAYED.format(run_id=run_id, only="")).to_pylist())
    size = len(names) // 2
    rounds = [meetings[start : start + size] for start in range(0, len(meetings), size)]
    sat_out = [
        name
        for round_ in rounds
        for name in set(names).difference(*(meeting[:2] for meeting in round_))
    ]
    return Placed(len(rounds), tuple(standings(names, meetings, sat_out)))


_TOLD: Final[dict[str, Callable[[Ask, str, Sequence[str]], Ended]]] = {
    knockout.__name__: _final,
    swiss.__name__: _places,
}


def _meetings(rows: Rows) -> list[Meeting]:
    """Return the meetings that matches were of, in the order of the schedule."""
    tally = Tally()
    pairings: dict[int, Pairing] = {}
    for row in rows:
        number, leg = row["pairing"], row["leg"]
        tally.add(number, leg, row["winner"], row["matches"], row["north"] - row["east"])
        pairings[number] = (row["ew"], row["ns"]) if leg else (row["ns"], row["ew"])
    return [
        meeting
        for number in sorted(pairings)
        for meeting in tally.meetings([pairings[number]], number)
    ]
