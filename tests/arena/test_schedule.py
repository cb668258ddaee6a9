"""The schedule: mirrored pairs, ids that are hashes of content, deal sets."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Any

import pytest

from harness.arena.formats import Round, gauntlet, round_robin, swiss
from harness.arena.meetings import Meeting
from harness.arena.schedule import (
    Fixture,
    Schedule,
    fixtures,
    formats_of,
    identity,
)
from harness.errors import BeloteError
from harness.plugin import Registry

NAMES = ("a", "b", "c")
PAIRINGS = (("a", "b"), ("a", "c"), ("b", "c"))


def scheduled(run_id: str = "run", pairs: int = 4, *, shared: bool = False) -> list[Fixture]:
    return list(fixtures(run_id, PAIRINGS, pairs, shared_deals=shared))


def test_the_legs_of_a_pair_share_the_deals_and_swap_the_sides() -> None:
    matches = scheduled()
    for first, second in zip(matches[::2], matches[1::2], strict=True):
        assert (first.leg, second.leg) == (0, 1)
        assert (first.ns, first.ew) == (second.ew, second.ns)
        assert (first.deal_set, first.pair_id) == (second.deal_set, second.pair_id)


def test_every_pairing_plays_its_pairs_and_each_side_as_often_ns_as_ew() -> None:
    seats = Counter((match.ns, match.ew) for match in scheduled(pairs=4))
    assert set(seats.values()) == {4}
    assert len(seats) == 6


def test_fresh_deal_sets_belong_to_one_pair_of_the_whole_run() -> None:
    sets = Counter(match.deal_set for match in scheduled(pairs=4))
    assert len(sets) == 12
    assert set(sets.values()) == {2}


def test_a_shared_deal_set_is_played_by_every_pairing() -> None:
    matches = scheduled(pairs=4, shared=True)
    assert {match.deal_set for match in matches} == {0, 1, 2, 3}
    assert all(match.deal_set == match.pair for match in matches)


def test_every_pairing_has_met_before_any_meets_again() -> None:
    matches = scheduled()
    assert [match.pairing for match in matches[:6]] == [0, 0, 1, 1, 2, 2]
    assert all(match.pair == 0 for match in matches[:6])


def test_ids_are_different_for_every_match_and_the_same_every_time() -> None:
    assert scheduled() == scheduled()
    assert len({match.match_id for match in scheduled()}) == 24
    assert len({match.pair_id for match in scheduled()}) == 12


def test_more_pairs_leave_the_matches_before_them_as_they_were() -> None:
    assert scheduled(pairs=8)[: len(scheduled(pairs=4))] == scheduled(pairs=4)


def test_another_run_has_other_ids() -> None:
    ours = {match.match_id for match in scheduled("run")}
    assert ours.isdisjoint(match.match_id for match in scheduled("other"))


@pytest.mark.parametrize(
    ("parts", "others"),
    [(("ab", "c"), ("a", "bc")), ((1, 2), (12,)), (("1",), (1,)), (("a vs b",), ("a", "b"))],
)
def test_an_identity_tells_apart_what_reads_alike(
    parts: tuple[str | int, ...], others: tuple[str | int, ...]
) -> None:
    assert identity(*parts) != identity(*others)
    assert len(identity(*parts)) == 16


def test_matches_are_made_as_they_are_asked_for() -> None:
    endless = fixtures("run", PAIRINGS, 10**12)
    assert len(list(islice(endless, 10))) == 10


@pytest.mark.parametrize(
    ("yielded", "complaint"),
    [
        ([[("a", "z")]], "format 'odd': it pairs ('a', 'z'): give two of the contestants"),
        ([[("a", "a")]], "format 'odd': it pairs ('a', 'a'): give two of the contestants"),
        ([[("a", "b", "c")]], "format 'odd' fails: ValueError"),
        ([("a", "b")], "format 'odd' fails: ValueError"),
        ([3], "format 'odd' fails: TypeError"),
        ([[]], "format 'odd' pairs nobody"),
        ([], "format 'odd' pairs nobody"),
    ],
)
def test_a_schedule_that_pairs_what_cannot_be_paired_is_one_line(
    yielded: list[Any], complaint: str
) -> None:
    with pytest.raises(BeloteError, match=re.escape(complaint)) as refused:
        Schedule("odd", lambda *_: yielded).pairings(NAMES)
    assert "\n" not in str(refused.value)


def test_a_schedule_that_raises_is_named() -> None:
    def broken(names: Sequence[str], _: Sequence[Meeting]) -> list[Round]:
        raise ZeroDivisionError(len(names))

    with pytest.raises(BeloteError, match="format 'odd' fails: ZeroDivisionError: 3"):
        Schedule("odd", broken).pairings(NAMES)


def test_a_schedule_that_refuses_without_a_word_is_told_by_what_it_raised() -> None:
    def mute(_: Sequence[str], __: Sequence[Meeting]) -> list[Round]:
        raise BeloteError

    with pytest.raises(BeloteError, match=r"^format 'odd': BeloteError$"):
        Schedule("odd", mute).pairings(NAMES)


def test_an_option_that_a_format_does_not_take_is_named() -> None:
    with pytest.raises(BeloteError, match="format 'round-robin': there is no option 'rounds'"):
        Schedule(options={"rounds": 3}).pairings(NAMES)
    with pytest.raises(BeloteError, match="no option 'round'; did you mean 'rounds'"):
        Schedule("swiss", swiss, {"round": 3}).pairings(NAMES)


def test_a_format_that_takes_any_option_is_given_all() -> None:
    def open_to_all(names: Sequence[str], _: Sequence[Meeting], **options: int) -> list[Round]:
        return [list(pairwise(names))] * options["times"]

    assert Schedule("open", open_to_all, {"times": 3}).pairings(NAMES) == 3 * (len(NAMES) - 1)


def test_an_option_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(BeloteError, match="'gauntlet': challengers: a list of contestants, not 3"):
        Schedule("gauntlet", gauntlet, {"challengers": 3}).pairings(NAMES)


def test_those_who_meet_twice_in_a_schedule_play_other_matches() -> None:
    twice = list(fixtures("run", [("a", "b"), ("a", "b")], 2))
    assert len({match.match_id for match in twice}) == 8


def test_no_plugin_takes_the_place_of_a_schedule_of_ours() -> None:
    registry = Registry()
    registry.schedules["round-robin"] = list
    registry.schedules["own"] = list
    assert formats_of(registry)["round-robin"] is round_robin
    assert "own" in formats_of(registry)


def test_a_later_round_goes_on_in_numbers_and_deals_its_own() -> None:
    first = list(fixtures("run", PAIRINGS, 4))
    second = list(fixtures("run", PAIRINGS[:1], 4, start=3))
    assert {match.pairing for match in second} == {3}
    assert {match.deal_set for match in second} == {12, 13, 14, 15}
    assert {match.match_id for match in first}.isdisjoint(match.match_id for match in second)
