"""Counsel: why a card may not be played, why all may, and which positions cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import BeloteError
from harness.game import CardSet, card_name, legal_cards, parse_card_list, parse_cards, preset
from harness.game.counsel import freedom, refusals
from tests.strategies import DUTIES, Position, positions

CLASSIC = preset("classic", no_trumps=True, all_trumps=True)


def refused(trump: str, trick: str, holding: str) -> dict[str, str]:
    """Return the duties that forbid cards under classic rules, by the text of the card."""
    duties = refusals(holding, trick, trump, CLASSIC)
    return {card_name(card): duty for card, duty in duties.items()}


# Why not


@pytest.mark.parametrize(
    ("trump", "trick", "holding", "expected"),
    [
        ("S", "AH 7S", "9S 8S 7D", {"7D": "overtrump"}),
        ("H", "AD", "7D JH KS", {"JH": "follow suit", "KS": "follow suit"}),
        ("H", "AH", "7H JH KS", {"7H": "beat the best trump", "KS": "follow suit"}),
        ("H", "7D", "7H JH KS", {"KS": "ruff"}),
        ("H", "7D 10H", "7H AH KS", {"7H": "overtrump", "KS": "overtrump"}),
        ("H", "7D 9H", "7H AH KS", {"KS": "play a trump, even a losing one"}),
        ("AT", "AD", "7D JD 9S", {"7D": "beat the best card of the suit", "9S": "follow suit"}),
        ("NT", "KD", "7D AD JS", {"JS": "follow suit"}),
    ],
)
def test_each_card_that_is_refused_has_the_duty_that_forbids_it(
    trump: str, trick: str, holding: str, expected: dict[str, str]
) -> None:
    assert refused(trump, trick, holding) == expected
    assert freedom(holding, trick, trump, CLASSIC) is None


def test_with_diamonds_led_and_a_diamond_held_a_strong_trump_is_refused() -> None:
    assert refused("H", "8D", "9D JH") == {"JH": "follow suit"}


# Why all


@pytest.mark.parametrize(
    ("trump", "trick", "holding", "reason"),
    [
        ("H", "", "7D JH KS", "you lead"),
        ("H", "AD", "7D 8D", "all your cards are of the suit led"),
        ("H", "9H", "7H AH", "all your cards are of the suit led"),
        ("NT", "AD", "7H JH", "you do not hold the suit led"),
        ("AT", "AD", "7H JH", "you do not hold the suit led"),
        ("H", "7D", "KS AC", "you hold neither the suit led nor a trump"),
        ("H", "AD 7D", "KS JH", "your partner is winning the trick"),
        ("H", "7D AD 8D", "KS JH", "your partner is winning the trick"),
        ("H", "7D", "7H JH", "all your cards are trumps"),
    ],
)
def test_a_holding_that_may_be_played_whole_is_told_why(
    trump: str, trick: str, holding: str, reason: str
) -> None:
    assert freedom(holding, trick, trump, CLASSIC) == reason
    assert refused(trump, trick, holding) == {}


def test_a_trump_that_cannot_be_beaten_frees_where_undertrumping_is_no_duty() -> None:
    lenient = CLASSIC.but(undertrump=False)
    assert freedom("7H AH KS", "7D 9H", "H", lenient) == "you cannot beat the best trump"


def test_a_winning_partner_is_no_reason_where_the_rules_do_not_say_so() -> None:
    strict = CLASSIC.but(partner_exempt=False)
    assert freedom("JH 7H", "AD 7D", "H", strict) == "all your cards are trumps"
    assert freedom("KS JH", "AD 7D", "H", strict) is None


# Whatever the position


@given(positions(), st.tuples(*[st.booleans()] * 4))
def test_a_card_is_refused_when_it_is_not_legal_and_there_is_a_reason_when_none_is(
    position: Position, duties: tuple[bool, ...]
) -> None:
    rules = CLASSIC.but(**dict(zip(DUTIES, duties, strict=True)))
    trump, trick, holding = position
    legal = legal_cards(holding, trick, trump, rules)
    forbidden = refusals(holding, trick, trump, rules)
    assert CardSet.of(forbidden) == parse_cards(holding) - legal
    assert (freedom(holding, trick, trump, rules) is None) == bool(forbidden)


def test_cards_may_be_numbers_and_sets() -> None:
    trick, expected = parse_card_list("AH 7S"), {16: "overtrump"}
    assert refusals(parse_cards("9S 8S 7D"), trick, 0, CLASSIC) == expected
    assert refusals(parse_card_list("9S 8S 7D"), "AH 7S", "S", CLASSIC) == expected


# Positions that cannot be


@pytest.mark.parametrize(
    ("trump", "trick", "holding", "complaint"),
    [
        ("S", "AH 7S", "9S 8S 9S", "9S is held twice"),
        ("S", "AH 7S", "9S 7S", "7S is held and lies in the trick"),
        ("S", "AH AH", "9S", "AH lies in the trick twice"),
        ("S", "AH 7S 8S JS", "9S", "the trick already has 4 cards"),
        ("S", "AH", "", "a holding has 1 to 8 cards, not 0"),
        ("S", "AH", "7D 8D 9D JD QD KD 10D AD 7C", "a holding has 1 to 8 cards, not 9"),
        ("X", "", "9S", "'X' is not a trump: write one of S H D C NT AT"),
        ("S", "1H", "9S", "'1H' is not a card: write a rank"),
        ("S", "AH", "9X", "'9X' is not a card: write a rank"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(
    trump: str, trick: str, holding: str, complaint: str
) -> None:
    for ask in (refusals, freedom):
        with pytest.raises(BeloteError) as refusal:
            ask(holding, trick, trump, CLASSIC)
        assert str(refusal.value).startswith(complaint)


def test_a_number_that_is_no_card_is_refused() -> None:
    with pytest.raises(BeloteError, match="32 is not a card"):
        refusals([32], [], "S", CLASSIC)


def test_a_trump_that_the_rules_lack_is_refused_with_those_they_have() -> None:
    for trump, field in (("NT", "no_trumps"), ("AT", "all_trumps")):
        with pytest.raises(BeloteError, match=rf"{field} = false\): trump is one of S H D C$"):
            legal_cards("9S", "", trump, preset("classic"))
    assert str(legal_cards("9S", "", "NT", preset("bulgarian"))) == "9S"


def test_of_sixteen_cards_that_two_have_eight_lie_open_at_most() -> None:
    rules, nine = preset("two-handed"), "7S 8S 9S JS QS KS 10S AS 7H"
    with pytest.raises(BeloteError, match="a holding has 1 to 8 cards, not 9"):
        legal_cards(nine, "", "S", rules)
