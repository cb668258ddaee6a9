"""Bulgarian belote, line by line: trumps named upwards, hanging points, scores in tens."""

from itertools import pairwise

import pytest

from harness.game import SEATS, Hand, preset
from tests.game.scripts import (
    ALL_SPADES_LED,
    CLUBS,
    ONE_SUIT_EACH,
    PLAIN_DOWN,
    TRUMPS_DOWN,
    Script,
    after_bids,
    better,
    ended,
    found,
    four,
    legal,
    match_of,
    play_on,
    played,
    said,
    settled,
    taken,
    winning,
    worths,
    written,
)

RULES = preset("bulgarian")

NOBODY = Script(ONE_SUIT_EACH, "", "pass pass pass pass")


def in_turn(bids: str, *tricks: str) -> Script:
    """Return a hand in which each place holds a suit, with the tricks given first."""
    return Script(ONE_SUIT_EACH, "", bids, " ".join(tricks))


SWEEP = in_turn("S pass pass pass", ALL_SPADES_LED)
"""Place 0 names the spades it holds whole: every trick and belote, 162 + 20 + 90 + 200."""


# Dealing and the auction


def test_three_cards_and_two_are_dealt_and_the_other_three_after_the_auction() -> None:
    hand = Hand(RULES, range(32), SEATS.index("E"))
    assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    for bid in ("C", "contra", "pass", "pass"):
        hand.bid(bid)
        assert [held.bit_count() for held in hand.holdings] == [5, 5, 5, 5]
    hand.bid("pass")
    assert [held.bit_count() for held in hand.holdings] == [8, 8, 8, 8]
    # N is served first: 0 to 2, then 12 and 13, then the three after the first twenty.
    assert hand.holdings[0] == sum(1 << card for card in (0, 1, 2, 12, 13, 20, 21, 22))


def test_the_order_is_clubs_diamonds_hearts_spades_no_trumps_all_trumps() -> None:
    upwards = ("C", "D", "H", "S", "NT", "AT")
    assert after_bids(RULES, "").legal_bids == ("pass", *upwards)
    for lower, higher in pairwise(upwards):
        bids = after_bids(RULES, lower).legal_bids
        assert bids[:3] == ("pass", "contra", higher)
        assert lower not in bids


def test_three_passes_end_the_auction() -> None:
    assert settled(RULES, "C pass D pass pass pass") == ("S", "D", 1)


def test_after_four_passes_the_next_dealer_deals() -> None:
    match = match_of(RULES, NOBODY)
    assert (SEATS[match.dealer], match.totals) == ("N", (0, 0))


def test_contra_answers_the_other_side_and_recontra_answers_contra() -> None:
    assert "contra" not in after_bids(RULES, "C pass").legal_bids
    assert settled(RULES, "AT contra pass pass pass") == ("N", "AT", 2)
    assert settled(RULES, "AT contra recontra") == ("N", "AT", 4)
    assert after_bids(RULES, "AT contra pass").legal_bids == ("pass",)


def test_a_higher_bid_takes_contra_and_recontra_away() -> None:
    assert settled(RULES, "C contra D pass pass pass") == ("S", "D", 1)
    assert settled(RULES, "C contra recontra S pass pass pass") == ("E", "S", 1)
    assert settled(RULES.but(raise_after_contree=False), "C contra recontra") == ("N", "C", 4)


# Play


def test_in_a_suit_one_follows_rises_ruffs_and_overruffs_if_able() -> None:
    assert legal(RULES, "H", "AD", "7D JH") == "7D"
    assert legal(RULES, "H", "AH", "7H 9H KS") == "9H"
    assert legal(RULES, "H", "AD", "7H KS") == "7H"
    assert legal(RULES, "H", "AD QH", "7H KH KS") == "KH"


def test_in_a_suit_one_who_cannot_overruff_or_whose_partner_wins_plays_any_card() -> None:
    assert legal(RULES, "H", "AD JH", "7H KS") == "7H KS"
    assert legal(RULES, "H", "AD 7D", "7H KS") == "7H KS"


def test_at_no_trumps_one_only_follows_suit() -> None:
    assert legal(RULES, "NT", "8D", "7D AD JH") == "7D AD"
    assert winning("NT", "8D JH 10D") == "10D"


