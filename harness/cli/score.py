"""belote score: what each side writes down for a hand, and why."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from harness.cli.options import AsJson, ConfigFile, RulesName, Settings
from harness.errors import BeloteError
from harness.game.outcome import BELOTE, Counts
from harness.game.seats import NOTHING, Pair, side_number
from harness.game.sheet import settle

_NUMBER = r"\s*(\d{1,6})\s*"


def score(  # noqa: PLR0913 - a score sheet's columns
    *,
    taker: Annotated[str, typer.Option(help="The side that took: NS or EW.")],
    points: Annotated[
        str, typer.Option(help="Card points, NS-EW, the last trick's included: 90-72.")
    ],
    tricks: Annotated[
        str | None,
        typer.Option(
            help="Tricks won, NS-EW: all to one side, as 8-0, are a capot.",
            show_default="some for each",
        ),
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
    belote: Annotated[
        str | None,
        typer.Option(help="The side that held belote; at all trumps one for each, as NS,NS,EW."),
    ] = None,
    held: Annotated[
        str | None, typer.Option(help="Points that wait from before, and whose they were: 81:NS.")
    ] = None,
    contract: Annotated[
        str | None,
        typer.Option(
            help="The bid that won: 100H, capotS, NT; needed where numbers are bid.",
            show_default="any suit",
        ),
    ] = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="One seat won every trick, as a générale asks.")
    ] = False,
    contree: Annotated[
        bool, typer.Option("--contree", help="The defenders doubled (coinche, contra).")
    ] = False,
    surcontree: Annotated[
        bool,
        typer.Option("--surcontree", help="The takers' side answered (surcoinche, recontra)."),
    ] = False,
    last: Annotated[
        bool,
        typer.Option("--last", help="The match ends with this hand, by its hand limit."),
    ] = False,
    rules: RulesName = "classic",
    settings: Settings = None,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Print what each side writes down for a hand, and why."""
    from harness.arena.config import rules_named
    from harness.report.sheet import print_score

    said, scored = _declared(announced, declarations)
    counts = Counts(
        card_points=_pair("--points", points),
        announced=said,
        declarations=scored,
        belote=_belote(belote),
        held=_held(held),
        alone=alone,
        last=last,
    )
    won = None if tricks is None else _pair("--tricks", tricks)
    chosen = rules_named(rules, settings or (), file)
    settled = settle(chosen, taker, contract, contree=contree, surcontree=surcontree)
    print_score(chosen, settled, counts, won, as_json=as_json)


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


def _belote(holders: str | None) -> Pair:
    if holders is None:
        return NOTHING
    sides = [side_number(holder.strip()) for holder in holders.split(",")]
    return BELOTE * sides.count(0), BELOTE * sides.count(1)


def _held(text: str | None) -> int:
    if text is None:
        return 0
    told = re.fullmatch(rf"{_NUMBER}(?::\s*(NS|EW)\s*)?", text, re.ASCII | re.IGNORECASE)
    if told is None:
        raise BeloteError(f"--held takes points and whose they were, as in 81:NS, not {text!r}")
    return int(told[1])
