"""The basic bot: what every beginner is told."""

from __future__ import annotations

from typing import Final

from bots.basic import BasicBot
from harness.game import preset
from tests.bots.asking import answer, holding

N_TAKES: Final = "take"
W_TAKES: Final = "pass pass pass take"
COINCHE: Final = preset("coinche", direction="clockwise")


def card(turned: str, bids: str, plays: str = "", **given_cards: str) -> str:
    """Return what the bot plays after a script, which `holding` writes."""
    return answer(BasicBot(), holding(turned, bids, plays, **given_cards))


def bid(turned: str, bids: str = "", **given_cards: str) -> str:
    """Return what the bot bids after some bids over a turned card."""
    return answer(BasicBot(), holding(turned, bids, **given_cards))


# Bidding: of the cards held, all but the last three are dealt before it


def test_it_takes_with_the_two_best_trumps_and_two_aces() -> None:
    assert bid("JS", N="7D 7C 7H AD AH 8S 9S JS") == "take"


def test_it_passes_with_low_cards() -> None:
    assert bid("8S", N="7D 7C 7H 9D JH QC 7S 8S") == "pass"


def test_it_names_its_best_suit_for_the_lowest_number() -> None:
    assert answer(BasicBot(), holding("", "", N="JH 9H AH 10H 7H AS AD 7C"), COINCHE) == "80H"


def test_it_asks_a_number_for_what_the_table_makes_of_it() -> None:
    # 81, 98 for the hearts, 24 for the aces; less 8 average cards, of 167/32 each: 161.25.
    script = holding("", "", N="JH 9H AH 10H 7H AS AD 7C")
    for asked, answered in (
        ({"needed_at_least": 161}, "80H"),
        ({"needed_at_least": 162}, "pass"),
        ({"needed_beyond_bid": 81}, "80H"),
        ({"needed_beyond_bid": 82}, "pass"),
    ):
        assert answer(BasicBot(), script, COINCHE.but(**asked)) == answered


def test_it_leaves_the_contract_to_a_partner_who_has_bid() -> None:
    bids = "80H pass"
    assert answer(BasicBot(), holding("", bids, S="JC 9C AC 10C 7C AS AD 7H"), COINCHE) == "pass"


def test_a_dealer_who_must_name_a_suit_names_the_best() -> None:
    passes = "pass pass pass pass pass pass pass"
    # The five cards dealt first are the last five: the jack of diamonds with the nine and ace.
    assert bid("QS", passes, N="QS", W="7H 8H 7C JD 9D AD 8C 9C") == "D"


# Play


def test_an_ace_is_led() -> None:
    assert card("JS", W_TAKES, N="AD 7D KH 8H 9C QC AS 10S", W="JS 9S") == "AD"


def test_a_partner_who_wins_with_the_ace_is_given_the_ten() -> None:
    assert card("JS", W_TAKES, "7H AH 8H", N="7H", E="AH", S="8H", W="10H 9H QH JS 9S AS") == "10H"


def test_an_opponent_who_wins_with_the_ace_is_not_given_the_ten() -> None:
    assert card("AS", N_TAKES, "AH", N="AH AS JS 9S", E="10H 9H QH 7D 8D 9D 7C 8C") == "9H"


def test_the_last_to_play_wins_where_it_can() -> None:
    west = "10H 8D AD 9D"
    assert card("AS", N_TAKES, "JH 7H QH", N="JH AS", E="7H", S="QH", W=west) == "10H"


def test_what_cannot_win_is_thrown_away_cheaply() -> None:
    west = "AD KD 10C KC QC QD JD 7C"
    assert card("AS", N_TAKES, "AH 7H 8H", N="AH AS JS 9S 8S 7S", E="7H", S="8H", W=west) == "7C"
