"""What it costs to play in a process of one's own, decision by decision.

    python benchmarks/isolation.py [SECONDS]

A trivial bot plays another in the harness's own process: there, in processes of its own and in the
sandbox, where it also is in C. Processes are kept, and warm before the clock starts. The parts play
in turn, round after round, and what is shown is the median over rounds: of the time for each of its
decisions, what of it is added to that in the harness's own process, how much is the harness's own
processor time, and how many times slower it is. The last line is the floor: the same number of
bytes to and fro between two processes that do nothing with them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from harness.arena.table import Seated, Table
from harness.game import DealSet, Rules, View, preset
from harness.plugin import Bot
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation, Level
from harness.plugin.manifest import Manifest
from harness.plugin.process import LATE, Process
from harness.plugin.program import Program, submitted

ROUNDS = 7
SHARED = "sandbox, shared"
ECHO = "import os\nwhile line := os.read(0, 4096): os.write(1, line)"
SEED = bytes(16)
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


class Cost(NamedTuple):
    """Microseconds for a decision: on the clock, and of this process's own processor time."""

    clock: float
    here: float


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

        yield {
            "none": Way(lambda *_: Trivial()),
            "process": bench(python, "process"),
            "sandbox": bench(python, "sandbox"),
            SHARED: bench(python, "sandbox", share=True),
            "sandbox, in C": bench(in_c, "sandbox"),
        }


def cost(way: Way, rules: Rules, seconds: float) -> Cost:
    """Play for about so many seconds and return what a decision cost."""
    host = Seated("host", Trivial)
    decisions, began, used = 0, perf_counter(), process_time()
    number = 0
    while perf_counter() - began < seconds:
        guest = Seated("guest", way.make)
        played = Table(rules, DealSet(SEED, number), (guest, host)).play()
        way.dismiss()
        assert played.fault is None, played.fault  # noqa: S101 - else nothing is measured
        # Half of the bids and cards are the guest's.
        decisions += sum(len(row[8].split()) + len(row[10]) for row in played.hands) // 2
        number += 1
    return Cost(
        1e6 * (perf_counter() - began) / decisions, 1e6 * (process_time() - used) / decisions
    )


def floor(seconds: float) -> Cost:
    """Send as many bytes to and fro as a decision takes, and return what that costs."""
    process = Process([sys.executable, "-I", "-S", "-c", ECHO], {})
    line = b'{"card":"7S"}' + b" " * 200 + b"\n"
    process.ask(line, 10.0, LATE, "")
    times, began, used = 0, perf_counter(), process_time()
    while perf_counter() - began < seconds:
        process.ask(line, 10.0, LATE, "")
        times += 1
    spent, here = perf_counter() - began, process_time() - used
    process.close()
    return Cost(1e6 * spent / times, 1e6 * here / times)


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 2.0
    rules = preset("classic")
    found: dict[str, list[Cost]] = {}
    with tempfile.TemporaryDirectory() as name, ways(Path(name)) as each:
        Path(name).chmod(0o755)
        alone = {label: way for label, way in each.items() if label != SHARED}
        for way in alone.values():
            cost(way, rules, 0.1)
        for _ in range(ROUNDS):
            for label, way in alone.items():
                found.setdefault(label, []).append(cost(way, rules, seconds))
            found.setdefault("to and fro", []).append(floor(seconds / 2))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'isolation':<16}{'µs/decision':>12}{'added':>8}{'here':>8}{'slower':>8}")
    for label, costs in found.items():
        added = median(
            one.clock - base.clock for one, base in zip(costs, found["none"], strict=True)
        )
        ratio = median(
            one.clock / base.clock for one, base in zip(costs, found["none"], strict=True)
        )
        clock, here = (median(values) for values in zip(*costs, strict=True))
        print(f"{label:<16}{clock:>12.1f}{added:>8.1f}{here:>8.1f}{ratio:>8.1f}")


if __name__ == "__main__":
    main()
