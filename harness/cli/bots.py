"""belote bots: who may play."""

from __future__ import annotations

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database


def bots(*, database: Database = DEFAULT_DATABASE, as_json: AsJson = False) -> None:
    """List the bots, the plugins they come from, and the last rating of each."""
    from functools import partial

    from harness.plugin.manager import load
    from harness.report.bots import print_bots, print_bots_as_json

    found = load().bots.values()
    ratings = {}
    if database.exists():
        from harness.arena.answering import ask
        from harness.arena.runs import last_ratings

        ratings = last_ratings(partial(ask, database))
    if as_json:
        print_bots_as_json(found, ratings)
    else:
        print_bots(found, ratings)
