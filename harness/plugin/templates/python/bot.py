"""A bot for Belote. It takes a suit that it is long in, and plays to win what is worth winning."""

import harness

SUITS = "SHDC"


class MyBot(harness.Bot):
    """Asked what to bid and which card to play, from what its seat may know: the view."""

    def choose_bid(self, view):
        """Return one of `view.legal_bids`; which those are hangs on the rules."""
        for bid in view.legal_bids:
            # "take" takes the suit turned up; a suit's letter names it, in the second round.
            suit = SUITS[view.turned // 8] if bid == "take" else bid
            if suit in SUITS and len(view.holding.suit(suit)) >= 4:
                return bid
        return view.legal_bids[0]  # a pass, where one may pass

    def choose_card(self, view):
        """Return one of `view.legal_cards`: a number, suit × 8 + rank."""
        points = view.log.law.points
        partner_wins = view.winning is not None and view.winning[0] == view.partner
        if partner_wins:
            return max(view.legal_cards, key=points.__getitem__)
        return min(view.legal_cards, key=points.__getitem__)
