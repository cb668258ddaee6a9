"""What a million hands cost on a Ray cluster, in core-seconds, beside one process alone.

    python benchmarks/cluster.py               two nodes of one core, about five minutes
    python benchmarks/cluster.py 2000          with so many pairs

`basic` against `random` is played by the real driver, once in this process and once on a cluster of
two nodes that is started for it on this machine. Core-seconds are what the system counts for each
process, so that they tell something on a busy machine too: of the driver with its writer, of the
workers, and of Ray's own processes. Traffic is the size of the rows that come back.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from harness.arena.progress import Progress
from harness.arena.runner import run_tournament
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load

PAIRS = 5_000
TICK = os.sysconf("SC_CLK_TCK")
MILLION = 1_000_000


def processes() -> dict[int, tuple[int, float, str]]:
    """Return parent, core-seconds so far and command of every process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (
                (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            )
        except OSError:
            continue
        found[int(folder.name)] = (
            int(fields[1]),
            (int(fields[11]) + int(fields[12])) / TICK,
            command,
        )
    return found


def spent(session: str) -> dict[str, float]:
    """Return core-seconds of a cluster's workers and of the rest of it."""
    there = processes()
    raylets = {pid for pid, (_, _, command) in there.items() if "raylet" in command.split(" ")[0]}
    ours = {pid for pid in raylets if session in there[pid][2]}
    seconds = {"workers": 0.0, "Ray": 0.0}
    for parent, used, command in there.values():
        if command.startswith("ray::") and parent in ours:
            seconds["workers"] += used
        elif session in command:
            seconds["Ray"] += used
    return seconds


@contextmanager
def two_nodes() -> Iterator[tuple[str, str]]:
    """Yield the address of a cluster of two nodes of one core each, and what names its parts."""
    from ray.cluster_utils import Cluster

    with tempfile.TemporaryDirectory(prefix="b-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        head = {"num_cpus": 1, "include_dashboard": False, "temp_dir": folder}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            cluster.add_node(num_cpus=1)
            yield cluster.address, folder
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
        print(f"{'one process alone':<20}{(process_time() - began) / hands * MILLION:>10.0f}")
        with two_nodes() as (address, session):
            before, began = spent(session), process_time()
            last = dict(before)

            def follow(progress: Progress) -> None:
                if progress.played:
                    last.update(spent(session))

            database = Path(folder) / "cluster"
            run_tournament(settled, registry, database=database, address=address, follow=follow)
            parts = {"driver": process_time() - began}
            parts |= {name: last[name] - before[name] for name in last}
        for name, seconds in parts.items():
            print(f"{'cluster: ' + name:<20}{seconds / hands * MILLION:>10.0f}")
        print(f"{'cluster: together':<20}{sum(parts.values()) / hands * MILLION:>10.0f}")
        with Store.open(database, owner=False) as store:
            size = store.read("FROM hands").nbytes + store.read("FROM matches").nbytes
        print(f"rows sent back: {size / hands:.0f} bytes a hand")


if __name__ == "__main__":
    main()
