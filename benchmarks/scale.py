"""How a run grows: the driver's memory, wall time, the file, and questions to it, by matches.

    python benchmarks/scale.py                 1,000 to 1,000,000 matches, about ten minutes
    python benchmarks/scale.py 1000 30000      other sizes
    python benchmarks/scale.py --plot          and the curves, into docs/scale.svg
    python benchmarks/scale.py --hands         questions to ten million hands, about three minutes

Each size is a run of its own in a process of its own, by the real driver: schedule, jobs, writer,
store, standings. Only the workers are not real, since a million matches take a core two hours:
rows come from a few hundred matches that were played, under the ids of the schedule, each hand with
a deck and plays drawn anew so that nothing packs better than real hands do. Jobs are as large as
`random` against `random` would make them on a core.

The file's size is also taken of matches that were played, every one of them. Ten million hands are
those of 20,000 matches, copied by the database under new ids.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from harness.arena import runner
from harness.arena.batch import Done, play
from harness.arena.columns import FAULTS, HANDS, MATCHES, Batch, table_of
from harness.arena.interruption import Interruption
from harness.arena.jobs import Jobs
from harness.arena.meetings import Tally
from harness.arena.memory import ASKING
from harness.arena.programme import Programme
from harness.arena.progress import Progress
from harness.arena.run import Run
from harness.arena.runs import FINISHED
from harness.arena.schedule import Fixture
from harness.arena.store import Store
from harness.arena.tournament import Tournament, build
from harness.arena.workers import Workers
from harness.game import preset
from harness.plugin import load

SIZES = (1_000, 10_000, 100_000, 1_000_000)
PAIRINGS = 6
TEMPLATES = 300
PACE = 900.0
"""Matches a second that a worker claims to play."""
PLAYED = 20_000
GROWN = 20_000
HANDS_ASKED = 10_000_000
PLOT = Path(__file__).parents[1] / "docs" / "scale.svg"
QUESTIONS = {
    "by outcome": "SELECT outcome, count(*), avg(points_ns) FROM hands GROUP BY outcome",
    "by trump": """
        SELECT trump, multiplier, count(*), avg((outcome = 'made')::INTEGER), avg(points_ns)
        FROM hands WHERE taker IS NOT NULL GROUP BY ALL
    """,
    "by bot": """
        SELECT bot, count(*), avg(score), avg(think_us)
        FROM (
            SELECT side_ns AS bot, score_ns AS score, think_us_ns AS think_us FROM hands
            UNION ALL
            SELECT side_ew, score_ew, think_us_ew FROM hands
        )
        GROUP BY bot
    """,
    "by match": """
        SELECT ended_by, count(*), avg(hands.score_ns)
        FROM hands JOIN matches USING (match_id) GROUP BY ended_by
    """,
}

COPIES = (
    """
    INSERT INTO matches
    SELECT * REPLACE (left(md5(match_id || $copy), 16) AS match_id,
                      left(md5(pair_id || $copy), 16) AS pair_id,
                      (pair + $copy * $pairs)::INTEGER AS pair)
    FROM matches WHERE pair < $pairs
    """,
    """
    INSERT INTO hands
    SELECT hands.* REPLACE (left(md5(match_id || $copy), 16) AS match_id)
    FROM hands SEMI JOIN (FROM matches WHERE pair < $pairs) USING (match_id)
    """,
)


class Templates(Workers):
    """Workers that answer with matches that were played before, under new names."""

    count = 1

    def __init__(self, run: Run) -> None:
        fixtures = next(run.rounds(Tally()))[1]
        done = play(run.programme(), [next(fixtures) for _ in range(TEMPLATES)])
        self._matches = list(zip(*done.batch.matches.to_pydict().values(), strict=True))
        self._hands = done.batch.hands
        counts = done.batch.matches["hands"].to_numpy()
        self._counts = counts.astype(int)
        self._starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self._rng = np.random.default_rng(1)

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Answer every job."""
        while job := jobs.next():
            interruption.check()
            done = Done(self._batch(programme.run_id, job), len(job) / PACE)
            jobs.learn(done)
            yield done

    def _batch(self, run_id: str, job: list[Fixture]) -> Batch:
        which = self._rng.integers(0, TEMPLATES, len(job))
        rows = [
            (
                *(one.match_id, run_id, one.pair_id, one.pairing, one.pair, one.deal_set, one.leg),
                *(one.ns, one.ew),
                *self._matches[template][9:],
            )
            for one, template in zip(job, which, strict=True)
        ]
        counts = self._counts[which]
        ends = np.cumsum(counts)
        places = np.arange(ends[-1]) + np.repeat(self._starts[which] - (ends - counts), counts)
        hands = self._hands.take(places)
        ids = np.repeat([one.match_id for one in job], counts)
        played = pc.list_value_length(hands["plays"]).to_numpy().astype(int)
        fresh = {
            "match_id": pa.array(ids),
            "deck": self._cards(np.full(len(ids), 32)),
            "plays": self._cards(played),
        }
        for name, column in fresh.items():
            hands = hands.set_column(hands.schema.get_field_index(name), HANDS.field(name), column)
        return Batch(table_of(MATCHES, rows), hands, FAULTS.empty_table())

    def _cards(self, sizes: NDArray[np.int64]) -> Any:  # noqa: ANN401 - Arrow's stubs know no lists
        """Return the first cards of decks drawn anew, as many of each as is said."""
        deck = np.arange(32, dtype=np.uint8)
        decks = self._rng.permuted(np.tile(deck, (len(sizes), 1)), axis=1)
        cards: Any = pa.array(decks[np.arange(32) < sizes[:, None]])
        ends: Any = pa.array(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32))
        return pa.ListArray.from_arrays(ends, cards)


