"""belote referee: replay records under their rules and give a verdict on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from harness.cli.options import ConfigFile
from harness.cli.records import opened


def referee(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Records, one JSON object a line; standard input where none or - is given.",
            show_default=False,
        ),
    ] = None,
    *,
    file: ConfigFile = None,
) -> None:
    """Judge records of hands and matches, and print one JSON verdict a line.

    Exit status 0: every record is legal. 1: some record is illegal. 2: some line is no record.
    Every line is judged.
    """
    import json

    from harness.arena.config import rules_finder
    from harness.game.referee import LEGAL, judge_lines
    from harness.report.output import output

    status = LEGAL
    for ruling in judge_lines(_lines(path), rules_finder(file)):
        output().write(f"{json.dumps(ruling.verdict)}\n")
        output().flush()
        status = max(status, ruling.status)
    raise typer.Exit(status)


def _lines(path: Path | None) -> Iterator[bytes]:
    with opened(path) as lines:
        yield from lines
