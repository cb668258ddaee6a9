"""What several tables under way at once are worth: hands a second by their number.

    python benchmarks/tables.py [SECONDS [BOT]...]

A trivial bot sits at all four seats: in the harness's own process, in processes of its own, and in
the sandbox; then a neural net, which is asked for the cards of all tables at once. Processes are
kept, and warm before the clock starts. The parts play in turn, round after round. Shown are hands
a second by the clock, the most of any round; how many times as many the same bot plays in the
harness's own process; and the least microseconds of processor time that a decision took, in this
process and in those of the bots. The best rounds say most on a busy machine. The net has one
thread. Where bots are named only those are measured, beside the harness's own process.
"""

from __future__ import annotations

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # read when numpy is loaded

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from isolation import ANYWHERE, Way, decisions_of, ways

from harness.arena.table import Seated, Table
from harness.game import DealSet, Rules, preset
from harness.plugin import Bot, load
from harness.plugin.room import Room
from harness.plugin.waiting import ALONE, Waiting

ROUNDS = 3
TABLES = (1, 4, 16, 64, 128)
APART = ("process", "sandbox", "sandbox, in C")
MOST_APART = 16
"""So many tables for those that start four processes a table."""
SEED = bytes(16)
NUMBERS = count()
"""Of the matches: a process that is shared sits at no deals twice."""
NET = Path(__file__).parents[1] / "examples" / "neural_net.py"


class Pace(NamedTuple):
    """Hands a second, and microseconds of processor time a decision: of this process, of others."""

    hands: float
    here: float
    there: float


def spent_there() -> float:
    """Return the seconds of processor time that the processes started by this one have taken."""
    found: dict[int, tuple[int, int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = stat.read_text().rpartition(")")[2].split()
            found[int(stat.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    below = {os.getpid()}
    while more := {pid for pid, (parent, _) in found.items() if parent in below} - below:
        below |= more
    return sum(found[pid][1] for pid in below - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


def pace(way: Way, tables: int, rules: Rules, seconds: float) -> Pace:
    """Play for about so many seconds, with so many tables under way."""
    there = spent_there()
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
        assert played.fault is None, played.fault.message  # noqa: S101 - else nothing is measured
        hands += len(played.hands)
        decisions += sum(map(decisions_of, played.hands))

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
    there = spent_there() - there
    return Pace(hands / spent, 1e6 * here / decisions, 1e6 * there / decisions)


def tables_of(label: str) -> tuple[int, ...]:
    """Return with how many tables a way is measured."""
    return tuple(each for each in TABLES if label not in APART or each <= MOST_APART)


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.7
    rules = preset("classic")
    found: dict[str, dict[int, list[Pace]]] = {}
    with tempfile.TemporaryDirectory() as name, ways(Path(name)) as each:
        Path(name).chmod(0o755)
        net = load((), {"BELOTE_PLUGINS": str(NET)}).bot("neural-net").make
        del each[ANYWHERE]  # with several tables all are
        playing = {**each, "neural net": Way(lambda *_: net())}
        if wanted := sys.argv[2:]:
            playing = {label: way for label, way in playing.items() if label in ("none", *wanted)}
        for label, way in playing.items():
            alone, *_, most = tables_of(label)
            pace(way, most, rules, seconds)
            pace(way, alone, rules, seconds)
        for _ in range(ROUNDS):
            for label, way in playing.items():
                for tables in tables_of(label):
                    paces = found.setdefault(label, {}).setdefault(tables, [])
                    paces.append(pace(way, tables, rules, seconds))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; hands a second by tables")
    print(f"{'':<16}" + "".join(f"{tables:>8}" for tables in TABLES))
    here = max(pace.hands for pace in found["none"][1])
    for label, by_tables in found.items():
        hands = [max(pace.hands for pace in paces) for paces in by_tables.values()]
        rows = {
            label: hands,
            "  1 in": [here / value for value in hands],
            "  µs here": [min(pace.here for pace in paces) for paces in by_tables.values()],
            "  µs there": [min(pace.there for pace in paces) for paces in by_tables.values()],
        }
        for what, values in rows.items():
            print(f"{what:<16}" + "".join(f"{value:>8.1f}" for value in values))


if __name__ == "__main__":
    main()
