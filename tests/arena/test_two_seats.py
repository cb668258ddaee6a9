"""A table of two seats: who sits there, what each sees, and what is kept of a match."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

from bots.random import RandomBot
from harness.arena.columns import HANDS
from harness.arena.table import Played, Seated, Table
from harness.game import SEATS, CardSet, DealSet, Rules, View, parse_card_list, preset
from harness.game.referee import LEGAL, judge
from harness.plugin import Bot

TWO = preset("two-handed")


def play(ns: Callable[[], Bot], ew: Callable[[], Bot] = RandomBot, **more: Any) -> Played:  # noqa: ANN401
    sides = (Seated("ns", ns), Seated("ew", ew))
    return Table(TWO, DealSet(bytes(range(16)), 0), sides, **more).play()


def rows(played: Played) -> list[dict[str, Any]]:
    return [dict(zip(HANDS.names[1:], row, strict=True)) for row in played.hands]


class Watching(RandomBot):
    """Notes where it sits and what it sees."""

    seats: ClassVar[list[int]]
    views: ClassVar[list[tuple[int, CardSet, CardSet, tuple[CardSet, ...], CardSet]]]

    def start_match(self, rules: Rules, seat: int) -> None:
        assert rules is TWO
        self.seats.append(seat)

    def choose_card(self, view: View) -> int:
        assert view.partner is None
        self.views.append((view.seat, view.holding, view.legal_cards, view.open, view.unseen))
        return super().choose_card(view)


def watched() -> type[Watching]:
    class Fresh(Watching):
        seats: ClassVar = []
        views: ClassVar = []

    return Fresh


def test_one_bot_sits_north_and_one_east() -> None:
    bot = watched()
    play(bot, bot)
    assert bot.seats == [0, 1]


def test_each_sees_the_cards_that_lie_face_up_and_plays_from_its_own() -> None:
    bot = watched()
    play(bot, bot)
    for seat, holding, legal, lying, unseen in bot.views:
        assert holding == lying[seat]
        assert CardSet() != legal == legal & holding
        assert len(unseen) + len(lying[0]) + len(lying[1]) <= 32
        assert not (lying[0] | lying[1]) & unseen


def test_eight_cards_lie_before_each_until_nothing_is_left_beneath() -> None:
    bot = watched()
    play(bot, bot)
    opening = bot.views[:2]
    assert [len(lying[seat]) for seat, _, _, lying, _ in opening] == [8, 8]
    # Sixteen tricks use up what lies face up and down: the last trick is of single cards.
    last = bot.views[30:32]
    assert [len(holding) for _, holding, _, _, _ in last] == [1, 1]
    assert [len(unseen) for _, _, _, _, unseen in (bot.views[0], last[0])] == [16, 0]


def test_a_hand_is_kept_with_its_last_card_turned_and_no_bids() -> None:
    first = rows(play(RandomBot))[0]
    turned = "SHDC"[first["deck"][31] // 8]
    assert parse_card_list(first["turned"]) == [first["deck"][31]]
    assert (first["trump"], first["contract"], first["bids"]) == (turned, turned, "")
    assert SEATS.index(first["taker"]) == 1 - SEATS.index(first["dealer"])
    assert len(first["plays"]) == 32


def test_each_side_s_thinking_is_that_of_its_only_bot() -> None:
    seconds = count()
    for hand in rows(play(RandomBot, clock=lambda: next(seconds))):
        # A clock that gains a second whenever it is read: sixteen cards, a second each.
        assert (hand["think_us_ns"], hand["think_us_ew"]) == (16_000_000, 16_000_000)


def test_a_fault_names_the_seat_and_leaves_a_record_that_is_legal_up_to_there() -> None:
    class Failing(RandomBot):
        def choose_card(self, view: View) -> int:
            return 32 if view.hand_no and len(view.tricks) == 10 else super().choose_card(view)

    played = play(RandomBot, Failing)
    assert played.fault is not None
    assert (SEATS[played.fault.seat], played.fault.hand_no) == ("E", 1)
    assert (played.match.winner, played.match.totals) == (0, (1000, 0))
    record = played.fault.evidence["record"] | {"forfeit": {"seat": "E", "why": "no card"}}
    ruling = judge(record)
    assert ruling.status == LEGAL
    assert len(ruling.verdict["tricks"]) == 10
    assert rows(played)[1]["outcome"] == "forfeit"
