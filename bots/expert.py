"""The strongest bot here within 50 ms a decision on average: `solver`, with better worlds and play.

- Worlds are drawn as often as what was bid and played makes them likely: see `bots.beliefs` and
  `bots.habits`.
- What is averaged is the chance to win the match, not points: see `bots.stakes`.
- A card is judged by hands played out by players of some sense who see their own cards only.
  Solving believes that whoever plays later will guess right, and so puts off every guess and fears
  every trap (strategy fusion, Frank and Basin 1998). Only towards the end, when what is left can be
  counted, half of the outcomes are those of solving.
"""

from __future__ import annotations

from typing import Final

from bots.beliefs import chosen, weights
from bots.drawing import Outcomes
from bots.habits import Habits
from bots.solver import SolverBot
from bots.stakes import Worth, victory_of
from harness.game import View
from harness.search import Holdings, rollout_worlds, sample, solve_worlds

HANDS: Final = (64, 32, 16)
"""By tricks over, in how many worlds hands are played out for each that is drawn: 1, 2 and 4 times
`worlds` are, so 64 times `worlds` all along, since a hand takes much the same time with many cards
left or few."""
POOL: Final = 2
"""How many worlds are weighed for each that is kept."""
COUNTABLE: Final = 4
"""After how many tricks worlds are solved as well."""


class ExpertBot(SolverBot):
    """Play the card that makes it likeliest to win the match.

    Args:
        worlds: as of `solver`, 1 to 1,000; three times as many for a bid, and 64 times as many
            played out for a card.
        milliseconds: as of `solver`.
    """

    most = 1_000
    taste = 1e-6
    for_a_bid = 3

    def __init__(self, worlds: int = 24, milliseconds: int | None = None) -> None:
        super().__init__(worlds, milliseconds)
        self._habits: Habits | None = None

    def worth(self, view: View) -> Worth:
        """Return what is wanted: the match."""
        return victory_of(view)

    def worlds(self, view: View, n: int) -> list[Holdings]:
        """Draw worlds to play a card in, as often as they are likely, `HANDS` times as many."""
        if self._habits is None or self._habits.log is not view.log:
            self._habits = Habits(view.log)
        number = n * _hands(view)
        worlds = sample(view, POOL * number, view.rng.getrandbits(64))
        weight = weights(view, worlds) * self._habits.weights(view, worlds)
        return chosen(worlds, weight, number, view.rng)

    def played_out(self, view: View, worlds: list[Holdings]) -> Outcomes:
        """Return what hands bring that players of some sense play; later, perfect play as well."""
        rolled = rollout_worlds(view, worlds, 1, view.rng.getrandbits(64), sensible=True)
        brings = {card: [round(points) for points in column] for card, column in rolled.items()}
        if len(view.log.trick_winners) < COUNTABLE:
            return worlds, brings
        hands = _hands(view)
        some = worlds[::hands]
        solved = solve_worlds(view, some, threads=1)
        return some * hands + worlds, {
            card: values * hands + brings[card] for card, values in solved.items()
        }


def _hands(view: View) -> int:
    """Return in how many worlds hands are played out for each that is solved."""
    return HANDS[min(len(view.log.trick_winners), len(HANDS) - 1)]
