"""Ranking a stored run: computing what there is to say of it, and keeping that with it."""

from __future__ import annotations

from harness.arena.members import rank_members
from harness.arena.standings import Standings, rank
from harness.arena.store import Store


def rate_run(store: Store, run_id: str) -> tuple[Standings, Standings | None]:
    """Rank the sides of a run, and each bot where some have two partners, and keep both."""
    standings, members = rank(store.read, run_id), rank_members(store.read, run_id)
    store.save_ratings(standings.as_table())
    if members:
        store.save_ratings(members.as_table())
    return standings, members
