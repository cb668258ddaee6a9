"""belote merge: join databases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.options import AsJson


def merge(
    into: Annotated[Path, typer.Argument(help="The database to add to, made where missing.")],
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FROM...", help="Databases to take from.", show_default=False),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Take what databases hold into another, each match once, and rank anew.

    They may hold the same run, played on several machines, or different ones. Without any, an
    older database is brought up to date and nothing else.
    """
    from harness.arena.merging import merge as merge_databases
    from harness.report.merging import print_merge, print_merge_as_json

    taken = merge_databases(into, sources or ())
    if as_json:
        print_merge_as_json(taken)
    else:
        print_merge(into, taken)
