"""Random play to the end: forced hands by hand, averages against every line of play."""

import random
from math import sqrt

import pytest

from harness.game import CardSet, Hand, deck_of, parse_card, preset
from harness.game.play import law_of
from harness.game.seats import round_from
from harness.search import Position, Rollout, rollouts
from harness.search.terms import capot_of, terms_of, whole_of
from tests.search.endings import any_ending
from tests.search.extensions import EXTENSIONS, Extension, each_extension

CLASSIC = preset("classic")


def ends(position: Position, card: int) -> list[tuple[float, int]]:
    """Return every end of a hand after a card: its chance, and the points of who played it."""
    law, rules = law_of(position.rules, position.trump), position.rules
    whole = whole_of(terms_of(rules, position.trump))

    def after(
        held: list[int], leader: int, trick: list[int], won: list[int], tricks: list[int]
    ) -> list[tuple[float, int]]:
        order = round_from(rules, leader)
        if len(trick) == 4:
            winner = order[-law.since[law.standing(trick)]]
            points, taken = won.copy(), tricks.copy()
            points[winner & 1] += law.worth(CardSet.of(trick).mask)
            taken[winner & 1] += 1
            if not any(held):
                points[winner & 1] += law.last_trick
                own = position.side
                if not taken[own]:
                    return [(1.0, 0)]
                return [(1.0, points[own] if taken[1 - own] else capot_of(rules, whole))]
            return after(held, winner, [], points, taken)
        seat = order[len(trick)]
        legal = list(CardSet(law.legal(held[seat], law.standing(trick))))
        found = []
        for each in legal:
            left = held.copy()
            left[seat] ^= 1 << each
            found += [
                (chance / len(legal), points)
                for chance, points in after(left, leader, [*trick, each], won, tricks)
            ]
        return found

    order = round_from(rules, position.turn)
    held = list(position.holdings)
    held[position.turn] ^= 1 << card
    leader = order[-len(position.trick) % 4]
    trick = [*position.trick, card]
    return after(held, leader, trick, list(position.points), list(position.tricks))


def test_a_hand_that_plays_itself_has_one_end() -> None:
    holdings = ("JS", "7H", "7D", "7C")
    position = Position.read("classic", "S", holdings, "N", tricks=(3, 4), points=(100, 32))
    assert rollouts(position, 10, seed=1) == {3: Rollout(10, 130.0, 0.0)}


def test_every_trick_counts_as_the_rules_say_and_none_nothing() -> None:
    sweeping = Position.read(
        "classic", "S", ("JS", "7H", "7D", "7C"), "N", tricks=(7, 0), points=(132, 0)
    )
    swept = Position.read(
        "classic", "S", ("7H", "JS", "7D", "7C"), "N", tricks=(0, 7), points=(0, 132)
    )
    assert rollouts(sweeping, 2, seed=1) == {3: Rollout(2, 250.0, 0.0)}
    assert rollouts(swept, 2, seed=1) == {8: Rollout(2, 0.0, 0.0)}


def test_means_and_deviations_are_those_of_all_ends_weighed() -> None:
    chance = random.Random(3)
    hands = 40_000
    for _ in range(12):
        position = any_ending(chance, 3)
        for card, rollout in rollouts(position, hands, seed=5).items():
            weighed = ends(position, card)
            mean = sum(weight * points for weight, points in weighed)
            spread = sqrt(sum(weight * (points - mean) ** 2 for weight, points in weighed))
            assert rollout.mean == pytest.approx(mean, abs=5 * spread / sqrt(hands) + 1e-9)
            assert rollout.deviation == pytest.approx(spread, rel=0.05, abs=0.05)


def test_players_of_some_sense_draw_the_last_trump_before_they_cash_an_ace() -> None:
    # After the jack E has a trump left, and no heart. Drawn, all tricks are N's: 50 + 66 + 10. The
    # ace first, in one of the eight cases in which N has no sense and then half of the time, loses
    # itself to the ace of trumps, 22.
    holdings = ("JS 9S AH", "AS 10S 7D", "7H 8H 7C", "8D 9D 8C")
    position = Position.read("classic", "S", holdings, "N", tricks=(3, 2), points=(50, 36))
    jack = rollouts(position, 10_000, seed=1, sensible=True)[parse_card("JS")]
    assert jack.mean == pytest.approx(126 - 22 / 16, abs=0.4)


def test_the_same_seed_gives_the_same_numbers() -> None:
    position = any_ending(random.Random(1), 6)
    assert rollouts(position, 100, seed=7) == rollouts(position, 100, seed=7)
    assert rollouts(position, 100, seed=7) != rollouts(position, 100, seed=8)


@each_extension
def test_every_extension_gives_the_same_numbers(extension: Extension) -> None:
    position = any_ending(random.Random(2), 7)
    for sensible in (False, True):
        given = (position.terms, position.data, 0, 250, 1000, 2**63, sensible)
        assert extension.rollouts(*given) == EXTENSIONS[0].rollouts(*given)


def test_a_hand_is_played_out_from_where_it_stands() -> None:
    hand = Hand(CLASSIC, deck_of(0), 0)
    hand.bid("take")
    assert set(rollouts(hand, 5, seed=0)) == set(hand.legal_cards)


@pytest.mark.parametrize("number", [0, -1, 1_000_000_001])
def test_the_number_of_hands_has_its_bounds(number: int) -> None:
    position = any_ending(random.Random(1), 2)
    with pytest.raises(ValueError, match="from 1 to 1,000,000,000, not"):
        rollouts(position, number, seed=0)
