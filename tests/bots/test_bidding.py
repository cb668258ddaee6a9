"""What the counter bids where a club player would know."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bots.bidding import estimate
from bots.counter import CounterBot
from harness.game import Rules, View, parse_card, parse_cards, preset
from harness.game.log import Log
from tests.bots.asking import answer, holding
from tests.bots.test_basic import N_TAKES

CLASSIC: Final = preset("classic")
CONTREE: Final = preset("contree")
COINCHE: Final = preset("coinche")
BULGARIAN: Final = preset("bulgarian")


def bid(held: str, bids: str = "", *, rules: Rules = CLASSIC, turned: str | None = None) -> str:
    """Return what the bot bids with some cards, after some bids."""
    log = Log(rules, 3, None if turned is None else parse_card(turned))
    for said in bids.split():
        assert said in log.auction.legal_bids
        log.auction.push(said)
    seat = log.auction.turn
    assert seat is not None
    return CounterBot().choose_bid(View(seat, log, parse_cards(held).mask, random.Random(0)))


# The estimate


def worth(held: str, trump: int) -> int:
    """Return the estimate for some cards."""
    return estimate(parse_cards(held).mask, trump)


def test_the_estimate_is_a_sum_over_the_cards() -> None:
    # Spades: 64, less 6 x 4; three trumps 36, jack 21, nine 10, ace 10, a void suit 4.
    assert worth("JS 9S 8S KH QH AC", 0) == 121
    # Hearts: 64, less 6 x 4; two trumps 24, belote 15, ace 10, a void suit 4.
    assert worth("JS 9S 8S KH QH AC", 1) == 93
    # Clubs: 64, less 6 x 4; two trumps 24, ace 4, ten 5, a guarded ten 5, a void suit 4.
    assert worth("7S 8S 10D 7D AC 10C", 3) == 82


def test_every_card_known_leaves_less_to_come() -> None:
    # Spades: 64, less 4, 5 and 8 x 4; a trump each, and two, two and no void suits.
    assert worth("7S 7H", 0) == 64 - 8 + 12 + 8
    assert worth("7S 7H 8H", 0) == 64 - 12 + 12 + 8
    assert worth("7S 7H 8H 7D 8D 9D 7C 8C", 0) == 64 - 32 + 12


def test_at_no_trumps_aces_count_with_their_tens_and_long_suits() -> None:
    # 88, less 8 x 4; ace, ten and a third card 27, ace 13, a guarded ten 7.
    assert worth("AS 10S 9S AH 7H 10D 8D 7C", 4) == 103


def test_at_all_trumps_jacks_count_with_their_nines_and_belotes() -> None:
    # 88, less 8 x 4; jack, nine and a third card 27, belote 15, a guarded nine 7.
    assert worth("JS 9S 8S KH QH 9D 8D 7C", 5) == 105


def test_a_number_is_bid_for_what_the_table_makes_of_it() -> None:
    # 64 less 8 x 4; five trumps 60, jack 21, nine 10, ten 5, ace 4, two aces 20: 152, room for 142.
    held = "JH 9H AH 10H 7H AS AD 7C"
    assert bid(held, rules=CONTREE) == "140H"
    assert bid(held, rules=CONTREE.but(needed_beyond_bid=12)) == "130H"
    assert bid(held, rules=CONTREE.but(needed_beyond_bid=13)) == "120H"
    assert bid(held, rules=CONTREE.but(needed_at_least=142)) == "140H"
    assert bid(held, rules=CONTREE.but(needed_at_least=143)) == "pass"


# Beside a card turned up


def test_it_takes_with_jack_nine_and_ace_of_trump() -> None:
    assert bid("JS 9S 8S 7H 7D", turned="AS") == "take"


def test_it_does_not_take_with_rubbish() -> None:
    assert bid("7H 8H QD 7C 9C", turned="7S") == "pass"


def test_the_turned_card_is_part_of_its_hand() -> None:
    assert bid("9S AS 7H 8D 7C", turned="JS") == "take"
    assert bid("9S AS 7H 8D 7C", turned="QS") == "pass"


def test_it_names_another_suit_in_the_second_round() -> None:
    held = "JH 9H AH 7D 7C"
    assert bid(held, turned="8S") == "pass"
    assert bid(held, "pass pass pass pass", turned="8S") == "H"


def test_it_names_all_trumps_in_the_second_round_where_that_is_better() -> None:
    # At all trumps 64 and twice jack and nine 24, and a jack 13: 125. Hearts: 40, two trumps 24,
    # jack and nine 31, a void suit none: 95.
    rules = CLASSIC.but(no_trumps=True, all_trumps=True)
    held = "JH 9H JD 9D JS"
    assert bid(held, "pass pass pass pass", turned="7C", rules=rules) == "AT"
    assert bid(held, "pass pass pass pass", turned="7C") == "pass"


def test_a_dealer_who_must_name_a_suit_names_the_best() -> None:
    held = "7H QD 7C 8C 9C"
    passes = "pass pass pass pass pass pass"
    assert bid(held, passes, turned="7S") == "pass"
    assert bid(held, f"{passes} pass", turned="7S") == "C"


def test_it_doubles_only_with_the_trumps_in_its_own_hand() -> None:
    rules = CLASSIC.but(contree=True)
    strong = holding("7S", N_TAKES, N="7S", E="JS 9S 10S KS QS AH AD AC")
    weak = holding("7S", N_TAKES, N="7S", E="8S QS AH KH AD 7D AC 7C")
    assert answer(CounterBot(), strong, rules) == "contree"
    assert answer(CounterBot(), weak, rules) == "pass"


# Numbers


def test_it_bids_the_number_that_leaves_room_for_bad_luck() -> None:
    # Spades: 32, five trumps 60, jack nine ace ten 40, ace 10: 142, less 10.
    assert bid("JS 9S AS 10S 7S AH 7D 8C", rules=CONTREE) == "130S"


def test_it_passes_with_an_average_hand() -> None:
    # Hearts: 32, three trumps 36, ace 4, ace 10: 82, less 10. Spades have a trump less.
    assert bid("AH 8H 7H AS 7S KD 9D 8C", rules=CONTREE) == "pass"


SPADES: Final = "JS 9S AS 7S AH 7D 9D 8C"
"""Spades: 32, four trumps 48, jack nine ace 35, ace 10: 125."""


def test_it_leaves_less_room_where_the_other_side_would_play() -> None:
    assert bid(SPADES, rules=CONTREE) == "110S"
    assert bid(SPADES, "80D", rules=CONTREE) == "120S"


def test_it_does_not_outbid_what_it_cannot_make() -> None:
    assert bid(SPADES, "120D", rules=CONTREE) == "pass"


def test_it_raises_the_partner_by_what_its_own_cards_are_better_than_average() -> None:
    # N has bid 90 and so expects 100, 19 more than the half. Hearts: 32, three trumps 36, nine
    # and ace 14, ace and ten 13, ace 10: 105. 124 in all, less 10.
    assert bid("9H AH 7H AS 10S AD 7D 7C", "90H pass", rules=CONTREE) == "110H"


def test_it_leaves_the_partner_s_bid_alone_with_nothing_to_add() -> None:
    # Hearts: 32, two trumps 24, nine 10, ace 10: 76, and 19 from the partner: 95, less 10.
    assert bid("9H 7H 8S 7S AD 7D 7C 8C", "90H pass", rules=CONTREE) == "pass"


def test_what_it_has_told_itself_does_not_come_back_as_the_partner_s() -> None:
    # Hearts: 32, three trumps 36, jack and ten 26, ace 10: 104, so it has bid 90. The partner
    # expects 120 in all; of the 39 more than the half 19 are its own and 20 the partner's.
    held = "JH 10H 7H AS 7S 9D 8D 7C"
    assert bid(held, rules=CONTREE) == "90H"
    assert bid(held, "90H pass 110H pass", rules=CONTREE) == "pass"


def test_what_it_can_announce_counts_towards_a_number() -> None:
    # Spades: 32, four trumps 48, jack and nine 31, ace 10: 121, and 12 for a run of three.
    held = "JS 9S 8S 7S AH 7D 9D 8C"
    assert bid(held, rules=COINCHE) == "120S"
    assert bid(held, rules=COINCHE.but(declarations=False)) == "110S"
    assert bid(held, rules=COINCHE.but(declarations_count=False)) == "110S"


def test_it_bids_no_trumps_with_aces_and_tens() -> None:
    # No trumps: 56, ace, ten and a third card twice 27, ace 13: 123.
    assert bid("AS 10S 9S AH 10H 7H AD 7D", rules=COINCHE) == "110NT"


def test_it_bids_all_trumps_with_jacks_and_nines() -> None:
    # All trumps: 56, jack, nine and a third card twice 27, jack 13: 123.
    assert bid("JS 9S 7S JH 9H 7H JD 7D", rules=COINCHE) == "110AT"


@pytest.mark.parametrize(("rules", "slam"), [(CONTREE, "capotS"), (COINCHE, "generaleS")])
def test_it_bids_every_trick_with_seven_trumps_and_an_ace(rules: Rules, slam: str) -> None:
    assert bid("JS 9S AS 10S KS QS 8S AH", rules=rules) == slam


def test_it_bids_no_slam_on_the_partner_s_word() -> None:
    # Spades: 32, five trumps 60, jack nine ace ten 40, ace with ten 13, a void suit 4: 149.
    assert bid("JS 9S AS 10S 7S AH 10H 7D", "120S pass", rules=CONTREE) == "160S"


# Doubles


HEARTS: Final = "JH 9H AH 10H AS AD 7C 8C"
"""With hearts 32, four trumps 48, jack nine ace ten 40, two aces 20: 140."""


def test_it_doubles_a_number_that_it_would_have_bid_itself() -> None:
    assert bid(HEARTS, "120H", rules=CONTREE) == "coinche"
    assert bid("7H 8H AS KS AD 7D AC 7C", "120H", rules=CONTREE) == "pass"


def test_it_does_not_double_the_partner() -> None:
    assert bid(HEARTS, "120H pass", rules=CONTREE) == "160H"


def test_it_answers_a_double_with_much_more_than_the_number() -> None:
    # Spades: 32, three trumps 36, nine ace ten 19, ace with ten 13, two aces 20: 120, and 9 from
    # the partner, who has bid 80: 49 more than needed. The other hand has 32, 36, nine and ace 14,
    # and the same 9: 11 more.
    strong, weak = "AS 9S 10S AH 10H AD AC 7C", "AS 9S 7S 8H 9H 7D 8D 7C"
    assert bid(strong, "80S coinche", rules=CONTREE) == "surcoinche"
    assert bid(weak, "80S coinche", rules=CONTREE) == "pass"


# Names


@pytest.mark.parametrize(
    ("held", "named"),
    [
        ("JS 9S AS KS 7H", "S"),  # 44, four trumps 48, 35, two void suits 8: 135
        ("JS 9S JH 9H JD", "AT"),  # 68, 24, 24 and 13: 129
        ("AS 10S AH 10H AD", "NT"),  # 68, 24, 24 and 13: 129
        ("7S 8S QH KD 7C", "pass"),
    ],
)
def test_it_names_the_trump_that_its_cards_are_good_for(held: str, named: str) -> None:
    assert bid(held, rules=BULGARIAN) == named


def test_it_says_contra_with_the_other_side_s_trumps() -> None:
    assert bid("JS 9S AS 7S AH", "S", rules=BULGARIAN) == "contra"


def test_it_stays_with_the_partner_s_trump_unless_another_is_better() -> None:
    # No trumps: 68, two aces with tens 48, a third card 3: 119. Spades, as the partner has named
    # them: 44, two trumps 24, ace and ten 9, ace with ten 13, two void suits 8, and 20: 118.
    assert bid("AS 10S AH 10H 7H", "S pass", rules=BULGARIAN) == "NT"
    assert bid("JS AS 8S AH 7H", "S pass", rules=BULGARIAN) == "pass"
