"""The board that is followed while a run is on: results of complete pairs, and faults, so far.

It takes a few numbers for each pairing, however many matches there are. Its ratings settle on those
of the standings as matches come in, which alone know that shared deals are one piece of luck.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from harness.arena.columns import Batch
from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.ranking import Rating
from harness.arena.runs import Ask
from harness.game.seats import SIDES

_PAIRS: Final = """
    SELECT a, b, (4 * score)::INTEGER AS quarters, count(*) AS pairs
    FROM pairs WHERE run_id = '{run_id}' GROUP BY ALL
"""
_HALVES: Final = """
    SELECT pair_id, leg, ns, ew, winner FROM matches WHERE run_id = '{run_id}'
    QUALIFY count(*) OVER (PARTITION BY pair_id) = 1
"""
_FAULTS: Final = """
    SELECT bot, count(*) AS faults FROM faults JOIN matches USING (match_id)
    WHERE run_id = '{run_id}' GROUP BY bot
"""
_COLUMNS: Final = ("pair_id", "leg", "ns", "ew", "winner")


class Place(NamedTuple):
    """A side's line: its rating, its share of wins, its pairs."""

    rating: Rating
    score: float
    pairs: int


class Board:
    """Counts results as they come, in any order; half a pair waits until the other half is there.

    Attributes:
        faults: how many each bot has made.
    """

    def __init__(self) -> None:
        self._pairs: Counter[tuple[str, str, int]] = Counter()
        self._halves: dict[str, int] = {}
        self.faults: Counter[str] = Counter()

    @classmethod
    def of(cls, ask: Ask, run_id: str) -> Board:
        """Return the board of what is stored of a run."""
        board = cls()
        for row in ask(_PAIRS.format(run_id=run_id)).to_pylist():
            board._pairs[row["a"], row["b"], row["quarters"]] = row["pairs"]
        for row in ask(_HALVES.format(run_id=run_id)).to_pylist():
            board._count(*(row[name] for name in _COLUMNS))
        for row in ask(_FAULTS.format(run_id=run_id)).to_pylist():
            board.faults[row["bot"]] = row["faults"]
        return board

    def add(self, batch: Batch) -> None:
        """Count what has been played."""
        columns = (batch.matches[name].to_pylist() for name in _COLUMNS)
        for match in zip(*columns, strict=True):
            self._count(*match)
        self.faults.update(map(str, batch.faults["bot"].to_pylist()))

    def _count(self, pair_id: str, leg: int, ns: str, ew: str, winner: str | None) -> None:
        """Count a match: what the pairing's first side scored, a quarter of a pair's for a draw."""
        quarters = 1 if winner is None else 2 * (winner == SIDES[leg > 0])
        if pair_id not in self._halves:
            self._halves[pair_id] = quarters
            return
        first, second = (ew, ns) if leg else (ns, ew)
        self._pairs[first, second, quarters + self._halves.pop(pair_id)] += 1

    def places(self) -> list[Place]:
        """Return every side that has a complete pair, best first."""
        if not self._pairs:
            return []
        names = sorted({name for first, second, _ in self._pairs for name in (first, second)})
        number = {name: place for place, name in enumerate(names)}
        entries = [
            (number[first], number[second], quarters, pairs)
            for (first, second, quarters), pairs in sorted(self._pairs.items())
        ]
        first, second, quarters, pairs = map(np.array, zip(*entries, strict=True))
        # Both matches of a pair, or two that come to the same.
        halves = np.array([np.minimum(quarters, 2), np.maximum(quarters - 2, 0)])
        ranking = fit(
            names,
            np.tile(first, 2),
            np.tile(second, 2),
            halves.ravel() / 2,
            np.tile(np.arange(len(entries)), 2),
            times=np.tile(pairs, 2),
        )
        games = np.bincount(np.append(first, second), np.tile(pairs, 2), len(names)).astype(int)
        won = np.bincount(first, pairs * quarters / 4, len(names))
        won += np.bincount(second, pairs * (1 - quarters / 4), len(names))
        shares = dict(
            zip(names, zip((won / games).tolist(), games.tolist(), strict=True), strict=True)
        )
        return [Place(rating, *shares[rating.name]) for rating in ranking.rows]
