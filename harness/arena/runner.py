"""Running a tournament: from a configuration to rows in the database and a ranking.

The driver hands out jobs, takes back batches and gives them to the one writer. What is committed
stays, whatever happens next; the same run started again plays only what is missing.
"""

from __future__ import annotations

import json
import platform
import secrets
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from copy import copy
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from harness import __version__
from harness.arena import DEFAULT_DATABASE
from harness.arena.answering import Answering
from harness.arena.batch import Entrant, Programme
from harness.arena.columns import Batch, BotRow, RunRow
from harness.arena.config import configured
from harness.arena.heritage import Heritage
from harness.arena.interruption import Interruption, interruptible
from harness.arena.jobs import Jobs
from harness.arena.meetings import Meeting, Tally
from harness.arena.progress import Progress
from harness.arena.resuming import CONTINUES, forget_published, settled
from harness.arena.schedule import Fixture, fixtures, identity
from harness.arena.seeds import hash_of, keep_seed
from harness.arena.standings import Standings, rank
from harness.arena.store import Store
from harness.arena.tournament import Contestant, Tournament
from harness.arena.workers import Workers, workers_for
from harness.arena.writer import Writer
from harness.errors import BeloteError, Interrupted
from harness.game.dealing import SEED_BYTES
from harness.plugin.manager import BotEntry, Registry, load

FINISHED: Final = "finished"
INTERRUPTED: Final = "interrupted"
FAILED: Final = "failed"


class Outcome(NamedTuple):
    """How a run ended: `finished` or `interrupted`, and its standings so far."""

    run_id: str
    status: str
    progress: Progress
    standings: Standings


class Run:
    """One run of a tournament, resolved: who plays, on what seed, under which id.

    Args:
        tournament: what to play.
        registry: where its bots are found.

    Attributes:
        total: how many matches it has, as far as can be told.
        seed, seed_hash: 16 bytes, given or drawn; their hash in hex.
        config: all that is to be stored about it, its marks included (see `resuming`).
        rules: every field of its rules, as JSON.
        digests: of each contestant's code.
        run_id: its id.

    Raises:
        BeloteError: for a bot that is unknown or cannot be made.
    """

    def __init__(self, tournament: Tournament, registry: Registry) -> None:
        self.tournament = tournament
        self.entries = [registry.bot(one.bot) for one in tournament.contestants]
        for contestant, entry in zip(tournament.contestants, self.entries, strict=True):
            entry.make(**contestant.options)
        self.total = tournament.matches
        self.rules = json.dumps(tournament.rules.as_dict() | {"base": tournament.rules.base})
        self.digests = {
            one.name: entry.digest
            for one, entry in zip(tournament.contestants, self.entries, strict=True)
        }
        self._identify(tournament.seed or secrets.token_bytes(SEED_BYTES), {})

    def again(self, *, seed: bytes | None = None, marks: Mapping[str, str]) -> Run:
        """Return this run under other marks, on a seed that was drawn before."""
        other = copy(self)
        other._identify(self.tournament.seed or seed or self.seed, marks)  # noqa: SLF001 - a run too
        return other

    def _identify(self, seed: bytes, marks: Mapping[str, str]) -> None:
        self.seed, self.seed_hash = seed, hash_of(seed)
        self.config = {**_config(self.tournament, self.total), **marks}
        told = {key: value for key, value in self.config.items() if key != CONTINUES}
        self.run_id = identity(json.dumps(told), self.rules, self.seed_hash, *self.digests.values())

    @property
    def continues(self) -> str | None:
        """The id of a run whose matches it takes over."""
        old: str | None = self.config.get(CONTINUES)
        return old

    def rounds(self, tally: Tally) -> Iterator[tuple[int, Iterator[Fixture]]]:
        """Yield each round's number of matches, and these in the order of the schedule.

        Args:
            tally: counts all results of a round before the next is asked for.
        """
        tournament = self.tournament
        meetings: list[Meeting] = []
        for pairings in tournament.schedule.rounds(tournament.names, meetings):
            start = len(meetings)
            matches = 2 * tournament.pairs * len(pairings)
            yield (
                matches,
                fixtures(
                    self.run_id,
                    pairings,
                    tournament.pairs,
                    start=start,
                    shared_deals=tournament.deals == "shared",
                ),
            )
            meetings += tally.meetings(pairings, start)

    def programme(self) -> Programme:
        """Return what workers need to know of the run."""
        entrants = tuple(
            Entrant(one.name, one.bot, one.options, entry.source, entry.digest)
            for one, entry in zip(self.tournament.contestants, self.entries, strict=True)
        )
        deals = 1 if self.tournament.mode == "duplicate" else None
        return Programme(
            self.run_id,
            self.tournament.rules,
            self.seed,
            entrants,
            deals,
            self.tournament.policy,
            self.tournament.limits,
        )

    def row(self) -> RunRow:
        """Return the run's row; a drawn seed stays secret until the run is finished."""
        return RunRow(
            self.run_id,
            self.tournament.name,
            self.rules,
            json.dumps(self.config),
            self.seed.hex() if self.tournament.seed else None,
            self.seed_hash,
            __version__,
            platform.python_version(),
        )

    def bot_rows(self) -> list[BotRow]:
        """Return a row for each contestant."""
        return [
            _bot_row(self.run_id, one, entry)
            for one, entry in zip(self.tournament.contestants, self.entries, strict=True)
        ]


def run_tournament(
    tournament: Tournament | str | None = None,
    registry: Registry | None = None,
    *,
    database: Path | str = DEFAULT_DATABASE,
    workers: int | None = None,
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
        fresh: whether to begin anew although the same run may be stored.
        accept_changes: whether an unfinished run that has changed since goes on as another, which
            takes over the matches that the changes leave untouched.
        follow: called with the progress after each job.
        changes: `bots`, `pairs`, `rules`, `settings`, `seed`, `file`, as `configured` takes them.

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
    playing = workers_for(workers)
    with (
        interruptible() as interruption,
        Store.open(Path(database), owner=True) as store,
        Answering(store),
    ):
        run = settled(run, store, fresh=fresh, accept_changes=accept_changes)
        if run.tournament.seed is None:
            keep_seed(store.path, run.run_id, run.seed)
        store.begin_run(run.row(), run.bot_rows())
        progress = Progress(run.total, len(store.known_matches(run.run_id)))
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
        standings = rank(store.read, run.run_id)
        store.save_ratings(standings.as_table())
    return Outcome(run.run_id, status, progress, standings)


def _played(
    run: Run, store: Store, workers: Workers, interruption: Interruption, progress: Progress
) -> Generator[Batch, None, None]:
    """Play what is missing of a run, count it and yield it job by job."""
    known = store.known_matches(run.run_id)
    tally = store.results(run.run_id)
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
            jobs = Jobs(chain((first,), missing), min(matches, progress.missing), workers.count)
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


def _config(tournament: Tournament, matches: int) -> dict[str, Any]:
    return {
        "contestants": [contestant._asdict() for contestant in tournament.contestants],
        "pairs": tournament.pairs,
        "matches": matches,
        "format": tournament.schedule.name,
        "options": tournament.schedule.options,
        "mode": tournament.mode,
        "deals": tournament.deals,
        **tournament.policy._asdict(),
        "rules": tournament.rules.name,
    }


def _bot_row(run_id: str, contestant: Contestant, entry: BotEntry) -> BotRow:
    return BotRow(
        run_id,
        contestant.name,
        contestant.bot,
        entry.version,
        entry.digest,
        json.dumps(contestant.options),
        entry.author,
        "none",
        entry.plugin,
    )
