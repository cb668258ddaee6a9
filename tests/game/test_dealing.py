"""Decks as numbers, fair shuffles, cuts, and the cards that each seat is dealt."""

import random
from itertools import pairwise
from math import comb, factorial, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.game import (
    CardSet,
    DealSet,
    Hand,
    Rules,
    dealing,
    deck_of,
    number_of,
    parse_card_list,
    preset,
)
from harness.game.dealing import arranged, is_cut_of, stacked
from tests.strategies import decks, play_at_random, seats, seeds, tables, turned_up

NORTH, WEST = 0, 3
SEED = bytes(range(16))
FRESH_DEALS = 4000


def fresh_decks() -> list[list[int]]:
    """Return the first deck of each of many deal sets."""
    return [DealSet(SEED, number).deck(0) for number in range(FRESH_DEALS)]


# Number and deck


def test_the_deals_of_seven_cards_are_all_their_permutations_in_order() -> None:
    every = [tuple(deck_of(number, 7)) for number in range(factorial(7))]
    assert len(set(every)) == 5040
    assert all(one < other for one, other in pairwise(every))
    assert [number_of(deck) for deck in every] == list(range(5040))


@given(st.integers(0, factorial(32) - 1))
def test_a_number_s_deck_has_that_number(number: int) -> None:
    deck = deck_of(number)
    assert sorted(deck) == list(range(32))
    assert number_of(deck) == number


@given(decks)
def test_a_deck_s_number_gives_that_deck(deck: list[int]) -> None:
    number = number_of(deck)
    assert 0 <= number < factorial(32)
    assert deck_of(number) == deck


def test_the_first_deals_and_the_last_are_the_deck_s_first_and_last_orders() -> None:
    ordered = list(range(32))
    assert deck_of(0) == ordered
    assert deck_of(1) == [*ordered[:30], 31, 30]
    assert deck_of(factorial(31)) == [1, 0, *ordered[2:]]
    assert deck_of(factorial(32) - 1) == ordered[::-1]


def test_a_number_is_read_digit_by_digit_in_the_factorial_system() -> None:
    # 9 = 1 · 3! + 1 · 2! + 1 · 1!, and each digit takes the second card that is left.
    assert deck_of(9, 4) == [1, 2, 3, 0]
    # 20 = 3 · 3! + 1 · 2! + 0 · 1!
    assert deck_of(20, 4) == [3, 1, 0, 2]


@pytest.mark.parametrize("number", [-1, factorial(32)])
def test_a_number_beyond_the_deals_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 32! - 1"):
        deck_of(number)


@pytest.mark.parametrize("deck", [[0, 0], [1, 2], [*range(31), 30]])
def test_a_deck_that_lacks_a_card_has_no_number(deck: list[int]) -> None:
    with pytest.raises(ValueError, match="every card once"):
        number_of(deck)


# Chance


def test_a_match_s_chance_is_the_same_for_the_same_seed_and_set() -> None:
    once, again = DealSet(SEED, 3), DealSet(SEED, 3)
    rules = preset("counterclockwise")
    assert [once.deck(index) for index in range(50)] == [again.deck(index) for index in range(50)]
    assert once.cut(1, range(32)) == again.cut(1, range(32))
    assert once.first_dealer(rules) == again.first_dealer(rules)


def test_decks_differ_from_deal_to_deal_from_set_to_set_and_from_seed_to_seed() -> None:
    found = {
        tuple(DealSet(seed, number).deck(index))
        for seed in (SEED, bytes(16))
        for number in range(20)
        for index in range(20)
    }
    assert len(found) == 2 * 20 * 20


def test_a_holding_is_void_of_a_suit_as_often_as_chance_has_it() -> None:
    expected = comb(24, 8) / comb(32, 8)
    assert round(expected, 4) == 0.0699
    voids = []
    for deck in fresh_decks():
        suits = [{card >> 3 for card in deck[start : start + 8]} for start in (0, 8, 16, 24)]
        voids.append(sum(4 - len(held) for held in suits) / 16)
    assert abs(mean(voids) - expected) < 5 * stdev(voids) / sqrt(FRESH_DEALS)


def test_every_card_is_as_likely_at_every_place() -> None:
    expected = FRESH_DEALS / 32
    counts = [[0] * 32 for _ in range(32)]
    for deck in fresh_decks():
        for place, card in enumerate(deck):
            counts[place][card] += 1
    excess = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # Rows and columns have fixed sums: 31 / 32 of it is chi-square with 31² degrees of freedom.
    freedom = 31 * 31
    assert abs(excess * 31 / 32 - freedom) < 5 * sqrt(2 * freedom)


# Cuts


def test_a_cut_leaves_the_order_and_at_least_three_cards_on_either_side() -> None:
    deck = list(range(32))
    cuts = [DealSet(SEED, 0).cut(index, deck) for index in range(2000)]
    assert {tuple(cut) for cut in cuts} == {
        tuple(deck[place:] + deck[:place]) for place in range(3, 30)
    }


def test_the_tricks_are_stacked_in_the_order_won_and_the_sides_piles_put_together() -> None:
    tricks = [(1, [0, 1, 2, 3]), (2, [4, 5, 6, 7]), (3, [8, 9, 10, 11]), (0, [12, 13, 14, 15])]
    assert stacked(tricks) == [4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2, 3, 8, 9, 10, 11]


def test_a_cut_is_told_from_any_other_order_of_the_stack() -> None:
    stack = list(range(32))
    cuts = [stack[place:] + stack[:place] for place in range(32)]
    assert [place for place, cut in enumerate(cuts) if is_cut_of(cut, stack)] == list(range(3, 30))
    assert not is_cut_of([*cuts[10][:30], cuts[10][31], cuts[10][30]], stack)


