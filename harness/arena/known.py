"""The matches of a run that are stored already: eight bytes each, so that millions fit anywhere."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray


class Known:
    """A set of match ids; ask with `in` and `len`.

    Args:
        numbers: the ids as numbers, in any order.
    """

    def __init__(self, numbers: NDArray[np.uint64]) -> None:
        self._numbers = memoryview(np.sort(numbers))  # type: ignore[arg-type] # it is a buffer

    def __contains__(self, match_id: str) -> bool:
        number = int(match_id, 16)
        place = bisect_left(self._numbers, number)
        return place < len(self._numbers) and self._numbers[place] == number

    def __len__(self) -> int:
        return len(self._numbers)
