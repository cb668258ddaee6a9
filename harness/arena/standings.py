"""The standings of a run: what was played, and the joint ratings of everybody.

Everything comes from the database through one function that answers SQL, so that a run, its owner
and a reader elsewhere compute the very same table. Only complete pairs of finished matches count.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from harness.arena.columns import RATINGS, table_of
from harness.arena.ratings import fit
from harness.arena.runs import Ask
from harness.arena.stats import Rating

METHOD: Final = "bradley-terry by pair"
LEVEL: Final = 0.95

_MATCHES: Final = """
    SELECT one.ns, one.ew, one.winner, one.deal_set, one.match_id
    FROM matches AS one JOIN matches AS two USING (run_id, pair_id)
    WHERE one.run_id = '{run_id}' AND one.leg <> two.leg
        AND 'unfinished' NOT IN (one.ended_by, two.ended_by)
    ORDER BY one.match_id
"""
_POINTS: Final = "SELECT bot, hands, points_per_hand FROM standings WHERE run_id = '{run_id}'"


class Standing(NamedTuple):
    """One contestant's line: its rating, and what it made of the hands it finished.

    `points_per_hand` is None where every match of it was forfeited.
    """

    rating: Rating
    hands: int
    points_per_hand: float | None


class Standings(NamedTuple):
    """The table of a run, best first, component by component.

    Attributes:
        run_id: of the run.
        rows: a line a contestant; empty before the first pair is complete.
        data_digest: BLAKE2b-128 of the results that it was computed from, in hex.
    """

    run_id: str
    rows: tuple[Standing, ...]
    data_digest: str

    def as_table(self) -> pa.Table:
        """Return the rows of `ratings`."""
        now = datetime.now(UTC)
        return table_of(RATINGS, [self._row(standing, now) for standing in self.rows])

    def _row(self, standing: Standing, now: datetime) -> tuple[object, ...]:
        rating = standing.rating
        return (
            self.run_id,
            METHOD,
            rating.name,
            rating.elo,
            rating.lower,
            rating.upper,
            rating.se,
            rating.one_sided,
            rating.matches,
            rating.wins,
            rating.draws,
            rating.losses,
            rating.score,
            standing.points_per_hand,
            self.data_digest,
            now,
        )


def rank(ask: Ask, run_id: str) -> Standings:
    """Rank the contestants of a run by all its complete pairs.

    Args:
        ask: answers SQL with a table: a store's `read`, or `answering.ask` of a path.
        run_id: which run.
    """
    played = ask(_MATCHES.format(run_id=run_id))
    sides = [played["ns"].to_numpy(), played["ew"].to_numpy()]
    names = sorted(set().union(*sides))
    number = {name: place for place, name in enumerate(names)}
    first, second = (np.array([number[name] for name in side], dtype=int) for side in sides)
    winner = played["winner"].to_pylist()
    score = np.array([_SCORE[side] for side in winner], dtype=float)
    ranking = fit(names, first, second, score, played["deal_set"].to_numpy(), level=LEVEL)
    points = {row["bot"]: row for row in ask(_POINTS.format(run_id=run_id)).to_pylist()}
    rows = tuple(
        Standing(one, points[one.name]["hands"], points[one.name]["points_per_hand"])
        for one in ranking.rows
    )
    digest = blake2b(
        repr(list(zip(played["match_id"].to_pylist(), winner, strict=True))).encode(),
        digest_size=16,
    )
    return Standings(run_id, rows, digest.hexdigest())


_SCORE: Final = {"NS": 1.0, None: 0.5, "EW": 0.0}
