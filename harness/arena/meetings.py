"""What pairings have come to: the results that later rounds of a schedule may look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.runs import Ask, texts
from harness.game.seats import SIDES

Pairing: TypeAlias = tuple[str, str]

_RESULTS: Final = """
    SELECT run_id, pairing, leg, winner, count(*) AS matches,
           sum(score_ns - score_ew)::BIGINT AS margin
    FROM matches WHERE run_id IN ({runs}) GROUP BY run_id, pairing, leg, winner
"""


class Meeting(NamedTuple):
    """A pairing that has been played.

    Attributes:
        first, second: the contestants, as the schedule named them.
        matches: how many they played.
        score: what `first` scored of 1, a draw counting half.
        margin: points of `first` less those of `second`, over all matches.
    """

    first: str
    second: str
    matches: int
    score: float
    margin: int


class Tally:
    """Counts results by pairing; whole numbers, so that the order they come in does not matter."""

    def __init__(self) -> None:
        self._matches: defaultdict[int, int] = defaultdict(int)
        self._halves: defaultdict[int, int] = defaultdict(int)
        self._margins: defaultdict[int, int] = defaultdict(int)

    def count(self, matches: pa.Table) -> None:
        """Count matches, in rows with the columns pairing, leg, winner, score_ns and score_ew."""
        names = ("pairing", "leg", "winner", "score_ns", "score_ew")
        columns = (matches[name].to_pylist() for name in names)
        for pairing, leg, winner, north, east in zip(*columns, strict=True):
            self.add(pairing, leg, winner, 1, north - east)

    def add(self, pairing: int, leg: int, winner: str | None, matches: int, margin: int) -> None:
        """Add some matches of one leg of a pairing that all ended alike.

        Args:
            pairing: its number.
            leg: 0 where the first contestant sat NS, else 1.
            winner: `NS`, `EW` or None.
            matches: how many.
            margin: points of NS less those of EW, over all of them.
        """
        halves = 1 if winner is None else 2 * (winner == SIDES[leg])
        self._matches[pairing] += matches
        self._halves[pairing] += halves * matches
        self._margins[pairing] += -margin if leg else margin

    def meetings(self, pairings: Sequence[Pairing], start: int) -> Iterable[Meeting]:
        """Return what a round came to, whose first pairing is number `start`."""
        for number, (first, second) in enumerate(pairings, start):
            matches = self._matches[number]
            score = self._halves[number] / (2 * matches)
            yield Meeting(first, second, matches, score, self._margins[number])


def tally_of(ask: Ask, run_id: str) -> Tally:
    """Return what the stored matches of a run came to, by pairing."""
    return tallies_of(ask, [run_id])[run_id]


def tallies_of(ask: Ask, runs: Iterable[str]) -> dict[str, Tally]:
    """Return what `tally_of` does for each of some runs, asking once for all of them."""
    tallies = {run_id: Tally() for run_id in runs}
    for row in ask(_RESULTS.format(runs=texts(tallies))).to_pylist():
        tallies[row.pop("run_id")].add(**row)
    return tallies
