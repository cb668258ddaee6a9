"""Jobs: how many matches a worker is given at once."""

from __future__ import annotations

from collections.abc import Iterator

from harness.arena.batch import Done
from harness.arena.jobs import LARGEST_JOB, Jobs
from harness.arena.meetings import Tally
from harness.arena.run import Run
from harness.arena.schedule import Fixture
from harness.plugin import load
from tests.arena.test_runner import SEED, tournament


def test_jobs_follow_the_pace_and_share_what_is_left_fairly() -> None:
    run = Run(tournament(seed=SEED, pairs=1000), load(plugin_dirs=(), env={}))
    jobs = Jobs(_scheduled(run), run.total, workers=2)
    given = []
    while job := jobs.next():
        given.append(job)
        jobs.learn(_took(len(job), 0.01 * len(job)))
    sizes = [len(job) for job in given]
    assert sum(sizes) == run.total == 6000
    assert [fixture for job in given for fixture in job] == list(_scheduled(run))
    assert sizes[0] == 4
    assert max(sizes) == 100  # a second's worth
    assert sizes[-4:] == [1, 1, 1, 1]


def test_jobs_fill_the_tables_of_a_worker_until_that_would_leave_others_with_fewer() -> None:
    run = Run(tournament("random", "lowest", seed=SEED, pairs=20), load(plugin_dirs=(), env={}))
    jobs = Jobs(_scheduled(run), run.total, workers=2, tables=16)
    assert list(map(len, iter(jobs.next, []))) == [16, 12, 6, 3, 2, 1]


def test_jobs_stay_small_where_matches_take_long_and_bounded_where_they_take_nothing() -> None:
    run = Run(tournament(seed=SEED, pairs=10_000), load(plugin_dirs=(), env={}))
    slow, fast = (Jobs(_scheduled(run), run.total, workers=1) for _ in range(2))
    for _ in range(10):
        slow.learn(_took(len(slow.next()), 60.0))
        fast.learn(_took(len(fast.next()), 0.0))
    assert len(slow.next()) == 1
    assert len(fast.next()) == LARGEST_JOB


def test_jobs_go_on_at_their_pace_where_there_are_more_matches_than_were_known() -> None:
    run = Run(tournament(seed=SEED, pairs=100), load(plugin_dirs=(), env={}))
    jobs = Jobs(_scheduled(run), 4, workers=1)
    jobs.learn(_took(100, 1.0))
    sizes = []
    while job := jobs.next():
        sizes.append(len(job))
    assert sum(sizes) == 600
    assert sizes[:5] == [2, 1, 1, 16, 16]


def _scheduled(run: Run) -> Iterator[Fixture]:
    """Return the matches of the first round of a run."""
    return next(run.rounds(Tally()))[1]


class _Rows:
    def __init__(self, count: int) -> None:
        self.num_rows = count


class _Counted:
    def __init__(self, count: int) -> None:
        self.matches = _Rows(count)


def _took(matches: int, seconds: float) -> Done:
    return Done(_Counted(matches), seconds)  # type: ignore[arg-type]
