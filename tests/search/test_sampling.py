"""Deals drawn: all that fit a view, each as likely as the others, and no other.

A deal fits if the same bids, cards and announcements could have been made with it: the checked
doors of `Hand` say so. Endings are small enough to try every deal.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import factorial, sqrt

import pytest
from scipy.stats import chi2

from harness.game import Hand, Rules, View, deck_of, preset
from harness.game.cards import cards_of, mask_of
from harness.game.declarations import Declarations, find
from harness.game.illegal import IllegalAct
from harness.search import Holdings, Position, sample, solve
from tests.search.endings import DUTIES
from tests.search.extensions import EXTENSIONS, Extension, each_extension
from tests.strategies import acts

STATES = int(os.environ.get("BELOTE_SEARCH_STATES", "12"))

CLASSIC = preset("classic")
RULES = {
    "classic": CLASSIC,
    "contract82": preset("contract82"),
    "runs by length, kept for oneself": CLASSIC.but(run_order="length", shared_cards=False),
    "silence": CLASSIC.but(silence=True),
    "the other way round": preset("counterclockwise"),
    "contree": preset("contree"),
    "coinche": preset("coinche"),
    "bulgarian": preset("bulgarian"),
}


def stopped(rules: Rules, number: int, plays: int) -> Hand:
    """Return a hand played at random until so many cards lie."""
    chance = random.Random(f"{rules} {number}")
    while True:
        hand = Hand(rules, deck_of(chance.randrange(factorial(32))), chance.randrange(4))
        for _ in acts(hand, chance, 0.6):
            if len(hand.log.plays) == plays and hand.declaring is None and not hand.bidding:
                return hand


def view_of(hand: Hand, seat: int | None = None) -> View:
    """Return what a seat knows, the one to play unless said otherwise."""
    seat = hand.log.turn if seat is None else seat
    view = View(seat, hand.log, hand.dealt[seat], random.Random(0))
    if not hand.bidding:
        view.legal_mask = hand.legal_mask()
    return view


def every_deal(view: View, hand: Hand) -> Iterator[Holdings]:
    """Yield every way to deal the unseen cards, whatever is known of them."""
    others = [seat for seat in range(4) if seat != view.seat]
    sizes = [hand.holdings[seat].bit_count() for seat in others]
    unseen = set(view.unseen)
    for first in combinations(sorted(unseen), sizes[0]):
        for second in combinations(sorted(unseen - set(first)), sizes[1]):
            world = hand.holdings
            world[others[0]], world[others[1]] = mask_of(first), mask_of(second)
            world[others[2]] = mask_of(unseen - set(first) - set(second))
            north, east, south, west = world
            yield north, east, south, west


def redealt(hand: Hand, world: Holdings) -> Hand:
    """Return the hand as it would have been dealt, the turned card in its place."""
    log = hand.log
    deck = list(hand.deck)
    for seat in range(4):
        dealt = world[seat] | (hand.dealt[seat] & log.played)
        turned = 0 if log.turned is None else 1 << log.turned
        places = [p for p, c in enumerate(hand.deck) if (hand.dealt[seat] & ~turned) >> c & 1]
        for place, card in zip(places, cards_of(dealt & ~turned), strict=True):
            deck[place] = card
    return Hand(hand.rules, deck, log.dealer, log.hand_no, log.totals, log.held)


def choices(hand: Hand, again: Hand, seat: int) -> list[Declarations]:
    """Return what a seat of the other deal could have declared to be announced the same."""
    said = sorted((s.kind, s.length, s.value) for s in hand.log.announcements if s.seat == seat)
    found = again.found[seat]
    return [
        some
        for count in range(len(found) + 1)
        for some in combinations(found, count)
        if sorted((one.kind, one.length, one.value) for one in some) == said
        and (hand.rules.silence or count == len(found))
    ]


def fits(hand: Hand, world: Holdings) -> bool:
    """Whether all that was seen of a hand could have been with another deal."""
    log = hand.log
    contract = log.contract
    assert contract is not None
    turned = 0 if log.turned is None else 1 << log.turned
    if turned & ~(world[contract.taker] | log.played):
        return False
    start = redealt(hand, world)
    for bid in log.auction.bids:
        start.bid(bid)
    has_spoken = [
        bool(hand.dealt[seat] & log.played) or hand.rules.declare_when == "before_play"
        for seat in range(4)
    ]
    options = [choices(hand, start, seat) if has_spoken[seat] else [()] for seat in range(4)]
    for chosen in product(*options):
        again = start.copy()
        try:
            for card in log.plays:
                while (seat := again.declaring) is not None:
                    again.push_declarations(chosen[seat])
                again.play(card)
        except IllegalAct:
            return False
        same = again.log.belotes == log.belotes and again.log.shown == log.shown
        if same and again.log.trick_winners == log.trick_winners:
            return True
    return False


def is_even(drawn: Counter[Holdings], admitted: list[Holdings], number: int) -> bool:
    """Whether draws are as even as even ones nearly always are (but once in 10,000,000)."""
    expected = number / len(admitted)
    distance = sum((drawn[world] - expected) ** 2 / expected for world in admitted)
    return bool(distance <= chi2.ppf(1 - 1e-7, max(len(admitted) - 1, 1)))


@pytest.mark.parametrize("name", RULES)
def test_deals_are_drawn_evenly_from_all_that_fit(name: str) -> None:
    for number in range(STATES):
        rules = RULES[name].but(
            **{duty: number >> place & 1 == 1 for place, duty in enumerate(DUTIES)}
        )
        hand = stopped(rules, number, 20 + number % 8)
        view = view_of(hand)
        admitted = [world for world in every_deal(view, hand) if fits(hand, world)]
        draws = 40 * len(admitted)
        drawn = Counter(sample(view, draws, seed=number))
        assert set(drawn) <= set(admitted)
        assert is_even(drawn, admitted, draws)


def after_five(number: int) -> Hand:
    """Return a hand of which five cards are played."""
    return stopped(CLASSIC, number, 5)


def test_before_much_is_played_deals_are_as_those_dealt_at_random_that_fit() -> None:
    silent = (hand for hand in map(after_five, range(99)) if not hand.log.announcements)
    for number, hand in zip(range(3), silent, strict=False):
        view = view_of(hand)
        chance = random.Random(number)
        unseen = list(view.unseen)
        at_random = []
        for _ in range(2000):
            chance.shuffle(unseen)
            world, left = hand.holdings, unseen.copy()
            for seat in range(4):
                if seat != view.seat:
                    size = world[seat].bit_count()
                    world[seat], left = mask_of(left[:size]), left[size:]
            north, east, south, west = world
            if fits(hand, (north, east, south, west)):
                at_random.append(world)
        drawn = sample(view, 20_000, seed=number)
        assert len(at_random) > 50
        for card in view.unseen:
            for seat in range(4):
                seen = sum(world[seat] >> card & 1 for world in at_random) / len(at_random)
                share = sum(world[seat] >> card & 1 for world in drawn) / len(drawn)
                assert abs(seen - share) < 5 * sqrt(0.25 / len(at_random))


def test_the_hand_as_it_is_can_be_drawn_and_what_is_known_is_always_so() -> None:
    for number in range(4 * STATES):
        hand = stopped(CLASSIC, number, number % 32)
        for seat in range(4):
            view = view_of(hand, seat)
            for world in sample(view, 20, seed=1):
                assert world[seat] == hand.holdings[seat]
                assert sum(world) == hand.log.unplayed
                sizes = [held.bit_count() for held in world]
                assert sizes == [held.bit_count() for held in hand.holdings]


def test_a_position_of_a_view_is_that_of_the_hand_where_the_deal_is_true() -> None:
    hand = stopped(CLASSIC, 1, 13)
    north, east, south, west = hand.holdings
    assert Position.of_view(view_of(hand), (north, east, south, west)) == Position.of_hand(hand)
    assert solve(Position.of_view(view_of(hand), sample(view_of(hand), 1, seed=0)[0])).values


@pytest.mark.parametrize("taker", range(4))
def test_in_an_auction_the_cards_to_come_are_dealt_too(taker: int) -> None:
    hand = Hand(CLASSIC, deck_of(12345), 0)
    view = view_of(hand, 1)
    for world in sample(view, 50, seed=3, taker=taker):
        assert [held.bit_count() for held in world] == [8, 8, 8, 8]
        assert sum(world) == 2**32 - 1
        assert world[1] & hand.dealt[1] == hand.dealt[1]
        assert hand.log.turned is not None
        assert world[taker] >> hand.log.turned & 1
    assert sample(view, 5, seed=3) == sample(view, 5, seed=3, taker=1)


def test_a_state_that_one_deal_fits_answers_with_it() -> None:
    hand = stopped(CLASSIC, 5, 31)
    (last,) = {tuple(world) for world in sample(view_of(hand), 10, seed=0)}
    assert list(last) == hand.holdings


def test_the_same_seed_gives_the_same_deals() -> None:
    view = view_of(stopped(CLASSIC, 3, 9))
    assert sample(view, 30, seed=4) == sample(view, 30, seed=4)
    assert sample(view, 30, seed=4) != sample(view, 30, seed=5)
    assert sample(view, 0, seed=4) == []


def test_a_view_that_nothing_fits_is_refused() -> None:
    view = view_of(stopped(CLASSIC, 4, 20))
    view.dealt_mask |= 1 << next(iter(view.unseen))  # a ninth card
    with pytest.raises(ValueError, match="no deal fits"):
        sample(view, 1, seed=0)


def test_the_number_of_deals_and_the_taker_have_their_bounds() -> None:
    view = view_of(Hand(CLASSIC, deck_of(0), 0), 0)
    with pytest.raises(ValueError, match="cannot be -1"):
        sample(view, -1, seed=0)
    with pytest.raises(ValueError, match="a seat from 0 to 3"):
        sample(view, 1, seed=0, taker=4)


UNSEEN, HELD = 0x1F00_1F1F, 0x0100_0303
"""The five lowest spades, hearts and clubs; five of them, which seat 1 is told to hold."""


def told_to_hold(cards: int) -> tuple[list[int], list[tuple[int, bytes, int, bool]], list[object]]:
    """Return an account in which seat 1 holds five cards, none that is not of these."""
    never: list[object] = [(1, 1 << card) for card in cards_of(UNSEEN & ~cards)]
    return [0, UNSEEN, UNSEEN, UNSEEN], [(0, b"", 0, False)] * 4, never


@each_extension
def test_where_most_deals_are_forbidden_the_rest_are_drawn_as_evenly(extension: Extension) -> None:
    given = ([0] * 4, UNSEEN, [0, 5, 5, 5], [told_to_hold(HELD)])  # one in 3003 is not
    worlds = extension.sample(*given, 10_000, 1)
    assert {world[1] for world in worlds} == {HELD}
    others = [mask_of(five) for five in combinations(cards_of(UNSEEN ^ HELD), 5)]
    admitted = [(0, HELD, one, UNSEEN ^ HELD ^ one) for one in others]
    assert is_even(Counter(worlds), admitted, 10_000)
    assert worlds == EXTENSIONS[0].sample(*given, 10_000, 1)


@each_extension
def test_where_every_deal_is_forbidden_none_is_drawn(extension: Extension) -> None:
    assert extension.sample([0] * 4, UNSEEN, [0, 5, 5, 5], [told_to_hold(0)], 3, 1) == []


def test_no_run_is_dealt_to_a_seat_that_announced_none() -> None:
    hand = stopped(CLASSIC, 8, 8)
    view = view_of(hand)
    silent = {seat for seat in range(4) if not hand.found[seat]} - {view.seat}
    for world in sample(view, 300, seed=2):
        for seat in silent:
            assert find(CLASSIC, world[seat] | (hand.dealt[seat] & hand.log.played)) == ()


def test_no_deal_is_drawn_where_a_four_kept_quiet_may_have_cut_a_run_short() -> None:
    rules = CLASSIC.but(silence=True, shared_cards=False)
    with pytest.raises(ValueError, match="a card serves in one declaration and a seat may keep"):
        sample(view_of(stopped(rules, 0, 4)), 1, 0)
