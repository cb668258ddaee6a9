"""The bot that never spends anything: always the lowest legal card, and it takes only when forced.

A yardstick: whoever wins points at all wins them against this one.
"""

from typing import Final

from harness.game import View
from harness.game.play import POINTS, STRENGTHS
from harness.plugin import Bot

COSTS: Final = tuple(
    tuple(100 * points[card] + STRENGTHS[trump][card >> 3][card] for card in range(32))
    for trump, points in enumerate(POINTS)
)
"""What a card is worth keeping, by trump and card: first its points, then its strength."""


class LowestBot(Bot):
    """Pass, and play the card of the fewest points, of these the lowest."""

    def choose_bid(self, view: View) -> str:
        """Pass where that is allowed; else name the longest suit."""
        bids = view.legal_bids
        if "pass" in bids:
            return "pass"
        return max(bids, key=lambda suit: len(view.holding.suit(suit)))

    def choose_card(self, view: View) -> int:
        """Return the cheapest legal card."""
        return min(view.legal_cards, key=COSTS[view.log.trump].__getitem__)
