"""belote rescore: matches already played, scored again under other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import (
    AsJson,
    ConfigFile,
    Database,
    MatchId,
    OtherRules,
    RunId,
    Settings,
)

if TYPE_CHECKING:
    from harness.game import Rules


def rescore(
    *,
    rules: OtherRules = None,
    settings: Settings = None,
    run: RunId = None,
    match: MatchId = None,
    store: Annotated[
        bool, typer.Option("--store", help="Keep the result beside the original, as a run.")
    ] = False,
    file: ConfigFile = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Score matches again under other settings, and show how results and ranking change.

    Only settings that decide what is written may change, not what was legal to play, bid or say.
    """
    from harness.arena.config import rules_named, with_settings
    from harness.arena.rescoring import rescore
    from harness.report.rescoring import print_rescoring

    def choose(played: Rules) -> Rules:
        return with_settings(rules_named(rules, file=file) if rules else played, settings or ())

    rescoring = rescore(database, choose, run=run, match_id=match, keep=store)
    print_rescoring(rescoring, as_json=as_json)
