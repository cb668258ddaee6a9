"""Options that several verbs share, each said once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer

from harness.cli.completing import bot_names, listed, rules_names, run_names, settings
from harness.errors import BeloteError


def filled(parameter: typer.CallbackParam, value: str | None) -> str | None:
    """Refuse an empty text, which a script gives that has lost a variable."""
    if value is not None and not value.strip():
        raise BeloteError(f"{parameter.opts[0]} is empty: give it a value, or leave it out")
    return value


def all_filled(parameter: typer.CallbackParam, values: list[str] | None) -> list[str] | None:
    """Refuse an empty text among several."""
    for value in values or ():
        filled(parameter, value)
    return values


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
        autocompletion=run_names,
    ),
]

RunIds = Annotated[
    list[str] | None,
    typer.Option(
        "--run",
        help="A run: its id, the start of it, or its tournament's name; may be given again.",
        show_default="the newest",
        callback=all_filled,
        autocompletion=run_names,
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
    str,
    typer.Option(
        "--rules",
        help="A preset, or rules of the file.",
        callback=filled,
        autocompletion=rules_names,
    ),
]

OtherRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="A preset, or rules of the file.",
        show_default="those that are set",
        callback=filled,
        autocompletion=rules_names,
    ),
]

Workers = Annotated[
    int | None,
    typer.Option(
        help="Processes that play; 0 plays in this one, without Ray.",
        show_default="one for each core",
    ),
]

OtherIsolation = Annotated[
    str | None,
    typer.Option(
        "--isolation",
        help="How bots are kept apart: none, process or sandbox.",
        show_default="sandbox for submitted bots",
        callback=filled,
    ),
]

BotNames = Annotated[
    str | None,
    typer.Option(
        "--bots",
        help="Bots to play, with commas between; instead of NAME.",
        callback=filled,
        autocompletion=listed(bot_names),
    ),
]

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Change a rule, as field=value; may be given again.",
        autocompletion=settings,
    ),
]

Level = Annotated[
    float, typer.Option("--level", help="Probability that an interval holds the truth.")
]

SprtModel = Annotated[
    Literal["normalized", "logistic"], typer.Option("--model", help="The scale of both claims.")
]

SprtAlpha = Annotated[
    float, typer.Option("--alpha", help="Probability of accepting H1 where H0 is right.")
]

SprtBeta = Annotated[
    float, typer.Option("--beta", help="Probability of accepting H0 where H1 is right.")
]

Number = TypeVar("Number", int, float)


def numbers_of(
    option: str, text: str, kind: Callable[[str], Number], example: str
) -> tuple[Number, ...]:
    """Return as many numbers as the example has; between them stands what stands there in it.

    Raises:
        BeloteError: the text is something else.
    """
    between = "-" if "-" in example else ","
    wanted = len(example.split(between))
    try:
        numbers = tuple(kind(part) for part in re.split(rf"\s*[{between},]\s*", text.strip()))
    except ValueError:
        numbers = ()
    if len(numbers) != wanted:
        raise BeloteError(f"{option} takes {wanted} numbers, as in {example}, not {text!r}")
    return numbers
