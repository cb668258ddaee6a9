"""Contrée as the French federation plays it, line by line: the auction and its score table."""

from typing import Any

import pytest

from harness.game import SEATS, Hand, IllegalBid, RulesError, preset
from tests.game.scripts import (
    ALL_SPADES_LED,
    ONE_SUIT_EACH,
    SPADES,
    Script,
    after_bids,
    ended,
    found,
    four,
    legal,
    match_of,
    play_on,
    played,
    settled,
    written,
)

RULES = preset("contree")
EXACT = RULES.but(rounding="exact")
MADE_ONLY = EXACT.but(score_by="points", failed_pays="points")
BIDS_ONLY = EXACT.but(score_by="bid", failed_pays="bid")
WITH_GENERALE = RULES.but(generale_bid=500)

NOBODY = Script(ONE_SUIT_EACH, "", "pass pass pass pass")


def swept(bids: str) -> Script:
    """Return a hand in which place 0 wins every trick with all the spades, after some bids."""
    return Script(ONE_SUIT_EACH, "", bids, ALL_SPADES_LED)


def sheet(counts: dict[str, Any], **fields: Any) -> tuple[int, int]:  # noqa: ANN401 - as score_hand
    """Return what NS, who took, and EW write, exact where the rounding is not asked for."""
    rules = EXACT.but(**fields)
    return written(rules, **counts)[1:3]


# Dealing


def test_eight_cards_go_to_each_in_threes_twos_and_threes_from_the_dealer_s_right() -> None:
    hand = Hand(RULES, range(32), SEATS.index("N"))
    west, south = hand.holdings[SEATS.index("W")], hand.holdings[SEATS.index("S")]
    assert west == sum(1 << card for card in (0, 1, 2, 12, 13, 20, 21, 22))
    assert south == sum(1 << card for card in (3, 4, 5, 14, 15, 23, 24, 25))


def test_or_in_a_packet_of_six_and_one_of_two() -> None:
    hand = Hand(RULES.but(packets="6+2"), range(32), SEATS.index("N"))
    assert hand.holdings[SEATS.index("W")] == sum(1 << card for card in (0, 1, 2, 3, 4, 5, 24, 25))


def test_no_card_is_turned_up() -> None:
    assert Hand(RULES, range(32), 0).log.turned is None


# The auction


def test_the_dealer_s_right_speaks_first_and_the_dealer_last() -> None:
    hand = Hand(RULES, range(32), SEATS.index("N"))
    spoken = []
    while hand.bidding:
        assert hand.turn is not None
        spoken.append(SEATS[hand.turn])
        hand.bid("pass")
    assert "".join(spoken) == "WSEN"


def test_80_to_160_in_tens_and_capot_may_be_bid_in_each_suit() -> None:
    numbers = ("80", "90", "100", "110", "120", "130", "140", "150", "160", "capot")
    expected = {"pass", *(number + suit for number in numbers for suit in "SHDC")}
    assert set(after_bids(RULES, "").legal_bids) == expected


def test_a_bid_is_higher_than_the_last_whatever_the_suit() -> None:
    bids = after_bids(RULES, "100H").legal_bids
    assert "110C" in bids
    assert not {"90S", "100S", "100H"} & set(bids)


def test_one_may_raise_one_s_partner() -> None:
    assert settled(RULES, "80H pass 110H pass pass pass") == ("S", "110H", 1)


def test_capot_is_higher_than_any_number() -> None:
    assert after_bids(RULES, "160S").legal_bids == (
        *("pass", "coinche"),
        *("capotC", "capotD", "capotH", "capotS"),
    )
    assert after_bids(RULES, "160S capotC").legal_bids == ("pass", "coinche")


def test_a_contract_names_what_was_bid_for() -> None:
    contract = after_bids(RULES, "pass 120D pass pass pass").log.contract
    assert contract is not None
    assert (SEATS[contract.taker], contract.trump, contract.points) == ("W", 2, 120)
    slam = after_bids(RULES, "capotS pass pass pass").log.contract
    assert slam is not None
    assert (slam.points, slam.slam) == (500, "capot")


