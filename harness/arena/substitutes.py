"""Substitutes: what is answered in the place of a bot whose fault is forgiven.

The least that anybody could do: pass, and the cheapest card. Each comes with how it is told.
"""

from __future__ import annotations

from typing import Final

from harness.game.auction import Auction
from harness.game.bids import PASS
from harness.game.cards import CARD_NAMES, Card, Mask, cards_of
from harness.game.play import STRENGTHS, Law

ALL: Final = "all"
"""Every declaration, as a bot says that does not choose."""


def bid_for(auction: Auction) -> tuple[str, str]:
    """Return a pass; where somebody must take, the first of the legal bids."""
    legal = auction.legal_bids
    bid = PASS if PASS in legal else legal[0]
    return bid, bid


def card_for(legal: Mask, law: Law) -> tuple[Card, str]:
    """Return the legal card of the fewest points, and of these the lowest."""
    strengths = STRENGTHS[law.trump]
    card = min(
        cards_of(legal), key=lambda card: (law.points[card], strengths[card >> 3][card], card)
    )
    return card, CARD_NAMES[card]
