"""A run as it goes on, on the terminal's error stream; nothing where that is no terminal.

Ratings are computed again as often as they cost little of the time, however many bots there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from harness.arena.board import Board, Place
from harness.arena.progress import Progress as RunProgress
from harness.printable import printable
from harness.report.figures import limits
from harness.report.tables import console

COST: Final = 0.02
"""Of the time, that the ratings may take."""
LEAST: Final = 0.5
"""Seconds between two of them."""
FAULTS: Final = 4
"""Bots whose faults are told."""
_BESIDES: Final = 6
"""Lines that the rest of the screen takes."""


@contextmanager
def counting(doing: str, what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what shows how many of how many things are done."""
    screen = console(stderr=True)
    bar = Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
        transient=True,
    )
    with bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def following(
    doing: Callable[[], str] = lambda: "Playing",
) -> Iterator[Callable[[RunProgress], None]]:
    """Yield what shows a run's progress: standings, faults, matches, hands a second, time left.

    Args:
        doing: says what goes on, each time anew.
    """
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("matches  {task.fields[pace]:,} hands/s"),
        TimeRemainingColumn(),
        console=screen,
        expand=True,
    )
    task = bar.add_task("Starting", total=None, pace=0)
    rated = 0.0

    with Live(bar, console=screen, transient=True, refresh_per_second=4) as live:

        def follow(progress: RunProgress) -> None:
            nonlocal rated
            pace = round(progress.hands / progress.seconds) if progress.seconds else 0
            bar.update(
                task,
                description=doing() if progress.played else "Starting",
                total=progress.total,
                completed=progress.kept + progress.played,
                pace=pace,
            )
            began = monotonic()
            if began >= rated and (parts := drawn(progress.board, screen)):
                live.update(Group(*parts, bar))
                rated = began + max(LEAST, (monotonic() - began) / COST)

        yield follow


def drawn(board: Board, screen: Console) -> list[RenderableType]:
    """Draw the standings so far, as far as the screen has room, and who made faults."""
    places = board.places()
    room = max(1, screen.height - _BESIDES)
    if len(places) > room:
        shown, more = places[: room - 1], f"and {len(places) - room + 1:,} more below"
    else:
        shown, more = places, ""
    parts: list[RenderableType] = [_table(shown, screen)] if shown else []
    parts += [Text(line, style="dim") for line in (more, _faults(board, screen)) if line]
    return parts


def _table(places: Sequence[Place], screen: Console) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("So far", no_wrap=True, overflow="ellipsis", max_width=40)
    for heading in ("Elo", "±", "Score", "Pairs"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, place in enumerate(places, 1):
        table.add_row(
            str(number),
            Text(printable(place.rating.name, screen.encoding)),
            *limits(place.rating.value, place.rating.lower, place.rating.upper),
            f"{place.score:.1%}",
            f"{place.pairs:,}",
        )
    return table


def _faults(board: Board, screen: Console) -> str:
    """Say who made how many faults, most first; empty where nobody did."""
    made = [f"{name} {count:,}" for name, count in board.faults.most_common(FAULTS)]
    others = len(board.faults) - len(made)
    told = ", ".join(made) + (f" and {others:,} other bots" if others else "")
    return printable(f"Faults: {told}", screen.encoding) if made else ""
