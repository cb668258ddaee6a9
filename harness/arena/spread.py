"""How far the results of pairs have spread so far: what planning the next run rests on."""

from __future__ import annotations

import json
import math
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from harness.arena.rating.planning import COIN
from harness.arena.runs import Ask, find_run
from harness.errors import BeloteError

Mode: TypeAlias = Literal["match", "duplicate"]

EVEN: Final = (0.25, 0.75)
"""Mean scores between which a pairing is even enough to tell how those of equals spread."""

_PAIRINGS: Final = """
    SELECT count(*) AS pairs, avg(score) AS score, var_pop(score) AS variance,
        avg(one.hands + two.hands) AS hands, sum(margin) / sum(one.hands + two.hands) AS per_hand,
        var_pop(margin - per_hand_of_all * (one.hands + two.hands)) AS margin_variance
    FROM (
        SELECT pairs.*, sum(margin) OVER same / sum(x.hands + y.hands) OVER same AS per_hand_of_all
        FROM pairs JOIN matches AS x ON x.match_id = first_match
        JOIN matches AS y ON y.match_id = second_match
        WHERE 'forfeit' NOT IN (x.ended_by, y.ended_by)
        WINDOW same AS (PARTITION BY pairs.run_id, pairs.pairing)
    ) AS pairs
    JOIN matches AS one ON one.match_id = first_match
    JOIN matches AS two ON two.match_id = second_match
    JOIN runs ON runs.run_id = pairs.run_id
    WHERE {where}
    GROUP BY pairs.run_id, pairs.pairing
    HAVING count(*) > 1
"""


class Spread(NamedTuple):
    """How far pairs spread around the mean of their pairing.

    Attributes:
        pairs: how many it was measured in; 0 where nothing was, and a coin is assumed.
        deviation: of a pair's score.
        margin_deviation: of a pair's margin a hand, in points; None where nothing was measured.
        mode: what a pair is.
    """

    pairs: int = 0
    deviation: float = COIN
    margin_deviation: float | None = None
    mode: Mode = "match"


def spread_of(ask: Ask, run: str | None, mode: Mode | None = None) -> Spread:
    """Return how far pairs have spread: those of a run, or of all runs of a mode.

    Pairings as uneven as one to three spread less, and count only where there are no others.

    Raises:
        BeloteError: there is no such run, or it is of another mode.
    """
    if run is None:
        mode = mode or "match"
        where = f"runs.status <> 'rescored' AND coalesce(config ->> 'mode', 'match') = '{mode}'"
    else:
        found = find_run(ask, run)
        played: Mode = json.loads(found.config).get("mode", "match")
        if mode and mode != played:
            raise BeloteError(f"run {found.run_id} is of mode {played}, not {mode}")
        mode, where = played, f"runs.run_id = '{found.run_id}'"
    pairings = ask(_PAIRINGS.format(where=where)).to_pylist()
    even = [one for one in pairings if EVEN[0] <= one["score"] <= EVEN[1]] or pairings
    pairs = sum(one["pairs"] for one in even)
    deviation = _pooled(even, "variance")
    if not deviation:
        return Spread(mode=mode)
    hands = sum(one["pairs"] * one["hands"] for one in even) / pairs
    return Spread(pairs, deviation, _pooled(even, "margin_variance") / hands, mode)


def _pooled(pairings: list[dict[str, Any]], variance: str) -> float:
    """Return the deviation within all pairings together."""
    freedom = sum(one["pairs"] - 1 for one in pairings)
    squares = sum(one["pairs"] * one[variance] for one in pairings)
    return math.sqrt(squares / freedom) if freedom else 0.0
