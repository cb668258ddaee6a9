"""Which hands of a run the page shows: those that somebody would want to look at, and a sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harness.arena.archive import read_matches
from harness.arena.replays import MatchReplay, replay_matches
from harness.arena.runs import Ask

AT_ONCE: Final = 200
"""Matches asked for at a time."""

_CHOSEN: Final = """
    WITH played AS (
        SELECT match_id, hand_no, pair_id, leg, deck, capot, multiplier,
               hands.score_ns - hands.score_ew AS margin,
               EXISTS (FROM faults WHERE faults.match_id = hands.match_id
                       AND faults.hand_no = hands.hand_no) AS faulty
        FROM hands JOIN matches USING (match_id)
        WHERE run_id = '{run_id}'
    ),
    -- The other leg plays the same deck with the sides swapped: what differs is not luck.
    told AS (
        SELECT one.match_id, one.hand_no, one.faulty, one.capot IS NOT NULL AS capot,
               greatest(abs(one.margin), coalesce(abs(one.margin + other.margin), 0)) AS swing,
               md5(one.match_id || ' ' || one.hand_no) AS lot
        FROM played AS one LEFT JOIN played AS other
        ON one.pair_id = other.pair_id AND one.hand_no = other.hand_no
           AND one.leg <> other.leg AND one.deck = other.deck
    ),
    ranked AS (
        SELECT *,
               row_number() OVER (PARTITION BY faulty ORDER BY lot) AS of_faults,
               row_number() OVER (PARTITION BY capot ORDER BY swing DESC, lot) AS of_capots,
               row_number() OVER (ORDER BY swing DESC, lot) AS of_swings
        FROM told
    )
    SELECT match_id, list(hand_no ORDER BY hand_no) AS hands FROM (
        FROM ranked
        ORDER BY CASE WHEN faulty AND of_faults <= {most} / 4 THEN 0
                      WHEN capot AND of_capots <= {most} / 4 THEN 1
                      WHEN of_swings <= {most} / 4 THEN 2
                      ELSE 3 END,
                 lot
        LIMIT {most}
    )
    GROUP BY match_id ORDER BY match_id
"""


def chosen_matches(ask: Ask, run_id: str, most: int | None) -> Iterator[MatchReplay]:
    """Yield the matches of a run with those of their hands that are chosen.

    A quarter of the hands each go to faults, to capots and to the largest swings, either within a
    hand or between the two legs that play it; the rest is drawn, the same ones each time.

    Args:
        ask: answers SQL with a table.
        run_id: which run.
        most: hands in all; every one where None.
    """
    rows = ask(_CHOSEN.format(run_id=run_id, most=1 << 31 if most is None else most)).to_pylist()
    wanted = {row["match_id"]: set(row["hands"]) for row in rows}
    ids = list(wanted)
    for start in range(0, len(ids), AT_ONCE):
        listed = ", ".join(f"'{match_id}'" for match_id in ids[start : start + AT_ONCE])
        matches = list(read_matches(ask, f"WHERE match_id IN ({listed}) ORDER BY match_id"))
        for told in replay_matches(ask, matches):
            hands = [one for one in told.hands if one.hand_no in wanted[told.match.match_id]]
            yield told._replace(hands=tuple(hands))
