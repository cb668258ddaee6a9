"""belote submit: bring a bot into the competition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database, OtherIsolation

if TYPE_CHECKING:
    from harness.arena.runner import Outcome
    from harness.plugin.isolation import Isolation
    from harness.plugin.submitting import Submitted


def submit(
    path: Annotated[
        Path,
        typer.Argument(
            help="A folder with a belote-bot.toml, an archive of one, or a .py file.",
            show_default=False,
        ),
    ],
    *,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet/--no-gauntlet", help="Play the reference bots at once.")
    ] = True,
    isolation: OtherIsolation = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Check a bot, keep it under plugins/NAME/VERSION, and see where it stands.

    None of it is run outside the sandbox. Where it is not taken, nothing of it is left behind.
    """
    from harness.arena.runs import INTERRUPTED
    from harness.plugin.examining import apart
    from harness.report.output import output
    from harness.report.tables import print_json

    how = apart(isolation)
    taken, told = _taken(path, how, as_json=as_json)
    outcome = None
    try:
        if gauntlet:
            outcome = _gauntlet(taken, how, database, as_json=as_json)
            told["run_id"] = outcome.run_id
    finally:  # it is in, whatever becomes of its gauntlet
        if as_json:
            print_json(told)
            output().flush()
    if outcome and outcome.status == INTERRUPTED:
        raise typer.Exit(130)


def _taken(path: Path, how: Isolation, *, as_json: bool) -> tuple[Submitted, dict[str, Any]]:
    """Check a bot and keep it; return it, and what is told of it as JSON."""
    from harness.plugin.examining import examine
    from harness.plugin.manager import PLUGIN_DIRS, load
    from harness.plugin.manifest import Manifest
    from harness.plugin.program import submitted
    from harness.plugin.submitting import submit
    from harness.report.tables import print_json, say
    from harness.report.verdicts import print_verdicts, verdicts_as_dict

    told: dict[str, Any] = {}

    def examined(folder: Path) -> None:
        manifest = Manifest.read(folder)
        verdicts = list(examine(submitted(folder, manifest), manifest.presets, how))
        told.update(verdicts_as_dict(manifest.name, verdicts))
        if not as_json:
            print_verdicts(f"{manifest.name} {manifest.version}", verdicts)
        elif not told["ok"]:
            print_json(told)
        if not told["ok"]:
            raise typer.Exit(1)

    taken = submit(path, PLUGIN_DIRS[0], load().owner, examined)
    if not as_json:
        say(f"\n{taken.name} is in, under {taken.folder} (digest {taken.digest}).")
    about = {"bot": taken.name, "folder": str(taken.folder), "digest": taken.digest}
    return taken, told | about


def _gauntlet(taken: Submitted, how: Isolation, database: Path, *, as_json: bool) -> Outcome:
    """Play a bot against the reference bots, and return how that ended."""
    from harness.arena import gauntlet
    from harness.report.standings import print_outcome
    from harness.report.tables import plural, say

    if not as_json:
        pairs = plural(gauntlet.PAIRS, "pair")
        say(f"It plays {pairs} of matches with each reference bot:\n")
    rules = taken.manifest.presets[0]
    outcome = gauntlet.play_gauntlet(taken.name, rules, database, how.level)
    if not as_json:
        print_outcome(outcome, as_json=False)
    return outcome
