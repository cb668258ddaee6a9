"""Coinche with no trumps, all trumps and declarations, line by line."""

from itertools import pairwise
from typing import Any

import pytest

from harness.game import TRUMPS, parse_cards, preset
from harness.game.declarations import find
from tests.game.scripts import (
    ALL_SPADES_LED,
    ONE_SUIT_EACH,
    PLAIN_DOWN,
    TRUMPS_DOWN,
    Script,
    after_bids,
    better,
    four,
    legal,
    played,
    said,
    settled,
    taken,
    winning,
    worths,
    written,
)

RULES = preset("coinche")
EXACT = RULES.but(rounding="exact")


def whole(trump: str, **fields: Any) -> int:  # noqa: ANN401 - as preset
    """Return what all the cards and the last trick are worth, as a hand played out counts it."""
    script = Script(ONE_SUIT_EACH, "", f"80{trump} pass pass pass", ALL_SPADES_LED)
    return sum(played(RULES.but(**fields), script).log.points)


def at_no_trumps(cards: str) -> dict[str, int]:
    """Return the declarations in a holding at no trumps, and their values."""
    held = find(RULES, parse_cards(cards).mask, TRUMPS.index("NT"))
    return {str(one.cards): one.value for one in held}


# The auction


def test_80_to_180_capot_and_generale_are_bid_in_four_suits_no_trumps_and_all_trumps() -> None:
    heights = [*(str(number) for number in range(80, 181, 10)), "capot", "generale"]
    expected = {"pass", *(height + trump for height in heights for trump in TRUMPS)}
    assert set(after_bids(RULES, "").legal_bids) == expected


def test_no_trumps_and_all_trumps_stand_no_higher_than_suits_at_the_same_number() -> None:
    bids = after_bids(RULES, "100C").legal_bids
    assert not {"100NT", "100AT"} & set(bids)
    assert {"110C", "110NT", "110AT"} <= set(bids)


def test_generale_is_higher_than_capot() -> None:
    higher = after_bids(RULES, "capotNT").legal_bids
    assert set(higher) == {"pass", "coinche", *(f"generale{trump}" for trump in TRUMPS)}
    contract = after_bids(RULES, "capotNT pass generaleAT pass pass pass").log.contract
    assert contract is not None
    assert (contract.trump, contract.slam, contract.points) == (5, "generale", 500)


def test_the_highest_bid_of_all_may_still_be_coinched() -> None:
    assert settled(RULES, "generaleAT pass pass coinche surcoinche") == ("N", "generaleAT", 4)


# No trumps


def test_at_no_trumps_an_ace_is_19_and_the_rest_as_in_plain_suits() -> None:
    assert worths(RULES, "NT", PLAIN_DOWN) == [19, 10, 4, 3, 2, 0, 0, 0]
    assert worths(RULES.but(no_trumps_points="plain"), "NT", PLAIN_DOWN) == [
        11,
        10,
        4,
        3,
        2,
        0,
        0,
        0,
    ]
    assert worths(RULES.but(no_trumps_points="doubled"), "NT", PLAIN_DOWN) == [
        22,
        20,
        8,
        6,
        4,
        0,
        0,
        0,
    ]


def test_at_no_trumps_there_are_152_points_and_the_last_trick_or_130_or_260() -> None:
    assert whole("NT") == 152 + 10
    assert whole("NT", no_trumps_points="plain") == 130
    assert whole("NT", no_trumps_points="doubled") == 260


def test_at_no_trumps_the_highest_card_of_the_suit_led_wins() -> None:
    assert winning("NT", "8D JH 10D AC") == "10D"
    for high, low in pairwise(PLAIN_DOWN):
        assert winning("NT", f"{low} {high}") == winning("NT", f"{high} {low}") == high


def test_at_no_trumps_one_follows_suit_and_nothing_more() -> None:
    assert legal(RULES, "NT", "8D", "7D AD JH") == "7D AD"
    assert legal(RULES, "NT", "8D", "JH AC") == "JH AC"


def test_at_no_trumps_there_is_no_belote() -> None:
    script = Script(ONE_SUIT_EACH, "", "80NT pass pass pass", ALL_SPADES_LED)
    assert played(RULES, script).belote() == (0, 0)


# All trumps


def test_at_all_trumps_a_jack_is_13_and_the_suits_rank_as_trumps() -> None:
    downwards = [card.replace("S", "D") for card in TRUMPS_DOWN]
    assert worths(RULES, "AT", downwards) == [13, 9, 6, 5, 3, 2, 0, 0]
    assert worths(RULES.but(all_trumps_points="jack_14"), "AT", downwards) == [
        14,
        9,
        6,
        5,
        3,
        1,
        0,
        0,
    ]
    assert worths(RULES.but(all_trumps_points="trump"), "AT", downwards) == [
        20,
        14,
        11,
        10,
        4,
        3,
        0,
        0,
    ]
    for high, low in pairwise(downwards):
        assert winning("AT", f"{low} {high}") == winning("AT", f"{high} {low}") == high


