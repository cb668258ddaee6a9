"""The bot that never spends anything: always the lowest legal card, and it takes only when forced.

A yardstick: whoever wins points at all wins them against this one.
"""

from functools import cache

from harness.game import View
from harness.game.cards import SUITS
from harness.game.play import STRENGTHS, Trump
from harness.plugin import Bot


class LowestBot(Bot):
    """Pass, and play the card of the fewest points, of these the lowest."""

    def choose_bid(self, view: View) -> str:
        """Pass where that is allowed; else name the longest suit."""
        bids = view.legal_bids
        if "pass" in bids:
            return "pass"
        suits = [bid for bid in bids if bid in SUITS]
        return max(suits, key=lambda suit: len(view.holding.suit(suit)))

    def choose_card(self, view: View) -> int:
        """Return the cheapest legal card."""
        law = view.log.law
        return min(view.legal_cards, key=_costs(law.trump, law.points).__getitem__)


@cache
def _costs(trump: Trump, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each card is worth keeping: first its points, then its strength."""
    strengths = STRENGTHS[trump]
    return tuple(100 * points[card] + strengths[card >> 3][card] for card in range(32))
