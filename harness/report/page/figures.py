"""What the page tells in figures, asked of the database: plain objects, ready for JSON."""

from __future__ import annotations

from typing import Any, Final

from harness.arena.runs import Ask
from harness.printable import printable

Figures = dict[str, Any]

BINS: Final = 30
"""Columns of a histogram, about."""

_RUN: Final = """
    SELECT runs.run_id, runs.name, status, started_at, finished_at, seed, seed_hash,
           harness_version, python_version,
           count(match_id) AS matches, coalesce(sum(hands), 0)::BIGINT AS hands,
           count(*) FILTER (ended_by = 'forfeit') AS forfeited
    FROM runs LEFT JOIN matches USING (run_id)
    WHERE run_id = '{run_id}'
    GROUP BY ALL
"""
_BOTS: Final = """
    SELECT name, bot, version, digest, options, author, plugin
    FROM bots WHERE run_id = '{run_id}' ORDER BY name
"""
_SIDES: Final = """
    WITH played AS (
        SELECT hands.*, ns, ew FROM hands JOIN matches USING (match_id)
        WHERE run_id = '{run_id}' AND outcome <> 'forfeit'
    ),
    sides AS (
        SELECT ns AS bot, 'NS' AS side, taker IN ('N', 'S') AS took, outcome, capot, multiplier,
               score_ns AS own, announced_ns AS announced, declared_ns AS declared,
               length(regexp_replace(coalesce(belote, ''), '[EW]', '', 'g')) AS belotes,
               think_us_ns AS think_us
        FROM played
        UNION ALL
        SELECT ew, 'EW', taker IN ('E', 'W'), outcome, capot, multiplier,
               score_ew, announced_ew, declared_ew,
               length(regexp_replace(coalesce(belote, ''), '[NS]', '', 'g')),
               think_us_ew
        FROM played
    )
"""
_HANDS: Final = """
    {sides}
    SELECT bot,
           count(*) AS hands,
           count(*) FILTER (took) AS taken,
           count(*) FILTER (took AND outcome = 'made') AS made,
           count(*) FILTER (took AND outcome = 'failed') AS failed,
           count(*) FILTER (took AND outcome = 'tied') AS tied,
           count(*) FILTER (took AND multiplier > 1) AS doubled,
           count(*) FILTER (capot = side) AS capots,
           count(*) FILTER (capot <> side) AS capots_suffered,
           avg(own) FILTER (took) AS as_taker,
           avg(own) FILTER (NOT took) AS as_defender,
           sum(announced)::BIGINT AS announced,
           sum(declared)::BIGINT AS declared,
           count(*) FILTER (announced > 0) AS declaring,
           sum(belotes)::BIGINT AS belotes,
           quantile_cont(think_us, 0.5) AS p50,
           quantile_cont(think_us, 0.95) AS p95,
           quantile_cont(think_us, 0.99) AS p99
    FROM sides GROUP BY bot ORDER BY bot
"""
_MOST: Final = "{sides} SELECT coalesce(max(own), 0) AS most FROM sides"
_SCORES: Final = """
    {sides}
    SELECT bot, took, (own // {width} * {width})::INTEGER AS low, count(*) AS hands
    FROM sides WHERE outcome <> 'passed'
    GROUP BY ALL ORDER BY ALL
"""
# A forfeited match counts as won or lost, but its score was not made by playing.
_MEETINGS: Final = """
    WITH legs AS (
        SELECT a, b, score, margin, forfeited FROM pairs WHERE run_id = '{run_id}'
        UNION ALL
        SELECT b, a, 1 - score, -margin, forfeited FROM pairs WHERE run_id = '{run_id}'
    )
    SELECT a, b, count(*) AS pairs, avg(score) AS score,
           avg(margin) FILTER (NOT forfeited) AS margin,
           stddev_samp(score) / sqrt(count(*)) AS error
    FROM legs GROUP BY a, b
"""
_FAULTS: Final = """
    SELECT bot, kind, count(*) AS faults, first(message ORDER BY match_id) AS message,
           first(match_id ORDER BY match_id) AS match_id,
           first(faults.hand_no ORDER BY match_id) AS hand_no
    FROM faults JOIN matches USING (match_id)
    WHERE run_id = '{run_id}'
    GROUP BY bot, kind ORDER BY faults DESC, bot, kind
"""


def figures(ask: Ask, run_id: str) -> Figures:
    """Return what is told of a run, but for ratings and hands.

    Args:
        ask: answers SQL with a table.
        run_id: which run.

    Returns:
        `run` (a row of it, how much was played, and how many matches were forfeited), `bots`,
        `hands` (by bot: contracts, declarations, thinking times in microseconds), `scores` (hands
        by bot, whether it took, and the `low` end of a bin `width` wide), `meetings` (of each two,
        from the side of `a`: how the pairs went, with the standard error of the score, and the
        margin of those without a forfeit) and `faults` (by bot and kind).
    """
    sides = _SIDES.format(run_id=run_id)
    most = ask(_MOST.format(sides=sides))["most"][0].as_py()
    width = _round_width(most / BINS)
    (run,) = ask(_RUN.format(run_id=run_id)).to_pylist()
    return {
        "run": run,
        "bots": [_shown(row) for row in ask(_BOTS.format(run_id=run_id)).to_pylist()],
        "hands": ask(_HANDS.format(sides=sides)).to_pylist(),
        "scores": ask(_SCORES.format(sides=sides, width=width)).to_pylist(),
        "width": width,
        "meetings": ask(_MEETINGS.format(run_id=run_id)).to_pylist(),
        "faults": [_shown(row) for row in ask(_FAULTS.format(run_id=run_id)).to_pylist()],
    }


def _round_width(width: float) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50, ... that is at least a width."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= width:
                return digit * power
        power *= 10


def _shown(row: Figures) -> Figures:
    """Return a row whose texts, which bots and plugins wrote, act on nothing."""
    return {
        name: printable(value) if isinstance(value, str) else value for name, value in row.items()
    }
