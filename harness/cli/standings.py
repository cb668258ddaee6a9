"""belote standings: the ranking of a run."""

from __future__ import annotations

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database, RunId

STORED = "SELECT count(*) AS stored FROM matches WHERE run_id = '{run_id}'"


def standings(
    *,
    run: RunId = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Print the ranking of a run, also while it is on."""
    from functools import partial

    from harness.arena.answering import ask
    from harness.arena.members import rate_members
    from harness.arena.runs import find_run
    from harness.arena.standings import rank
    from harness.report.standings import print_run

    question = partial(ask, database)
    found = find_run(question, run)
    stored = question(STORED.format(run_id=found.run_id))["stored"][0].as_py()
    print_run(
        found,
        rank(question, found.run_id),
        rate_members(question, found.run_id),
        stored=stored,
        as_json=as_json,
    )
