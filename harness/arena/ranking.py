"""Ranking a stored run, its sides and the bots that share them, and keeping that with it.

A bot is ranked by all the sides it sat on, from the same results and with the same options as these
are; how much a member is worth to a side is told in `rating.partners`.
"""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from harness.arena.gathering import results_of
from harness.arena.rating.method import DEFAULT, Method
from harness.arena.runs import Ask, sides_of
from harness.arena.standings import Order, Standings, ranked
from harness.arena.store import Store


def rank_run(
    ask: Ask, run_id: str, method: Method = DEFAULT, order: Order = "elo"
) -> tuple[Standings, Standings | None]:
    """Rank the sides of a run, and each bot where some have two partners.

    The anchor may be a side or a bot; where it is but one of the two the mean is 0 in the other.

    Raises:
        BeloteError: the anchor is neither.
    """
    results, sides = results_of(ask, [run_id]), sides_of(ask, run_id)
    pa.default_memory_pool().release_unused()  # that the rows were read into, which are arrays now
    if not any(side.mixed for side in sides):
        return ranked(results, run_id, method=method, order=order), None
    of_bots = replace(results, members={side.name: side.members for side in sides})
    by_mean = replace(method, anchor=None)
    anchors_bots = method.anchor in of_bots.bots
    anchors_sides = method.anchor in {side.name for side in sides} or not anchors_bots
    return (
        ranked(results, run_id, method=method if anchors_sides else by_mean, order=order),
        ranked(of_bots, run_id, method=method if anchors_bots else by_mean, order=order),
    )


def rate_run(store: Store, run_id: str) -> tuple[Standings, Standings | None]:
    """Rank a run and keep the ratings."""
    standings, members = rank_run(store.read, run_id)
    for each in filter(None, (standings, members)):
        store.save_ratings(each.as_table())
    return standings, members