def test_three_passes_after_a_bid_end_the_auction() -> None:
    assert after_bids(RULES, "pass 80H pass pass").bidding
    assert settled(RULES, "pass 80H pass pass pass") == ("W", "80H", 1)


def test_after_four_passes_the_next_dealer_deals() -> None:
    match = match_of(RULES, NOBODY)
    assert (SEATS[match.dealer], match.totals) == ("N", (0, 0))


def test_the_ladder_may_begin_and_end_elsewhere_and_go_up_by_other_steps() -> None:
    rules = RULES.but(lowest_bid=82, highest_bid=92, bid_step=5, capot_bid=None)
    assert after_bids(rules, "").legal_bids == (
        *("pass", "82C", "82D", "82H", "82S"),
        *("87C", "87D", "87H", "87S", "92C", "92D", "92H", "92S"),
    )


# Coinche and surcoinche


def test_only_the_other_side_s_bid_is_coinched() -> None:
    assert "coinche" in after_bids(RULES, "80H").legal_bids
    assert "coinche" not in after_bids(RULES, "80H pass").legal_bids
    with pytest.raises(IllegalBid):
        after_bids(RULES, "80H pass coinche")
    with pytest.raises(IllegalBid):
        after_bids(RULES, "coinche")


def test_a_bid_may_be_coinched_after_passes_too() -> None:
    assert settled(RULES, "80H pass pass coinche pass pass pass") == ("N", "80H", 2)


def test_a_bid_that_was_coinched_and_raised_no_more_may_only_be_surcoinched_by_its_side() -> None:
    assert after_bids(RULES, "80H coinche").legal_bids == ("pass", "surcoinche")
    assert after_bids(RULES, "80H coinche pass").legal_bids == ("pass",)
    assert after_bids(RULES, "80H coinche pass pass").legal_bids == ("pass", "surcoinche")


def test_a_coinche_stands_until_three_passes() -> None:
    assert settled(RULES, "80H coinche pass pass pass") == ("N", "80H", 2)


def test_a_surcoinche_by_either_partner_ends_the_auction() -> None:
    assert settled(RULES, "80H coinche surcoinche") == ("N", "80H", 4)
    assert settled(RULES, "80H coinche pass pass surcoinche") == ("N", "80H", 4)


def test_a_surcoinche_may_count_three_times() -> None:
    assert settled(RULES.but(surcontree=3), "80H coinche surcoinche") == ("N", "80H", 3)


def test_a_coinche_ends_the_auction_where_nobody_may_answer_it() -> None:
    assert settled(RULES.but(surcontree=None), "80H coinche") == ("N", "80H", 2)


def test_the_highest_bid_ends_the_auction_where_nobody_may_coinche() -> None:
    assert settled(RULES.but(contree=False), "80H capotC") == ("W", "capotC", 1)
    assert after_bids(RULES, "80H capotC").bidding


def test_a_higher_bid_may_follow_a_coinche_where_the_rules_say_so_and_takes_it_away() -> None:
    rules = RULES.but(raise_after_contree=True)
    assert "coinche" not in after_bids(rules, "80H coinche").legal_bids
    assert settled(rules, "80H coinche 90H pass pass pass") == ("S", "90H", 1)
    assert settled(rules, "80H coinche surcoinche 90D coinche pass pass pass") == ("E", "90D", 2)


# Play


def test_the_dealer_s_right_leads_whoever_took() -> None:
    hand = after_bids(RULES, "pass 80H pass pass pass")
    assert (hand.turn, SEATS[hand.log.leader]) == (0, "N")


def test_one_follows_suit_and_rises_in_trumps() -> None:
    assert legal(RULES, "H", "7D", "8D JH AC") == "8D"
    assert legal(RULES, "H", "QH", "7H KH JH") == "KH JH"


