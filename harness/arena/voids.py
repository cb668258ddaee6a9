"""Voids: jobs that were lost with their worker, by nobody's fault, and are sent again.

The same matches under the same ids: whoever plays them, the rows are the same, so it does not
matter how often a worker was lost. What is lost again and again ends the run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from harness.arena.jobs import Jobs
from harness.arena.schedule import Fixture
from harness.errors import BeloteError

MOST_VOIDS: Final = 5
"""How often a job may be lost before the run ends."""


@dataclass(slots=True)
class Sent:
    """A job, and how often it has been lost so far."""

    fixtures: list[Fixture]
    voids: int = 0


class Sending:
    """Hands out jobs: those that were lost first, then those that have not been sent yet.

    Args:
        jobs: all there are.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._lost: list[Sent] = []

    def next(self) -> Sent | None:
        """Return the next job; None while there is none."""
        if self._lost:
            return self._lost.pop()
        fixtures = self._jobs.next()
        return Sent(fixtures) if fixtures else None

    def lost(self, job: Sent, reason: str) -> None:
        """Take back a job that was lost with its worker.

        Raises:
            BeloteError: it has been lost too often.
        """
        job.voids += 1
        if job.voids > MOST_VOIDS:
            count = len(job.fixtures)
            matches = f"{count} {'match' if count == 1 else 'matches'}"
            raise BeloteError(
                f"a job of {matches} was lost with its worker {job.voids} times, at last for this: "
                f"{reason}; what is committed is kept, and the same command goes on from there"
            )
        self._lost.append(job)
