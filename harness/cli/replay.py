"""belote replay: a stored hand, trick by trick."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database, RunId
from harness.errors import BeloteError

if TYPE_CHECKING:
    from harness.arena.archive import Played
    from harness.arena.runs import Ask


def replay(
    place: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH[:HAND]",
            help="A match by its id or the start of it, and the number of a hand of it.",
            show_default=False,
        ),
    ] = None,
    *,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before each trick.")] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="Only hands in which a bot was at fault.")
    ] = False,
    solve: Annotated[
        bool, typer.Option("--solve", help="Say what each card cost, had all cards been seen.")
    ] = False,
    run: RunId = None,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Show stored hands again: who held what, the auction, every trick, what each side wrote.

    A match alone shows all its hands, then its score sheet. With --faults and no match, every
    fault of the run is shown.
    """
    from harness.arena.answering import asking
    from harness.arena.replays import replay_matches
    from harness.report.replay import print_matches_as_json, show_matches

    wanted, number = _read(place)
    with asking(database) as ask:
        told = replay_matches(ask, _matches(ask, wanted, run, faults=faults))
    if as_json:
        print_matches_as_json(told, number, faults=faults, solve=solve)
    else:
        show_matches(told, number, step=step, faults=faults, solve=solve)


def _read(place: str | None) -> tuple[str | None, int | None]:
    """Read `MATCH:HAND`."""
    if place is None:
        return None, None
    read = re.fullmatch(r"([^:\s]+)(?::(\d{1,6}))?", place, re.ASCII)
    if read is None:
        raise BeloteError(f"{place!r} is no place: write MATCH, or MATCH:HAND as in 3f2a:4")
    return read[1], None if read[2] is None else int(read[2])


def _matches(ask: Ask, wanted: str | None, run: str | None, *, faults: bool) -> list[Played]:
    from harness.arena.archive import faulty_matches, find_match

    if wanted is not None:
        return [find_match(ask, wanted)]
    if not faults:
        raise BeloteError("name a match, as in belote replay 3f2a:4, or give --faults")
    found = faulty_matches(ask, run)
    if not found:
        raise BeloteError("no bot was at fault in that run")
    return found
