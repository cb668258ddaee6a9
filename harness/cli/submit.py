"""belote submit: bring a bot into the competition."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import Database, OtherIsolation


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
) -> None:
    """Check a bot, keep it under plugins/NAME/VERSION, and see where it stands.

    None of it is run outside the sandbox. Where it is not taken, nothing of it is left behind.
    """
    from harness.plugin import submitting
    from harness.plugin.examining import apart, examine
    from harness.plugin.manager import PLUGIN_DIRS, load
    from harness.plugin.manifest import Manifest
    from harness.plugin.program import submitted
    from harness.report.tables import plural, say
    from harness.report.verdicts import print_verdicts

    bots, how = load().bots, apart(isolation)

    def owner(name: str) -> str | None:
        return str(bots[name].source) if name in bots and not bots[name].submitted else None

    def examined(folder: Path) -> None:
        manifest = Manifest.read(folder)
        verdicts = examine(submitted(folder, manifest), manifest.presets, how)
        if not print_verdicts(f"{manifest.name} {manifest.version}", verdicts):
            raise typer.Exit(1)

    taken = submitting.submit(path, PLUGIN_DIRS[0], owner, examined)
    say(f"\n{taken.name} is in, under {taken.folder} (digest {taken.digest}).")
    if gauntlet:
        from harness.arena import gauntlet as course
        from harness.report.standings import print_outcome

        say(f"It plays {plural(course.PAIRS, 'pair')} of matches with each reference bot:\n")
        rules = taken.manifest.presets[0]
        outcome = course.play_gauntlet(taken.name, rules, database, how.level)
        print_outcome(outcome, as_json=False)
