"""Options that several verbs share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    Path,
    typer.Option("--db", envvar="BELOTE_DB", help="The DuckDB file with the results."),
]
DEFAULT_DATABASE = Path("results/belote.duckdb")

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
    ),
]

RulesName = Annotated[str, typer.Option("--rules", help="A preset, or rules of the file.")]

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a rule, as field=value; may be given again."),
]
