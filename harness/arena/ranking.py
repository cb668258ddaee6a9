"""Ranking a stored run, its sides and the bots that share them, and keeping that with it."""

from __future__ import annotations

from dataclasses import replace

from harness.arena.members import rank_members
from harness.arena.rating.method import DEFAULT, Method
from harness.arena.runs import Ask, sides_of
from harness.arena.standings import Order, Standings, rank
from harness.arena.store import Store


def rank_run(
    ask: Ask, run_id: str, method: Method = DEFAULT, order: Order = "elo"
) -> tuple[Standings, Standings | None]:
    """Rank the sides of a run, and each bot where some have two partners.

    The anchor may be a side or a bot; where it is but one of the two the mean is 0 in the other.

    Raises:
        BeloteError: the anchor is neither.
    """
    members = rank_members(ask, run_id, method, order)
    mixed = members is not None and method.anchor in {row.name for row in members.rows}
    if mixed and method.anchor not in {side.name for side in sides_of(ask, run_id)}:
        method = replace(method, anchor=None)
    return rank(ask, run_id, method=method, order=order), members


def rate_run(store: Store, run_id: str) -> tuple[Standings, Standings | None]:
    """Rank a run and keep the ratings."""
    standings, members = rank_run(store.read, run_id)
    for each in filter(None, (standings, members)):
        store.save_ratings(each.as_table())
    return standings, members