def tournament(matches: int) -> Tournament:
    """Return a round robin of four with about so many matches."""
    bots = [{"bot": "random", "name": f"random-{number}"} for number in range(1, 5)]
    pairs = max(1, matches // (2 * PAIRINGS))
    return build("scale", bots, rules=preset("classic"), pairs=pairs, seed=1)


def measured(matches: int) -> dict[str, Any]:
    """Run so many matches in this process and measure it."""
    registry = load()
    settled = tournament(matches)
    workers = Templates(Run(settled, registry))
    vars(runner)["workers_for"] = lambda *_: workers
    while_playing: list[float] = []

    def follow(progress: Progress) -> None:
        if progress.played:
            while_playing.append(memory("VmRSS"))

    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "b.duckdb"
        began = perf_counter()
        outcome = runner.run_tournament(settled, registry, database=database, follow=follow)
        seconds = perf_counter() - began
        if outcome.status != FINISHED:
            sys.exit(f"the run of {matches:,} matches was {outcome.status}: measure again")
        return {
            "matches": outcome.progress.played,
            "hands": outcome.progress.hands,
            "seconds": seconds,
            "playing": outcome.progress.seconds,
            "memory": max(while_playing),
            "peak": memory("VmHWM"),
            "bytes": database.stat().st_size / outcome.progress.hands,
            **{name: asked(database, sql) for name, sql in QUESTIONS.items()},
        }


def ten_million() -> None:
    """Print how long questions take to a file of so many hands."""
    registry = load()
    settled = tournament(GROWN)
    workers = Templates(Run(settled, registry))
    vars(runner)["workers_for"] = lambda *_: workers
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "b.duckdb"
        outcome = runner.run_tournament(settled, registry, database=database)
        with Store.open(database, owner=True) as store:
            for copy in range(1, HANDS_ASKED // outcome.progress.hands + 1):
                with store.transaction(ASKING) as cursor:
                    for sql in COPIES:
                        cursor.execute(sql, {"copy": copy, "pairs": settled.pairs})
        with Store.open(database, owner=False) as store:
            hands = store.read("FROM hands SELECT 1").num_rows
        print(f"{hands:,} hands, {database.stat().st_size / hands:.1f} bytes each")
        for name, sql in QUESTIONS.items():
            print(f"{name:<12}{asked(database, sql):>8.3f} s", flush=True)


def asked(database: Path, sql: str) -> float:
    """Return how many seconds a question takes once the file has been read before."""
    with Store.open(database, owner=False) as store:
        store.read(sql)
        times = []
        for _ in range(3):
            began = perf_counter()
            store.read(sql)
            times.append(perf_counter() - began)
        return median(times)


def memory(what: str) -> float:
    """Return megabytes of this process: VmRSS, what it takes now; VmHWM, the most it took."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) / 1024
    raise ValueError(what)


def played_size() -> float:
    """Return the bytes a hand of matches that are really played."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "b.duckdb"
        bots = ["basic", "random"]
        settled = build("size", bots, rules=preset("classic"), pairs=PLAYED // 2, seed=1)
        outcome = runner.run_tournament(settled, load(), database=database, workers=0)
        return database.stat().st_size / outcome.progress.hands


def plotted(rows: list[dict[str, Any]]) -> None:
    """Draw the curves."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "belote"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    matches = [row["matches"] for row in rows]
    for axis, title, unit, values in (
        (axes[0], "Driver's memory", "MB", [row["memory"] for row in rows]),
        (axes[1], "Wall time", "s", [row["seconds"] for row in rows]),
        (axes[2], "Database", "bytes a hand", [row["bytes"] for row in rows]),
    ):
        axis.plot(matches, values, marker="o")
        axis.set_xscale("log")
        axis.set_title(title)
        axis.set_xlabel("matches")
        axis.set_ylabel(unit)
        axis.grid(visible=True, alpha=0.3)
        if unit == "s":
            axis.set_yscale("log")
        else:
            axis.set_ylim(0, 1.25 * max(values))
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Measure each size in a process of its own, and print a row each."""
    arguments = [each for each in sys.argv[1:] if each != "--plot"]
    if arguments[:1] == ["--one"]:
        print(json.dumps(measured(int(arguments[1]))))
        return
    if arguments[:1] == ["--hands"]:
        ten_million()
        return
    rows = []
    heads = ("matches", "hands", "seconds", "memory MB", "peak MB", "bytes/hand", *QUESTIONS)
    print("".join(f"{head:>12}" for head in heads))
    for size in map(int, arguments or SIZES):
        command = [sys.executable, __file__, "--one", str(size)]
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603
        rows.append(json.loads(said.splitlines()[-1]))
        row = rows[-1]
        print(
            f"{row['matches']:>12,}{row['hands']:>12,}{row['seconds']:>12.1f}{row['memory']:>12.0f}"
            f"{row['peak']:>12.0f}{row['bytes']:>12.1f}"
            + "".join(f"{row[name]:>12.3f}" for name in QUESTIONS),
            flush=True,
        )
    print(f"bytes a hand of {PLAYED:,} matches that were played: {played_size():.1f}")
    if "--plot" in sys.argv:
        plotted(rows)


if __name__ == "__main__":
    main()
