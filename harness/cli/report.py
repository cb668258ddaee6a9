"""belote report: a run as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import Database, RunId
from harness.errors import BeloteError

ALL = "all"


def report(
    *,
    run: RunId = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write, HTML.")] = Path(
        "report.html"
    ),
    hands: Annotated[
        str, typer.Option(help="How many hands the page shows, the most telling ones, or all.")
    ] = "2000",
    solve: Annotated[
        bool,
        typer.Option("--solve", help="Work out what each card cost, had all cards been seen."),
    ] = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Write the report of a run as one page that needs nothing else: no network, no server.

    A hand takes about 0.2 kB of it, 0.5 kB with --solve. Works also while a run is on.
    """
    from harness.arena.answering import asking
    from harness.arena.runs import find_run
    from harness.report.files import keep_database, writing
    from harness.report.page.render import render
    from harness.report.tables import say

    most = _most(hands)
    keep_database(output, database)
    with asking(database) as ask:
        page = render(ask, find_run(ask, run), most_hands=most, solve=solve)
    with writing(output) as file:
        file.write(page.text)
    size = len(page.text.encode()) / 1e6
    of = f"{page.hands:,} of {page.of_hands:,} hands"
    say(f"{output}: {size:.1f} MB with {of}.", stderr=True)


def _most(hands: str) -> int | None:
    if hands == ALL:
        return None
    if not hands.isdecimal():
        raise BeloteError(f"--hands takes a number or {ALL}, not {hands!r}")
    return int(hands)
