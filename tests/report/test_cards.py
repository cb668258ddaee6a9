"""Cards, suits and bids drawn as text."""

from __future__ import annotations

import pytest

from harness.game import parse_card, parse_cards
from harness.game.play import ALL_TRUMPS, NO_TRUMPS
from harness.report.cards import bid_text, card_text, in_order, suit_lines, trump_text


def test_hearts_and_diamonds_are_red() -> None:
    drawn = {name: card_text(parse_card(name)) for name in ("10H", "JD", "AS", "7C")}
    assert [text.plain for text in drawn.values()] == ["10♥", "J♦", "A♠", "7♣"]
    assert [str(text.style) for text in drawn.values()] == ["red", "red", "", ""]


@pytest.mark.parametrize(
    ("bid", "drawn"),
    [
        ("take", "take"),
        ("H", "♥"),
        ("NT", "no trumps"),
        ("100S", "100♠"),
        ("90AT", "90 all trumps"),
        ("capotC", "capot ♣"),
        ("generaleNT", "générale no trumps"),
        ("contree", "contrée"),
    ],
)
def test_bids_are_drawn_as_they_are_said(bid: str, drawn: str) -> None:
    assert bid_text(bid).plain == drawn


def test_cards_are_held_by_suit_the_strongest_first() -> None:
    held = parse_cards("7S JS 9S AS 10H JH")
    assert " ".join(card_text(card).plain for card in in_order(held.mask, trump=0)) == (
        "J♠ 9♠ A♠ 7♠ 10♥ J♥"
    )
    assert " ".join(card_text(card).plain for card in in_order(held.mask)) == "A♠ J♠ 9♠ 7♠ 10♥ J♥"
    everything = in_order(held.mask, ALL_TRUMPS)
    assert [card_text(card).plain for card in everything[-2:]] == ["J♥", "10♥"]


def test_an_empty_suit_is_a_dash_and_marked_cards_are_dim() -> None:
    lines = list(suit_lines(parse_cards("AS 7S").mask, -1, marked=parse_cards("7S").mask))
    assert [line.plain.strip() for line in lines] == ["♠ A 7", "♥ –", "♦ –", "♣ –"]
    assert [str(span.style) for span in lines[0].spans][-1] == "dim"
    assert trump_text(NO_TRUMPS).plain == "no trumps"
