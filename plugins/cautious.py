"""An example plugin: one file in this folder, with one bot in it.

To write your own, copy this file, give the class and the bot other names, and change what they do:

    belote bots                                     lists every bot that was found
    belote run --bots cautious,basic --pairs 20     plays yours against another
"""

from collections.abc import Callable

import harness
from harness.game import card_name, parse_card, trick_winner

__version__ = "1.0"  # stored with each run, beside a digest of this file
__author__ = "The Belote harness authors"


class Cautious(harness.Bot):
    """Take only with the jack of trumps and company; win tricks only where nothing can go wrong.

    A fresh bot sits at each seat of each match. It sees the table through `view`: what its seat
    may know, and nothing else.
    """

    def __init__(self, trumps: int = 4) -> None:
        # An option: a tournament may set it, for instance to 3 for a bolder bot.
        self.trumps = trumps

    def choose_bid(self, view: harness.View) -> str:
        """Return one of `view.legal_bids`: `pass`, `take`, a suit's letter, `contree`."""
        if view.turned is None:  # numbers or trumps are bid: leave that to others
            return "pass"
        held = view.holding | {view.turned}  # whoever takes is given the turned card
        for bid in view.legal_bids:
            suit = card_name(view.turned)[-1] if bid == "take" else bid
            if suit not in "SHDC":
                continue
            if parse_card("J" + suit) in held and len(held.suit(suit)) >= self.trumps:
                return bid
        # `pass` comes first among the legal bids, except for a dealer who must name a suit.
        return view.legal_bids[0]

    def choose_card(self, view: harness.View) -> int:
        """Return one of `view.legal_cards`; a card is a number, `card_name` gives its text."""
        trump, law = view.log.trump, view.log.law  # the law knows what each card is worth
        cards = sorted(view.legal_cards, key=law.points.__getitem__)
        # Who plays last knows how the trick will end: win it as cheaply as possible.
        last = view.rules.seats - 1
        if len(view.trick) == last:
            for card in cards:
                if trick_winner([*view.trick, card], trump) == last:
                    return card
        return cards[0]


@harness.hookimpl
def register_bots(register: Callable[..., None]) -> None:
    """Tell the harness the bot's name, and what makes one."""
    register("cautious", Cautious)
