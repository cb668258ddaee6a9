"""belote score: what each side writes down for a hand, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import AsJson, ConfigFile, RulesName, Settings
from harness.errors import BeloteError


def score(  # noqa: PLR0913 - a score sheet's columns
    *,
    taker: Annotated[str, typer.Option(help="The side that took: NS or EW.")],
    points: Annotated[
        str, typer.Option(help="Card points, NS-EW, the last trick's included: 90-72.")
    ],
    tricks: Annotated[str | None, typer.Option(help="Tricks, NS-EW: 5-3.")] = None,
    announced: Annotated[
        str | None,
        typer.Option(help="What each side announced: 20-50.", show_default="the declarations"),
    ] = None,
    declarations: Annotated[
        str, typer.Option(help="What the comparison let score: 0-50.")
    ] = "0-0",
    belote: Annotated[str | None, typer.Option(help="The side that held belote.")] = None,
    held: Annotated[
        str | None, typer.Option(help="Points that wait from before, and from whom: 81:NS.")
    ] = None,
    contree: Annotated[bool, typer.Option("--contree", help="The defenders doubled.")] = False,
    rules: RulesName = "classic",
    settings: Settings = None,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Print what each side writes down for a hand, and why."""
    from harness.arena.config import rules_named
    from harness.game import score_hand, side_number
    from harness.report.sheet import print_score

    chosen = rules_named(rules, settings or (), file)
    scored = _pair("--declarations", declarations)
    takers = side_number(taker)
    result = score_hand(
        chosen,
        taker=takers,
        card_points=_pair("--points", points),
        tricks=None if tricks is None else _pair("--tricks", tricks),
        announced=scored if announced is None else _pair("--announced", announced),
        declarations=scored,
        belote=_belote(belote),
        held=_held(held),
        contree=contree,
    )
    print_score(chosen, takers, result, as_json=as_json)


def _pair(option: str, text: str) -> tuple[int, int]:
    ours, dash, theirs = text.partition("-")
    if not (dash and ours.strip().isdecimal() and theirs.strip().isdecimal()):
        raise BeloteError(f"{option} takes two numbers, NS-EW as in 90-72, not {text!r}")
    return int(ours), int(theirs)


def _belote(holder: str | None) -> tuple[int, int]:
    from harness.game import side_number
    from harness.game.scoring import BELOTE, NOTHING

    if holder is None:
        return NOTHING
    return (BELOTE, 0) if side_number(holder) == 0 else (0, BELOTE)


def _held(text: str | None) -> int:
    from harness.game import side_number

    points, _, side = (text or "0").partition(":")
    if not points.isdecimal():
        raise BeloteError(f"--held takes points and the side they come from, 81:NS, not {text!r}")
    if side:
        side_number(side)
    return int(points)
