"""Hands without a twin in the other match of their pair, and the luck of the cards in them.

Both matches of a pair play the same deals with the sides swapped, so what a deal gives is taken
back in the other match. Only hands without a twin leave luck behind: those that one match had more,
or that somebody else dealt.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from harness.arena.rating.columns import Ints
from harness.arena.runs import Ask

_WITHOUT_TWIN: Final = """
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
"""
UNSOLVED: Final = f"""
    SELECT hands.match_id, hands.hand_no, hands.deck, hands.dealer {_WITHOUT_TWIN}
    ORDER BY own.pair, own.pairing, own.leg, hands.hand_no
"""
"""The hands of some runs whose luck is not known."""
_LACKING: Final = f"""
    SELECT DISTINCT own.run_id, hash(own.run_id, own.pair_id) AS pair {_WITHOUT_TWIN}
"""
_SOLVED: Final = """
    SELECT hash(run_id, pair_id) AS pair, sum(if(leg = 0, luck, -luck)) / 2 AS luck
    FROM luck JOIN matches USING (match_id) WHERE run_id IN ({runs})
    GROUP BY ALL ORDER BY pair
"""


def luck_of(
    ask: Ask, listed: str, pair: NDArray[np.uint64], leg: Ints
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Return the luck of NS in each match, half of what its pair has; all of it or none.

    Args:
        ask: answers SQL with a table.
        listed: the ids of the runs, as SQL lists them.
        pair: the hash of run and pair, of each match.
        leg: which match of its pair it is.

    Returns:
        The luck, empty where it is not known of each hand that has some; and the runs where it is
        not known, if that of others is, or of some of their hands.
    """
    solved = ask(_SOLVED.format(runs=listed))
    if not solved.num_rows:
        return np.zeros(0), ()
    lacking = ask(_LACKING.format(runs=listed))
    read = np.isin(lacking["pair"].to_numpy(), pair)
    if read.any():
        return np.zeros(0), tuple(np.unique(lacking["run_id"].to_numpy()[read]).tolist())
    of_pair, luck = solved["pair"].to_numpy(), solved["luck"].to_numpy()
    at = np.minimum(np.searchsorted(of_pair, pair), len(of_pair) - 1)
    return np.where(of_pair[at] == pair, np.where(leg == 0, luck[at], -luck[at]), 0.0), ()
