"""belote play: a person at the table."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import ConfigFile, RulesName, Settings


def play(
    *,
    partner: Annotated[
        str | None,
        typer.Option("--with", help="The bot across the table.", show_default="as --against"),
    ] = None,
    opponent: Annotated[str, typer.Option("--against", help="The bots to play against.")] = "basic",
    rules: RulesName = "classic",
    settings: Settings = None,
    seed: Annotated[
        str | None, typer.Option(help="A number or 32 hex digits, for the same deals again.")
    ] = None,
    file: ConfigFile = None,
) -> None:
    """Sit down at a table with bots and play a match.

    You see what your seat may know. A card played is played; Ctrl-C or the end of the input leaves
    the table, and nothing is kept.
    """
    from harness.arena.config import rules_named
    from harness.arena.tournament import parse_seed
    from harness.plugin.manager import load
    from harness.report.playing import play_match

    registry = load()
    chosen = rules_named(rules, settings or (), file)
    play_match(
        chosen,
        None if partner is None else registry.bot(partner),
        registry.bot(opponent),
        seed=parse_seed(seed, "--seed"),
    )
