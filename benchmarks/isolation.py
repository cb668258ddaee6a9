"""What it costs to play in a process of one's own, decision by decision.

    python benchmarks/isolation.py [MATCHES]

A trivial bot plays another in the harness's own process: there, in processes of its own and in the
sandbox, where it also is in C, and where the system alone decides on which cores it runs. Processes
are kept, and warm. The parts play in turn, ten matches at a time, of which the first is left out.
Of each hand but the first of a match it is taken how long the bot took over a decision, as the
table measures it; shown are the quickest tenth of hands, which says most on a busy machine, and the
median. The last lines are the floor: the same number of bytes to and fro between two processes that
do nothing with them, wherever the system lets them run, on one core, and on two, where the one that
is written to has to be woken on another.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

from harness.arena.columns import HANDS
from harness.arena.table import Seated, Table
from harness.game import DealSet, Rules, View, preset
from harness.plugin import Bot
from harness.plugin.bench import Bench
from harness.plugin.core import ONE_CORE
from harness.plugin.isolation import Isolation, Level
from harness.plugin.manifest import Manifest
from harness.plugin.process import LATE, Patience, Process
from harness.plugin.program import Program, submitted
from harness.plugin.waiting import Waiting

ECHO = "import os{}\nwhile line := os.read(0, 4096): os.write(1, line)"
SEED = bytes(16)
_BIDS, _PLAYS, _THINKING = (
    HANDS.names.index(name) - 1 for name in ("bids", "plays", "think_us_ns")
)
"""Places in a row of a hand, which has no id of its match yet."""
SHARED, ANYWHERE = "sandbox, shared", "sandbox, anywhere"
"""One process at its seat of many tables, and one that the system may have run on any core."""
A_HAND = 20
A_TURN = 10
"""Matches that a part plays at a time."""
FOREIGN = Path(__file__).parents[1] / "tests" / "foreign"

TRIVIAL = """
import harness

class Trivial(harness.Bot):
    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        return view.legal_mask.bit_length() - 1
"""


class Trivial(Bot):
    """Bids and plays what costs nothing to find."""

    def choose_bid(self, view: View) -> str:
        """Return the first bid."""
        return view.legal_bids[0]

    def choose_card(self, view: View) -> int:
        """Return the highest card."""
        return view.legal_mask.bit_length() - 1


class Anywhere(Waiting):
    """Waits as a match does that is played alone, but has nobody brought on one core."""

    def answered(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        """Leave the process where it is."""


class Way(NamedTuple):
    """What makes a bot, and what ends those of a match."""

    make: Callable[..., Bot]
    dismiss: Callable[..., None] = lambda *_: None


@contextmanager
def ways(folder: Path) -> Iterator[dict[str, Way]]:
    """Yield what makes contestants, by how they are kept apart."""
    (folder / "bot.py").write_text(TRIVIAL)
    python = submitted(folder, Manifest(name="trivial", version="1", entry="bot:Trivial"))
    compiler = shutil.which("cc") or "cc"
    source = FOREIGN / "lowest.c"
    subprocess.run([compiler, "-O2", "-o", folder / "mybot", source], check=True)  # noqa: S603
    in_c = submitted(folder, Manifest(name="trivial", version="1", command=("./mybot",)))
    with ExitStack() as benches:

        def bench(program: Program, level: Level, *, share: bool = False) -> Way:
            made = Bench(program, Isolation(level, keep=True, share=share))
            benches.callback(made.close)
            return Way(made.make, made.dismiss)

        anywhere = bench(python, "sandbox")

        yield {
            "none": Way(lambda *_: Trivial()),
            "process": bench(python, "process"),
            "sandbox": bench(python, "sandbox"),
            ANYWHERE: anywhere._replace(make=lambda: anywhere.make(Anywhere())),
            SHARED: bench(python, "sandbox", share=True),
            "sandbox, in C": bench(in_c, "sandbox"),
        }


def costs(way: Way, rules: Rules, number: int) -> list[float]:
    """Play a match and return, of each hand but the first, microseconds for a decision."""
    sides = Seated("guest", way.make), Seated("host", Trivial)
    played = Table(rules, DealSet(SEED, number), sides).play()
    way.dismiss()
    assert played.fault is None, played.fault  # noqa: S101 - else nothing is measured
    # Half of them are the guest's.
    return [2 * row[_THINKING] / decisions_of(row) for row in played.hands[1:]]


def decisions_of(row: Sequence[Any]) -> int:
    """Return how many bids and cards were played in a hand."""
    return len(row[_BIDS].split()) + len(row[_PLAYS])


def to_and_fro(process: Process, core: int | None = None) -> float:
    """Send as many bytes to and fro as a decision takes, a hand's worth, and return as above.

    Where a core is given this process does so on it.
    """
    line = b'{"card":"7S"}' + b" " * 200 + b"\n"
    process.waiting = Anywhere()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores if core is None else {core})
    process.ask(line, Patience(10.0, LATE, ""))
    began = perf_counter()
    for _ in range(A_HAND):
        process.ask(line, Patience(10.0, LATE, ""))
    spent = perf_counter() - began
    os.sched_setaffinity(0, cores)
    return 1e6 * spent / A_HAND


def echo(core: int | None = None) -> Process:
    """Return a process that sends back what it is sent, on one core where that is given."""
    pinned = "" if core is None else f"; os.sched_setaffinity(0, {{{core}}})"
    return Process([sys.executable, "-I", "-S", "-c", ECHO.format(pinned)], {})


def main() -> None:
    """Print the table."""
    turns = (int(sys.argv[1]) if sys.argv[1:] else 50) // A_TURN
    rules = preset("classic")
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name, ways(Path(name)) as each:
        Path(name).chmod(0o755)
        first, *_, last = sorted(os.sched_getaffinity(0))
        floors = {"to and fro": (echo(), None)} | {
            f"  on {where}": (echo(first), core)
            for where, core in (("one core", first), ("two cores", last))
        }
        numbers = count()
        del each[SHARED]  # one match at a time is all that is played here
        for _ in range(turns):
            for label, way in each.items():
                ONE_CORE.part()
                costs(way, rules, next(numbers))
                for number in islice(numbers, A_TURN - 1):
                    found.setdefault(label, []).extend(costs(way, rules, number))
            ONE_CORE.part()
            for label, (process, core) in floors.items():
                times = [to_and_fro(process, core) for _ in range(A_TURN)]
                found.setdefault(label, []).extend(times)
        for process, _ in floors.values():
            process.close()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; µs a decision")
    print(f"{'isolation':<18}{'quick':>8}{'median':>8}")
    for label, values in found.items():
        quick, *_ = quantiles(values, n=10)
        print(f"{label:<18}{quick:>8.1f}{median(values):>8.1f}")


if __name__ == "__main__":
    main()
