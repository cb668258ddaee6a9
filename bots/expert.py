"""The strongest bot here within 50 ms a decision on average: `solver`, with better worlds.

- Worlds are drawn as often as what was bid and played makes them likely: see `bots.beliefs` and
  `bots.habits`.
- What is averaged is the chance to win the match, not points: see `bots.stakes`.
- Every other outcome is not that of solving, but of a hand played out by players of some sense who
  see their own cards only. Solving alone believes that whoever plays later will guess right, and so
  puts off every guess and fears every trap (strategy fusion, Frank and Basin 1998).
"""

from __future__ import annotations

from typing import Final

from bots.beliefs import POOL, chosen, weights
from bots.drawing import Outcomes
from bots.habits import Habits
from bots.solver import SolverBot
from bots.stakes import Worth, victory_of
from harness.game import View
from harness.search import Holdings, rollout_worlds, sample, solve_worlds

HANDS: Final = 8
"""Hands played out after each card in each world."""


class ExpertBot(SolverBot):
    """Play the card that makes it likeliest to win the match.

    Args:
        worlds: as of `solver`, 1 to 1,000.
        milliseconds: as of `solver`.
    """

    most = 1_000
    taste = 1e-6

    def __init__(self, worlds: int = 24, milliseconds: int | None = None) -> None:
        super().__init__(worlds, milliseconds)
        self._habits: Habits | None = None

    def worth(self, view: View) -> Worth:
        """Return what is wanted: the match."""
        return victory_of(view)

    def worlds(self, view: View, n: int) -> list[Holdings]:
        """Draw worlds to play a card in, as often as they are likely."""
        if self._habits is None or self._habits.log is not view.log:
            self._habits = Habits(view.log)
        worlds = sample(view, POOL * n, view.rng.getrandbits(64))
        weight = weights(view, worlds) * self._habits.weights(view, worlds)
        return chosen(worlds, weight, n, view.rng)

    def played_out(self, view: View, worlds: list[Holdings]) -> Outcomes:
        """Return what perfect play brings, and hands played out by players of some sense."""
        solved = solve_worlds(view, worlds, threads=1)
        often = worlds * HANDS
        rolled = rollout_worlds(view, often, 1, view.rng.getrandbits(64), sensible=True)
        return often * 2, {
            card: values * HANDS + [round(points) for points in rolled[card]]
            for card, values in solved.items()
        }
