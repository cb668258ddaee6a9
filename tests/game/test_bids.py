"""Bids as they are written, in every way that cards are too."""

import pytest

from harness.errors import BeloteError
from harness.game import preset
from harness.game.bids import contract_of, parse_bid, trumps_of
from harness.game.fields import Value
from harness.game.outcome import needed_for
from harness.game.play import TRUMPS
from tests.game.scripts import after_bids


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("80h", "80H"),
        ("80♥", "80H"),
        (" 100nt ", "100NT"),
        ("120At", "120AT"),
        ("♠", "S"),
        ("nt", "NT"),
        ("CAPOTs", "capotS"),
        ("Générale♦", "generaleD"),
        ("Pass", "pass"),
        ("TAKE", "take"),
        ("Contrée", "contree"),
        ("Surcoinche", "surcoinche"),
        ("RECONTRA", "recontra"),
    ],
)
def test_a_bid_is_read_in_either_case_with_symbols_and_accents(text: str, bid: str) -> None:
    assert parse_bid(text) == parse_bid(bid) == bid


@pytest.mark.parametrize("text", ["", "85", "H80", "80 H", "passe", "capot", "²♥"])
def test_what_is_no_bid_comes_back_as_it_is(text: str) -> None:
    assert parse_bid(text) == text


def test_what_is_kept_of_an_auction_is_written_one_way() -> None:
    hand = after_bids(preset("coinche"), "Pass 80♥ COINCHE Pass")
    assert hand.log.auction.bids == ["pass", "80H", "coinche", "pass"]


def test_the_bid_of_a_contract_is_read_as_freely() -> None:
    assert contract_of(preset("coinche"), "100♦").bid == "100D"
    assert contract_of(preset("classic"), "♣").bid == "C"


def test_of_many_bids_a_few_are_named_beside_the_likeliest() -> None:
    with pytest.raises(BeloteError) as refused:
        contract_of(preset("coinche"), "85H")
    assert str(refused.value) == (
        "there is no bid '85H'; did you mean '80H'? (known: 80C, 80D, 80H, 80S and 74 more)"
    )


@pytest.mark.parametrize(
    ("name", "trumps"),
    [("classic", "SHDC"), ("coinche", TRUMPS), ("two-handed", "SHDC")],
)
def test_the_trumps_of_a_table_are_the_suits_and_those_it_has_beside_them(
    name: str, trumps: str
) -> None:
    rules = preset(name, no_trumps=True, all_trumps=True) if name == "two-handed" else preset(name)
    assert trumps_of(rules) == tuple(trumps)


@pytest.mark.parametrize(
    ("settings", "needed"),
    [
        ({}, 80),
        ({"needed_beyond_bid": 2}, 82),
        ({"needed_at_least": 82}, 82),
        ({"needed_beyond_bid": 10, "needed_at_least": 82}, 90),
        ({"needed_beyond_bid": 2, "contract": "compare"}, 80),  # it needs contract = bid
    ],
)
def test_a_number_needs_as_much_as_the_rules_make_of_it(
    settings: dict[str, Value], needed: int
) -> None:
    rules = preset("contree", **settings)
    assert needed_for(rules, contract_of(rules, "80H")) == needed


def test_a_contract_in_tens_is_for_a_number_that_must_be_told() -> None:
    with pytest.raises(BeloteError, match="say which bid won, as in 80C"):
        contract_of(preset("contree"), None)
    assert contract_of(preset("bulgarian"), None).trump == TRUMPS.index("S")