def test_at_all_trumps_there_are_152_points_and_the_last_trick_or_258() -> None:
    assert whole("AT") == whole("AT", all_trumps_points="jack_14") == 152 + 10
    assert whole("AT", all_trumps_points="trump") == 258


def test_at_all_trumps_only_the_suit_led_wins() -> None:
    assert winning("AT", "8D JH 9D JC") == "9D"


def test_at_all_trumps_one_always_rises_even_over_the_partner() -> None:
    assert legal(RULES, "AT", "AD", "8D JD 9D KH") == "JD 9D"
    assert legal(RULES, "AT", "AD 7D", "8D JD KH") == "JD"
    assert legal(RULES, "AT", "9D", "8D AD KH") == "8D AD"
    assert legal(RULES, "AT", "AD", "JH KC") == "JH KC"
    assert legal(RULES.but(rise=False), "AT", "AD", "8D JD KH") == "8D JD"


def test_at_all_trumps_each_suit_may_have_its_belote() -> None:
    script = Script(ONE_SUIT_EACH, "", "80AT pass pass pass", ALL_SPADES_LED)
    hand = played(RULES, script)
    # N holds the spades and W, S and E, in turn, the hearts, diamonds and clubs.
    assert sorted(hand.log.belotes) == [(0, 0), (1, 3), (2, 2), (3, 1)]
    assert hand.belote() == (40, 40)


def test_at_all_trumps_belote_thrown_away_on_another_suit_counts_unless_the_rules_say_not() -> None:
    script = Script(ONE_SUIT_EACH, "", "80AT pass pass pass", ALL_SPADES_LED)
    hand = played(RULES.but(belote_discarded=False), script)
    assert hand.log.belotes == [(0, 0)]


def test_198_of_258_in_proportion_are_124_and_144_with_belote() -> None:
    rules = EXACT.but(all_trumps_points="in_proportion", score_by="points")
    score = written(rules, (198, 60), belote=(20, 0), contract="80AT")
    assert score == ("made", 124 + 20, 38, 0)


def test_in_proportion_the_two_sides_always_make_162() -> None:
    rules = EXACT.but(all_trumps_points="in_proportion", score_by="points", beat_defence=False)
    for ours in range(130, 259):
        score = written(rules, (ours, 258 - ours), contract="80AT")
        assert score[1] + score[2] == 162
        assert abs(score[1] - ours * 162 / 258) <= 0.5


# Declarations


def test_a_four_of_100_beats_a_run_of_100() -> None:
    assert better(RULES, "C", four("K"), "7S 8S 9S 10S JS") == "NS"


def test_of_two_runs_the_higher_wins_then_the_one_in_trump_then_nobody_not_even_lower_ones() -> (
    None
):
    assert better(RULES, "C", "7S 8S 9S", "8H 9H 10H") == "EW"
    assert better(RULES, "H", "7S 8S 9S", "7H 8H 9H") == "EW"
    assert better(RULES, "C", "7S 8S 9S", "7H 8H 9H") is None
    assert better(RULES, "C", "QS KS AS", "QH KH AH", "7D 8D 9D") is None


def test_at_all_trumps_no_run_is_more_of_a_trump_than_another() -> None:
    assert better(RULES, "AT", "7S 8S 9S", "7H 8H 9H") is None


def test_a_card_serves_in_one_declaration_only() -> None:
    held = find(RULES, parse_cards("QS KS AS AH AD AC 7H 9C").mask)
    assert [(one.kind, one.value) for one in held] == [("four", 100)]


def test_at_no_trumps_four_aces_are_200_tens_150_and_other_fours_100() -> None:
    ranks = ("A", "10", "K", "Q", "J", "9", "8", "7")
    values = [sum(at_no_trumps(four(rank)).values()) for rank in ranks]
    assert values == [200, 150, 100, 100, 100, 100, 0, 0]
    assert list(at_no_trumps("7S 8S 9S").values()) == [20]


def test_at_no_trumps_of_two_fours_of_100_the_higher_rank_is_better() -> None:
    ranks = ("9", "J", "Q", "K")
    for low, high in pairwise(ranks):
        assert better(RULES, "NT", four(low), four(high)) == "EW"


def test_declarations_are_known_when_the_second_trick_begins() -> None:
    script = Script(ONE_SUIT_EACH, "", "80C pass pass pass", ALL_SPADES_LED)
    assert taken(RULES, script, 3).log.shown == []
    # E's run of clubs is in trump, and W's of hearts counts with it.
    assert {seat for seat, _ in taken(RULES, script, 4).log.shown} == {1, 3}


def test_83_and_a_run_of_three_are_103_and_make_100() -> None:
    assert written(EXACT, (83, 79), **said(20, 0), contract="100H") == (
        *("made", 83 + 20 + 100, 79),
        0,
    )
    uncounted = EXACT.but(declarations_count=False)
    assert written(uncounted, (83, 79), **said(20, 0), contract="100H")[0] == "failed"