def test_one_who_is_void_ruffs_and_overruffs() -> None:
    assert legal(RULES, "H", "AD", "7H KS") == "7H"
    assert legal(RULES, "H", "AD QH", "7H JH KS") == "JH"


def test_one_who_cannot_overruff_plays_any_card_unless_undertrumping_is_a_duty() -> None:
    assert legal(RULES, "H", "AD JH", "7H KS") == "7H KS"
    assert legal(RULES.but(undertrump=True), "H", "AD JH", "7H KS") == "7H"


def test_one_whose_partner_is_winning_plays_any_card() -> None:
    assert legal(RULES, "H", "AD 7D", "7H KS") == "7H KS"
    assert legal(RULES, "H", "7D QH 8D", "7H JH KS") == "7H JH KS"


def test_one_with_only_trumps_may_leave_the_partner_s_ruff_as_it_is() -> None:
    assert legal(RULES, "H", "7D QH 8D", "7H 8H JH") == "7H 8H JH"


def test_runs_and_fours_are_not_declared() -> None:
    assert found(RULES, SPADES) == {}
    assert found(RULES, four("J")) == {}


# The contract


def test_the_points_bid_must_be_reached_even_if_the_defence_has_more() -> None:
    assert written(EXACT, (80, 82), contract="80H")[:3] == ("made", 80 + 80, 82)
    assert written(EXACT, (79, 83), contract="80H")[:3] == ("failed", 0, 160 + 80)


def test_the_takers_may_have_to_beat_the_defence_too_so_that_80_needs_82() -> None:
    strict = EXACT.but(beat_defence=True)
    outcomes = [written(strict, (ours, 162 - ours), contract="80H")[0] for ours in (80, 81, 82)]
    assert outcomes == ["failed", "failed", "made"]


def test_a_rounded_score_never_makes_a_contract() -> None:
    assert written(RULES, (89, 73), contract="90H") == ("failed", 0, 160 + 90, 0)


def test_belote_counts_for_the_contract() -> None:
    assert written(EXACT, (80, 82), belote=(20, 0), contract="100H")[0] == "made"
    without = EXACT.but(belote_counts=False)
    assert written(without, (80, 82), belote=(20, 0), contract="100H")[0] == "failed"


def test_76_and_belote_are_96_and_fail_at_100() -> None:
    score = written(EXACT, (76, 86), belote=(20, 0), contract="100H")
    assert score == ("failed", 0, 160 + 100 + 20, 0)


# The table: points made, and points made and bid


@pytest.mark.parametrize(
    ("doubled", "by_points", "by_points_and_bid"),
    [
        ({}, (100 + 20, 62), (100 + 90 + 20, 62)),
        ({"contree": True}, (320 + 20, 0), (320 + 90 * 2 + 20, 0)),
        ({"contree": True, "surcontree": True}, (640 + 20, 0), (640 + 90 * 4 + 20, 0)),
    ],
)
def test_90_bid_and_100_made_with_belote(
    doubled: dict[str, bool], by_points: tuple[int, int], by_points_and_bid: tuple[int, int]
) -> None:
    counts = {"card_points": (100, 62), "belote": (20, 0), "contract": "90H", **doubled}
    assert sheet(counts, score_by="points") == by_points
    assert sheet(counts) == by_points_and_bid


def test_the_defence_writes_its_belote_unless_the_hand_was_coinched() -> None:
    counts = {"card_points": (100, 62), "belote": (0, 20), "contract": "90H"}
    assert sheet(counts) == (100 + 90, 62 + 20)
    assert sheet({**counts, "contree": True}) == (320 + 180 + 20, 0)


