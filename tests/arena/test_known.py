"""Known matches: a set in eight bytes each."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from harness.arena.known import Known
from harness.arena.schedule import identity

NUMBERS = st.integers(0, 2**64 - 1)


@given(st.sets(NUMBERS), NUMBERS)
def test_exactly_the_matches_given_are_known(numbers: set[int], other: int) -> None:
    known = Known(np.array(sorted(numbers, key=hash), dtype=np.uint64))
    assert len(known) == len(numbers)
    assert all(f"{number:016x}" in known for number in numbers)
    assert (f"{other:016x}" in known) == (other in numbers)


def test_ids_of_the_schedule_are_told_apart() -> None:
    ids = [identity("run", number) for number in range(2000)]
    some = random.Random(1).sample(ids, 1000)
    known = Known(np.array([int(one, 16) for one in some], dtype=np.uint64))
    assert [one for one in ids if one in known] == sorted(some, key=ids.index)
