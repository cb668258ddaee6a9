"""What a process of a bot costs that plays one match, as every one does that is not kept.

    python benchmarks/starting.py [MATCHES]

A trivial bot in Python sits at two seats of matches of one hand, in fresh processes and in fresh
sandboxes, which play in turn. Shown are milliseconds a process in the median of matches:
by the clock, with two at a time, and of the processor, which a sandbox does not tell of the
processes in it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median_low
from time import perf_counter

from isolation import SEED, TRIVIAL, Trivial

from harness.arena.table import Seated, Table
from harness.game import DealSet, Rules, preset
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation, Level
from harness.plugin.manifest import Manifest
from harness.plugin.program import submitted

LEVELS: tuple[Level, ...] = ("process", "sandbox")
PROCESSES = 2


def cost(bench: Bench, rules: Rules, number: int) -> tuple[float, float]:
    """Play a match and return milliseconds a process: by the clock, of the processor."""
    began, used = perf_counter(), getrusage(RUSAGE_CHILDREN)
    sides = Seated("guest", bench.make), Seated("host", Trivial)
    played = Table(rules, DealSet(SEED, number), sides).play()
    bench.dismiss()
    assert played.fault is None, played.fault  # noqa: S101 - else nothing is measured
    spent, now = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return 1000 * spent / PROCESSES, 1000 * processor / PROCESSES


def main() -> None:
    """Print the table."""
    matches = int(sys.argv[1]) if sys.argv[1:] else 20
    rules = preset("classic", hand_limit=1)
    found: dict[Level, list[tuple[float, float]]] = {level: [] for level in LEVELS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "bot.py").write_text(TRIVIAL)
        program = submitted(folder, Manifest(name="trivial", version="1", entry="bot:Trivial"))
        benches = {level: Bench(program, Isolation(level)) for level in LEVELS}
        for number in range(matches):
            for level, bench in benches.items():
                found[level].append(cost(bench, rules, number))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; ms a process")
    print(f"{'isolation':<12}{'clock':>8}{'processor':>11}")
    for level, costs in found.items():
        clock, processor = map(median_low, zip(*costs, strict=True))
        print(f"{level:<12}{clock:>8.0f}" + (f"{processor:>11.0f}" if level == "process" else ""))


if __name__ == "__main__":
    main()