@pytest.mark.parametrize(
    ("doubled", "by_points", "by_points_and_bid"),
    [
        ({}, 160 + 20, 160 + 90 + 20),
        ({"contree": True}, 320 + 20, 320 + 90 * 2 + 20),
        ({"contree": True, "surcontree": True}, 640 + 20, 640 + 90 * 4 + 20),
    ],
)
def test_90_bid_and_failed_gives_the_defence_every_belote(
    doubled: dict[str, bool], by_points: int, by_points_and_bid: int
) -> None:
    counts = {"card_points": (60, 102), "belote": (20, 0), "contract": "90H", **doubled}
    assert sheet(counts, failed_pays="points") == (0, by_points)
    assert sheet(counts) == (0, by_points_and_bid)


@pytest.mark.parametrize(
    ("doubled", "worth"),
    [({}, 500), ({"contree": True}, 1000), ({"contree": True, "surcontree": True}, 2000)],
)
def test_a_capot_bid_is_worth_500_1000_or_2000_made_or_failed_and_belote(
    doubled: dict[str, bool], worth: int
) -> None:
    made = {"card_points": (162, 0), "tricks": (8, 0), "contract": "capotH", **doubled}
    failed = {"card_points": (150, 12), "tricks": (7, 1), "contract": "capotH", **doubled}
    for rules in ({}, {"score_by": "points", "failed_pays": "points"}):
        assert sheet({**made, "belote": (20, 0)}, **rules) == (worth + 20, 0)
        assert sheet({**failed, "belote": (20, 0)}, **rules) == (0, worth + 20)


def test_a_capot_that_was_not_bid_counts_252() -> None:
    swept_at_100 = {"card_points": (162, 0), "tricks": (8, 0), "contract": "100H"}
    assert sheet(swept_at_100) == (252 + 100, 0)
    assert sheet(swept_at_100, score_by="points") == (252, 0)


def test_note_1_a_coinche_may_double_the_bid_alone_beside_160() -> None:
    made = {"card_points": (100, 62), "contract": "90H", "contree": True}
    assert sheet(made, doubles="bid") == (90 * 2 + 160, 0)
    assert sheet({**made, "surcontree": True}, doubles="bid") == (90 * 4 + 160, 0)
    failed = {"card_points": (60, 102), "contract": "100H", "contree": True}
    assert sheet(failed, doubles="bid") == (0, 160 + 100 * 2)


def test_note_2_coinched_takers_who_make_a_capot_they_did_not_bid_write_420() -> None:
    counts = {"card_points": (162, 0), "tricks": (8, 0), "contract": "90H", "contree": True}
    assert sheet(counts, score_by="points") == (320 + 100, 0)
    assert sheet({**counts, "surcontree": True}, score_by="points") == (640 + 100, 0)


def test_takers_without_a_trick_have_failed_like_any_other() -> None:
    counts = {"card_points": (0, 162), "tricks": (0, 8), "contract": "90H"}
    assert sheet(counts) == (0, 160 + 90)


# Where others differ


def test_a_failure_may_give_162_and_the_bid() -> None:
    for bid, given in (("100H", 262), ("80H", 242)):
        counts = {"card_points": (70, 92), "contract": bid}
        assert sheet(counts, failed_points=None) == (0, given)


def test_160_and_90_and_belote_are_270() -> None:
    counts = {"card_points": (60, 102), "belote": (20, 0), "contract": "90H"}
    assert sheet(counts) == (0, 270)


def test_belote_may_stay_with_takers_who_fail() -> None:
    counts = {"card_points": (60, 102), "belote": (20, 0), "contract": "90H"}
    assert sheet(counts, belote_when_failed="kept") == (20, 160 + 90)


def test_only_what_was_bid_may_be_written() -> None:
    made, failed, doubled = (100, 62), (60, 102), {"contract": "90H", "contree": True}
    assert written(BIDS_ONLY, made, belote=(0, 20), contract="90H") == ("made", 90, 20, 0)
    assert written(BIDS_ONLY, failed, contract="90H") == ("failed", 0, 90, 0)
    assert written(BIDS_ONLY, made, **doubled) == ("made", 180, 0, 0)
    assert written(BIDS_ONLY, failed, **doubled) == ("failed", 0, 180, 0)