# The first dealer


def test_a_drawn_dealer_may_be_anybody_and_is_each_a_quarter_of_the_time() -> None:
    rules = preset("classic")
    drawn = [DealSet(SEED, number).first_dealer(rules) for number in range(4000)]
    # Five standard errors: 5 · sqrt(4000 · 1/4 · 3/4) = 137.
    assert all(abs(drawn.count(seat) - 1000) < 137 for seat in range(4))


@pytest.mark.parametrize(
    ("draws", "dealer"),
    [
        pytest.param(["AS 8H 10D 9C"], 1, id="the lowest card"),
        pytest.param(["JS QS KS 10S"], 0, id="a jack is below a queen, a ten above a king"),
        pytest.param(["8S AH 8D 9C", "10S 9S"], 2, id="two draw again"),
        pytest.param(["7S 7H 7D 7C", "AS AH 8D 8C", "KS JH"], 3, id="four, then two"),
        pytest.param(["7S 7H 7D AC", "9S 9H 9D", "9C 8C 7C"], 2, id="three, twice"),
    ],
)
def test_whoever_draws_the_lowest_card_deals_and_equal_ranks_draw_again(
    monkeypatch: pytest.MonkeyPatch, draws: list[str], dealer: int
) -> None:
    decks = iter([parse_card_list(cards) for cards in draws])
    monkeypatch.setattr(dealing, "deck_of", lambda _: next(decks))
    assert DealSet(SEED, 0).first_dealer(preset("counterclockwise")) == dealer
    assert list(decks) == []


def test_each_seat_draws_the_lowest_card_as_often_as_any() -> None:
    rules = preset("counterclockwise")
    drawn = [DealSet(SEED, number).first_dealer(rules) for number in range(4000)]
    assert all(abs(drawn.count(seat) - 1000) < 137 for seat in range(4))


# The cards of each seat


def holdings(hand: Hand) -> list[list[int]]:
    """Return the cards of each seat, N to W."""
    return [list(CardSet(mask)) for mask in hand.holdings]


def test_three_cards_go_to_each_then_two_and_the_next_is_turned() -> None:
    hand = Hand(preset("classic"), range(32), WEST)
    assert holdings(hand) == [
        [0, 1, 2, 12, 13],
        [3, 4, 5, 14, 15],
        [6, 7, 8, 16, 17],
        [9, 10, 11, 18, 19],
    ]
    assert hand.log.turned == 20


def test_two_cards_go_to_each_then_three_where_the_packets_say_so() -> None:
    hand = Hand(preset("classic", packets="2+3"), range(32), WEST)
    assert holdings(hand) == [
        [0, 1, 8, 9, 10],
        [2, 3, 11, 12, 13],
        [4, 5, 14, 15, 16],
        [6, 7, 17, 18, 19],
    ]
    assert hand.log.turned == 20


def test_the_taker_gets_the_turned_card_and_two_more_and_the_others_three() -> None:
    hand = Hand(preset("classic"), range(32), WEST)
    hand.bid("pass")
    hand.bid("take")
    assert holdings(hand) == [
        [0, 1, 2, 12, 13, 21, 22, 23],
        [3, 4, 5, 14, 15, 20, 24, 25],
        [6, 7, 8, 16, 17, 26, 27, 28],
        [9, 10, 11, 18, 19, 29, 30, 31],
    ]


def test_the_dealer_is_served_last() -> None:
    hand = Hand(preset("classic"), range(32), NORTH)
    assert holdings(hand)[NORTH] == [9, 10, 11, 18, 19]
    for bid in ("pass", "pass", "pass", "take"):
        hand.bid(bid)
    assert holdings(hand)[NORTH] == [9, 10, 11, 18, 19, 20, 30, 31]


def test_counterclockwise_the_dealer_s_right_is_served_first() -> None:
    hand = Hand(preset("counterclockwise"), range(32), NORTH)
    assert holdings(hand) == [
        [9, 10, 11, 18, 19],
        [6, 7, 8, 16, 17],
        [3, 4, 5, 14, 15],
        [0, 1, 2, 12, 13],
    ]


@given(decks, tables, seeds)
def test_the_cards_are_always_parted_among_the_seats_the_table_and_the_stock(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    hand = Hand(rules, deck, dealer)

    def all_cards_are_somewhere_once(hand: Hand) -> None:
        held = [card for cards in holdings(hand) for card in cards]
        complete = hand.log.contract is not None if rules.auction == "turn_up" else not hand.bidding
        stock = [] if complete and hand.log.contract else deck[len(held) :]
        assert sorted([*held, *stock, *hand.beneath.values(), *hand.log.plays]) == list(range(32))

    play_at_random(hand, random.Random(seed), all_cards_are_somewhere_once)
    all_cards_are_somewhere_once(hand)


@given(decks, seats, turned_up, st.integers(0, 3))
def test_a_deal_known_by_what_each_seat_plays_can_be_stacked_again(
    deck: list[int], dealer: int, rules: Rules, passes: int
) -> None:
    bids = ["pass"] * passes + ["take"]
    first = Hand(rules, deck, dealer)
    for bid in bids:
        first.bid(bid)
    assert first.log.contract is not None
    deal = dict(enumerate(holdings(first)))
    again = arranged(rules, deal, dealer, first.log.contract.taker, first.log.turned)
    assert sorted(again) == list(range(32))
    second = Hand(rules, again, dealer)
    for bid in bids:
        second.bid(bid)
    assert (second.log.turned, holdings(second)) == (first.log.turned, holdings(first))