def test_at_all_trumps_one_follows_and_always_rises_whoever_is_winning() -> None:
    assert legal(RULES, "AT", "QD", "7D KD JH") == "KD"
    assert legal(RULES, "AT", "QD 7D", "8D KD JH") == "KD"
    assert legal(RULES, "AT", "QD", "JH 9S") == "JH 9S"


# Points


@pytest.mark.parametrize(("bid", "total"), [("S", 162), ("NT", 260), ("AT", 258)])
def test_a_suit_has_162_points_no_trumps_260_and_all_trumps_258(bid: str, total: int) -> None:
    hand = played(RULES, in_turn(f"{bid} pass pass pass", ALL_SPADES_LED))
    assert sum(hand.log.points) == total


def test_the_points_of_each_card() -> None:
    assert worths(RULES, "AT", TRUMPS_DOWN) == [20, 14, 11, 10, 4, 3, 0, 0]
    assert worths(RULES, "S", TRUMPS_DOWN) == [20, 14, 11, 10, 4, 3, 0, 0]
    assert worths(RULES, "S", PLAIN_DOWN) == [11, 10, 4, 3, 2, 0, 0, 0]
    assert worths(RULES, "NT", PLAIN_DOWN) == [22, 20, 8, 6, 4, 0, 0, 0]


# Declarations and belote


def test_there_are_no_declarations_at_no_trumps() -> None:
    hand = played(RULES, in_turn("NT pass pass pass", ALL_SPADES_LED))
    assert (hand.announced(), hand.declarations()) == ((0, 0), (0, 0))


def test_fours_are_200_150_and_100_and_runs_20_50_and_100() -> None:
    values = [found(RULES, four(rank)) for rank in ("J", "9", "A", "10", "K", "Q")]
    assert [sum(one.values()) for one in values] == [200, 150, 100, 100, 100, 100]
    runs = ("7S 8S 9S", "7S 8S 9S 10S", "7S 8S 9S 10S JS", "7S 8S 9S 10S JS QS")
    assert [sum(found(RULES, run).values()) for run in runs] == [20, 50, 100, 100]


def test_runs_and_fours_are_compared_apart() -> None:
    # N and S have four nines and a run of three, E and W four kings and a run of four.
    script = Script(
        (
            "9S 9H 9D 9C 7S 7H 8D 8C",
            "KS KH KD KC AS 8S AH 7D",
            "QC JC 10C 7C AD QH 10S 8H",
            "QD JD 10D JH JS QS 10H AC",
        ),
        "",
        "S pass pass pass",
    )
    hand = taken(RULES, script)
    while hand.turn is not None:
        hand.play(next(iter(hand.legal_cards)))
    assert hand.announced() == (150 + 20, 100 + 20)
    # The queen tops both runs, so that neither is scored; nines beat kings.
    assert hand.declarations() == (150, 0)


def test_the_better_four_and_the_better_run_may_be_the_two_sides() -> None:
    script = Script(
        (
            "9S 9H 9D 9C 7S 7H 8D 8C",
            "KD QD JD AS 8S AH 7D KS",
            "QC JC 10C 7C AD QH 10S 8H",
            "KH KC 10D JH JS QS 10H AC",
        ),
        "",
        "S pass pass pass",
    )
    hand = taken(RULES, script)
    while hand.turn is not None:
        hand.play(next(iter(hand.legal_cards)))
    assert hand.announced() == (150 + 20, 20)
    assert hand.declarations() == (150, 20)


def test_of_runs_the_longer_is_better_and_then_the_higher() -> None:
    assert better(RULES, "AT", "7S 8S 9S 10S JS QS", "10H JH QH KH AH") == "NS"
    assert better(RULES, "AT", "7S 8S 9S", "8H 9H 10H") == "EW"
    assert better(RULES, "AT", "7S 8S 9S", "7H 8H 9H") is None


def test_equal_runs_score_for_nobody_even_if_one_is_in_trump() -> None:
    assert better(RULES, "S", "7S 8S 9S", "7H 8H 9H") is None
    assert better(RULES.but(trump_run_wins=True), "S", "7S 8S 9S", "7H 8H 9H") == "NS"


def test_declarations_are_shown_after_the_last_trick() -> None:
    rules = RULES.but(trump_run_wins=True)
    assert taken(rules, SWEEP, 31).log.shown == []
    assert {seat for seat, _ in played(rules, SWEEP).log.shown} == {0, 2}


