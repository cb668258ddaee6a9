"""The command line: `belote`, one verb a file, each a thin function around the packages below.

Nothing heavy is imported here: a verb imports what it needs when it is called.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer

from harness import __version__
from harness.cli.bots import bots
from harness.cli.doctor import doctor
from harness.cli.export import export
from harness.cli.legal import legal
from harness.cli.query import query
from harness.cli.referee import referee
from harness.cli.rescore import rescore
from harness.cli.rules import rules
from harness.cli.run import run
from harness.cli.score import score
from harness.cli.standings import standings
from harness.cli.tournaments import tournaments
from harness.errors import BeloteError, Interrupted

INTERRUPTED_STATUS = 130

app = typer.Typer(
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


for _verb in (
    *(run, standings, query, export, rescore),
    *(referee, legal, score),
    *(tournaments, bots, rules, doctor),
):
    app.command()(_verb)


def start() -> None:
    """Run the command line as a program of its own.

    The order of a bot's sets is part of its play, and Python draws it anew for every process: a run
    starts once more with the order that Ray's workers have.
    """
    if "run" in sys.argv[1:2] and "PYTHONHASHSEED" not in os.environ:
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very program
    main()


def main() -> None:
    """Run the command line; what a user can mend becomes one line and exit status 2."""
    try:
        with ctrl_c_is_a_request():
            app()
    except BeloteError as error:
        sys.exit(_complain(error))
    except (Interrupted, KeyboardInterrupt):
        sys.exit(INTERRUPTED_STATUS)
    except SystemError as error:  # what Ray makes of a second Ctrl-C
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(INTERRUPTED_STATUS)
    except BrokenPipeError:
        # Whoever read the output has enough; what Python flushes at its end must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def ctrl_c_is_a_request() -> Iterator[None]:
    """Have Ctrl-C raise what no bot or plugin raises, so that it can be told from their doing."""
    before = signal.signal(signal.SIGINT, _request_end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _request_end(*_: object) -> NoReturn:
    raise Interrupted


def _complain(error: BeloteError) -> int:
    typer.echo(f"belote: {' '.join(str(error).split())}", err=True)
    return 2
