"""belote sprt: two bots meet until it is clear whether one is better."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.completing import bot_names
from harness.cli.options import (
    AsJson,
    ConfigFile,
    Database,
    OtherIsolation,
    OtherRules,
    Settings,
    SprtAlpha,
    SprtBeta,
    SprtModel,
    Workers,
)
from harness.errors import BeloteError

STATUS = {"H1": 0, "H0": 1, None: 3}
"""The exit status by the claim that was accepted."""


def sprt(  # noqa: PLR0913 - what a test may be told
    new: Annotated[
        str,
        typer.Argument(
            help="The bot that may be better.", show_default=False, autocompletion=bot_names
        ),
    ],
    base: Annotated[
        str,
        typer.Argument(help="The one it is to beat.", show_default=False, autocompletion=bot_names),
    ],
    *,
    elo0: Annotated[float, typer.Option(help="By how much it is better under H0.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="By how much it is better under H1.")] = 10.0,
    model: SprtModel = "normalized",
    alpha: SprtAlpha = 0.05,
    beta: SprtBeta = 0.05,
    max_pairs: Annotated[int, typer.Option(help="Pairs after which to give up.")] = 20_000,
    mode: Annotated[
        Literal["match", "duplicate"], typer.Option(help="What a pair is: two matches, or a board.")
    ] = "match",
    rules: OtherRules = None,
    settings: Settings = None,
    seed: Annotated[
        str | None,
        typer.Option(
            help="A number or 32 hex digits.",
            show_default="what follows from bots and claims; drawn where a bot is kept apart",
        ),
    ] = None,
    workers: Workers = None,
    isolation: OtherIsolation = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew, on other deals where no seed is given.")
    ] = False,
    file: ConfigFile = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Play pairs of two bots until a sequential test is decided.

    Exit status 0 where H1 is accepted, 1 where H0 is, 3 where neither is within --max-pairs.
    """
    from harness.arena.interruption import signals_held_back

    with signals_held_back():  # numpy starts threads
        from harness.arena.config import configured
        from harness.arena.duel import play_until_decided
        from harness.arena.rating.sprt import Sprt
        from harness.arena.runs import INTERRUPTED
        from harness.plugin.manager import load
        from harness.report.progress import following
        from harness.report.sequential import Live, print_tested

    if new == base:
        raise BeloteError(f"{new!r} cannot be tested against itself: name two bots")
    claims = Sprt(elo0, elo1, alpha, beta, model)
    registry = load()
    tournament = configured(
        bots=[new, base],
        rules=rules,
        settings=settings or (),
        seed=seed,
        isolation=isolation,
        file=file,
        registry=registry,
    )
    live = Live(claims)
    with following(live.doing) as follow:
        tested = play_until_decided(
            tournament.but(mode=mode),
            claims,
            registry,
            max_pairs=max_pairs,
            database=database,
            workers=workers,
            fresh=fresh,
            told=live.hear,
            follow=follow,
        )
    print_tested(tested, as_json=as_json)
    if tested.outcome.status == INTERRUPTED:
        raise typer.Exit(130)
    raise typer.Exit(STATUS[tested.accepted])
