"""What several tables under way at once are worth: hands a second by their number.

    python benchmarks/tables.py [SECONDS]

A trivial bot sits at all four seats: in the harness's own process, in processes of its own, and in
the sandbox; then a neural net, which is asked for the cards of all tables at once. Processes are
kept, and warm before the clock starts. The parts play in turn, round after round. Shown are hands
a second by the clock, the most of any round, and the least microseconds of this process's processor
time that a decision took: the best rounds say most on a busy machine. The net has one thread.
"""

from __future__ import annotations

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # read when numpy is loaded

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from isolation import Way, ways

from harness.arena.table import Seated, Table
from harness.game import DealSet, Rules, preset
from harness.plugin import Bot, load
from harness.plugin.room import Room
from harness.plugin.waiting import ALONE, Waiting

ROUNDS = 3
TABLES = (1, 4, 16)
SEED = bytes(16)
NUMBERS = count()
"""Of the matches: a process that is shared sits at no deals twice."""
NET = Path(__file__).parents[1] / "examples" / "neural_net.py"


class Pace(NamedTuple):
    """Hands a second, and of this process's own processor time microseconds a decision."""

    hands: float
    here: float


def pace(way: Way, tables: int, rules: Rules, seconds: float) -> Pace:
    """Play for about so many seconds, with so many tables under way."""
    began, used, hands, decisions = perf_counter(), process_time(), 0, 0

    def match(number: int, waiting: Waiting) -> None:
        nonlocal hands, decisions
        made: list[Bot] = []

        def make(seat: int) -> Bot:
            made.append(way.make(waiting, seat, number))
            return waiting.seated(made[-1], "guest")

        north, east, south, west = (partial(make, seat) for seat in range(4))
        sides = Seated("guest", north, south), Seated("guest", east, west)
        table = Table(rules, DealSet(SEED, number), sides, clock=waiting.clock)
        played = table.play()
        way.dismiss(made)
        assert played.fault is None, (played.fault.kind, played.fault.message, played.fault.trace)  # noqa: S101 - else nothing is measured
        hands += len(played.hands)
        decisions += sum(len(row[8].split()) + len(row[10]) for row in played.hands)

    def matches() -> Iterator[Callable[[Waiting], None]]:
        for number in NUMBERS:
            if perf_counter() - began > seconds:
                return
            yield partial(match, number)

    if tables == 1:
        for one in matches():
            one(ALONE)
    else:
        Room(tables).play(matches())
    spent, here = perf_counter() - began, process_time() - used
    return Pace(hands / spent, 1e6 * here / decisions)


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 1.0
    rules = preset("classic")
    found: dict[str, dict[int, list[Pace]]] = {}
    with tempfile.TemporaryDirectory() as name, ways(Path(name), shared=True) as each:
        Path(name).chmod(0o755)
        net = load((), {"BELOTE_PLUGINS": str(NET)}).bot("neural-net").make
        playing = {**each, "neural net": Way(lambda *_: net())}
        for way in playing.values():
            pace(way, max(TABLES), rules, seconds)
        for _ in range(ROUNDS):
            for label, way in playing.items():
                for tables in TABLES:
                    paces = found.setdefault(label, {}).setdefault(tables, [])
                    paces.append(pace(way, tables, rules, seconds))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; hands a second by tables")
    print(f"{'':<16}" + "".join(f"{tables:>8}" for tables in TABLES))
    for label, by_tables in found.items():
        hands = (max(pace.hands for pace in paces) for paces in by_tables.values())
        here = (min(pace.here for pace in paces) for paces in by_tables.values())
        for what, values in ((label, hands), ("  µs here", here)):
            print(f"{what:<16}" + "".join(f"{value:>8.1f}" for value in values))


if __name__ == "__main__":
    main()
