"""What a million hands cost on a Ray cluster, in core-seconds, beside one process alone.

    python benchmarks/cluster.py               two nodes of one core, about two minutes
    python benchmarks/cluster.py 5000          with so many pairs

`basic` against `random` is played by the real driver, once in this process and once on a cluster of
two nodes that is started for it on this machine. Core-seconds are what the system counts for each
process, so that they tell something on a busy machine too: of the driver with its writer, of the
dispatcher that holds on to Ray, of the workers, of the processes of theirs in which bots play, and
of Ray's own; its start is left out, which does not grow with the run. Traffic is the size of the
rows that come back.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import NamedTuple

from harness.arena import dispatcher, player
from harness.arena.progress import Progress
from harness.arena.runner import run_tournament
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load

PAIRS = 2_000
LOOKS = 10
TICK = os.sysconf("SC_CLK_TCK")
MILLION = 1_000_000


class Process(NamedTuple):
    """A process as the system knows it, its ticks with those of its children that have ended."""

    parent: int
    ticks: int
    command: str


def processes() -> dict[int, Process]:
    """Return every process there is."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        ticks = sum(map(int, fields[11:15]))
        found[int(folder.name)] = Process(int(fields[1]), ticks, command.decode(errors="replace"))
    return found


def spent() -> Counter[str]:
    """Return the ticks of this process and of all that comes from it, by what they do."""
    there = processes()
    ticks = Counter({"driver": int(process_time() * TICK)})
    for process in there.values():
        if ours(process, there):
            ticks[work_of(process.command)] += process.ticks
    return ticks


def ours(process: Process, there: dict[int, Process]) -> bool:
    """Say whether a process descends from this one."""
    while process.parent in there and process.parent != os.getpid():
        process = there[process.parent]
    return process.parent == os.getpid()


def work_of(command: str) -> str:
    """Return what a process does, by its command."""
    kinds = {dispatcher.__name__: "dispatcher", player.__name__: "players", "ray::": "workers"}
    return next((kind for word, kind in kinds.items() if word in command), "Ray")


@contextmanager
def two_nodes() -> Iterator[str]:
    """Yield the address of a cluster of two nodes of one core each."""
    from ray.cluster_utils import Cluster

    with tempfile.TemporaryDirectory(prefix="b-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        head = {"num_cpus": 1, "include_dashboard": False, "temp_dir": folder}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            cluster.add_node(num_cpus=1)
            yield cluster.address
        finally:
            cluster.shutdown()  # type: ignore[no-untyped-call]


def main() -> None:
    """Print what each part of the work costs."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    settled = build("cost", ["basic", "random"], rules=preset("classic"), pairs=pairs, seed=1)
    registry = load()
    with tempfile.TemporaryDirectory() as folder:
        began = process_time()
        alone = run_tournament(settled, registry, database=Path(folder) / "alone", workers=0)
        hands = alone.progress.hands
        print(f"{hands:,} hands; core-seconds for a million of them")
        print(f"{'one process alone':<24}{(process_time() - began) / hands * MILLION:>10.0f}")
        with two_nodes() as address:
            marks: list[tuple[int, Counter[str]]] = []

            def follow(progress: Progress) -> None:
                if progress.hands >= (len(marks) + 1) * hands / LOOKS:
                    marks.append((progress.hands, spent()))

            database = Path(folder) / "cluster"
            run_tournament(settled, registry, database=database, address=address, follow=follow)
        (first, before), (last, after) = marks[len(marks) // 3], marks[-1]
        after.subtract(before)
        for name, ticks in (*after.most_common(), ("together", after.total())):
            seconds = ticks / TICK / (last - first)
            print(f"{'cluster: ' + name:<24}{seconds * MILLION:>10.0f}")
        with Store.open(database, owner=False) as store:
            size = store.read("FROM hands").nbytes + store.read("FROM matches").nbytes
        print(f"rows sent back: {size / hands:.0f} bytes a hand")


if __name__ == "__main__":
    main()
