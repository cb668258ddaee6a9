"""How far a run has come, for whoever follows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from harness.arena.batch import Done
from harness.arena.board import Board
from harness.arena.columns import Batch


@dataclass(slots=True)
class Progress:
    """How far a run has come.

    Attributes:
        total: matches of the whole run; where results decide the pairings, how many it would have
            if the first named always won, until its end tells.
        kept: how many of them need not be played now: they are stored, or taken over.
        played, hands, faults: what this start of it has played.
        voids: how often matches were lost by nobody's fault meanwhile, and played again.
        why: what went wrong in the first of those of which that is known.
        began: when the first job was given out, on a clock of its own; 0 before.
        seconds: since then.
        board: the results so far, those kept included.
    """

    total: int
    kept: int
    played: int = 0
    hands: int = 0
    faults: int = 0
    voids: int = 0
    why: str = ""
    began: float = 0.0
    seconds: float = 0.0
    board: Board = field(default_factory=Board)

    @property
    def missing(self) -> int:
        """Matches that are still to be played."""
        return self.total - self.kept - self.played

    def keep(self, batch: Batch) -> None:
        """Count what has been taken over."""
        self.kept += batch.matches.num_rows
        self.board.add(batch)

    def add(self, done: Done) -> None:
        """Count what has been played."""
        batch = done.batch
        self.voids += done.voids
        self.why = self.why or done.why
        self.played += batch.matches.num_rows
        self.hands += batch.hands.num_rows
        self.faults += batch.faults.num_rows
        self.seconds = monotonic() - self.began
        self.board.add(batch)
