"""Voids: what a worker loses is sent again, before anything new, and not for ever."""

from __future__ import annotations

import pytest

from harness.arena.jobs import Jobs
from harness.arena.schedule import Fixture
from harness.arena.voids import MOST_VOIDS, Sending, Sent
from harness.errors import BeloteError


def fixtures(count: int) -> list[Fixture]:
    return [Fixture(f"m{n}", f"p{n}", 0, n, 0, n, "ada", "bob") for n in range(count)]


def given(job: Sent | None) -> Sent:
    assert job is not None
    return job


def test_every_match_is_sent_and_a_lost_job_again_under_the_same_ids_before_what_is_new() -> None:
    sending = Sending(Jobs(fixtures(12), 12, workers=1))
    first = given(sending.next())
    sending.lost(first, "it was gone")
    again = given(sending.next())
    assert (again.fixtures, again.voids) == (first.fixtures, 1)
    sent = list(again.fixtures)
    while job := sending.next():
        sent += job.fixtures
    assert sent == fixtures(12)


def test_a_job_that_is_lost_too_often_ends_the_run_in_one_line_that_says_why() -> None:
    sending = Sending(Jobs(fixtures(1), 1, workers=1))
    for _ in range(MOST_VOIDS):
        sending.lost(given(sending.next()), "no memory")
    with pytest.raises(BeloteError) as ended:
        sending.lost(given(sending.next()), "no memory")
    assert str(ended.value) == (
        "a job of 1 match was lost with its worker 6 times, at last for this: no memory; what is "
        "committed is kept, and the same command goes on from there"
    )
