"""Each bot of a run by all the sides it sat on: what partnerships say of their members.

How much a member is worth to a side is told in `rating.partners`. Otherwise the bots are ranked as
the sides are, from the same results and with the same options.
"""

from __future__ import annotations

from dataclasses import replace

from harness.arena.rating.method import DEFAULT, Method
from harness.arena.results import results_of
from harness.arena.runs import Ask, sides_of
from harness.arena.standings import Order, Standings, ranked


def rank_members(
    ask: Ask, run_id: str, method: Method = DEFAULT, order: Order = "elo"
) -> Standings | None:
    """Rank the bots of a run whose sides have partners; None where none have.

    An anchor that is none of them is left out. Other arguments and errors are those of `rank`.
    """
    sides = sides_of(ask, run_id)
    if not any(side.mixed for side in sides):
        return None
    results = replace(
        results_of(ask, [run_id]), members={side.name: side.members for side in sides}
    )
    anchor = method.anchor if method.anchor in results.bots else None
    return ranked(results, run_id, method=replace(method, anchor=anchor), order=order)
