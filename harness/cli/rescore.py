"""belote rescore: matches already played, written down again under other settings."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import DEFAULT_DATABASE, AsJson, ConfigFile, Database, RunId, Settings


def rescore(
    *,
    rules: Annotated[
        str | None,
        typer.Option(help="The rules to score by.", show_default="those that were played"),
    ] = None,
    settings: Settings = None,
    run: RunId = None,
    match: Annotated[
        str | None,
        typer.Option(help="One match: its id, or the start of it.", show_default="all of the run"),
    ] = None,
    store: Annotated[
        bool, typer.Option("--store", help="Keep the result beside the original, as a new run.")
    ] = False,
    file: ConfigFile = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Score a run or a match again under other settings, and show what changes.

    Only settings that decide what is written may change, not what was legal to play, bid or say.
    """
    from harness.arena.config import changed_rules
    from harness.arena.rescoring import keep, rescore_run
    from harness.report.rescoring import print_rescoring

    rescoring = rescore_run(
        database, run, match, lambda played: changed_rules(played, rules, settings or (), file)
    )
    kept = keep(database, rescoring) if store else None
    print_rescoring(rescoring, kept, as_json=as_json)
