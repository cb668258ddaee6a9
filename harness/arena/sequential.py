"""A format that stops when it is clear which of two claims about two contestants is right.

A pairing of it is one pair of matches. The test looks at pairs one by one in the order of the
schedule, whichever came in first, so that neither workers nor interruptions change its path. A
round is an eighth of what was played, and played to its end: what a decision leaves over counts in
the standings but not in the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from harness.arena.meetings import Meeting, Pairing
from harness.arena.rating.samples import Pairs
from harness.errors import BeloteError

if TYPE_CHECKING:
    from harness.arena.rating.sprt import Claim, Model, Sprt

NAME: Final = "sequential"
MOST_PAIRS: Final = 20_000
SMALLEST_ROUND: Final = 16
SHARE_OF_PLAYED: Final = 8


class Step(NamedTuple):
    """Where a test is after one pair more.

    Attributes:
        sample: all pairs so far, as the first contestant sees them.
        score: of the last pair, 0 to 1 by quarters.
        llr: the log likelihood ratio.
        accepted: the claim that this decides for.
    """

    sample: Pairs
    score: float
    llr: float
    accepted: Claim | None


def walk(sprt: Sprt, scores: Iterable[float]) -> Iterator[Step]:
    """Yield where a test is after each pair, up to the one that decides it."""
    sample = Pairs()
    for score in scores:
        counts = [0] * 5
        counts[round(4 * score)] = 1
        sample += Pairs(*counts)
        llr = sprt.llr(sample)
        accepted = sprt.accepted(llr)
        yield Step(sample, score, llr, accepted)
        if accepted:
            return


def sequential(
    contestants: Sequence[str],
    meetings: Sequence[Meeting],
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "normalized",
    max_pairs: int = MOST_PAIRS,
    told: Callable[[Step], None] = lambda _: None,
) -> Iterator[list[Pairing]]:
    """Two meet in rounds until a test of the first is decided; `told` hears of every step."""
    from harness.arena.rating.sprt import Sprt  # noqa: PLC0415 - scipy is for this format alone

    if len(contestants) != 2:
        raise BeloteError(f"a test is of two contestants, not {len(contestants)}")
    first, second = contestants
    sprt = Sprt(elo0, elo1, alpha, beta, model)
    steps = walk(sprt, map(_score_of_pair, _as_they_come(meetings)))
    played = 0
    while played < max_pairs:
        size = min(max(SMALLEST_ROUND, played // SHARE_OF_PLAYED), max_pairs - played)
        yield [(first, second)] * size
        for _ in range(size):
            step = next(steps)
            told(step)
            if step.accepted:
                return
        played += size


def _score_of_pair(meeting: Meeting) -> float:
    """Return what the first has of a pair; a format that wraps this one may mean several."""
    if meeting.matches != 2:
        raise BeloteError(f"a test looks at pairs one by one, not at {meeting.matches} matches")
    return meeting.score


def _as_they_come(meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    """Yield the meetings of a list that grows."""
    place = 0
    while True:
        yield meetings[place]
        place += 1
