"""Who plays the matches of a run: this process alone, or Ray's workers. Both give equal rows."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import redirect_stdout
from typing import Final, TextIO, cast

from harness.arena.batch import Done, play
from harness.arena.benches import Benches
from harness.arena.closing import Closing
from harness.arena.interruption import Interruption
from harness.arena.jobs import Jobs
from harness.arena.programme import Programme
from harness.aside import Aside
from harness.errors import BeloteError
from harness.plugin.sources import Source

MOST_WORKERS: Final = 1024


class Workers(Closing):
    """What plays jobs, with how many processes; use it in a `with`."""

    count: int

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Play every job and yield each as it is finished, in any order.

        Raises:
            Interrupted: once somebody asks the run to end.
            BeloteError: when a worker is lost.
        """
        raise NotImplementedError


class Serial(Workers):
    """This process plays alone."""

    count = 0

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Play every job in turn; what bots print goes to the error stream."""
        with Benches() as benches:
            while job := jobs.next():
                with interruption.at_once(), redirect_stdout(cast("TextIO", Aside())):
                    done = play(programme, job, benches=benches)
                jobs.learn(done)
                yield done


def workers_for(
    count: int | None, address: str | None = None, sources: Iterable[Source] = ()
) -> Workers:
    """Return what plays with `count` workers: None for one on each core, 0 for this process.

    Args:
        count: how many.
        address: of a Ray cluster, whose cores they are; of this machine where None.
        sources: the plugins that a cluster needs.

    Raises:
        BeloteError: for a count that is negative or beyond reason.
    """
    from harness.arena.cluster import RayWorkers  # noqa: PLC0415 - which are workers themselves
    from harness.arena.local import ThisMachine  # noqa: PLC0415 - needed where workers are
    from harness.arena.nodes import Cluster  # noqa: PLC0415 - as above

    if address is not None:
        if count is not None and not 0 < count <= MOST_WORKERS:
            raise BeloteError(
                f"--workers takes 1 to {MOST_WORKERS} with --address, not {count}: so many cores "
                "of the cluster play"
            )
        return RayWorkers(Cluster(address, sources, count), count or 1)
    if count is None:
        count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if count is None or not 0 <= count <= MOST_WORKERS:
        raise BeloteError(
            f"--workers takes 0, to play in this process, to {MOST_WORKERS}, not {count}"
        )
    return RayWorkers(ThisMachine(count), count) if count else Serial()
