"""Bids judged by what comes of them."""

from __future__ import annotations

import random
from typing import Final

import pytest

import bots.foresight
from bots.foresight import STEP, Foresight, best_bid
from bots.stakes import Worth, lead_of
from harness.game import Hand, View, deck_of, preset
from tests.bots.asking import holding
from tests.game.scripts import dealt, played

CLASSIC: Final = preset("classic")
CONTREE: Final = preset("contree", direction="clockwise")


def view_of(hand: Hand) -> View:
    """Return the view of the seat to speak."""
    seat = hand.turn
    assert seat is not None
    return View(seat, hand.log, hand.dealt[seat], random.Random(0))


def test_a_hopeless_hand_is_passed_without_a_thought() -> None:
    view = view_of(dealt(CONTREE, holding("", "", N="7S 8S 7H 8H 7D 8D 7C 8C")))
    before = view.rng.getstate()
    assert best_bid(view, 4, lead_of(0)) == "pass"
    assert view.rng.getstate() == before


def test_a_contract_that_cannot_fail_is_worth_more_than_a_pass() -> None:
    # Seven trumps and an ace win all tricks, whoever has the eighth trump: 252 and the bid.
    view = view_of(dealt(CONTREE, holding("", "", N="JS 9S AS 10S KS QS 8S AH")))
    values = Foresight(view, 4).values(["pass", "160S", "capotS"], lead_of(0))
    assert values["160S"] == [250 + 20 + 160] * 4
    assert values["capotS"] == [500 + 20] * 4
    assert all(value <= 520 for value in values["pass"])


def test_a_contract_that_nobody_can_make_is_doubled() -> None:
    # W has bid hearts, of which N has the best five, and two aces with tens besides.
    north = "JH 9H AH 10H KH AS 10S AC"
    view = view_of(played(CONTREE, holding("", "pass pass pass 80H", N=north)))
    assert best_bid(view, 8, lead_of(0)) == "coinche"


def test_a_bid_that_is_clearly_worse_is_not_followed_to_the_last_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In the first worlds 80 is worth 50 more than a pass now and then, 90 always 10 less.
    worths = {"pass": [0.0], "80S": [50.0, 0.0], "90S": [-10.0]}
    followed = []

    def values(_: Foresight, bids: list[str], __: Worth, some: slice) -> dict[str, list[float]]:
        followed.append((some.start, bids))
        return {bid: worths[bid] * (STEP // len(worths[bid])) for bid in bids}

    monkeypatch.setattr(bots.foresight, "_worth_a_thought", lambda _: ("pass", ["80S", "90S"]))
    monkeypatch.setattr(Foresight, "values", values)
    view = view_of(dealt(CONTREE, holding("", "", N="JS 9S AS 10S KS QS 8S AH")))
    assert best_bid(view, 2 * STEP, lead_of(0)) == "80S"
    assert followed == [(0, ["pass", "80S", "90S"]), (STEP, ["pass", "80S"])]


def test_every_seat_has_eight_cards_whoever_takes() -> None:
    hand = Hand(CLASSIC, deck_of(4711), 3)
    view = view_of(hand)
    foresight = Foresight(view, 20)
    assert hand.log.turned is not None
    for one in foresight._dealt:  # noqa: SLF001 - what is open until somebody takes
        assert one.early[view.seat] == view.dealt_mask
        for taker in range(1, 4):
            world = foresight._turned_to(taker, one)  # noqa: SLF001 - as above
            assert world[taker] >> hand.log.turned & 1
            assert [held.bit_count() for held in world] == [8] * 4
            assert sum(world) == (1 << 32) - 1
            assert all(held & early == early for held, early in zip(world, one.early, strict=True))
