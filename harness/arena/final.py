"""How a format ended that has an end of its own: the final of a knockout, the places of a Swiss.

Each is told by what paired the rounds, and need not agree with the ranking by Elo.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from harness.arena.formats import Place, knockout, seeded, standings, swiss, winner
from harness.arena.meetings import Meeting, tally_of
from harness.arena.runs import FINISHED, Ask, RunInfo, names_of

_PAIRINGS: Final = """
    SELECT pairing,
           any_value(CASE leg WHEN 0 THEN ns ELSE ew END) AS first,
           any_value(CASE leg WHEN 0 THEN ew ELSE ns END) AS second,
           sum(CASE leg WHEN 0 THEN score_ns ELSE score_ew END)::BIGINT AS points,
           sum(CASE leg WHEN 0 THEN score_ew ELSE score_ns END)::BIGINT AS against
    FROM matches WHERE run_id = '{run_id}' GROUP BY pairing ORDER BY pairing
"""

Row: TypeAlias = Mapping[str, Any]


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
    pairings = ask(_PAIRINGS.format(run_id=run.run_id)).to_pylist()
    tally = tally_of(ask, run.run_id)
    meetings = [
        meeting
        for row in pairings
        for meeting in tally.meetings([(row["first"], row["second"])], row["pairing"])
    ]
    return told(names_of(config), meetings, pairings[-1])


def _final(names: Sequence[str], meetings: Sequence[Meeting], last: Row) -> Decided:
    """Return the last meeting, by what decided every round before."""
    meeting = meetings[-1]
    won, lost = meeting.score * meeting.matches, (1 - meeting.score) * meeting.matches
    as_first = Decided(meeting.first, meeting.second, won, lost, last["points"], last["against"])
    if winner(meeting, seeded(names)) == meeting.first:
        return as_first
    return Decided(meeting.second, meeting.first, lost, won, last["against"], last["points"])


def _places(names: Sequence[str], meetings: Sequence[Meeting], _: Row) -> Placed:
    """Return the order in which another round would have been paired."""
    size = len(names) // 2
    rounds = [meetings[start : start + size] for start in range(0, len(meetings), size)]
    sat_out = [
        name
        for round_ in rounds
        for name in set(names).difference(*(meeting[:2] for meeting in round_))
    ]
    return Placed(len(rounds), tuple(standings(names, meetings, sat_out)))


_TOLD: Final[dict[str, Callable[[Sequence[str], Sequence[Meeting], Row], Ended]]] = {
    knockout.__name__: _final,
    swiss.__name__: _places,
}
