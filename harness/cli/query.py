"""belote query: ask the database in SQL."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database
from harness.errors import BeloteError


def query(
    sql: Annotated[str, typer.Argument(help="One statement that reads.", show_default=False)],
    *,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """Ask the database in SQL, also while a run is on.

    Tables: runs, bots, matches, hands, faults, ratings.
    Views: plays, tricks, holdings, pairs, standings.
    """
    from harness.arena.answering import ask
    from harness.report import answers

    if as_json and as_csv:
        raise BeloteError("give one of --json and --csv, not both")
    answer = ask(database, sql)
    if as_json:
        answers.print_answer_as_json(answer)
    elif as_csv:
        answers.print_answer_as_csv(answer)
    else:
        answers.print_answer(answer)
