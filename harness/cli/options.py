"""Options that several verbs share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.errors import BeloteError


def filled(parameter: typer.CallbackParam, value: str | None) -> str | None:
    """Refuse an empty text, which a script gives that has lost a variable."""
    if value is not None and not value.strip():
        raise BeloteError(f"{parameter.opts[0]} is empty: give it a value, or leave it out")
    return value


Database = Annotated[
    Path,
    typer.Option("--db", envvar="BELOTE_DB", help="The DuckDB file with the results."),
]

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--file",
        "-f",
        help="Where tournaments and rules are written.",
        show_default="tournaments.toml",
    ),
]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]

RunId = Annotated[
    str | None,
    typer.Option(
        "--run",
        help="A run: its id, the start of it, or its tournament's name.",
        show_default="the newest",
        callback=filled,
    ),
]

MatchId = Annotated[
    str | None,
    typer.Option(
        "--match",
        help="One match: its id, or the start of it.",
        show_default="all of the run",
        callback=filled,
    ),
]

RulesName = Annotated[
    str, typer.Option("--rules", help="A preset, or rules of the file.", callback=filled)
]

OtherRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="A preset, or rules of the file.",
        show_default="those that are set",
        callback=filled,
    ),
]

BotNames = Annotated[
    str | None,
    typer.Option(
        "--bots",
        help="Bots to play, with commas between; instead of NAME.",
        callback=filled,
    ),
]

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a rule, as field=value; may be given again."),
]
