"""How far the results of pairs have spread so far: what planning the next run rests on."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from harness.arena.rating.planning import COIN
from harness.arena.runs import GONE_ON, Ask, find_run
from harness.errors import BeloteError

Mode: TypeAlias = Literal["match", "duplicate"]
_Pairing: TypeAlias = dict[str, Any]

EVEN: Final = (0.25, 0.75)
"""Mean scores between which a pairing is even enough to tell how those of equals spread."""

_PAIRINGS: Final = """
    WITH played AS (
        SELECT pairs.run_id, least(a, b) AS a, greatest(a, b) AS b,
            if(a < b, score, 1 - score) AS score, if(a < b, margin, -margin) AS margin,
            hands, forfeited
        FROM pairs JOIN runs ON runs.run_id = pairs.run_id
        WHERE {where}
    ), centred AS (
        SELECT *, margin - hands * sum(margin) OVER same / sum(hands) OVER same AS beyond
        FROM played WINDOW same AS (PARTITION BY run_id, a, b, forfeited)
    )
    SELECT forfeited, count(*) AS pairs, avg(score) AS score, var_pop(score) AS variance,
        avg(hands) AS hands, var_pop(beyond) AS margin_variance
    FROM centred GROUP BY run_id, a, b, forfeited ORDER BY ALL
"""
"""How the pairs of each two sides of a run spread, whatever pairings of the schedule they were."""
_OF_MODE: Final = f"""
    runs.status <> 'rescored' AND ({GONE_ON}) IS NOT TRUE
    AND coalesce(config ->> 'mode', 'match') = '{{mode}}'
"""
_STORED: Final = "SELECT count(*) AS n FROM pairs JOIN runs ON runs.run_id = pairs.run_id WHERE "
OTHER: Final[dict[Mode, Mode]] = {"match": "duplicate", "duplicate": "match"}


class Spread(NamedTuple):
    """How far pairs spread around the mean of their pairing.

    Attributes:
        pairs: how many it was measured in; 0 where nothing was, and a coin is assumed.
        deviation: of a pair's score.
        margin_deviation: of a pair's margin a hand, in points; None where nothing was measured.
        mode: what a pair is.
        left_out: how many pairs were passed over, by why: `forfeited`, `alone` (the only one of
            two sides), `uneven`, and `alike` where all the others had one score.
        of_other: how many pairs of the other mode are stored, where all runs were asked and none
            of this mode tells anything.
    """

    pairs: int = 0
    deviation: float = COIN
    margin_deviation: float | None = None
    mode: Mode = "match"
    left_out: Mapping[str, int] = MappingProxyType({})
    of_other: int = 0


def spread_of(ask: Ask, run: str | None, mode: Mode | None = None) -> Spread:
    """Return how far pairs have spread: those of a run, or of all runs of a mode.

    Pairings as uneven as one to three spread less, and count only where there are no others.

    Raises:
        BeloteError: there is no such run, or it is of another mode.
    """
    if run is None:
        mode = mode or "match"
        where = _OF_MODE.format(mode=mode)
    else:
        found = find_run(ask, run)
        played: Mode = json.loads(found.config).get("mode", "match")
        if mode and mode != played:
            raise BeloteError(f"run {found.run_id} is of mode {played}, not {mode}")
        mode, where = played, f"runs.run_id = '{found.run_id}'"
    pairings = ask(_PAIRINGS.format(where=where)).to_pylist()
    finished, forfeited = _parted(pairings, lambda one: not one["forfeited"])
    several, alone = _parted(finished, lambda one: one["pairs"] > 1)
    even, uneven = _parted(several, lambda one: EVEN[0] <= one["score"] <= EVEN[1])
    if not even:
        even, uneven = uneven, []
    left_out = {"forfeited": _pairs(forfeited), "alone": _pairs(alone), "uneven": _pairs(uneven)}
    deviation, pairs = _pooled(even, "variance"), _pairs(even)
    if not deviation:
        other = _STORED + _OF_MODE.format(mode=OTHER[mode])
        of_other = 0 if run else ask(other)["n"][0].as_py()
        return Spread(mode=mode, left_out=left_out | {"alike": pairs}, of_other=of_other)
    hands = sum(one["pairs"] * one["hands"] for one in even) / pairs
    margin_deviation = _pooled(even, "margin_variance") / hands
    return Spread(pairs, deviation, margin_deviation, mode, left_out)


def _parted(
    pairings: Iterable[_Pairing], kept: Callable[[_Pairing], bool]
) -> tuple[list[_Pairing], list[_Pairing]]:
    """Return the pairings that are kept, and the others."""
    parts: tuple[list[_Pairing], list[_Pairing]] = ([], [])
    for one in pairings:
        parts[not kept(one)].append(one)
    return parts


def _pairs(pairings: Iterable[_Pairing]) -> int:
    return sum(one["pairs"] for one in pairings)


def _pooled(pairings: list[_Pairing], variance: str) -> float:
    """Return the deviation within all pairings together."""
    freedom = sum(one["pairs"] - 1 for one in pairings)
    squares = sum(one["pairs"] * one[variance] for one in pairings)
    return math.sqrt(squares / freedom) if freedom else 0.0
