"""belote bots: who may play."""

from __future__ import annotations

from pathlib import Path

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database
from harness.errors import BeloteError


def bots(*, database: Database = DEFAULT_DATABASE, as_json: AsJson = False) -> None:
    """List the bots, the plugins they come from, and the last rating of each."""
    from harness.plugin.manager import load
    from harness.report.bots import print_bots, print_bots_as_json

    found = load().bots.values()
    ratings: dict[tuple[str, str], float] = {}
    wrong = None
    try:
        ratings = _ratings(database)
    except BeloteError as error:
        wrong = BeloteError(f"{error} (so no bot has its rating here)")
    if as_json:
        print_bots_as_json(found, ratings)
    else:
        print_bots(found, ratings)
    if wrong:
        raise wrong


def _ratings(database: Path) -> dict[tuple[str, str], float]:
    """Return the last rating of each bot that a database has one of; none where there is none."""
    from functools import partial

    if not database.exists():
        return {}
    from harness.arena.answering import ask
    from harness.arena.runs import last_ratings

    return last_ratings(partial(ask, database))
