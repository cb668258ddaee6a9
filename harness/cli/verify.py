"""belote verify: play stored matches again, and compare."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.completing import run_names
from harness.cli.options import AsJson, Database


def verify(
    run: Annotated[
        str | None,
        typer.Argument(
            help="A run: its id, the start of it, or its tournament's name.",
            show_default="the newest",
            autocompletion=run_names,
        ),
    ] = None,
    *,
    sample: Annotated[int, typer.Option(min=1, help="How many matches to play again.")] = 100,
    seed: Annotated[
        int | None, typer.Option(help="Chooses the matches.", show_default="drawn")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes that play, as for a run.")] = 0,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Play some of a run's matches again and compare every hand with what is stored.

    Needs the bots that played. Exit status 1 where something differs.
    """
    from harness.arena.interruption import signals_held_back

    with signals_held_back():  # numpy starts threads
        import secrets

        from harness.arena.verifying import verify as play_again
        from harness.plugin import load
        from harness.report.verifying import print_verdict, print_verdict_as_json

    verdict = play_again(
        database,
        run,
        load(),
        sample=sample,
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        workers=workers,
    )
    if as_json:
        print_verdict_as_json(verdict)
    else:
        print_verdict(verdict)
    if verdict.differences:
        raise typer.Exit(1)
