"""The counter: the cards it plays where one who has counted them would know."""

from __future__ import annotations

import random
from itertools import chain
from typing import Final

from hypothesis import assume, given

from bots.counter import CounterBot, Memory
from harness.game import (
    SEATS,
    CardSet,
    Hand,
    Rules,
    View,
    card_name,
    parse_card_list,
    preset,
)
from harness.game.rules import PACKETS
from tests.bots.asking import answer, holding
from tests.game.scripts import ONE_SUIT_EACH, played
from tests.strategies import decks, drawn, seeds

CLASSIC: Final = preset("classic")
DECK: Final = " ".join(ONE_SUIT_EACH).split()
N_TAKES: Final = "take"
W_TAKES: Final = "pass pass pass take"


def card(turned: str, bids: str, plays: str = "", **given_cards: str) -> str:
    """Return what the bot plays after a script, which `holding` writes."""
    return answer(CounterBot(), holding(turned, bids, plays, **given_cards))


# Leading


def test_the_taker_draws_trumps() -> None:
    assert card("AS", N_TAKES, N="JS 9S AS 8S AH KH 7D 8C") == "JS"


def test_the_taker_s_partner_draws_trumps_too() -> None:
    assert card("AS", "pass pass take", N="JS 7S AH 7H KD 7D KC 7C", S="AS 9S 10S") == "JS"


def test_masters_are_cashed_once_the_trumps_are_out() -> None:
    east_and_west_follow = "JS 7S KH QS  9S 8S KD KS"
    assert (
        card(
            "AS",
            N_TAKES,
            east_and_west_follow,
            N="JS 9S AS 10S AH 7H 7D 7C",
            E="7S 8S 8H 9H 8D 9D 8C 9C",
            S="KH 10H KD 10D AD KC 10C AC",
            W="QS KS JH QH JD QD JC QC",
        )
        == "AH"
    )


def test_a_defender_leads_an_ace_and_no_trump() -> None:
    assert card("JS", W_TAKES, N="AD 7D KH 8H 9C QC AS 10S", W="JS 9S") == "AD"


def test_a_ten_is_led_only_when_its_ace_is_gone() -> None:
    seats = {
        "N": "10D AD 7H 8H 7C 9C 8S 7S",
        "E": "JS 9S QD 8D JH QH 8C JC",
        "S": "KD JD 10S AS KH 10H QC KC",
    }
    assert card("JS", "pass take", "AD 8D JD 7D", **seats, W="7D 9D QS KS 9H AH 10C AC") == "10D"
    seats["N"] = "10D 9D 7H 8H 7C 9C 8S 7S"
    assert card("JS", "pass take", **seats, W="7D AD QS KS 9H AH 10C AC") != "10D"


# Following


def test_a_partner_who_wins_with_the_ace_is_given_the_ten() -> None:
    assert card("JS", W_TAKES, "7H AH 8H", N="7H", E="AH", S="8H", W="10H 9H QH JS 9S AS") == "10H"


def test_an_opponent_who_wins_with_the_ace_is_not_given_the_ten() -> None:
    east = "10H 9H QH 7D 8D 9D 7C 8C"
    assert card("AS", N_TAKES, "AH", N="AH AS JS 9S", E=east) == "9H"


def test_the_last_to_play_wins_cheaply() -> None:
    assert card("AS", N_TAKES, "JH 7H QH", N="JH AS", E="7H 10H", S="QH", W="KH AH 8D 9D") == "KH"


def test_it_ruffs_low() -> None:
    west = "JS 9S 8S 7D 8D 9D 7C 8C"
    assert card("AS", N_TAKES, "AH 7H 8H", N="AH AS 10S", E="7H", S="8H", W=west) == "8S"


def test_it_overruffs_with_the_lowest_trump_that_will_do() -> None:
    west = "7S KS JS 9S 8D 9D 7C 8C"
    assert card("AS", N_TAKES, "AH 7H QS", N="AH AS 10S", E="7H", S="QS", W=west) == "KS"


def test_what_cannot_win_is_thrown_away_cheaply() -> None:
    west = "AD KD 10C KC QC QD JD 7C"
    assert card("AS", N_TAKES, "AH 7H 8H", N="AH AS JS 9S 8S 7S", E="7H", S="8H", W=west) == "7C"


def test_the_guard_of_a_ten_is_kept() -> None:
    everyone = {
        "N": "AH AS JS 9S 8S 7S",
        "E": "7H AD",
        "S": "8H KS QS",
        "W": "10D 7D 8C 9C JC QC KC 10C",
    }
    assert card("AS", N_TAKES, "AH 7H 8H", **everyone) == "8C"


