"""belote par: the luck of the cards in a stored run, taken out of its ranking."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database, RunId


def par(
    *,
    run: RunId = None,
    threads: Annotated[
        int | None, typer.Option(help="How many to use.", show_default="one for each core", min=1)
    ] = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Solve the deals of a run double dummy and show its ranking with their luck taken out.

    Both matches of a pair share their deals, so only hands that one of them had more are solved.
    """
    from functools import partial

    from harness.arena.answering import ask
    from harness.arena.final import final_of
    from harness.arena.luck import ranked_without_luck
    from harness.arena.runs import find_run
    from harness.report.luck import print_luck
    from harness.report.progress import counting

    question = partial(ask, database)
    found = find_run(question, run)
    with counting("Solving", "deals") as follow:
        solved, standings, members = ranked_without_luck(
            database, found, threads=threads, follow=follow
        )
    final = final_of(question, found)
    print_luck(found, standings, members, final, solved=solved, as_json=as_json)
