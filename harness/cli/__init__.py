"""The command line: `belote`, one verb a file, each a thin function around the packages below.

Nothing heavy is imported here: a verb imports what it needs when it is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Final

import typer

from harness import __version__
from harness.cli.ask import ask
from harness.cli.bots import bots
from harness.cli.check import check
from harness.cli.doctor import doctor
from harness.cli.elo import elo
from harness.cli.export import export
from harness.cli.legal import legal
from harness.cli.merge import merge
from harness.cli.new_bot import new_bot
from harness.cli.par import par
from harness.cli.plan import plan
from harness.cli.play import play
from harness.cli.program import claiming
from harness.cli.query import query
from harness.cli.referee import referee
from harness.cli.replay import replay
from harness.cli.report import report
from harness.cli.rescore import rescore
from harness.cli.rules import rules
from harness.cli.run import run
from harness.cli.score import score
from harness.cli.sprt import sprt
from harness.cli.standings import standings
from harness.cli.submit import submit
from harness.cli.tournaments import tournaments
from harness.cli.usage import Program
from harness.cli.verify import verify
from harness.cli.withdraw import withdraw

app = typer.Typer(
    cls=Program,
    name="belote",
    help="Load Belote bots, play seeded tournaments, keep every hand, rank.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"belote {__version__}")
        raise typer.Exit


@app.callback()
def _belote(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


def _in_paragraphs(verb: Callable[..., None]) -> str:
    """Return what a verb says of itself, a paragraph a line, which a terminal folds as it needs."""
    told = inspect.cleandoc(verb.__doc__ or "")
    return "\n\n".join(" ".join(one.split()) for one in told.split("\n\n"))


_PANELS: Final = {
    "Tournaments": (run, standings, report, replay, query, export, rescore, merge, verify),
    "Your bot": (new_bot, check, ask, submit, withdraw),
    "How sure": (sprt, plan, elo, par),
    "At the table": (play, referee, legal, score),
    "What there is": (tournaments, bots, rules, doctor),
}

for _panel, _verbs in _PANELS.items():
    for _verb in _verbs:
        app.command(rich_help_panel=_panel, help=_in_paragraphs(_verb))(claiming(_verb))
