"""The bot that tries every card: it deals the unseen cards many times and plays on at random.

Bidding: as `counter`.

Play: flat Monte Carlo (Brügmann 1993; Ginsberg 2001 for cards). Worlds are drawn as often as the
bids heard make them likely; in each, every legal card is followed by hands played out at random.
The card with the best mean score is played. Random players draw no trumps and cash no aces, so it
sees dangers that are none and misses plans; it knows the odds of everything else.
"""

from __future__ import annotations

from bots.drawing import DrawingBot, Outcomes
from bots.options import whole_number
from harness.game import View
from harness.search import Holdings, rollout_worlds


class MonteCarloBot(DrawingBot):
    """Play the card that scores best in hands played out at random.

    Args:
        worlds: deals of the unseen cards for each decision, 1 to 10,000.
        hands: hands played out after each card in each of them, 1 to 10,000.
    """

    def __init__(self, worlds: int = 40, hands: int = 25) -> None:
        super().__init__(worlds)
        self._hands = whole_number("hands", hands, 1, 10_000)

    def played_out(self, view: View, worlds: list[Holdings]) -> Outcomes:
        """Return what each hand played out at random brings."""
        often = worlds * self._hands
        rolled = rollout_worlds(view, often, 1, view.rng.getrandbits(64))
        return often, {
            card: [round(points) for points in brings] for card, brings in rolled.items()
        }