def test_belote_is_said_in_any_suit_at_all_trumps_but_not_when_it_is_thrown_away() -> None:
    # N leads spades throughout: the others throw their kings and queens on them.
    assert played(RULES, in_turn("AT pass pass pass", ALL_SPADES_LED)).log.belotes == [(0, 0)]
    kept = RULES.but(belote_discarded=True)
    assert len(played(kept, in_turn("AT pass pass pass", ALL_SPADES_LED)).log.belotes) == 4


def test_belote_is_said_when_its_suit_is_followed() -> None:
    holdings = (
        "7C 7S 8S 9S JS 10S AS QS",
        CLUBS.replace("7C", "KS"),
        "7H 8H 9H JH QH KH 10H AH",
        "7D 8D 9D JD QD KD 10D AD",
    )
    script = Script(holdings, "", "AT pass pass pass", "7C QC 7H 7D")
    assert taken(RULES, script, 1).log.belotes == []
    assert taken(RULES, script, 2).log.belotes == [(3, 3)]


# The score: tens of points


@pytest.mark.parametrize(
    ("contract", "card_points", "announced", "expected"),
    [
        ("AT", (34, 224), 0, (4, 22)),
        ("AT", (224, 34), 0, (22, 4)),
        ("AT", (164, 94), 100, (17, 19)),
        ("H", (56, 106), 0, (6, 10)),
        ("H", (6, 156), 0, (1, 15)),
        ("H", (100, 62), 0, (10, 6)),
        ("NT", (136, 124), 0, (14, 12)),
    ],
)
def test_points_are_rounded_so_that_the_sum_is_right_and_the_loser_goes_up_first(
    contract: str, card_points: tuple[int, int], announced: int, expected: tuple[int, int]
) -> None:
    taker = "NS" if card_points[0] > card_points[1] + announced else "EW"
    score = written(RULES, card_points, **said(0, announced), taker=taker, contract=contract)
    assert score == ("made", *expected, 0)


@pytest.mark.parametrize("total", [162, 258, 260])
def test_every_split_makes_the_rounded_sum(total: int) -> None:
    contract = {162: "H", 258: "AT", 260: "NT"}[total]
    for ours in range(total + 1):
        score = written(RULES, (ours, total - ours), contract=contract)
        assert score[1] + score[2] + score[3] == round(total / 10)


def test_a_level_hand_hangs_what_the_takers_have_and_the_defenders_write_theirs() -> None:
    score = written(RULES, (104, 154), **said(50, 0), contract="AT")
    assert score == ("tied", 0, 15, 16)
    assert written(RULES, (106, 56), **said(0, 50), contract="H") == ("tied", 0, 10, 11)


def test_the_takers_belote_hangs_too() -> None:
    assert written(RULES, (71, 91), belote=(20, 0), contract="H") == ("tied", 0, 9, 9)
    at_once = RULES.but(belote_when_tied="written")
    assert written(at_once, (71, 91), belote=(20, 0), contract="H") == ("tied", 2, 9, 7)


def test_what_hangs_goes_to_the_winner_of_the_next_hand() -> None:
    assert written(RULES, (100, 62), contract="H", held=16) == ("made", 10 + 16, 6, 0)
    assert written(RULES, (62, 100), contract="H", held=16) == ("failed", 0, 16 + 16, 0)
    assert written(RULES, (81, 81), contract="H", held=16) == ("tied", 0, 8, 8 + 16)


def test_what_hangs_is_kept_over_deals_that_are_passed_out() -> None:
    match = match_of(RULES)
    match.held = 16
    play_on(match, NOBODY, NOBODY)
    assert (match.held, match.totals) == (16, (0, 0))
    play_on(match, SWEEP)
    # 162 + 90 + 20 are 272, and so 27 tens: S, two seats on from N, takes. All runs are level.
    assert (match.held, match.totals) == (0, (27 + 16, 0))


def test_takers_with_less_write_nothing() -> None:
    score = written(RULES, (60, 102), belote=(20, 0), **said(0, 50), contract="H")
    assert score == ("failed", 0, 23, 0)
    assert written(RULES, (80, 82), **said(0, 0), contract="H") == ("failed", 0, 16, 0)


