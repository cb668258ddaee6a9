"""Running a tournament: from a configuration to rows in the database and a ranking.

The driver hands out jobs, takes back batches and gives them to the one writer. What is committed
stays, whatever happens next; the same run started again plays only what is missing.
"""

from __future__ import annotations

import json
import platform
import secrets
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from harness import __version__
from harness.arena import DEFAULT_DATABASE
from harness.arena.answering import Answering
from harness.arena.batch import Entrant, Programme
from harness.arena.board import Board
from harness.arena.columns import Batch, BotRow, RunRow
from harness.arena.config import configured
from harness.arena.interruption import Interruption, interruptible
from harness.arena.jobs import Jobs
from harness.arena.meetings import Meeting, Tally
from harness.arena.members import Member
from harness.arena.progress import Progress
from harness.arena.ranking import rate_run
from harness.arena.schedule import Fixture, fixtures, identity
from harness.arena.standings import Standings
from harness.arena.store import Store
from harness.arena.tournament import Contestant, Tournament
from harness.arena.workers import Workers, workers_for
from harness.arena.writer import Writer
from harness.errors import Interrupted
from harness.game.dealing import SEED_BYTES
from harness.plugin import sandbox
from harness.plugin.isolation import Isolation
from harness.plugin.manager import BotEntry, Registry, load

FINISHED: Final = "finished"
INTERRUPTED: Final = "interrupted"
FAILED: Final = "failed"


class Outcome(NamedTuple):
    """How a run ended: `finished` or `interrupted`, and its standings so far.

    `members` rates each bot, where some sides have two partners.
    """

    run_id: str
    status: str
    progress: Progress
    standings: Standings
    members: tuple[Member, ...] = ()


class Run:
    """One run of a tournament, resolved: who plays, on what seed, under which id.

    Args:
        tournament: what to play.
        registry: where its bots are found.
        fresh: whether to begin anew although the same run may be stored.

    Raises:
        BeloteError: for a bot that is unknown or cannot be made.
    """

    def __init__(self, tournament: Tournament, registry: Registry, *, fresh: bool = False) -> None:
        self.tournament = tournament
        self.entries = [registry.bot(one.bot) for one in tournament.contestants]
        self.isolations = [
            tournament.isolation.of(one.isolation, submitted=entry.submitted)
            for one, entry in zip(tournament.contestants, self.entries, strict=True)
        ]
        for contestant, entry, isolation in self._entered():
            if isolation.level == "none":
                entry.make(**contestant.options)
            elif isolation.level == "sandbox":
                sandbox.require()
        self.total = tournament.matches
        self.seed = tournament.seed or secrets.token_bytes(SEED_BYTES)
        self.seed_hash = blake2b(self.seed, digest_size=32).hexdigest()
        self.config = _config(tournament, self.total)
        if fresh:
            self.config["fresh"] = secrets.token_hex(8)
        self.rules = json.dumps(tournament.rules.as_dict() | {"base": tournament.rules.base})
        digests = [entry.digest for entry in self.entries]
        self.run_id = identity(json.dumps(self.config), self.rules, self.seed_hash, *digests)

    def rounds(self, tally: Tally) -> Iterator[tuple[int, Iterator[Fixture]]]:
        """Yield each round's number of matches, and these in the order of the schedule.

        Args:
            tally: counts all results of a round before the next is asked for.
        """
        tournament = self.tournament
        meetings: list[Meeting] = []
        for pairings in tournament.rounds(meetings):
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
            Entrant(one.name, one.bot, one.options, entry.source, entry.digest, isolation)
            for one, entry, isolation in self._entered()
        )
        deals = 1 if self.tournament.mode == "duplicate" else None
        sides = tuple(side for side in self.tournament.sides if side.mixed)
        return Programme(self.run_id, self.tournament.rules, self.seed, entrants, deals, sides)

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
            _bot_row(self.run_id, one, entry, isolation)
            for one, entry, isolation in self._entered()
        ]

    def _entered(self) -> Iterator[tuple[Contestant, BotEntry, Isolation]]:
        """Yield each contestant with its bot and how that is kept apart."""
        return zip(self.tournament.contestants, self.entries, self.isolations, strict=True)


def run_tournament(
    tournament: Tournament | str | None = None,
    registry: Registry | None = None,
    *,
    database: Path | str = DEFAULT_DATABASE,
    workers: int | None = None,
    address: str | None = None,
    fresh: bool = False,
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
    run = Run(tournament, registry, fresh=fresh)
    playing = workers_for(workers, address, [entry.source for entry in run.entries])
    with (
        interruptible() as interruption,
        Store.open(Path(database), owner=True) as store,
        Answering(store),
    ):
        store.begin_run(run.row(), run.bot_rows(), run.tournament.sides)
        kept = len(store.known_matches(run.run_id))
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
        standings, members = rate_run(store, run.run_id)
    return Outcome(run.run_id, status, progress, standings, members)


def _played(
    run: Run, store: Store, workers: Workers, interruption: Interruption, progress: Progress
) -> Generator[Batch, None, None]:
    """Play what is missing of a run, count it and yield it job by job."""
    known = store.known_matches(run.run_id)
    tally = store.results(run.run_id)
    programme = run.programme()
    with ExitStack() as started:
        for matches, scheduled in run.rounds(tally):
            missing = (one for one in scheduled if one.match_id not in known)
            first = next(missing, None)
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
                    progress.add(done.batch)
                    yield done.batch
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
        "partners": tournament.partners,
        "sides": [side._asdict() for side in tournament.named_sides],
        "rules": tournament.rules.name,
        **_kept_apart(tournament.isolation),
    }


def _kept_apart(isolation: Isolation) -> dict[str, Any]:
    """Return what a configuration says of isolation, where it says anything."""
    if isolation == Isolation():
        return {}
    parts = {"time": isolation.time._asdict(), "limits": isolation.limits._asdict()}
    return {"isolation": isolation.level, **parts, "keep": isolation.keep}


def _bot_row(run_id: str, contestant: Contestant, entry: BotEntry, isolation: Isolation) -> BotRow:
    return BotRow(
        run_id,
        contestant.name,
        contestant.bot,
        entry.version,
        entry.digest,
        json.dumps(contestant.options),
        entry.author,
        isolation.level or "none",
        entry.plugin,
    )