# No trumps and all trumps

COINCHE: Final = preset("coinche", direction="clockwise")


def card_without(bids: str, plays: str = "", **given_cards: str) -> str:
    """Return what the bot plays where N has bid first, after some plays."""
    return answer(CounterBot(), holding("", bids, plays, **given_cards), COINCHE)


def test_at_no_trumps_an_ace_is_cashed_before_a_ten_without_one() -> None:
    north = "AS KS 7S 10H 7H 9D 8D 7C"
    assert card_without("80NT pass pass pass", N=north) == "AS"


def test_at_all_trumps_a_jack_is_cashed_and_no_ace() -> None:
    north = "JS KS 7S AH 7H 9D 8D 7C"
    assert card_without("80AT pass pass pass", N=north) == "JS"


def test_at_all_trumps_a_partner_who_wins_with_the_jack_is_given_the_nine() -> None:
    east = "JH 8H QH 7D 8D 9D 7C 8C"
    seats = {"N": "7H JS 9S", "E": east, "S": "KH", "W": "10S 9C 9H 10D JC QC KC AC"}
    # W cannot beat the jack of hearts that its partner E has played, and has but the nine.
    assert card_without("80AT pass pass pass", "7H JH KH", **seats) == "9H"


def test_at_all_trumps_no_suit_is_ruffed() -> None:
    seats = {
        "N": "JH 9H AH 10H KH QH JS 9S",
        "E": "7H 7D 8D 10D JD QS KS 10S",
        "S": "8H QD AD 7S 8S AS 9C AC",
        "W": "JC 7C 8C QC KC 10C 9D KD",
    }
    # W cannot win: the jack of clubs is no trump over hearts, and the seven is worth nothing.
    assert card_without("80AT pass pass pass", "JH 7H 8H", **seats) == "7C"


# Two with their cards laid open

TWO: Final = preset("two-handed")


def lead(north: str, east: str) -> str:
    """Return what N leads of eight cards that lie open, E's last one making trump."""
    above = [parse_card_list(north), parse_card_list(east)]
    below = [card for card in range(32) if card not in above[0] + above[1]]
    packets = [below[:8], above[0][:4], above[1][:4], below[8:], above[0][4:], above[1][4:]]
    hand = Hand(TWO, [*chain(*packets)], dealer=1)
    view = View(0, hand.log, hand.dealt[0], random.Random(0))
    view.legal_mask = hand.legal_mask()
    return card_name(CounterBot().choose_card(view))


def test_a_ten_is_led_that_no_open_card_can_beat() -> None:
    assert lead("10D 7H 8H 9H 7C 8C 9C 7S", "7D 8D AH KH AC KC AS KS") == "10D"


def test_a_ten_is_not_led_into_an_ace_that_lies_open() -> None:
    assert lead("10D 7H 8H 9H 7C 8C 9C 7S", "7D AD AH KH AC KC AS KS") != "10D"


def test_an_ace_is_not_led_where_it_would_be_ruffed() -> None:
    assert lead("AD 7H 8H 9H 7C 8C 9C QS", "7S 10H AH KH AC KC AS KS") != "AD"


# What it reads from the play


def suspected(seat: str, turned: str, plays: str, rules: Rules, **given_cards: str) -> CardSet:
    """Return what the seat to play thinks another may hold, after N took and some cards fell."""
    hand = played(rules, holding(turned, N_TAKES, plays, **given_cards))
    view = View(hand.log.turn, hand.log, hand.dealt[hand.log.turn], random.Random(0))
    return CardSet(Memory(hand.log).recall(view)[SEATS.index(seat)])


def test_who_neither_follows_nor_ruffs_has_neither_suit() -> None:
    east = suspected(
        "E",
        "AS",
        "AD 7C",
        CLASSIC,
        N="AS AD",
        E="7C 8C 9C JC QC 8H 9H JH",
        S="10S QH KH AH 10H KD 10D 8D",
    )
    assert str(east) == "7H 8H 9H JH 8C 9C JC QC KC 10C AC"


def test_who_does_not_beat_a_trump_has_none_that_is_higher() -> None:
    east = suspected("E", "AS", "AS QS", CLASSIC, N="AS JS 9S", E="QS KS 7S", S="7H 8H 9H JH")
    assert str(east.suit("S")) == "7S 8S KS 10S"


