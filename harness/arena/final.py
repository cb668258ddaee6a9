"""The final of a knockout: who won it, by what decided every round before."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from harness.arena.formats import knockout, seeded, winner
from harness.arena.meetings import Tally
from harness.arena.runs import FINISHED, Ask, RunInfo

KNOCKOUT: Final = knockout.__name__

_LAST: Final = """
    SELECT pairing, leg, winner, count(*) AS matches,
        sum(score_ns)::BIGINT AS north, sum(score_ew)::BIGINT AS east,
        any_value(ns) AS ns, any_value(ew) AS ew
    FROM matches
    WHERE run_id = '{run_id}'
        AND pairing = (SELECT max(pairing) FROM matches WHERE run_id = '{run_id}')
    GROUP BY pairing, leg, winner
"""


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


def final_of(ask: Ask, run: RunInfo) -> Decided | None:
    """Return the final of a run; None where it is no knockout that was played to its end."""
    config = json.loads(run.config)
    if config.get("format") != KNOCKOUT or run.status != FINISHED or "rescored_from" in config:
        return None
    rows = ask(_LAST.format(run_id=run.run_id)).to_pylist()
    tally, points = Tally(), {row[side]: 0 for row in rows for side in ("ns", "ew")}
    for row in rows:
        margin = row["north"] - row["east"]
        tally.add(row["pairing"], row["leg"], row["winner"], row["matches"], margin)
        points[row["ns"]] += row["north"]
        points[row["ew"]] += row["east"]
    first, second = next((row["ns"], row["ew"]) for row in rows if not row["leg"])
    (meeting,) = tally.meetings([(first, second)], rows[0]["pairing"])
    names = [side["name"] for side in config.get("sides") or config["contestants"]]
    best = winner(meeting, seeded(names))
    other = second if best == first else first
    halves = meeting.score if best == first else 1 - meeting.score
    won = halves * meeting.matches
    return Decided(best, other, won, meeting.matches - won, points[best], points[other])
