"""belote check: whether a bot keeps the contract."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.completing import bot_names, listed, preset_names
from harness.cli.options import AsJson, OtherIsolation
from harness.errors import BeloteError

MOST_HANDS = 1_000_000


def check(
    bot: Annotated[
        str,
        typer.Argument(
            help="A bot's name, or a folder, an archive, a .py file.", autocompletion=bot_names
        ),
    ],
    *,
    hands: Annotated[int, typer.Option(help="Hands to play under each preset.")] = 500,
    presets: Annotated[
        str | None,
        typer.Option(
            help="Presets to play under, with commas between.",
            show_default="those of its manifest, else classic",
            autocompletion=listed(preset_names),
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            help="Of cards and chance, to see the same again: a number or 32 hex digits.",
            show_default="drawn",
        ),
    ] = None,
    isolation: OtherIsolation = None,
    as_json: AsJson = False,
) -> None:
    """Play a bot on trial: legal, in time, reproducible, without memory; exit status 1 if not.

    It plays in processes of its own: in the sandbox, unless another isolation is asked for.
    """
    from harness.arena.tournament import parse_seed
    from harness.game.presets import preset
    from harness.plugin.examining import apart, examine
    from harness.plugin.target import target_of
    from harness.report.verdicts import print_verdicts, print_verdicts_as_json

    if not 1 <= hands <= MOST_HANDS:
        raise BeloteError(f"--hands takes a number from 1 to {MOST_HANDS:,}, not {hands:,}")
    key = parse_seed(seed, "--seed")
    chosen = [name.strip() for name in presets.split(",")] if presets else []
    for name in chosen:
        preset(name)
    with target_of(bot) as target:
        verdicts = examine(target.program, chosen or target.presets, apart(isolation), hands, key)
        show = print_verdicts_as_json if as_json else print_verdicts
        if not show(target.name, verdicts):
            raise typer.Exit(1)