PARTNER_LEADS: Final = {
    "N": "AS AD",
    "E": "7D",
    "S": "7C 8C 9C JC 7S 8S 9S JS",
    "W": "8D 9D JD QD KD 10D QS KS",
}
"""N leads the ace of diamonds; S is void, has trumps, and may leave the trick to N."""


def test_who_leaves_the_trick_to_the_partner_may_have_trumps() -> None:
    south = suspected("S", "AS", "AD 7D 7C", CLASSIC, **PARTNER_LEADS)
    assert str(south.suit("S")) == "7S 8S 9S JS 10S"
    assert not south.suit("D")


def test_who_may_not_leave_the_trick_to_the_partner_has_no_trumps() -> None:
    must_ruff = CLASSIC.but(partner_exempt=False)
    seats = PARTNER_LEADS | {"S": "7C 8C 9C JC 7H 8H 9H JH"}
    assert not suspected("S", "AS", "AD 7D 7C", must_ruff, **seats).suit("S")


PARTNER_RUFFS: Final = {
    "N": "AS AD",
    "E": "10S 7C",
    "S": "7D 8D 9D JD QD KD 10D 7H",
    "W": "8S 9S JS QC KC 10C AC JC",
}
"""N leads the ace of diamonds, which E ruffs; S follows; W is void and may play what it likes."""


def test_a_trump_under_the_partner_s_says_nothing_of_higher_ones() -> None:
    west = suspected("W", "AS", "AD 10S 7D 8S", CLASSIC, **PARTNER_RUFFS)
    assert str(west.suit("S")) == "7S 9S JS QS KS"


def test_who_need_not_undertrump_may_have_lower_trumps() -> None:
    seats = {
        "N": "AS AD",
        "E": "JS 7C",
        "S": "7S 8S 8C 9C JC QC KC 10C",
        "W": "7D 8D 9D JD QD KD 10D 7H",
    }
    lenient = CLASSIC.but(undertrump=False)
    south = suspected("S", "AS", "AD JS 8C", lenient, **seats)
    assert str(south.suit("S")) == "7S 8S 9S QS KS 10S"


def test_who_throws_away_over_an_opponent_s_trump_has_none_that_is_higher() -> None:
    seats = {
        "N": "AS AD",
        "E": "9S 7C",
        "S": "7S 8S 8C 9C JC QC KC 10C",
        "W": "7D 8D 9D JD QD KD 10D 7H",
    }
    lenient = CLASSIC.but(undertrump=False)
    south = suspected("S", "AS", "AD 9S 8C", lenient, **seats)
    # All spades but the ace, which N has, and the nine; and not the jack, which beats the nine.
    assert str(south.suit("S")) == "7S 8S QS KS 10S"


def test_who_throws_away_at_all_trumps_may_have_anything_but_the_suit_led() -> None:
    seats = {
        "N": "7H 8C 9C JC QC KC 10C AC",
        "E": "7S 8S 9S JS 7D 8D 9D JD",
        "S": "8H 9H JH QS KS 10S AS 7C",
        "W": "QH KH 10H AH QD KD 10D AD",
    }
    hand = played(COINCHE, holding("", "80AT pass pass pass", "7H 7S", **seats))
    view = View(2, hand.log, hand.dealt[2], random.Random(0))
    east = CardSet(Memory(hand.log).recall(view)[1])
    assert str(east) == "8S 9S JS 7D 8D 9D JD QD KD 10D AD 8C 9C JC QC KC 10C AC"


@given(drawn(*PACKETS), decks, seeds)
def test_no_card_that_a_seat_holds_is_read_out_of_its_hand(
    rules: Rules, deck: list[int], seed: int
) -> None:
    rng = random.Random(seed)
    hand = Hand(rules, deck, rng.randrange(rules.seats))
    while hand.bidding:
        hand.bid(rng.choice(hand.legal_bids))
    assume(not hand.over)
    seats = range(rules.seats)
    views = [View(seat, hand.log, hand.dealt[seat], rng) for seat in seats]
    memories = [Memory(hand.log) for _ in seats]
    while not hand.over:
        for seat in seats:
            views[seat].dealt_mask = hand.dealt[seat]
            if rng.random() < 0.5:
                may_hold = memories[seat].recall(views[seat])
                assert may_hold == Memory(hand.log).recall(views[seat])
                assert may_hold[seat] == 0
                for other in set(seats) - {seat}:
                    assert hand.holdings[other] & ~may_hold[other] == 0
        hand.play(rng.choice(list(hand.legal_cards)))
