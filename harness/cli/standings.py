"""belote standings: the ranking of a run."""

from __future__ import annotations

from harness.cli.options import DEFAULT_DATABASE, AsJson, Database, RunId

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
    from harness.arena.standings import find_run, rank
    from harness.report.standings import print_run

    question = partial(ask, database)
    found = find_run(question, run)
    stored = question(STORED.format(run_id=found.run_id))["stored"][0].as_py()
    print_run(found, rank(question, found.run_id), stored=stored, as_json=as_json)
