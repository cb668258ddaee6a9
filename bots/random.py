"""The bot that knows only the rules: every legal answer is as likely as any other.

It measures what skill is worth, and what the harness costs: it hardly thinks.
"""

from harness.game import View
from harness.plugin import Bot


class RandomBot(Bot):
    """Bid and play at random."""

    def choose_bid(self, view: View) -> str:
        """Return any legal bid."""
        bids = view.legal_bids
        return bids[int(view.rng.random() * len(bids))]

    def choose_card(self, view: View) -> int:
        """Return any legal card: drop a random number of them from the mask, then take one."""
        cards = view.legal_mask
        struck = int(view.rng.random() * cards.bit_count())
        while struck:
            cards &= cards - 1
            struck -= 1
        return (cards ^ cards - 1).bit_length() - 1