@pytest.mark.parametrize(("flags", "times"), [({}, 2), ({"surcontree": True}, 4)])
def test_under_contra_whoever_has_more_writes_everything_rounded_and_then_multiplied(
    flags: dict[str, bool], times: int
) -> None:
    counts = {"belote": (20, 0), **said(0, 20), "contract": "H", "contree": True, **flags}
    # 162 + 20 + 20 are 202, and so 20.
    assert written(RULES, (100, 62), **counts) == ("made", times * 20, 0, 0)
    assert written(RULES, (60, 102), **counts) == ("failed", 0, times * 20, 0)


def test_under_contra_a_capot_is_multiplied_with_the_rest_but_what_hung_before_is_not() -> None:
    score = written(RULES, (162, 0), tricks=(8, 0), contract="H", contree=True, held=16)
    assert score == ("made", 2 * 25 + 16, 0, 0)


def test_what_a_doubled_capot_adds_is_multiplied_where_everything_is() -> None:
    rules = RULES.but(doubled_points="flat", doubled_capot=100)
    score = written(rules, (162, 0), tricks=(8, 0), contract="H", contree=True)
    assert score == ("made", 2 * 35, 0, 0)


def test_under_contra_a_level_hand_hangs_whole_and_multiplied() -> None:
    assert written(RULES, (81, 81), contract="H", contree=True) == ("tied", 0, 0, 2 * 16)
    counts = {**said(50, 0), "contract": "AT", "contree": True, "surcontree": True}
    assert written(RULES, (104, 154), **counts) == ("tied", 0, 0, 4 * 31)


def test_a_capot_adds_90_which_is_not_doubled_at_no_trumps() -> None:
    for contract, total, tens in (("H", 162, 25), ("NT", 260, 35), ("AT", 258, 35)):
        score = written(RULES, (total, 0), tricks=(8, 0), contract=contract)
        assert score == ("made", tens, 0, 0)


# The match


def test_the_match_goes_to_151() -> None:
    match = match_of(RULES.but(target=101, capot_goes_out="yes"), *[SWEEP] * 7)
    # 27 to each side by turns.
    assert ended(match) == ("target", 0, (4 * 27, 3 * 27))
    assert RULES.target == 151


SEVEN_OF_EIGHT = Script(
    ("8S 9S JS QS KS 10S AS 7C", *ONE_SUIT_EACH[1:3], "7S 8C 9C JC QC KC 10C AC"),
    "",
    "S pass pass pass",
    """
        JS AH AD 7S  9S 10H 10D 8C  AS KH KD KC  10S QH QD QC
        KS JH JD JC  QS 9H 9D 9C  8S 8H 8D 10C  7C 7H 7D AC
    """,
)
"""Place 0 wins all tricks but the last, an ace and the bonus."""


def test_seven_of_eight_tricks_are_141_and_no_capot() -> None:
    hand = played(RULES, SEVEN_OF_EIGHT)
    assert (hand.log.points, hand.belote()) == ([141, 21], (20, 0))


def test_a_capot_does_not_end_the_match_but_the_next_hand_that_is_none_does() -> None:
    rules = RULES.but(target=101, declarations=False)
    # A sweep is 162 + 90 + 20, and so 27; two sides by turns: the seventh brings 108 to 81.
    match = match_of(rules, *[SWEEP] * 7)
    assert (match.over, match.totals) == (False, (108, 81))
    play_on(match, SWEEP)
    assert (match.over, match.totals) == (False, (108, 108))
    play_on(match, NOBODY)
    assert not match.over
    # W takes: 141 + 20 are 16 tens, and 21 are 2.
    play_on(match, SEVEN_OF_EIGHT)
    assert ended(match) == ("target", 1, (108 + 2, 108 + 16))


def test_or_a_capot_raises_the_target_to_one_more_than_the_leader_has() -> None:
    rules = RULES.but(target=101, declarations=False, capot_goes_out="raises_target")
    match = match_of(rules, *[SWEEP] * 7)
    assert (match.over, match.totals, match.bar) == (False, (108, 81), 109)
    play_on(match, SEVEN_OF_EIGHT)
    # E takes: 16 for its side and 2 for the other, whose 110 are more than 109.
    assert ended(match) == ("target", 0, (110, 97))


def test_no_hand_of_a_side_that_stays_below_the_raised_target_ends_the_match() -> None:
    rules = RULES.but(target=101, declarations=False, capot_goes_out="raises_target")
    match = match_of(rules, *[SWEEP] * 8)
    assert (match.totals, match.bar) == ((108, 108), 109)