# The score


def test_the_bid_is_reached_and_the_defence_beaten() -> None:
    assert written(EXACT, (82, 80), contract="80H") == ("made", 82 + 80, 80, 0)
    assert written(EXACT, (81, 81), contract="80H") == ("failed", 0, 160 + 80, 0)
    assert written(EXACT, (90, 72), **said(0, 20), contract="80H") == (
        *("failed", 0, 160 + 80 + 20),
        0,
    )


def test_a_failure_gives_160_the_bid_and_every_declaration_and_belote_is_kept() -> None:
    counts = {"announced": (50, 20), "declarations": (50, 0), "belote": (20, 0)}
    score = written(EXACT, (60, 102), contract="140H", **counts)
    assert score == ("failed", 20, 160 + 140 + 70, 0)


@pytest.mark.parametrize(("flags", "times"), [({}, 2), ({"surcontree": True}, 4)])
def test_a_coinche_or_surcoinche_multiplies_points_declarations_and_bid(
    flags: dict[str, bool], times: int
) -> None:
    made = written(EXACT, (100, 62), belote=(20, 0), contract="90H", contree=True, **flags)
    assert made == ("made", times * (160 + 90) + 20, 0, 0)
    failed = written(EXACT, (60, 102), **said(0, 50), contract="90H", contree=True, **flags)
    assert failed == ("failed", 0, times * (160 + 90 + 50), 0)


def test_only_the_bid_may_be_multiplied() -> None:
    rules = EXACT.but(doubles="bid")
    assert written(rules, (100, 62), contract="100H", contree=True) == ("made", 360, 0, 0)


def test_a_capot_is_250_beside_the_bid_and_takes_the_defenders_declarations() -> None:
    counts = {"tricks": (8, 0), **said(20, 50)}
    assert written(EXACT, (162, 0), contract="90H", **counts) == ("made", 250 + 70 + 90, 0, 0)
    assert written(EXACT, (162, 0), contract="capotH", **counts) == ("made", 250 + 70 + 250, 0, 0)
    left = EXACT.but(capot_takes_declarations=False)
    assert written(left, (162, 0), contract="90H", **counts) == ("made", 250 + 90, 50, 0)


def test_a_generale_is_500_beside_the_points_and_needs_the_taker_alone() -> None:
    counts = {"tricks": (8, 0), "contract": "generaleH"}
    assert written(EXACT, (162, 0), alone=True, **counts) == ("made", 250 + 500, 0, 0)
    assert written(EXACT, (162, 0), **counts) == ("failed", 0, 160 + 500, 0)


def test_the_score_is_rounded_up_from_six() -> None:
    assert written(RULES, (85, 77), contract="80H") == ("made", 160, 80, 0)
    assert written(RULES, (86, 76), contract="80H") == ("made", 170, 80, 0)


# As an option of the second round over a turned card


def test_no_trumps_and_all_trumps_may_be_named_in_the_second_round_over_a_turned_card() -> None:
    rules = preset("scoresheet", no_trumps=True, all_trumps=True)
    hand = after_bids(rules, "")
    assert hand.legal_bids == ("pass", "take")
    hand = after_bids(rules, "pass pass pass pass")
    # The 21st card of the deck in order is the queen of diamonds.
    assert hand.legal_bids == ("pass", "S", "H", "C", "NT", "AT")
    hand.bid("NT")
    assert hand.log.contract is not None
    assert (hand.log.contract.trump, hand.log.turned) == (4, 20)
    assert hand.holdings[0] >> 20 & 1


def test_either_alone_may_be_named_too() -> None:
    passes = "pass pass pass pass"
    only_no = preset("counterclockwise", no_trumps=True)
    only_all = preset("classic", all_trumps=True)
    assert after_bids(only_no, passes).legal_bids == ("pass", "S", "H", "D", "C", "NT")
    assert after_bids(only_all, passes).legal_bids == ("pass", "S", "H", "C", "AT")


def test_a_dealer_who_must_name_may_name_them() -> None:
    rules = preset("classic", no_trumps=True, all_trumps=True)
    assert after_bids(rules, " ".join(["pass"] * 7)).legal_bids == ("S", "H", "C", "NT", "AT")


def test_a_turned_card_hand_at_no_trumps_or_all_trumps_is_counted_as_its_fields_say() -> None:
    rules = preset("scoresheet", no_trumps=True, all_trumps=True)
    assert written(rules, (66, 64), contract="NT") == ("made", 66, 64, 0)
    assert written(rules, (64, 66), contract="NT") == ("failed", 0, 130, 0)
    assert written(rules, (130, 128), contract="AT") == ("made", 130, 128, 0)
    assert written(rules, (129, 129), contract="AT") == ("tied", 0, 129, 129)
    assert written(rules, (258, 0), tricks=(8, 0), contract="AT") == ("made", 258 + 90, 0, 0)
