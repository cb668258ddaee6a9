"""belote query: ask the database in SQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database
from harness.errors import BeloteError


def query(
    sql: Annotated[
        str | None, typer.Argument(help="One statement that reads.", show_default=False)
    ] = None,
    *,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    copy: Annotated[
        Path | None,
        typer.Option("--snapshot", help="First copy the database there, and ask the copy."),
    ] = None,
) -> None:
    """Ask the database in SQL, also while a run is on.

    Tables: runs, bots, sides, matches, hands, faults, ratings, sequential, luck.

    Views: plays, tricks, holdings, auctions, seats, pairs, standings.
    """
    from harness.arena.answering import ask
    from harness.report import answers

    if as_json and as_csv:
        raise BeloteError("give one of --json and --csv, not both")
    if copy is not None:
        from harness.arena.merging import snapshot
        from harness.report.merging import print_copied

        print_copied(snapshot(database, copy), copy)
        database = copy
    elif sql is None:
        raise BeloteError("give a statement to ask, as in: belote query 'FROM runs'")
    if sql is None:
        return
    answer = ask(database, sql)
    if as_json:
        answers.print_answer_as_json(answer)
    elif as_csv:
        answers.print_answer_as_csv(answer)
    else:
        answers.print_answer(answer)
