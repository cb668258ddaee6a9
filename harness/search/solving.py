"""Double dummy: what each side can force when all cards are seen.

The search itself is `native/solver.cpp`. In it a side likes winning every trick better than
anything else, and winning none less, whatever the rules pay for a capot.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from harness.game.cards import Card
from harness.game.hand import Hand
from harness.game.seats import Side
from harness.search.goal import Goal
from harness.search.native import native
from harness.search.position import Position
from harness.search.terms import capot_of, whole_of


class Solution(NamedTuple):
    """What becomes of a position when everybody plays their best from there.

    Attributes:
        side: the side whose turn it is, 0 for NS, 1 for EW.
        values: by legal card, what that side then has at the end of the hand: card points, those
            won before and the last trick's included, a capot counted as the rules say. With a goal,
            1 if the side gets what it wants (its own goal, or the failure of the others), else 0.
    """

    side: Side
    values: dict[Card, int]

    @property
    def value(self) -> int:
        """What the side whose turn it is can force."""
        return max(self.values.values())

    @property
    def best(self) -> Card:
        """The card that forces it; of several the one with the lowest number."""
        return max(self.values, key=lambda card: (self.values[card], -card))


def solve(position: Position | Hand, goal: Goal | None = None) -> Solution:
    """Solve one position exactly.

    Args:
        position: where the hand stands, or the hand itself.
        goal: what a side must reach; without, each plays for as many points as it can.

    Raises:
        ValueError: saying what is wrong with the position or the goal.
    """
    (solution,) = solve_many([position], goal, threads=1)
    return solution


def solve_many(
    positions: Iterable[Position | Hand], goal: Goal | None = None, *, threads: int | None = None
) -> list[Solution]:
    """Solve many positions at once, the interpreter free to do other things meanwhile.

    Args:
        positions: where the hands stand, or the hands themselves.
        goal: what a side must reach in each of them; without, each plays for points.
        threads: how many to use; without, one for each core.

    Raises:
        ValueError: saying what is wrong with a position, the goal or the number of threads.
    """
    threads = number_of_threads(threads)
    if goal is not None and goal.side not in (0, 1):
        raise ValueError(f"the side of a goal is 0 or 1, not {goal.side}")
    seen = [Position.of_hand(one) if isinstance(one, Hand) else one for one in positions]
    tasks = [(one.terms, one.data, None if goal is None else _wanted(one, goal)) for one in seen]
    return [
        Solution(one.side, dict(values) if goal is not None else _points(one, values))
        for one, values in zip(seen, native.solve(tasks, threads), strict=True)
    ]


def number_of_threads(asked: int | None) -> int:
    """Return how many threads to use, one for each core where no number is asked for.

    Raises:
        ValueError: the number is less than 1.
    """
    if asked is None:
        return os.cpu_count() or 1
    if asked < 1:
        raise ValueError(f"threads are at least 1, not {asked}")
    return asked


def _wanted(position: Position, goal: Goal) -> int:
    """Return the points that the side to play wants from here on."""
    whole = whole_of(position.terms)
    points = min(max(goal.points, 0), whole + 2)
    own = points if position.side == goal.side else whole + 1 - points
    return own - position.points[position.side]


def points_at_end(position: Position, rest: Iterable[int]) -> list[int]:
    """Return what the side to play has at the end of the hand, from values for the rest of it."""
    whole = whole_of(position.terms)
    capot = capot_of(position.rules, whole)
    won = position.points[position.side]
    return [0 if more < 0 else capot if won + more > whole else won + more for more in rest]


def _points(position: Position, values: list[tuple[Card, int]]) -> dict[Card, int]:
    cards, rest = zip(*values, strict=True)
    return dict(zip(cards, points_at_end(position, rest), strict=True))