def test_a_coinche_may_double_what_each_side_wrote_or_give_the_takers_all_of_it() -> None:
    counts = {"card_points": (100, 62), "contract": "90H", "contree": True}
    assert sheet(counts, doubled_points="made") == (200 + 180, 124)
    assert sheet(counts, doubled_points="all") == (324 + 180, 0)


def test_a_generale_is_made_by_the_taker_alone() -> None:
    alone = played(WITH_GENERALE, swept("generaleS pass pass pass")).score()
    assert (alone.outcome, alone.score) == ("made", (500 + 20, 0))
    helped = played(WITH_GENERALE, swept("pass pass generaleS pass pass pass")).score()
    assert (helped.outcome, helped.score) == ("failed", (0, 500 + 20))


def test_a_capot_is_made_by_either_partner() -> None:
    helped = played(RULES, swept("pass pass capotS pass pass pass")).score()
    assert (helped.outcome, helped.score) == ("made", (500 + 20, 0))


# Rounding


@pytest.mark.parametrize(
    ("rounding", "card_points", "expected"),
    [
        ("tens", (75, 87), (80, 90)),
        ("tens_from_six", (75, 87), (70, 90)),
        ("tens", (77, 85), (80, 90)),
        ("tens_from_six", (77, 85), (80, 80)),
        ("tens_from_six", (76, 86), (80, 90)),
        ("tens_from_six", (6, 156), (10, 160)),
        ("exact", (75, 87), (75, 87)),
    ],
)
def test_points_are_rounded_up_from_five_or_from_six(
    rounding: str, card_points: tuple[int, int], expected: tuple[int, int]
) -> None:
    rules = MADE_ONLY.but(rounding=rounding)
    score = written(rules, card_points, taker="EW", contract="80H")
    assert score == ("made", *expected, 0)


@pytest.mark.parametrize(("rounding", "broken"), [("tens", 48), ("tens_from_six", 16)])
def test_rounding_breaks_the_sum_of_160_in_so_many_of_163_splits(
    rounding: str, broken: int
) -> None:
    rules = MADE_ONLY.but(rounding=rounding)
    sums = []
    for ours in range(163):
        taker = "NS" if ours > 81 else "EW"
        score = written(rules, (ours, 162 - ours), taker=taker, contract="80H")
        sums.append(score[1] + score[2])
    assert len(sums) - sums.count(160) == broken


def test_117_made_at_110_brings_1770_to_2000() -> None:
    assert written(RULES, (117, 45), contract="110H") == ("made", 120 + 110, 50, 0)
    assert RULES.target == 1770 + 120 + 110


# The match


def test_the_match_goes_to_2000_or_1000_to_3000() -> None:
    assert RULES.target == 2000
    assert [RULES.but(target=target).target for target in (1000, 3000)] == [1000, 3000]
    for target in (990, 3010):
        with pytest.raises(RulesError, match="it takes 1000 to 3000"):
            RULES.but(target=target)


@pytest.mark.parametrize(("target_is", "ended_by"), [("reached", "target"), ("exceeded", None)])
def test_the_target_is_reached_or_must_be_exceeded(target_is: str, ended_by: str | None) -> None:
    # Capot and belote are 520 each time: N, W, S and E bid it by turns.
    rules = RULES.but(target=1040, target_is=target_is)
    capot = swept("capotS pass pass pass")
    match = match_of(rules, capot, capot, capot)
    assert ended(match)[0] == ended_by
    assert match.totals == (1040, 520)


def test_a_target_that_must_be_exceeded_is_exceeded_by_one_point() -> None:
    rules = EXACT.but(target=1039, target_is="exceeded")
    capot = swept("capotS pass pass pass")
    match = match_of(rules, capot, capot)
    assert not match.over
    assert ended(play_on(match, capot)) == ("target", 0, (1040, 520))
