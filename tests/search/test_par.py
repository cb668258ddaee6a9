"""What the cards alone are worth: the takes, and luck that is 0 on average whoever deals."""

from __future__ import annotations

import random
from itertools import product

import pytest

from harness.errors import BeloteError
from harness.game import CardSet, Hand, Rules, card_name, parse_cards, preset
from harness.game.dealing import arranged, layout_of
from harness.search import solve
from harness.search.par import luck_many

NO_LOSER_BUT_THE_JACK = {
    "N": "7H 8H 9H JH QH KH 10H AH",
    "E": "9S QS KS 10S AS 9C KC AC",
    "S": "7S 8S JS 7D 8D JD 8C JC",
    "W": "9D QD KD 10D AD 7C QC 10C",
}
"""NS take hearts and win every trick: 252. EW lose one trick in spades, their best suit.

E leads the queen, S must rise with the jack, W throws a seven away and N the ace of hearts: 34
points. Whatever S leads then E or W wins, E draws the eight and the seven, and all that is left is
high. Less than 34 the jack of trumps never brings, 20 and the ace 11: in spades and diamonds E or W
adds a trump of three points at least, in clubs the seven and another of four; where S ruffs with it
instead it is the queen of spades that is led, or the last trick. So EW take 128.
"""

DECKS = [random.Random(seed).sample(range(32), 32) for seed in range(4)]


@pytest.mark.parametrize("rules", ["classic", "contree"])
def test_the_luck_of_a_deal_is_its_par_less_that_of_the_cards_one_seat_on(rules: str) -> None:
    table = preset(rules)
    layout = layout_of(table)
    for dealer, deck in enumerate(DECKS):
        moved = list(deck)
        for seat in range(4):
            places = layout.opening[dealer][seat](range(32))
            for place, card in zip(
                places, layout.opening[dealer][(seat + 1) % 4](deck), strict=True
            ):
                moved[place] = card
        (luck,) = luck_many(table, [(deck, dealer)], threads=1)
        assert luck == par(table, deck, dealer) - par(table, moved, dealer)


def par(rules: Rules, deck: list[int], dealer: int) -> int:
    """Return the par of NS by bidding hands up to their first lead, one for each way to take."""
    takes = {0: 0, 1: 0}
    for trump, side in product("SHDC", (0, 1)):
        hand = Hand(rules, deck, dealer)
        worth = [trump_points(held, trump) for held in hand.dealt]
        bid_for(hand, max((side, side + 2), key=worth.__getitem__), trump)
        solution = solve(hand)
        value, capot = solution.value, rules.capot_total or 0
        if solution.side != side:
            value = {0: capot, capot: 0}.get(value, 162 - value)
        takes[side] = max(takes[side], value)
    return takes[0] - takes[1]


def trump_points(held: int, trump: str) -> int:
    """Return what the cards of a suit that a seat holds are worth as trumps."""
    points = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
    names = str(CardSet(held)).split()
    return sum(points[name[:-1]] for name in names if name[-1] == trump)


def bid_for(hand: Hand, taker: int, trump: str) -> None:
    """Bid a hand to its end so that a seat takes with a trump."""
    while hand.bidding:
        turned = "" if hand.log.turned is None else card_name(hand.log.turned)
        takes = {trump, f"80{trump}"} | ({"take"} if turned.endswith(trump) else set())
        bids = takes & set(hand.legal_bids) if hand.turn == taker else set()
        hand.bid(bids.pop() if bids else "pass")


def test_luck_is_what_can_be_taken_and_a_capot_counts_whoever_leads() -> None:
    table = preset("contree", direction="clockwise")
    deal = {
        seat: list(parse_cards(cards)) for seat, cards in enumerate(NO_LOSER_BUT_THE_JACK.values())
    }
    deck = arranged(table, deal, dealer=0, taker=0)
    # Moved on by one seat EW have the hearts, and NS take 128 though the jacks lead.
    assert luck_many(table, [(deck, 0)], threads=1) == [(252 - 128) - (128 - 252)]


def test_a_deal_moved_on_all_four_seats_has_luck_that_adds_up_to_0() -> None:
    # par(0) - par(1) + par(1) - par(2) + par(2) - par(3) + par(3) - par(0), for every dealer.
    table = preset("contree")
    layout = layout_of(table)
    for dealer, deck in enumerate(DECKS):
        turned, decks = list(deck), []
        for _ in range(4):
            decks.append((list(turned), dealer))
            dealt = [pick(turned) for pick in layout.opening[dealer]]
            for seat in range(4):
                places = layout.opening[dealer][seat](range(32))
                for place, card in zip(places, dealt[(seat + 1) % 4], strict=True):
                    turned[place] = card
        assert sum(luck_many(table, decks, threads=1)) == 0


def test_who_sits_where_turns_the_sign() -> None:
    table = preset("classic")
    for deck in DECKS:
        north, east = luck_many(table, [(deck, 0), (deck, 1)], threads=1)
        assert north == -east


def test_two_seats_have_no_par() -> None:
    with pytest.raises(BeloteError, match="par needs four seats, and these rules have 2"):
        luck_many(preset("two-handed"), [(DECKS[0], 0)])
