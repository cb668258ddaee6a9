"""Luck of the cards in stored runs: solved once, kept, and taken out of the ranking.

Only hands without a twin leave luck behind (`harness.arena.twins`). It is double dummy
(`harness.search.par`), 0 on average whatever was played before, and so is its sum over a pair,
however the bots end a match.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from harness.arena.columns import LUCK, table_of
from harness.arena.ranking import rate_run
from harness.arena.runs import RunInfo
from harness.arena.standings import Standings
from harness.arena.store import Store
from harness.arena.twins import UNSOLVED
from harness.errors import BeloteError
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.seats import SEATS
from harness.search.par import luck_many

AT_ONCE: Final = 32
"""Deals solved before they are stored."""


def ranked_without_luck(
    database: Path,
    run: RunInfo,
    *,
    threads: int | None = None,
    follow: Callable[[int, int], None] = lambda _, __: None,
) -> tuple[int, Standings, Standings | None]:
    """Solve what is missing of a run's luck, rank it and store both; broken off, it goes on.

    Args:
        database: the DuckDB file, which this process owns meanwhile.
        run: which run.
        threads: how many to use; without, one for each core.
        follow: called with how many hands are done, and of how many.

    Returns:
        How many hands there were to solve, the standings, and those of each bot where some sides
        have two partners.

    Raises:
        BeloteError: the luck of these rules cannot be known.
    """
    rules = rules_of(json.loads(run.rules))
    if rules.dealing == "cut":
        raise BeloteError("par needs decks that are shuffled: cut ones follow from the play before")
    with Store.open(database, owner=True) as store:
        solved = _solve(store, run.run_id, rules, threads, follow)
        return solved, *rate_run(store, run.run_id)


def _solve(
    store: Store,
    run_id: str,
    rules: Rules,
    threads: int | None,
    follow: Callable[[int, int], None],
) -> int:
    """Solve and store the hands that were not yet; return how many."""
    hands = store.read(UNSOLVED.format(runs=f"'{run_id}'")).to_pylist()
    for start in range(0, len(hands), AT_ONCE):
        follow(start, len(hands))
        some = hands[start : start + AT_ONCE]
        deals = [(hand["deck"], SEATS.index(hand["dealer"])) for hand in some]
        solved = zip(some, luck_many(rules, deals, threads=threads), strict=True)
        rows = [(hand["match_id"], hand["hand_no"], luck) for hand, luck in solved]
        store.save_luck(table_of(LUCK, rows))
    return len(hands)
