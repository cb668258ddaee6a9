"""Jobs: the matches of a run, cut into pieces of about a second of play.

Longer ones would leave cores idle at the end of a run and the screen without news, shorter ones
would pay more for their way to a worker and back.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import ceil
from typing import Final

from harness.arena.batch import Done
from harness.arena.schedule import Fixture

JOB_SECONDS: Final = 1.0
FIRST_JOB: Final = 4
LARGEST_JOB: Final = 4096


class Jobs:
    """Cuts the matches to be played into jobs, by how fast they have gone so far.

    The cut never changes what is played; see `harness.arena.schedule` for why.

    Args:
        fixtures: the matches.
        matches: how many they are, as far as is known: there may be more.
        workers: how many play, and are to end together.
        tables: how many matches each has under way at once: a job fills them, as long as that
            leaves as many for every other worker.
    """

    def __init__(
        self, fixtures: Iterable[Fixture], matches: int, workers: int, tables: int = 1
    ) -> None:
        self._fixtures = iter(fixtures)
        self._left = matches
        self._workers = max(workers, 1)
        self._tables = tables
        self._size = max(FIRST_JOB, tables)

    def next(self) -> list[Fixture]:
        """Return the next job; empty when all have been given out."""
        job = list(islice(self._fixtures, min(self._size, self._fair_share())))
        self._left -= len(job)
        return job

    def _fair_share(self) -> int:
        """Return how many let workers end together: half of each one's part, but full tables."""
        if self._left <= 0:
            return LARGEST_JOB
        part = ceil(self._left / self._workers)
        return max(ceil(part / 2), min(part, self._tables))

    def learn(self, done: Done) -> None:
        """Set the size of jobs to come by how long one took."""
        pace = done.batch.matches.num_rows / max(done.seconds, 1e-6)
        wanted = round(pace * JOB_SECONDS)
        self._size = max(self._tables, min(wanted, 4 * self._size, LARGEST_JOB))
