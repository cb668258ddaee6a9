"""One view in many worlds: the same as a position each, and what worlds are refused."""

from __future__ import annotations

import math
import random

import pytest

from harness.game import Hand, View, deck_of, parse_cards, preset
from harness.game.play import law_of
from harness.search import (
    Position,
    force_worlds,
    rollout_worlds,
    rollouts,
    sample,
    solve,
    solve_worlds,
)
from tests.game.scripts import ONE_SUIT_EACH
from tests.strategies import acts

CLASSIC = preset("classic")


def view_after(plays: int, number: int, rules: str = "classic") -> View:
    """Return the view of the seat to play in a hand in which so many cards have been played."""
    for attempt in range(number, 1000 + number):
        chance = random.Random(attempt)
        deck = deck_of(chance.randrange(math.factorial(32)))
        hand = Hand(preset(rules), deck, attempt % 4)
        for _ in acts(hand, chance):
            if len(hand.log.plays) == plays and not hand.bidding:
                view = View(hand.log.turn, hand.log, hand.dealt[hand.log.turn], chance)
                view.legal_mask = hand.legal_mask()
                return view
    raise AssertionError


@pytest.mark.parametrize("rules", ["classic", "contree", "coinche", "bulgarian"])
def test_worlds_are_solved_as_positions_are(rules: str) -> None:
    for number in range(5):
        view = view_after(13 + number, number, rules)
        worlds = sample(view, 6, number)
        together = solve_worlds(view, worlds, threads=2)
        each = [solve(Position.of_view(view, world)).values for world in worlds]
        assert together == {card: [values[card] for values in each] for card in view.legal_cards}


@pytest.mark.parametrize("trump", [1, 4, 5])
def test_what_is_forced_is_the_value_of_the_best_card(trump: int) -> None:
    rules, chance = preset("coinche"), random.Random(trump)
    worlds = []
    for _ in range(3):
        deck = chance.sample(range(32), 32)
        north, east, south, west = (
            sum(1 << card for card in deck[start : start + 8]) for start in (0, 8, 16, 24)
        )
        worlds.append((north, east, south, west))
    for leader in (0, 3):
        expected = [solve(Position(rules, trump, world, leader)).value for world in worlds]
        forced = force_worlds(rules, trump, leader, worlds, threads=1)
        assert [both[leader & 1] for both in forced] == expected
        assert all(sum(both) == law_of(rules, trump).total for both in forced)
    assert force_worlds(rules, trump, 0, []) == []


def test_a_capot_is_forced_whoever_leads() -> None:
    held = tuple(parse_cards(suit).mask for suit in ONE_SUIT_EACH)
    hearts = [(held[0], held[1], held[2], held[3])]
    for leader in range(4):
        assert force_worlds(CLASSIC, 1, leader, hearts, threads=1) == [(0, 250)]


def test_hands_played_out_in_a_world_are_those_of_its_position() -> None:
    view = view_after(16, 3)
    worlds = sample(view, 3, 1)
    together = rollout_worlds(view, worlds, 4_000, 1)
    for place, world in enumerate(worlds):
        for card, rollout in rollouts(Position.of_view(view, world), 4_000, 2).items():
            error = rollout.deviation * math.sqrt(2 / 4_000)
            assert abs(together[card][place] - rollout.mean) <= 5 * error


def test_players_of_some_sense_give_points_to_a_partner_who_wins() -> None:
    # N leads the ace of hearts, which wins; E and W must follow, and S gives the ten of diamonds or
    # the seven. The last trick goes to W. So NS have 60 and 21, or 60 and 11.
    holdings = ("AH 7C", "8C 7H", "10D 7D", "8H 9C")
    position = Position.read("classic", "S", holdings, "N", tricks=(3, 3), points=(60, 71))
    ace = 15
    at_random = rollouts(position, 40_000, 1)[ace].mean
    with_sense = rollouts(position, 40_000, 1, sensible=True)[ace].mean
    assert at_random == pytest.approx(60 + (21 + 11) / 2, abs=0.15)
    assert with_sense == pytest.approx(60 + 7 / 8 * 21 + 1 / 8 * 16, abs=0.15)


def test_the_same_seed_gives_the_same_numbers() -> None:
    view = view_after(8, 1)
    worlds = sample(view, 3, 1)
    for sensible in (False, True):
        first, again, other = (
            rollout_worlds(view, worlds, 50, seed, sensible=sensible) for seed in (7, 7, 8)
        )
        assert first == again != other


def test_worlds_that_the_view_does_not_know_are_refused() -> None:
    view = view_after(8, 1)
    (world,) = sample(view, 1, 1)
    turned = (*world[1:], world[0])
    with pytest.raises(ValueError, match="at least one world is needed"):
        solve_worlds(view, [])
    with pytest.raises(ValueError, match="not those of the seat whose turn it is"):
        solve_worlds(view, [turned])
    with pytest.raises(ValueError, match="a world does not deal the cards as the first one does"):
        solve_worlds(view, [world, turned])
    with pytest.raises(ValueError, match="a world does not deal the cards as the first one does"):
        rollout_worlds(view, [world, turned], 1, 1)
    with pytest.raises(ValueError, match="threads are at least 1, not 0"):
        solve_worlds(view, [world], threads=0)
    with pytest.raises(ValueError, match="hands after each card are from 1 to 1,000,000,000"):
        rollout_worlds(view, [world], 0, 1)


def test_deals_are_drawn_while_numbers_are_bid() -> None:
    hand = Hand(preset("contree"), deck_of(5), 0)
    hand.bid("80H")
    seat = hand.turn
    assert seat is not None
    view = View(seat, hand.log, hand.dealt[seat], random.Random(0))
    for world in sample(view, 20, 1):
        assert world[seat] == view.dealt_mask
        assert [held.bit_count() for held in world] == [8, 8, 8, 8]
