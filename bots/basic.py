"""The bot that knows what every beginner is told, and remembers which cards have gone.

Bidding: a card is worth so much with a trump, an average card so much; what the own cards have
beyond that, the side should make beyond half. It names its best trump, for the lowest number, if
that leaves room enough, and leaves the rest to the partner.

Play: a card brings the trick if nothing beats it, and is worth keeping for its points, as a
trump, or as the best of its suit. Who may hold what, and who ruffs, it does not ask.
"""

from __future__ import annotations

from typing import Final

from harness.game import View
from harness.game.bids import PASS, Contract, offers_of
from harness.game.cards import ACE, JACK, NINE, SUIT_MASKS, TEN, Card, Mask, cards_of, mask_of
from harness.game.outcome import needed_for
from harness.game.play import ALL_TRUMPS, BEATERS, NO_TRUMPS, TRUMPS, Trump, law_of
from harness.plugin import Bot

HALF: Final = 81
ROOM: Final = 28
"""What a bid leaves for bad luck, of 162 points."""
IN_TRUMP: Final = {JACK: 28, NINE: 22, ACE: 19, TEN: 18}
"""What a trump is worth by rank; the others as much as `SMALL_TRUMP`."""
SMALL_TRUMP: Final = 11
TO_COME: Final = 4
"""Card points that the others add to a trick."""
DRAW: Final = 8
"""What it brings the takers to lead trump while others have some."""
KEPT: Final = 0.5
"""How much of its points a card is worth keeping."""
BEST: Final = 3
"""What the best card of a suit is worth keeping besides."""
TRUMP: Final = 10
"""What a trump is worth keeping besides."""
BESIDE: Final = {ACE: 12}
WITHOUT: Final = {NO_TRUMPS: {ACE: 18, TEN: 9}, ALL_TRUMPS: {JACK: 18, NINE: 10}}


def _worths(trump: Trump) -> tuple[float, ...]:
    """Return what each card is worth with a trump beyond the average card."""
    worths = []
    for card in range(32):
        suit, rank = divmod(card, 8)
        if suit == trump:
            worths.append(IN_TRUMP.get(rank, SMALL_TRUMP))
        else:
            worths.append(WITHOUT.get(trump, BESIDE).get(rank, 0))
    return tuple(worth - sum(worths) / 32 for worth in worths)


WORTHS: Final = tuple(_worths(trump) for trump in range(len(TRUMPS)))


def expected(held: Mask, trump: Trump) -> float:
    """Return the points, of 162, that one side makes if its other cards are average."""
    return HALF + sum(WORTHS[trump][card] for card in cards_of(held))


class BasicBot(Bot):
    """Bid on good cards, and play by rules of thumb."""

    def choose_bid(self, view: View) -> str:
        """Return the bid with the best expectation, or pass where none is good enough."""
        offers = offers_of(view.rules, view.turned)
        spare = {
            bid: self._spare(view, offers[bid])
            for bid in view.legal_bids
            if bid in offers and not offers[bid].slam
        }
        best = max(spare, key=spare.__getitem__, default=PASS)
        if PASS not in view.legal_bids:
            return best
        partner_has_it = view.taker is not None and view.taker == view.partner
        return PASS if partner_has_it or spare.get(best, -1) < 0 else best

    def choose_card(self, view: View) -> int:
        """Return the card that wins most now, less what is better kept."""
        held = view.holding_mask
        return max(
            view.legal_cards, key=lambda card: _gain(view, card) - _keeping(view, card, held)
        )

    def _spare(self, view: View, offer: Contract) -> float:
        """Return what is expected beyond what a bid asks for.

        A number is bid for what it needs, any other trump for half of the points.
        """
        held = view.holding_mask | (0 if view.turned is None else 1 << view.turned)
        asked = needed_for(view.rules, offer) * HALF * 2 / law_of(view.rules, offer.trump).total
        return expected(held, offer.trump) - (asked or HALF + ROOM)


def _gain(view: View, card: Card) -> float:
    """Return what a card brings in this trick, on average, lost points counted as such."""
    log, law = view.log, view.log.law
    standing = law.after[log.standing][card]
    if log.open[view.seat] and not log.in_trick:
        return _against_the_best_answer(view, card, standing)
    best = law.best[standing]
    mine = best == card or log.winner == view.partner
    stands = _stands(view, best)
    at_stake = law.worth(mask_of(log.trick)) + law.points[card] + TO_COME
    leads_trump = not log.in_trick and card >> 3 == log.trump
    return (2 * (stands if mine else 1 - stands) - 1) * at_stake + leads_trump * _draw(view)


def _stands(view: View, best: Card) -> float:
    """Return how likely nobody still to play has a higher card of the same suit."""
    log = view.log
    to_play = log.rounds[view.seat][1 : len(log.order) - log.in_trick]
    foes = len([seat for seat in to_play if (seat ^ view.seat) & 1])
    higher = view.unseen.mask & BEATERS[log.trump][best] & SUIT_MASKS[best >> 3]
    return (1 - foes / 3) ** higher.bit_count()


def _against_the_best_answer(view: View, card: Card, standing: int) -> float:
    """Return what a lead brings where the other's cards lie open, what they cost it included."""
    log, law = view.log, view.log.law
    theirs = log.open[view.seat ^ 1] & log.unplayed
    brings = []
    for answer in cards_of(law.legal(theirs, standing)):
        mine = law.best[law.after[standing][answer]] == card
        points = law.points[card] + law.points[answer]
        brings.append((points if mine else -points) + _keeping(view, answer, theirs))
    return min(brings)


def _draw(view: View) -> float:
    """Return what it brings to lead trump: much while those who have not taken may have some."""
    takes = view.taker is not None and (view.taker ^ view.seat) & 1 == 0
    others = view.log.unplayed & ~view.holding_mask & SUIT_MASKS[view.log.trump & 3]
    return DRAW if takes and others else 0


def _keeping(view: View, card: Card, held: Mask) -> float:
    """Return what a card may still bring its holder later: most if nothing left beats it."""
    log = view.log
    others = log.unplayed & ~held & SUIT_MASKS[card >> 3]
    best = not BEATERS[log.trump][card] & others
    return KEPT * log.law.points[card] + BEST * best + TRUMP * (card >> 3 == log.trump)
