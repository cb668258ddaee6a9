"""belote legal: which cards may be played, and why not the others."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import AsJson, ConfigFile, RulesName, Settings


def legal(
    *,
    holding: Annotated[str, typer.Option(help='The cards held, as "9S 8S 7D".')],
    trump: Annotated[str, typer.Option(help="S H D C, NT for no trumps, AT for all trumps.")],
    trick: Annotated[
        str, typer.Option(help='The cards played to the trick, in order, as "AH 7S".')
    ] = "",
    rules: RulesName = "classic",
    settings: Settings = None,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Print the legal cards of a holding, and the duty that forbids each other one."""
    from harness.arena.config import rules_named
    from harness.game import legal_cards
    from harness.game.counsel import freedom, refusals
    from harness.report.duties import print_legal

    position = (holding, trick, trump, rules_named(rules, settings or (), file))
    refused, free = refusals(*position), freedom(*position)
    print_legal(legal_cards(*position), refused, free, as_json=as_json)
