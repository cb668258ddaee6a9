"""The strongest bot here within 50 ms a decision: `solver`, with a better idea of the unseen cards.

- Worlds are drawn as often as what was bid and played makes them likely: see `bots.beliefs` and
  `bots.habits`.
- What is averaged is the chance to win the match, not points: see `bots.stakes`.
- The fewer cards are left, the quicker a world is solved, and the more of them are.
"""

from __future__ import annotations

from bots.beliefs import POOL, chosen, weights
from bots.habits import Habits
from bots.solver import SolverBot
from bots.stakes import Worth, victory_of
from harness.game import View
from harness.search import Holdings, sample


class ExpertBot(SolverBot):
    """Play the card that makes it likeliest to win the match.

    Args:
        worlds: deals of the unseen cards for a card of the first trick, 1 to 1,000; up to eight
            times as many later.
        milliseconds: as of `solver`.
    """

    taste = 1e-6

    def __init__(self, worlds: int = 12, milliseconds: int | None = None) -> None:
        super().__init__(worlds, milliseconds)
        self._habits: Habits | None = None

    def worth(self, view: View) -> Worth:
        """Return what is wanted: the match."""
        return victory_of(view)

    def worlds(self, view: View, n: int) -> list[Holdings]:
        """Draw worlds to play a card in."""
        if self._habits is None or self._habits.log is not view.log:
            self._habits = Habits(view.log)
        number = n << min(len(view.log.trick_winners), 3)
        worlds = sample(view, POOL * number, view.rng.getrandbits(64))
        weight = weights(view, worlds) * self._habits.weights(view, worlds)
        return chosen(worlds, weight, number, view.rng)
