"""The bot that tries every card: it deals the unseen cards many times and plays on at random.

Bidding: as `counter`.

Play: flat Monte Carlo (Brügmann 1993; Ginsberg 2001 for cards). Worlds are drawn evenly from all
that fit what the seat knows; in each, every legal card is followed by hands played out at random.
The card with the best mean is played. Random players draw no trumps and cash no aces, so it sees
dangers that are none and misses plans; it knows the odds of everything else.
"""

from __future__ import annotations

from bots.counter import CounterBot
from bots.options import whole_number
from harness.game import View
from harness.search import rollout_worlds, sample, why_undrawn


class MonteCarloBot(CounterBot):
    """Play the card that does best in hands played out at random.

    Args:
        worlds: deals of the unseen cards for each decision, 1 to 10,000.
        hands: hands played out after each card in each of them, 1 to 10,000.
    """

    def __init__(self, worlds: int = 40, hands: int = 25) -> None:
        super().__init__()
        self._worlds = whole_number("worlds", worlds, 1, 10_000)
        self._hands = whole_number("hands", hands, 1, 10_000)

    def choose_card(self, view: View) -> int:
        """Return the legal card with the best mean."""
        legal = view.legal_mask
        if not legal & (legal - 1) or why_undrawn(view.rules):
            return super().choose_card(view)
        worlds = sample(view, self._worlds, view.rng.getrandbits(64))
        brings = rollout_worlds(view, worlds, self._hands, view.rng.getrandbits(64))
        return max(brings, key=lambda card: sum(brings[card]))
