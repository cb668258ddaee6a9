"""Hands without a twin in the other match of their pair, and the luck of the cards in them.

Both matches of a pair play the same deals with the sides swapped, so what a deal gives is taken
back in the other match. Only hands without a twin leave luck behind: those that one match had more,
or that somebody else dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from harness.arena.rating.entries import Ints
from harness.arena.runs import Ask

UNSOLVED: Final = """
    SELECT own.run_id, hands.match_id, hands.hand_no, hands.deck, hands.dealer
    FROM hands JOIN matches AS own USING (match_id)
    JOIN matches AS other
        ON other.run_id = own.run_id AND other.pair_id = own.pair_id AND other.leg <> own.leg
    LEFT JOIN hands AS twin
        ON twin.match_id = other.match_id AND twin.hand_no = hands.hand_no
            AND twin.deck = hands.deck AND twin.dealer = hands.dealer
    WHERE own.run_id IN ({runs}) AND twin.match_id IS NULL
        AND NOT EXISTS (
            FROM luck WHERE luck.match_id = hands.match_id AND luck.hand_no = hands.hand_no
        )
    ORDER BY own.pair, own.pairing, own.leg, hands.hand_no
"""
"""Those of some runs whose luck is not known."""
_SOLVED: Final = """
    SELECT hash(own.run_id, own.pair_id) AS pair, own.ns,
        sum(CASE WHEN played.ns = own.ns THEN luck ELSE -luck END) / 2 AS luck
    FROM luck JOIN matches AS played USING (match_id)
    JOIN matches AS own ON own.run_id = played.run_id AND own.pair_id = played.pair_id
    WHERE own.run_id IN ({runs}) GROUP BY ALL
"""


def luck_of(
    ask: Ask, runs: Sequence[str], pair: NDArray[np.uint64], ns: Ints, said: Sequence[str]
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Return the luck of NS in each match, half of what its pair has; all of it or none.

    Args:
        ask: answers SQL with a table.
        runs: their ids.
        pair: the hash of run and pair, of each match.
        ns: who sat NS, as an index into `said`.
        said: names.

    Returns:
        The luck, empty where it is not known of each hand that has some; and the runs where it is
        not known, if that of others is, or of some of their hands.
    """
    listed = ", ".join(f"'{run}'" for run in runs)
    solved = ask(_SOLVED.format(runs=listed)).to_pylist()
    if not solved:
        return np.zeros(0), ()
    if lacking := set(ask(UNSOLVED.format(runs=listed))["run_id"].to_pylist()):
        return np.zeros(0), tuple(run for run in runs if run in lacking)
    of_pair = {(one["pair"], one["ns"]): one["luck"] for one in solved}
    sat = zip(pair.tolist(), ns.tolist(), strict=True)
    return np.array([of_pair.get((one, said[side]), 0.0) for one, side in sat]), ()
