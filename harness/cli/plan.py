"""belote plan: how many pairs it takes to see a difference."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database, Level, filled
from harness.errors import BeloteError


def plan(
    *,
    elo: Annotated[float | None, typer.Option(help="The difference to see, in Elo.")] = None,
    margin: Annotated[
        float | None, typer.Option(help="The difference to see, in points a hand; instead of Elo.")
    ] = None,
    mode: Annotated[
        Literal["match", "duplicate"] | None,
        typer.Option(
            help="What a pair is: two matches, or a board.", show_default="match, or as in --run"
        ),
    ] = None,
    power: Annotated[
        float, typer.Option(help="Probability of seeing it where it is as large as that.")
    ] = 0.8,
    level: Level = 0.95,
    run: Annotated[
        str | None,
        typer.Option(
            help="A run whose pairs tell how far results spread.",
            show_default="all of that mode",
            callback=filled,
        ),
    ] = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Print how many pairs it takes to see a difference, from the spread measured so far."""
    from harness.arena.answering import asking
    from harness.arena.rating.planning import Plan
    from harness.arena.spread import Spread, spread_of
    from harness.report.plan import print_plan

    wanted = Plan(level, power)
    if (elo is None) == (margin is None):
        raise BeloteError("say what difference to see: --elo 10, or --margin 2 points a hand")
    there = run is not None or database.is_file()
    spread = Spread(mode=mode or "match")
    if there:
        with asking(database) as ask:
            spread = spread_of(ask, run, mode)
    print_plan(wanted, spread, elo=elo, margin=margin, as_json=as_json)
