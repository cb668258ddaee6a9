"""belote query: ask the database in SQL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database
from harness.errors import BeloteError

if TYPE_CHECKING:
    import pyarrow as pa


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
    from harness.report import answers

    if as_json and as_csv:
        raise BeloteError("give one of --json and --csv, not both")
    answer = _asked(database, sql) if copy is None else _asked_of_copy(database, copy, sql)
    if answer is None:
        return
    if as_json:
        answers.print_answer_as_json(answer)
    elif as_csv:
        answers.print_answer_as_csv(answer)
    else:
        answers.print_answer(answer)


def _asked(database: Path, sql: str | None) -> pa.Table:
    from harness.arena.answering import ask

    if sql is None:
        raise BeloteError("give a statement to ask, as in: belote query 'FROM runs'")
    return ask(database, sql)


def _asked_of_copy(database: Path, copy: Path, sql: str | None) -> pa.Table | None:
    """Copy a database and ask the copy, which does not stay where there is no answer."""
    from harness.arena.merging import snapshot
    from harness.report.merging import print_copied

    taken = snapshot(database, copy)
    try:
        answer = None if sql is None else _asked(copy, sql)
    except BeloteError:
        copy.unlink()
        raise
    print_copied(taken, copy)
    return answer
