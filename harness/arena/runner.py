"""Running a tournament: from a configuration to rows in the database and a ranking.

The driver hands out jobs, takes back batches and gives them to the one writer. What is committed
stays, whatever happens next; the same run started again plays only what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from harness.arena import DEFAULT_DATABASE
from harness.arena.answering import Answering
from harness.arena.board import Board
from harness.arena.columns import Batch
from harness.arena.config import configured
from harness.arena.final import Ended, final_of
from harness.arena.heritage import Heritage
from harness.arena.interruption import Interruption, interruptible
from harness.arena.jobs import Jobs
from harness.arena.meetings import tally_of
from harness.arena.paths import is_settled, keep_path
from harness.arena.progress import Progress
from harness.arena.ranking import rate_run
from harness.arena.resuming import forget_published, settled
from harness.arena.run import Run
from harness.arena.runs import FAILED, FINISHED, INTERRUPTED, find_run
from harness.arena.seeds import keep_seed
from harness.arena.sequential import Step
from harness.arena.standings import Standings
from harness.arena.store import Store
from harness.arena.tournament import Tournament
from harness.arena.workers import Workers, workers_for
from harness.arena.writer import Writer
from harness.errors import BeloteError, Interrupted
from harness.plugin.manager import Registry, load


class Outcome(NamedTuple):
    """How a run ended: `finished` or `interrupted`, and its standings so far.

    `members` ranks each bot, where some sides have two partners. `final` is how it ended by its
    format, where that has an end of its own, and `path` that of a sequential test. `idle_keys` are
    those of the tournament that said nothing, as limits where no bot is isolated. `continues` is
    the run that matches were taken over from.
    """

    run_id: str
    status: str
    progress: Progress
    standings: Standings
    members: Standings | None = None
    final: Ended | None = None
    path: tuple[Step, ...] = ()
    idle_keys: tuple[str, ...] = ()
    continues: str | None = None


def run_tournament(
    tournament: Tournament | str | None = None,
    registry: Registry | None = None,
    *,
    database: Path | str = DEFAULT_DATABASE,
    workers: int | None = None,
    address: str | None = None,
    fresh: bool = False,
    accept_changes: bool = False,
    follow: Callable[[Progress], None] = lambda _: None,
    **changes: Any,  # noqa: ANN401 - they go on by name, and are typed there
) -> Outcome:
    """Play a tournament, keep every hand, and rank.

    Args:
        tournament: one from `harness.arena.config`, or the name of one in `tournaments.toml`; None
            with `bots`.
        registry: the loaded plugins; all there are where None.
        database: the DuckDB file, which this process owns meanwhile.
        workers: how many processes play; None for one on each core, 0 for this one.
        address: of a Ray cluster that plays; None for this machine.
        fresh: whether to begin anew although the same run may be stored.
        accept_changes: whether a run that has changed since goes on as another, which takes over
            the matches that the changes leave untouched, from the stored run of its name that
            gives most; nothing is played on a drawn seed that is published.
        follow: called with the progress after each job.
        changes: `bots`, `pairs`, `rules`, `settings`, `seed`, `isolation`, `file`, as `configured`
            takes them.

    Raises:
        BeloteError: with all that was committed kept.
    """
    registry = registry or load()
    if not isinstance(tournament, Tournament):
        tournament = configured(tournament, registry=registry, **changes)
    elif changes:
        raise TypeError(f"a tournament that is ready cannot take {', '.join(changes)}")
    if fresh and accept_changes:
        raise BeloteError("--fresh begins anew and --accept-changes goes on: give one of the two")
    run = Run(tournament, registry)
    playing = workers_for(workers, address, [entry.source for entry in run.entries])
    with (
        interruptible() as interruption,
        Store.open(Path(database), owner=True) as store,
        Answering(store),
    ):
        run = settled(run, store, fresh=fresh, accept_changes=accept_changes)
        kept = len(store.known_matches(run.run_id))
        if kept < run.total and not is_settled(store.read, run.run_id):
            run.see_started()
        if run.tournament.seed is None:
            keep_seed(store.path, run.run_id, run.seed)
        store.begin_run(run.row(), run.bot_rows(), run.tournament.sides)
        progress = Progress(run.total, kept, board=Board.of(store.read, run.run_id))
        follow(progress)
        status = FAILED
        try:
            with (
                Writer(store, committed=_told_to_plugins(registry)) as writer,
                closing(_played(run, store, playing, interruption, progress)) as batches,
            ):
                for batch in batches:
                    writer.put(batch)
                    follow(progress)
            status = FINISHED
        except Interrupted:
            status = INTERRUPTED
        finally:
            seed = run.seed.hex() if status == FINISHED else None
            store.finish_run(run.run_id, status=status, seed=seed)
            forget_published(store)
        standings, members = rate_run(store, run.run_id)
        path = keep_path(store, run.run_id, run.config)
        final = final_of(store.read, find_run(store.read, run.run_id))
    return Outcome(
        run.run_id, status, progress, standings, members, final, path, run.idle_keys, run.continues
    )


def _played(
    run: Run, store: Store, workers: Workers, interruption: Interruption, progress: Progress
) -> Generator[Batch, None, None]:
    """Play what is missing of a run, count it and yield it job by job."""
    known = store.known_matches(run.run_id)
    tally = tally_of(store.read, run.run_id)
    programme = run.programme()
    heritage = Heritage(run, store)

    def inherited() -> Iterator[Batch]:
        for batch in heritage.batches():
            tally.count(batch.matches)
            progress.keep(batch)
            yield batch

    with ExitStack() as started:
        for matches, scheduled in run.rounds(tally):
            missing = heritage.without(one for one in scheduled if one.match_id not in known)
            first = next(missing, None)
            yield from inherited()
            if first is None:
                continue
            if not progress.began:
                interruption.check()
                started.enter_context(workers)
                progress.began = monotonic()
            jobs = Jobs(
                chain((first,), missing),
                min(matches, progress.missing),
                workers.count,
                programme.tables,
            )
            with closing(workers.play(programme, jobs, interruption)) as playing:
                for done in playing:
                    tally.count(done.batch.matches)
                    progress.add(done)
                    yield done.batch
                    yield from inherited()
            yield from inherited()
    progress.total = progress.kept + progress.played


def _told_to_plugins(registry: Registry) -> Callable[[Batch], None]:
    """Return what tells plugins of the matches that have been committed."""

    def tell(batch: Batch) -> None:
        for match in batch.matches.to_pylist() if registry.followers else ():
            registry.tell_match_finished(match)

    return tell
