"""What a person may type, and what it means."""

from __future__ import annotations

import random

import pytest

from harness.errors import BeloteError
from harness.game import View, card_name, parse_card, parse_cards, preset
from harness.game.bids import PASS
from harness.game.hand import Hand
from harness.report.person import bid_meant, card_meant, told_bids
from tests.arena.stored import DECK

COINCHE = ("pass", "80S", "80H", "90S", "90H", "100NT", "capotS", "capotH", "coinche")


@pytest.fixture
def view() -> View:
    """What E sees that must follow the king of spades: it holds QS 9S and six others."""
    hand = Hand(preset("classic"), DECK, 3)
    hand.bid("pass")
    hand.bid("take")
    hand.play("KS")
    seen = View(1, hand.log, hand.dealt[1], random.Random(0))
    seen.legal_mask = hand.legal_mask()
    assert seen.legal_cards == parse_cards("9S QS")
    return seen


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        ("pass", "pass"),
        ("P", "pass"),
        ("80 ♥", "80H"),
        ("90s", "90S"),
        ("100", "100NT"),
        ("coin", "coinche"),
        ("capot", None),  # of two trumps
        ("80", None),
        ("take", None),
        ("", None),
    ],
)
def test_a_bid_may_be_typed_in_any_case_with_symbols_and_begun(typed: str, bid: str | None) -> None:
    assert bid_meant(typed, COINCHE) == bid


def test_few_bids_are_listed_and_many_told_by_what_they_are_made_of() -> None:
    assert told_bids((PASS, "take")) == "pass take"
    many = Hand(preset("coinche"), DECK, 3).legal_bids
    assert len(many) > 50
    told = told_bids(many)
    assert told.startswith("pass, or 80 to ")
    assert told.endswith(" with a trump of S H D C NT AT, as 80C")


@pytest.mark.parametrize(
    ("typed", "card"), [("9S", "9S"), ("q♠", "QS"), ("9", "9S"), ("Q", "QS"), (" qs ", "QS")]
)
def test_a_card_may_be_typed_in_any_case_and_by_a_rank_that_only_one_legal_card_has(
    view: View, typed: str, card: str
) -> None:
    assert card_meant(typed.strip(), view) == parse_card(card)


@pytest.mark.parametrize("typed", ["", "?"])
def test_nothing_is_played_for_no_answer_where_several_cards_are_legal(
    view: View, typed: str
) -> None:
    assert card_meant(typed, view) is None


def test_no_answer_plays_the_only_legal_card(view: View) -> None:
    view.legal_mask = parse_cards("9S").mask
    card = card_meant("", view)
    assert card is not None
    assert card_name(card) == "9S"
    assert card_meant("?", view) is None


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("KH", "you may not play KH: you must follow suit, with 9S QS"),
        ("AS", "you may not play AS: you must play a card that you hold, with 9S QS"),
        ("S", "which of 9S QS?"),
        ("XX", "'XX' is not a card"),
    ],
)
def test_what_may_not_be_played_is_refused_with_the_duty(view: View, typed: str, why: str) -> None:
    with pytest.raises(BeloteError, match=why.replace("?", r"\?")):
        card_meant(typed, view)
