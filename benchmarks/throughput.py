"""Hands per second through the whole path, beside two peers; and how well two cores are used.

    python benchmarks/throughput.py            both parts, about eight minutes
    python benchmarks/throughput.py core       one core beside the peers
    python benchmarks/throughput.py scaling    Ray beside one worker and beside a process pool

*core*: `random` at every seat on one core, bots called, views built, faults checked, rows built and
committed to DuckDB by the writer thread, which shares the core. The peers (see `peers.py`) play
their own games with random moves and store nothing. Rounds alternate between all of them, and what
counts is the median over rounds of the ratio within a round: the machine may be busy with others.

*scaling*: `basic` against `lowest` in jobs of about a second, committed to DuckDB, by Ray with two
workers, Ray with one, and a `ProcessPoolExecutor` with two on the very same jobs, in turn. Workers
are warm before the clock starts.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

from peers import hands_per_second

from harness.arena.batch import Done, play
from harness.arena.cluster import IN_FLIGHT
from harness.arena.interruption import Interruption
from harness.arena.jobs import Jobs
from harness.arena.meetings import Tally
from harness.arena.programme import Programme
from harness.arena.run import Run
from harness.arena.schedule import Fixture
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.arena.workers import workers_for
from harness.arena.writer import Writer
from harness.game import preset
from harness.plugin import load

ROUNDS = 7
SECONDS = 3.0
CORE_PEERS = {"jass-kit": 30.0, "colver": 2.5}
SCALING_ROUNDS = 3
SCALING_SECONDS = 40.0


class SameJobs(Jobs):
    """Jobs of one size, whoever plays them and however fast."""

    def __init__(self, fixtures: list[Fixture], size: int) -> None:
        self.waiting = [fixtures[start : start + size] for start in range(0, len(fixtures), size)]
        self.waiting.reverse()

    def next(self) -> list[Fixture]:
        """Return the next job; empty when all have been given out."""
        return self.waiting.pop() if self.waiting else []

    def learn(self, done: Done) -> None:
        """Stay as cut."""


def run_of(*bots: str, pairs: int) -> Run:
    """Return a run of bots under the classic rules."""
    contestants = [{"bot": bot, "name": f"{bot}-{place}"} for place, bot in enumerate(bots)]
    tournament = build("benchmark", contestants, rules=preset("classic"), pairs=pairs, seed=1)
    return Run(tournament, load())


@contextmanager
def fresh_store(run: Run) -> Iterator[Store]:
    """Yield an empty store that knows the run."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "b.duckdb", owner=True) as store,
    ):
        store.begin_run(run.row(), run.bot_rows())
        yield store


def our_hands_per_second(seconds: float) -> float:
    """Play random matches on this core for about `seconds`, committing every hand."""
    run = run_of("random", "random", pairs=100_000)
    programme, fixtures = run.programme(), next(run.rounds(Tally()))[1]
    hands, elapsed = 0, 0.0
    with fresh_store(run) as store:
        began = perf_counter()
        with Writer(store) as writer:
            while elapsed < seconds:
                done = play(programme, [next(fixtures) for _ in range(400)])
                writer.put(done.batch)
                hands += done.batch.hands.num_rows
                elapsed = perf_counter() - began
        elapsed = perf_counter() - began
    return hands / elapsed


def core() -> None:
    """Print our rate on one core beside the peers'."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    play(run_of("random", "random", pairs=20).programme(), [])
    ours: list[float] = []
    ratios: dict[str, list[float]] = {peer: [] for peer in CORE_PEERS}
    theirs: dict[str, list[float]] = {peer: [] for peer in CORE_PEERS}
    for _ in range(ROUNDS):
        rate = our_hands_per_second(SECONDS)
        ours.append(rate)
        for peer in CORE_PEERS:
            peer_rate = hands_per_second(peer, SECONDS)
            theirs[peer].append(peer_rate)
            ratios[peer].append(rate / peer_rate)
    print(f"{'one core':<12}{'hands/s':>10}{'ratio':>9}{'worst':>9}{'best':>9}{'target':>9}")
    print(f"{'ours':<12}{median(ours):>10,.0f}")
    for peer, target in CORE_PEERS.items():
        print(
            f"{peer:<12}{median(theirs[peer]):>10,.0f}{median(ratios[peer]):>9.1f}"
            f"{min(ratios[peer]):>9.1f}{max(ratios[peer]):>9.1f}{target:>9.1f}"
        )


Play = Callable[[Programme, SameJobs], Iterator[Done]]


@contextmanager
def ray_with(workers: int) -> Iterator[Play]:
    """Yield what plays on Ray."""
    with workers_for(workers) as ray_workers:
        yield partial(ray_workers.play, interruption=Interruption())


@contextmanager
def pool_with(workers: int) -> Iterator[Play]:
    """Yield what plays on a process pool, with as many jobs under way as on Ray."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:

        def pool_play(programme: Programme, jobs: SameJobs) -> Iterator[Done]:
            waiting: set[Future[Done]] = set()
            while True:
                while len(waiting) < IN_FLIGHT * workers and (job := jobs.next()):
                    waiting.add(pool.submit(play, programme, job))
                if not waiting:
                    return
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()

        yield pool_play


def rate_of(run: Run, plays: Play, fixtures: list[Fixture], size: int) -> float:
    """Play and commit matches and return hands per second, workers warm."""
    warm = SameJobs(fixtures[: 8 * size // 4], max(size // 4, 1))
    for _ in plays(run.programme(), warm):
        pass
    hands = 0
    with fresh_store(run) as store:
        began = perf_counter()
        with Writer(store) as writer:
            for done in plays(run.programme(), SameJobs(fixtures, size)):
                writer.put(done.batch)
                hands += done.batch.hands.num_rows
        return hands / (perf_counter() - began)


def scaling() -> None:
    """Print how two Ray workers do beside one, and beside a process pool."""
    run = run_of("basic", "lowest", pairs=1_000_000)
    fixtures = next(run.rounds(Tally()))[1]
    sample = play(run.programme(), [next(fixtures) for _ in range(200)])
    size = max(1, round(200 / sample.seconds))
    matches = [next(fixtures) for _ in range(size * round(2 * SCALING_SECONDS))]
    ways: dict[str, Callable[[], AbstractContextManager[Play]]] = {
        "Ray, 2 workers": partial(ray_with, 2),
        "Ray, 1 worker": partial(ray_with, 1),
        "pool, 2 processes": partial(pool_with, 2),
    }
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(SCALING_ROUNDS):
        for way, start in ways.items():
            with start() as plays:
                half = matches[: len(matches) // 2] if "1" in way else matches
                rates[way].append(rate_of(run, plays, half, size))
    two = rates["Ray, 2 workers"]
    print(f"{'two cores':<20}{'hands/s':>10}{'Ray/this':>10}{'worst':>9}{'best':>9}")
    for way, those in rates.items():
        ratios = [mine / other for mine, other in zip(two, those, strict=True)]
        print(
            f"{way:<20}{median(those):>10,.0f}{median(ratios):>10.2f}"
            f"{min(ratios):>9.2f}{max(ratios):>9.2f}"
        )


def main() -> None:
    """Run the parts named, both where none is."""
    parts = {"core": core, "scaling": scaling}
    chosen = sys.argv[1:] or list(parts)
    if not set(chosen) <= parts.keys():
        sys.exit(f"parts are {', '.join(parts)}, not {' '.join(chosen)}")
    if "scaling" in chosen:  # before a core is chosen
        scaling()
    if "core" in chosen:
        core()


if __name__ == "__main__":
    main()
