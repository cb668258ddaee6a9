"""belote run: play a tournament and rank."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.completing import tournament_names
from harness.cli.options import (
    AsJson,
    BotNames,
    ConfigFile,
    Database,
    OtherIsolation,
    OtherRules,
    Settings,
    Workers,
    filled,
)

if TYPE_CHECKING:
    from harness.arena.standings import Standings


def run(  # noqa: PLR0913 - what a run may be told
    name: Annotated[
        str | None,
        typer.Argument(
            help="A tournament of the file.",
            show_default=False,
            autocompletion=tournament_names,
        ),
    ] = None,
    *,
    bots: BotNames = None,
    pairs: Annotated[int | None, typer.Option(help="Pairs of matches for each two bots.")] = None,
    rules: OtherRules = None,
    settings: Settings = None,
    seed: Annotated[
        str | None, typer.Option(help="A number or 32 hex digits; drawn where none is given.")
    ] = None,
    workers: Workers = None,
    isolation: OtherIsolation = None,
    address: Annotated[
        str | None,
        typer.Option(
            help="A Ray cluster that plays, as auto or 10.0.0.1:6379.",
            show_default="this machine",
            callback=filled,
        ),
    ] = None,
    par: Annotated[
        bool, typer.Option("--par", help="Take the luck of the cards out as well, when finished.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew even if this run is stored.")
    ] = False,
    accept_changes: Annotated[
        bool,
        typer.Option(
            "--accept-changes",
            help="Go on although something has changed, keeping what that leaves untouched.",
        ),
    ] = False,
    file: ConfigFile = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Play a tournament, keep every hand, and print the ranking.

    Started again after whatever broke it off, a run plays only what is missing; of a finished one
    the ranking is printed. Where bots, rules or pairings have changed since, it asks which of
    --accept-changes and --fresh is meant.
    """
    from harness.arena.interruption import signals_held_back

    with signals_held_back():  # numpy starts threads
        from harness.arena.runner import run_tournament
        from harness.arena.runs import FINISHED, INTERRUPTED
        from harness.report.progress import following
        from harness.report.standings import print_outcome

    with following() as follow:
        outcome = run_tournament(
            name,
            bots=[bot.strip() for bot in bots.split(",")] if bots is not None else None,
            pairs=pairs,
            rules=rules,
            settings=settings or (),
            seed=seed,
            isolation=isolation,
            file=file,
            database=database,
            workers=workers,
            address=address,
            fresh=fresh,
            accept_changes=accept_changes,
            follow=follow,
        )
    if par and outcome.status == FINISHED:
        standings, members = _without_luck(database, outcome.run_id)
        outcome = outcome._replace(standings=standings, members=members)
    print_outcome(outcome, anew="--fresh", par=par, as_json=as_json)
    if outcome.status == INTERRUPTED:
        raise typer.Exit(130)


def _without_luck(database: Path, run_id: str) -> tuple[Standings, Standings | None]:
    from functools import partial

    from harness.arena.answering import ask
    from harness.arena.luck import ranked_without_luck
    from harness.arena.runs import find_run
    from harness.report.progress import counting

    with counting("Solving", "deals") as follow:
        found = find_run(partial(ask, database), run_id)
        _, standings, members = ranked_without_luck(database, found, follow=follow)
    return standings, members
