"""belote score: what each side writes down for a hand, and why."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from harness.cli.options import AsJson, ConfigFile, RulesName, Settings
from harness.errors import BeloteError
from harness.game.scoring import BELOTE, NOTHING, Pair
from harness.game.seats import side_number

_NUMBER = r"\s*(\d{1,6})\s*"


def score(  # noqa: PLR0913 - a score sheet's columns
    *,
    taker: Annotated[str, typer.Option(help="The side that took: NS or EW.")],
    points: Annotated[
        str, typer.Option(help="Card points, NS-EW, the last trick's included: 90-72.")
    ],
    tricks: Annotated[
        str | None,
        typer.Option(help="Tricks won, NS-EW: 8-0 is a capot.", show_default="some for each"),
    ] = None,
    announced: Annotated[
        str | None,
        typer.Option(help="What each side announced: 20-50.", show_default="the declarations"),
    ] = None,
    declarations: Annotated[
        str | None,
        typer.Option(
            help="What the comparison let score: 0-50.",
            show_default="what was announced, by one side only",
        ),
    ] = None,
    belote: Annotated[str | None, typer.Option(help="The side that held belote.")] = None,
    held: Annotated[
        str | None, typer.Option(help="Points that wait from before, and whose they were: 81:NS.")
    ] = None,
    contree: Annotated[bool, typer.Option("--contree", help="The defenders doubled.")] = False,
    rules: RulesName = "classic",
    settings: Settings = None,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Print what each side writes down for a hand, and why."""
    from harness.arena.config import rules_named
    from harness.report.sheet import Counts, print_score

    said, scored = _declared(announced, declarations)
    counts = Counts(
        card_points=_pair("--points", points),
        tricks=None if tricks is None else _pair("--tricks", tricks),
        announced=said,
        declarations=scored,
        belote=_belote(belote),
        held=_held(held),
        contree=contree,
    )
    chosen = rules_named(rules, settings or (), file)
    print_score(chosen, side_number(taker), counts, as_json=as_json)


def _pair(option: str, text: str) -> Pair:
    numbers = re.fullmatch(f"{_NUMBER}-{_NUMBER}", text, re.ASCII)
    if numbers is None:
        raise BeloteError(f"{option} takes two numbers, NS-EW as in 90-72, not {text!r}")
    return int(numbers[1]), int(numbers[2])


def _declared(announced: str | None, declarations: str | None) -> tuple[Pair, Pair]:
    """Return what was announced and what scores of it; either follows from the other if it can."""
    said = None if announced is None else _pair("--announced", announced)
    scored = None if declarations is None else _pair("--declarations", declarations)
    if said and scored is None and all(said):
        raise BeloteError("both sides announced: say with --declarations which of them scores")
    return said or scored or NOTHING, scored or said or NOTHING


def _belote(holder: str | None) -> Pair:
    if holder is None:
        return NOTHING
    return (BELOTE, 0) if side_number(holder) == 0 else (0, BELOTE)


def _held(text: str | None) -> int:
    if text is None:
        return 0
    told = re.fullmatch(rf"{_NUMBER}(?::\s*(NS|EW)\s*)?", text, re.ASCII | re.IGNORECASE)
    if told is None:
        raise BeloteError(f"--held takes points and whose they were, as in 81:NS, not {text!r}")
    return int(told[1])
