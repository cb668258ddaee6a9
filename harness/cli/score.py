"""belote score: what each side writes down for a hand, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import AsJson, ConfigFile, RulesName, Settings


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
    from harness.cli.counts import belotes, declared, pair, waiting
    from harness.game.outcome import Counts
    from harness.game.sheet import settle
    from harness.report.sheet import print_score

    said, scored = declared(announced, declarations)
    counts = Counts(
        card_points=pair("--points", points),
        announced=said,
        declarations=scored,
        belote=belotes(belote),
        held=waiting(held),
        alone=alone,
        last=last,
    )
    won = None if tricks is None else pair("--tricks", tricks)
    chosen = rules_named(rules, settings or (), file)
    settled = settle(chosen, taker, contract, contree=contree, surcontree=surcontree)
    print_score(chosen, settled, counts, won, as_json=as_json)
