"""belote referee: replay records under their rules and give a verdict on each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from harness.cli.options import ConfigFile


def referee(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
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
    from harness.errors import BeloteError
    from harness.game.referee import LEGAL, judge_lines

    status = LEGAL
    try:
        with open(sys.stdin.fileno() if path in (None, Path("-")) else path, "rb") as lines:
            for ruling in judge_lines(lines, rules_finder(file)):
                typer.echo(json.dumps(ruling.verdict, ensure_ascii=False))
                status = max(status, ruling.status)
    except OSError as error:
        raise BeloteError(f"cannot read {path}: {error.strerror}") from None
    raise typer.Exit(status)
