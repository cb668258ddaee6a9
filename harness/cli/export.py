"""belote export: stored matches as records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import Database, MatchId, RunId


def export(
    *,
    run: RunId = None,
    match: MatchId = None,
    hands: Annotated[bool, typer.Option("--hands", help="A hand a line, not a match.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file to write.", show_default="standard output"),
    ] = None,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Print stored matches as records, one JSON object a line.

    A record has all that is needed to play the match again. Works also while a run is on.
    """
    from functools import partial

    from harness.arena.answering import ask
    from harness.arena.records import hand_records, match_records
    from harness.report.files import keep_database
    from harness.report.records import write_records
    from harness.report.tables import plural, say

    keep_database(output, database)
    records = match_records(partial(ask, database), run, match)
    count = write_records(hand_records(records) if hands else records, output)
    if output is not None:
        what = plural(count, "hand") if hands else plural(count, "match", "matches")
        say(f"{what} written to {output}.", stderr=True)
