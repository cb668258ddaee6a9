"""Forgiven faults: what takes the place of an answer, what is counted, and what is too much."""

from __future__ import annotations

import pytest

from bots.random import RandomBot
from harness.arena.faults import KINDS, Policy
from harness.arena.substitutes import bid_for, card_for
from harness.arena.table import Played, Seated, Table
from harness.game import DealSet, HandScore, Rules, View, parse_cards, preset
from harness.game.auction import open_auction
from harness.game.cards import Card, parse_card
from harness.game.match import BY_FORFEIT, BY_TARGET
from harness.game.play import TRUMPS, law_of
from harness.plugin import Bot

SEED = bytes(range(16))
CLASSIC = preset("classic")


def play(bot: type[Bot], max_faults: int, *, rules: Rules = CLASSIC, number: int = 0) -> Played:
    sides = (Seated("ns", bot), Seated("ew", RandomBot))
    policy = Policy("substitute", max_faults)
    return Table(rules, DealSet(SEED, number), sides, policy=policy).play()


class Wild(RandomBot):
    """Answers no card at all in the first trick of each hand."""

    def choose_card(self, view: View) -> int:
        return super().choose_card(view) if view.tricks else -1


class Stumbling(RandomBot):
    """Raises whenever it is to bid."""

    def choose_bid(self, view: View) -> str:
        raise ValueError(view.seat)


def test_an_illegal_card_is_replaced_and_the_match_goes_on_to_its_end() -> None:
    played = play(Wild, 1000)
    assert played.match.ended_by == BY_TARGET
    hands = [row for row in played.hands if row[10]]  # those that somebody took
    assert len(played.faults) == 2 * len(hands)
    for fault in played.faults:
        assert (fault.kind, fault.forfeits, fault.seat & 1) == ("illegal", False, 0)
        assert fault.substitute is not None
        assert fault.substitute in fault.evidence["legal"].split()
        (row,) = [row for row in played.hands if row[0] == fault.hand_no]
        assert fault.place is not None
        assert row[10][fault.place] == parse_card(fault.substitute)


@pytest.mark.parametrize("most", [0, 1, 3])
def test_one_fault_more_than_is_forgiven_loses_the_match(most: int) -> None:
    played = play(Wild, most)
    assert [fault.forfeits for fault in played.faults] == [False] * most + [True]
    assert played.faults[-1].substitute is None
    assert (played.match.ended_by, played.match.winner) == (BY_FORFEIT, 1)
    assert played.match.totals == (0, CLASSIC.target)


def test_a_bid_is_replaced_by_a_pass() -> None:
    played = play(Stumbling, 1000)
    assert played.match.ended_by != BY_FORFEIT
    assert {fault.substitute for fault in played.faults} == {"pass"}
    assert {fault.kind for fault in played.faults} == {"exception"}
    assert all(row[4] in (None, "E", "W") for row in played.hands), "who passes takes nothing"
    assert played.faults[0].place in (0, 1)


def test_where_somebody_must_take_the_first_legal_bid_is_made() -> None:
    # Spades are turned up; the dealer speaks last and must name another suit.
    rules = preset("classic", dealer_must_name=True)
    auction = open_auction(rules, (1, 2, 3, 0), parse_card("7S"))
    for _ in range(7):
        assert bid_for(auction) == ("pass", "pass")
        auction.push("pass")
    assert bid_for(auction) == ("H", "H")


@pytest.mark.parametrize(
    ("trump", "legal", "cheapest"),
    [
        ("H", "AS 10S KS", "KS"),  # 11, 10, 4
        ("H", "9S 8S 7S", "7S"),  # nothing each: the lowest
        ("S", "JS 9S 7S", "7S"),  # 20, 14, 0
        ("S", "JS AS", "AS"),  # 20, 11
        ("H", "JS QS", "JS"),  # 2, 3
        ("H", "8C 7D", "7D"),  # nothing each: the lowest rank, whatever the suit
        ("H", "7C 7S", "7S"),  # all alike: the first in the order of the cards
    ],
)
def test_the_cheapest_legal_card_takes_the_place_of_one(
    trump: str, legal: str, cheapest: str
) -> None:
    law = law_of(CLASSIC, TRUMPS.index(trump))
    card: Card = parse_card(cheapest)
    assert card_for(parse_cards(legal).mask, law) == (card, cheapest)


def test_every_declaration_is_made_for_a_seat_that_cannot_say_which() -> None:
    class Boasting(RandomBot):
        def choose_declarations(self, view: View) -> list[str]:  # noqa: ARG002 - a bot's method
            return ["JS JH JD JC"]

    class Speechless(RandomBot):
        def choose_declarations(self, view: View) -> str:
            raise ValueError(view.seat)

    rules = preset("counterclockwise", dealing="shuffle")
    for bot in (Boasting, Speechless):
        played = play(bot, 1000, rules=rules, number=1)
        assert played.match.ended_by == BY_TARGET
        assert {fault.substitute for fault in played.faults} == {"all"}
        assert {fault.evidence["question"] for fault in played.faults} == {"declarations"}


@pytest.mark.parametrize("event", ["start_match", "start_hand", "end_hand", "end_match"])
def test_an_event_that_a_bot_cannot_follow_is_counted_and_nothing_takes_its_place(
    event: str,
) -> None:
    def fail(*_: object) -> None:
        raise ValueError(event)

    played = play(type("Failing", (RandomBot,), {event: fail}), 1000)
    assert played.match.ended_by == BY_TARGET
    assert {(fault.place, fault.substitute, fault.forfeits) for fault in played.faults} == {
        (None, None, False)
    }
    once = event in ("start_match", "end_match")
    assert len(played.faults) == 2 * (1 if once else len(played.hands))


def test_each_side_has_faults_of_its_own_to_be_forgiven() -> None:
    sides = (Seated("ns", Wild), Seated("ew", Wild))
    policy = Policy("substitute", 2)
    played = Table(CLASSIC, DealSet(SEED, 0), sides, policy=policy).play()
    made = [fault.seat & 1 for fault in played.faults]
    assert max(made.count(0), made.count(1)) == 3
    assert made.count(made[-1]) == 3
    assert [fault.forfeits for fault in played.faults].count(True) == 1


def test_a_bot_that_cannot_be_made_is_not_forgiven() -> None:
    class Broken(RandomBot):
        def __init__(self) -> None:
            raise OSError("no file")

    played = play(Broken, 1000)
    assert [fault.forfeits for fault in played.faults] == [True]
    assert played.match.ended_by == BY_FORFEIT


def test_a_fault_after_the_end_costs_nothing_whatever_the_policy() -> None:
    class Late(RandomBot):
        def end_match(self, totals: tuple[int, int], winner: int | None) -> None:
            raise ValueError(totals, winner)

    sides = (Seated("ns", Late), Seated("ew", RandomBot))
    played = Table(CLASSIC, DealSet(SEED, 0), sides).play()
    assert [(fault.forfeits, fault.place) for fault in played.faults] == [(False, None)]
    assert played.match.ended_by == BY_TARGET


def test_every_kind_of_fault_is_named_in_one_place() -> None:
    assert set(KINDS) == {
        *("illegal", "exception", "crashed", "memory", "silent", "late", "protocol")
    }


def test_a_hand_that_was_scored_is_not_scored_again_for_a_fault_at_its_end() -> None:
    class Shaken(RandomBot):
        def end_hand(self, view: View, score: HandScore) -> None:
            raise ValueError(view, score)

    played = play(Shaken, 1000)
    assert [row[0] for row in played.hands] == list(range(len(played.hands)))
