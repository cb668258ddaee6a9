"""How far a run has come, on the terminal's error stream; quiet where that is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from harness.arena.progress import Progress as RunProgress
from harness.report.tables import console


@contextmanager
def following() -> Iterator[Callable[[RunProgress], None]]:
    """Yield what shows a run's progress: matches done, hands per second, time left."""
    screen = console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches  {task.fields[pace]:,} hands/s"),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
        transient=True,
    )
    with bar:
        task = bar.add_task("Starting", total=None, pace=0)

        def follow(progress: RunProgress) -> None:
            pace = round(progress.hands / progress.seconds) if progress.seconds else 0
            bar.update(
                task,
                description="Playing" if progress.played else "Starting",
                total=progress.total,
                completed=progress.kept + progress.played,
                pace=pace,
            )

        yield follow
