"""Solving: the same values as the slow, obvious search, and what hands by hand must give.

`BELOTE_SEARCH_ENDINGS=2000` before `pytest tests/search/test_solving.py` asks for so many endings
of each size.
"""

import math
import os
import pickle
import random

import pytest

from harness.game import Hand, deck_of, preset
from harness.search import Goal, Position, Solution, solve, solve_many
from tests.search.endings import Minimax, any_ending, seats_and_cards
from tests.search.extensions import EXTENSIONS, Extension, each_extension
from tests.strategies import acts

ENDINGS = int(os.environ.get("BELOTE_SEARCH_ENDINGS", "40"))

CLASSIC = preset("classic")


def waiting_game(points: tuple[int, int] = (60, 71)) -> Position:
    """Return two tricks of which N, to lead, wins the dearer by losing the first.

    The 8 of clubs takes the 7 from N, and E must then lead its ten of hearts into the ace: 21 and
    the last trick. The ace first brings 21 alone.
    """
    holdings = ("AH 7C", "10H 8C", "7D 8D", "7H 9D")
    return Position.read("classic", "S", holdings, "N", tricks=(3, 3), points=points)


ACE_OF_HEARTS, SEVEN_OF_CLUBS = 15, 24


@pytest.mark.parametrize("size", [2, 3])
def test_values_are_those_of_every_line_of_play(size: int) -> None:
    chance = random.Random(size)
    for _ in range(ENDINGS):
        position = any_ending(chance, size)
        assert solve(position).values == Minimax(position).values(), seats_and_cards(position)


def test_values_of_four_cards_are_those_of_every_line_of_play() -> None:
    chance = random.Random(4)
    for _ in range(ENDINGS // 8):
        position = any_ending(chance, 4, lying=3)
        assert solve(position).values == Minimax(position).values(), seats_and_cards(position)


@each_extension
def test_every_extension_finds_the_same_values(extension: Extension) -> None:
    chance = random.Random(6)
    positions = [any_ending(chance, 6) for _ in range(ENDINGS)]
    tasks = [(one.terms, one.data, None) for one in positions]
    assert extension.solve(tasks, 1) == EXTENSIONS[0].solve(tasks[::-1], 2)[::-1]


def test_to_lose_a_cheap_trick_can_be_worth_more_than_to_win_a_dear_one() -> None:
    solution = solve(waiting_game())
    assert solution == Solution(0, {ACE_OF_HEARTS: 60 + 21, SEVEN_OF_CLUBS: 60 + 31})
    assert solution.best == SEVEN_OF_CLUBS
    assert solution.value == 91


def test_of_cards_that_force_as_much_the_lowest_number_is_best() -> None:
    holdings = ("JS 9S", "7H 8H", "7D 8D", "7C 8C")
    position = Position.read("classic", "S", holdings, "N", tricks=(3, 3), points=(60, 58))
    nine, jack = 2, 3
    assert solve(position).values == {nine: 60 + 34 + 10, jack: 60 + 34 + 10}
    assert solve(position).best == nine


@pytest.mark.parametrize(
    ("rules", "capot"), [("classic", 250), ("contract82", 252), ("scoresheet", 162 + 90)]
)
def test_every_trick_counts_as_the_rules_say(rules: str, capot: int) -> None:
    holdings = ("JS 9S", "7H 8H", "7D 8D", "7C 8C")
    position = Position.read(rules, "S", holdings, "N", tricks=(6, 0), points=(118, 0))
    assert solve(position).value == capot
    against = Position.read(
        rules, "S", holdings[1:] + holdings[:1], "W", tricks=(6, 0), points=(118, 0)
    )
    assert solve(against).value == 34 + 10


def test_who_loses_every_trick_has_nothing() -> None:
    holdings = ("7H 8H", "JS 9S", "7D 8D", "7C 8C")
    position = Position.read("classic", "S", holdings, "N", tricks=(0, 6), points=(0, 118))
    assert set(solve(position).values.values()) == {0}


def test_a_goal_asks_only_whether_it_is_reached() -> None:
    reached = solve(waiting_game(), Goal(0, 91)).values
    assert reached == {ACE_OF_HEARTS: 0, SEVEN_OF_CLUBS: 1}
    assert set(solve(waiting_game(), Goal(0, 92)).values.values()) == {0}
    assert set(solve(waiting_game(), Goal(0, 81)).values.values()) == {1}


def test_against_the_goal_of_the_others_a_side_wants_them_to_miss_it() -> None:
    assert solve(waiting_game(), Goal(1, 72)).values == {ACE_OF_HEARTS: 0, SEVEN_OF_CLUBS: 1}
    assert set(solve(waiting_game(), Goal(1, 82)).values.values()) == {1}


def test_a_goal_beyond_all_points_is_every_trick() -> None:
    holdings = ("JS 9S", "7H 8H", "7D 8D", "7C 8C")
    sweeping = Position.read("classic", "S", holdings, "N", tricks=(6, 0), points=(118, 0))
    missed = Position.read("classic", "S", holdings, "N", tricks=(5, 1), points=(118, 0))
    assert set(solve(sweeping, Goal(0, 163)).values.values()) == {1}
    assert set(solve(missed, Goal(0, 162)).values.values()) == {1}
    assert set(solve(missed, Goal(0, 163)).values.values()) == {0}


def random_hands(count: int) -> list[Hand]:
    """Return hands at random points of their play."""
    hands = []
    for number in range(count):
        chance = random.Random(number)
        hand = Hand(CLASSIC, deck_of(chance.randrange(math.factorial(32))), number % 4)
        plays = chance.randrange(8, 28)
        for _ in acts(hand, chance):
            if len(hand.log.plays) == plays:
                break
        hands.append(hand)
    return [hand for hand in hands if not hand.over]


def test_the_best_cards_played_in_turn_end_in_the_value_found_before() -> None:
    for hand in random_hands(12):
        side = hand.log.turn & 1
        expected = solve(hand).value
        while not hand.over:
            hand.play(solve(hand).best)
        won = hand.score().card_points[side]
        assert won == expected


def test_a_contract_is_made_where_its_goal_is_reached() -> None:
    for hand in random_hands(12):
        goal = Goal.of_hand(hand)
        for_them = hand.log.turn & 1 == goal.side
        made = solve(hand, goal).value == for_them
        while not hand.over:
            hand.play(solve(hand, goal).best)
        assert (hand.score().outcome == "made") == made


def test_many_are_solved_as_each_is_whatever_the_number_of_threads() -> None:
    positions = [any_ending(random.Random(number), 5) for number in range(20)]
    each = [solve(position) for position in positions]
    assert solve_many(positions, threads=1) == each
    assert solve_many(positions, threads=3) == each
    assert solve_many([]) == []


def test_positions_goals_and_solutions_go_from_process_to_process() -> None:
    for one in (waiting_game(), Goal(0, 82), solve(waiting_game())):
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - made a moment ago


def test_a_hand_is_solved_only_while_cards_are_played() -> None:
    hand = Hand(CLASSIC, range(32), 0)
    with pytest.raises(ValueError, match="the auction is still on"):
        solve(hand)


def test_there_is_a_thread_at_least() -> None:
    with pytest.raises(ValueError, match="threads are at least 1, not 0"):
        solve_many([waiting_game()], threads=0)


def test_a_goal_is_that_of_a_side() -> None:
    with pytest.raises(ValueError, match="the side of a goal is 0 or 1, not 2"):
        solve(waiting_game(), Goal(2, 82))
