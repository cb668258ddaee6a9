"""The basic bot: what it does where a club player would know."""

from __future__ import annotations

import random
from typing import Final

from hypothesis import assume, given

from bots.basic import BasicBot, Memory, estimate
from harness.game import SEATS, CardSet, Hand, Rules, View, parse_card, parse_cards, preset
from harness.game.log import Log
from tests.bots.asking import answer
from tests.game.scripts import ONE_SUIT_EACH, Script, played
from tests.strategies import decks, rule_sets, seeds

CLASSIC: Final = preset("classic")
DECK: Final = " ".join(ONE_SUIT_EACH).split()
N_TAKES: Final = "take"
W_TAKES: Final = "pass pass pass take"


def bid(held: str, turned: str, bids: str = "") -> str:
    """Return what the bot bids with five cards, after some bids."""
    log = Log(CLASSIC, 3, parse_card(turned))
    for said in bids.split():
        log.auction.push(said)
    seat = log.auction.turn
    assert seat is not None
    return BasicBot().choose_bid(View(seat, log, parse_cards(held).mask, random.Random(0)))


def holding(turned: str, bids: str, plays: str = "", **given_cards: str) -> Script:
    """Write a script in which seats hold the cards given, and of the others what is left."""
    held = {seat: given_cards.get(seat, "").split() for seat in SEATS}
    left = [card for card in DECK if not any(card in cards for cards in held.values())]
    for cards in held.values():
        while len(cards) < 8:
            cards.append(left.pop(0))
    north, east, south, west = map(" ".join, held.values())
    return Script((north, east, south, west), turned, bids, plays)


def card(turned: str, bids: str, plays: str = "", **given_cards: str) -> str:
    """Return what the bot plays after a script, which `holding` writes."""
    return answer(BasicBot(), holding(turned, bids, plays, **given_cards))


# Bidding


def test_the_estimate_is_a_sum_over_the_cards() -> None:
    held = parse_cards("JS 9S 8S KH QH 10D 7D AC 10C").mask
    # Spades: 40, three trumps 36, jack 21, nine 10, guarded ten 5, ace with ten 13.
    assert estimate(held, 0) == 125
    # Hearts: 40, two trumps 24, belote 15, guarded ten 5, ace with ten 13.
    assert estimate(held, 1) == 97
    # Clubs: 40, two trumps 24, ace 4, ten 5, guarded ten 5.
    assert estimate(held, 3) == 78
    # A suit that is not held is worth 4 beside the trumps.
    assert estimate(parse_cards("7S").mask, 0) == 40 + 12 + 3 * 4


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
    assert bid(held, turned="8S", bids="pass pass pass pass") == "H"


def test_a_dealer_who_must_name_a_suit_names_the_best() -> None:
    held = "7H QD 7C 8C 9C"
    passes = "pass pass pass pass pass pass"
    assert bid(held, "7S", passes) == "pass"
    assert bid(held, "7S", f"{passes} pass") == "C"


def test_it_doubles_only_with_the_trumps_in_its_own_hand() -> None:
    rules = CLASSIC.but(contree=True)
    strong = holding("7S", N_TAKES, N="7S", E="JS 9S 10S KS QS AH AD AC")
    weak = holding("7S", N_TAKES, N="7S", E="8S QS AH KH AD 7D AC 7C")
    assert answer(BasicBot(), strong, rules) == "contree"
    assert answer(BasicBot(), weak, rules) == "pass"


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


@given(rule_sets, decks, seeds)
def test_no_card_that_a_seat_holds_is_read_out_of_its_hand(
    rules: Rules, deck: list[int], seed: int
) -> None:
    rng = random.Random(seed)
    hand = Hand(rules, deck, rng.randrange(4))
    while hand.bidding:
        hand.bid(rng.choice(hand.legal_bids))
    assume(not hand.over)
    views = [View(seat, hand.log, hand.dealt[seat], rng) for seat in range(4)]
    memories = [Memory(hand.log) for _ in range(4)]
    while not hand.over:
        for seat in range(4):
            if rng.random() < 0.5:
                may_hold = memories[seat].recall(views[seat])
                assert may_hold == Memory(hand.log).recall(views[seat])
                assert may_hold[seat] == 0
                for other in {0, 1, 2, 3} - {seat}:
                    assert hand.holdings[other] & ~may_hold[other] == 0
        hand.play(rng.choice(list(hand.legal_cards)))
