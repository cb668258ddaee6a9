"""The formats: who meets whom, and how results decide it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.arena.formats import Round, gauntlet, knockout, round_robin, standings, swiss
from harness.arena.meetings import Meeting
from harness.arena.schedule import Schedule
from harness.errors import BeloteError

Score = Callable[[str, str], tuple[float, int]]

EIGHT = "abcdefgh"


def first_wins(_: str, __: str) -> tuple[float, int]:
    return 1.0, 100


def by_letter(first: str, second: str) -> tuple[float, int]:
    """The letter that comes earlier wins."""
    return (1.0, 50) if first < second else (0.0, -50)


def played(
    rounds: Iterable[Round], meetings: list[Meeting], score: Score = by_letter
) -> list[Round]:
    """Play the rounds of a format, telling it the meetings."""
    seen = []
    for pairings in rounds:
        seen.append(pairings)
        meetings += [Meeting(one, other, 2, *score(one, other)) for one, other in pairings]
    return seen


def held(contestants: Sequence[str], score: Score = by_letter, **options: int) -> list[Round]:
    meetings: list[Meeting] = []
    return played(swiss(contestants, meetings, **options), meetings, score)


def cup(contestants: Sequence[str], score: Score = by_letter) -> list[Round]:
    meetings: list[Meeting] = []
    return played(knockout(contestants, meetings), meetings, score)


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    assert list(round_robin("abcd")) == [
        [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    ]


# Gauntlet


def test_in_a_gauntlet_the_first_meets_all_the_others() -> None:
    assert list(gauntlet("abcd")) == [[("a", "b"), ("a", "c"), ("a", "d")]]


def test_several_challengers_meet_the_field_and_not_each_other() -> None:
    assert list(gauntlet("abcd", challengers=["d", "b"])) == [
        [("d", "a"), ("d", "c"), ("b", "a"), ("b", "c")]
    ]


def test_a_challenger_named_twice_plays_once() -> None:
    assert list(gauntlet("abc", challengers=["c", "c"])) == [[("c", "a"), ("c", "b")]]


def test_a_challenger_must_be_a_contestant() -> None:
    with pytest.raises(BeloteError, match="challengers: there is no contestant 'z'"):
        list(gauntlet("abcd", challengers=["z"]))


@pytest.mark.parametrize("challengers", [[], ["a", "b"]])
def test_a_gauntlet_without_challengers_or_without_others_is_refused_by_its_option(
    challengers: list[str],
) -> None:
    complaint = "format 'gauntlet': challengers: some of the contestants, not all and not none"
    with pytest.raises(BeloteError, match=complaint):
        Schedule("gauntlet", gauntlet, {"challengers": challengers}).pairings("ab")


# Swiss


def test_a_swiss_of_eight_has_three_rounds_of_four_pairings() -> None:
    assert [len(pairings) for pairings in held(EIGHT)] == [4, 4, 4]


def test_the_first_round_pairs_neighbours_by_seed() -> None:
    assert held(EIGHT)[0] == [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]


def test_winners_then_meet_winners_and_losers_losers() -> None:
    assert held(EIGHT)[1] == [("a", "c"), ("e", "g"), ("b", "d"), ("f", "h")]


@given(st.integers(2, 20), st.data())
def test_nobody_meets_twice_while_that_can_be_and_nobody_plays_twice_in_a_round(
    size: int, data: st.DataObject
) -> None:
    names = [f"bot {number}" for number in range(size)]
    rounds = data.draw(st.integers(1, max(1, size // 2)))
    won = data.draw(st.randoms(use_true_random=False))
    seen = held(names, lambda *_: won.choice(((1.0, 9), (0.5, 0), (0.0, -3))), rounds=rounds)
    meetings = Counter(frozenset(pairing) for pairings in seen for pairing in pairings)
    assert max(meetings.values()) == 1
    for pairings in seen:
        playing = [name for pairing in pairings for name in pairing]
        assert len(set(playing)) == len(playing) == size - size % 2


def test_in_an_odd_field_the_lowest_sits_out_and_nobody_does_twice() -> None:
    rounds = held("abcde", rounds=3)
    resting = [{*"abcde"} - {name for pairing in one for name in pairing} for one in rounds]
    assert resting[0] == {"e"}
    assert all(len(one) == 1 for one in resting)
    assert len(set.union(*resting)) == 3


@pytest.mark.parametrize("rounds", [0, 8, -1, 2.5, True, "3"])
def test_a_swiss_has_fewer_rounds_than_contestants(rounds: object) -> None:
    with pytest.raises(BeloteError, match="rounds: a whole number from 1 to 7, not "):
        list(swiss(EIGHT, [], rounds=rounds))  # type: ignore[arg-type]


def test_a_large_field_is_paired_within_reach_of_each_other() -> None:
    names = [f"{number:03}" for number in range(120)]
    rounds = held(names, rounds=5)
    assert [len(pairings) for pairings in rounds] == [60] * 5


def test_standings_go_by_score_then_margin_then_seed() -> None:
    meetings = [
        Meeting("a", "b", 2, 0.5, -40),
        Meeting("c", "d", 2, 0.5, 0),
        Meeting("e", "f", 2, 1.0, 10),
    ]
    assert standings("abcdef", meetings) == [
        *(("e", 1.0, 10), ("b", 0.5, 40), ("c", 0.5, 0), ("d", 0.5, 0)),
        *(("a", 0.5, -40), ("f", 0.0, -10)),
    ]


def test_scores_that_come_to_the_same_are_level_however_they_came_about() -> None:
    little = [Meeting("a", other, 6, 1 / 6, 5) for other in "cdefgh"]  # as floats 1 - 2⁻⁵³
    at_once = Meeting("b", "i", 6, 1.0, 0)
    assert standings("bacdefghi", [*little, at_once])[:2] == [("a", 1.0, 30), ("b", 1.0, 0)]


def test_whoever_sat_out_is_given_the_win() -> None:
    assert standings("abc", [Meeting("a", "b", 2, 0.5, 30)], ["c"]) == [
        *(("c", 1.0, 0), ("a", 0.5, 30), ("b", 0.5, -30))
    ]


def test_two_who_met_are_kept_apart_by_the_nearest_others() -> None:
    met = [Meeting("a", "b", 2, 0.5, 0)]
    assert next(iter(swiss("abcd", met))) == [("a", "c"), ("b", "d")]  # not ad and bc


# Knockout


def test_the_best_seeds_meet_last() -> None:
    assert cup(EIGHT) == [
        [("a", "h"), ("d", "e"), ("b", "g"), ("c", "f")],
        [("a", "d"), ("b", "c")],
        [("a", "b")],
    ]


def test_who_loses_is_out() -> None:
    rounds = cup(EIGHT, lambda one, other: by_letter(other, one))
    assert rounds[-1] == [("h", "g")] or rounds[-1] == [("g", "h")]
    for before, after in pairwise(rounds):
        assert {name for pairing in after for name in pairing} == {max(pair) for pair in before}


def test_the_best_seeds_sit_out_the_first_round_of_a_field_that_is_no_power_of_two() -> None:
    assert cup("abcdef") == [
        [("d", "e"), ("c", "f")],
        [("a", "d"), ("b", "c")],
        [("a", "b")],
    ]


def test_two_contestants_play_a_final() -> None:
    assert cup("ab") == [[("a", "b")]]


@given(st.integers(2, 40))
def test_a_knockout_has_one_pairing_less_than_contestants(size: int) -> None:
    names = [f"{number:02}" for number in range(size)]
    assert sum(map(len, cup(names, first_wins))) == size - 1


def test_a_level_meeting_goes_to_the_better_margin_and_then_to_the_better_seed() -> None:
    assert cup("abcd", lambda *_: (0.5, -7))[-1] == [("d", "c")]
    assert cup("abcd", lambda *_: (0.5, 0))[-1] == [("a", "b")]


# How many there will be


@pytest.mark.parametrize(
    ("schedule", "pairings"),
    [
        (Schedule(), 28),
        (Schedule("gauntlet", gauntlet), 7),
        (Schedule("swiss", swiss, {"rounds": 5}), 20),
        (Schedule("knockout", knockout), 7),
    ],
)
def test_the_number_of_pairings_is_known_before_any_is_played(
    schedule: Schedule, pairings: int
) -> None:
    assert schedule.pairings(EIGHT) == pairings
