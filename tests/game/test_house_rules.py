"""What tables disagree about and no preset switches on, each point by hand."""

from __future__ import annotations

import random
from typing import Final

import pytest

from harness.game import DealSet, Match, preset
from harness.game.counsel import refusals
from harness.game.notation import hand_record
from tests.game.refereed import foul, found, place
from tests.game.scripts import (
    LEVEL,
    ONE_OVER,
    ONE_SHORT,
    Script,
    after_bids,
    better,
    dealt,
    ended,
    go_on,
    legal,
    match_of,
    play_on,
    said,
    scored,
    written,
)
from tests.oracle.records import LEVEL as LEVEL_RECORD
from tests.strategies import play_at_random

CLASSIC, CONTREE, SHEET = preset("classic"), preset("contree"), preset("scoresheet")
BULGARIAN, ONLINE = preset("bulgarian"), preset("gameduell")


# The law of play: over a trump of the partner

OVER: Final = {
    word: CLASSIC.but(over_partner=word)
    for word in (
        "free",
        "only_trumps",
        "no_undertrump",
        "always",
    )
}


@pytest.mark.parametrize(
    ("holding", "free", "only_trumps", "no_undertrump", "always"),
    [
        pytest.param("7H JH KS", "7H JH KS", "7H JH KS", "JH KS", "JH", id="able to beat it"),
        pytest.param("7H JH", "7H JH", "JH", "JH", "JH", id="nothing but trumps"),
        pytest.param("7H AH KS", *["7H AH KS"] * 4, id="unable to beat it"),
    ],
)
def test_one_who_is_void_under_a_trump_of_the_partner_is_free_or_bound_in_one_of_three_ways(
    holding: str, free: str, only_trumps: str, no_undertrump: str, always: str
) -> None:
    found = [legal(rules, "H", "AD 9H 7D", holding) for rules in OVER.values()]
    assert found == [free, only_trumps, no_undertrump, always]


def test_a_partner_who_wins_with_a_plain_card_leaves_one_free_in_each_of_them() -> None:
    for rules in OVER.values():
        assert legal(rules, "H", "7D AD 8D", "7H JH KS") == "7H JH KS"


def test_where_a_winning_partner_frees_nobody_there_is_nothing_to_say_of_its_trump() -> None:
    for rules in OVER.values():
        assert legal(rules.but(partner_exempt=False), "H", "AD 9H 7D", "7H JH KS") == "JH"


def test_the_duty_towards_a_partner_s_trump_has_a_name() -> None:
    holding, trick = "7H JH KS", "AD 9H 7D"
    under = refusals(holding, trick, "H", OVER["no_undertrump"])
    assert list(under.values()) == ["not play a trump under the partner's"]
    over = refusals(holding, trick, "H", OVER["always"])
    assert list(over.values()) == ["beat the partner's trump"] * 2


# The auction: raises


def test_a_number_may_have_to_be_ten_above_the_last_whatever_the_steps() -> None:
    rules = CONTREE.but(bid_step=1, raise_at_least=10)
    higher = after_bids(rules, "85H").legal_bids
    assert "94C" not in higher
    assert {"95C", "96S", "160H", "capotC"} <= set(higher)
    assert after_bids(rules, "151H").legal_bids[2:] == ("capotC", "capotD", "capotH", "capotS")


def test_a_first_bid_may_be_any_number() -> None:
    assert "81C" in after_bids(CONTREE.but(bid_step=1, raise_at_least=10), "pass").legal_bids


# What the takers need


def test_a_bid_of_80_may_need_82() -> None:
    rules = CONTREE.but(needed_at_least=82)
    assert written(rules, (81, 81), contract="80H") == ("failed", 0, 160 + 80, 0)
    # 82 and the bid are 162, and so 160.
    assert written(rules, (82, 80), contract="80H") == ("made", 160, 80, 0)
    assert written(rules, (90, 72), contract="90H") == ("made", 180, 70, 0)


def test_a_bid_may_need_two_points_more() -> None:
    rules = CONTREE.but(needed_beyond_bid=2)
    assert written(rules, (101, 61), contract="100H") == ("failed", 0, 160 + 100, 0)
    # 102 and the bid are 202, and so 200.
    assert written(rules, (102, 60), contract="100H") == ("made", 200, 60, 0)


def test_belote_may_count_for_neither_side_when_the_contract_is_judged() -> None:
    rules = CLASSIC.but(belote_counts=False)
    assert written(rules, (81, 81), belote=(0, 20)) == ("failed", 0, 162 + 20, 0)
    neither = rules.but(defence_belote_counts=False)
    assert written(neither, (81, 81), belote=(0, 20)) == ("tied", 0, 81 + 20, 81)
    assert written(neither, (82, 80), belote=(0, 20)) == ("made", 82, 80 + 20, 0)


def test_belote_of_the_defenders_may_leave_what_takers_must_reach_as_it_is() -> None:
    assert written(ONLINE, (82, 80), belote=(0, 20)) == ("failed", 0, 162 + 20, 0)
    unheard = ONLINE.but(defence_belote_counts=False)
    assert written(unheard, (82, 80), belote=(0, 20)) == ("made", 82, 80 + 20, 0)
    # Their own still raises it: 71 and 20 are not 92, 72 and 20 are.
    assert written(unheard, (71, 91), belote=(20, 0)) == ("failed", 20, 162, 0)
    assert written(unheard, (72, 90), belote=(20, 0)) == ("made", 72 + 20, 90, 0)


# Level hands


def test_what_a_doubled_tie_banks_goes_to_whoever_defends_next() -> None:
    rules = SHEET.but(contree=True, tie="fail", tie_doubled="bank")
    assert written(rules, (81, 81), contree=True) == ("tied", 0, 2 * 81, 81)
    # The takers make the next one, and the defenders are paid all the same.
    assert written(rules, (100, 62), held=81) == ("made", 100, 62 + 81, 0)


def test_a_level_hand_may_be_made() -> None:
    assert written(SHEET.but(tie="made"), (81, 81), held=50) == ("made", 81 + 50, 81, 0)


def test_a_level_hand_may_count_for_nothing_and_leave_what_waits_waiting() -> None:
    for doubled in (SHEET.but(tie="replay"), CLASSIC.but(contree=True, tie_doubled="replay")):
        score = written(doubled, (81, 81), held=50, contree=doubled.contree)
        assert score == ("tied", 0, 0, 50)


def test_a_deal_that_is_replayed_is_dealt_by_the_same_seat_and_is_no_scored_hand() -> None:
    match = match_of(SHEET.but(tie="replay", hand_limit=2), LEVEL)
    assert (match.dealer, match.scored, match.totals) == (match.first_dealer, 0, (0, 0))
    play_on(match, LEVEL, ONE_OVER)
    assert (match.dealer, match.scored, match.totals) == (0, 1, (82, 80))


def test_the_referee_lets_the_same_seat_deal_again_after_a_replayed_deal() -> None:
    rules = {"base": "scoresheet", "tie": "replay"}
    again = [{**LEVEL_RECORD, "dealer": dealer} for dealer in "WN"]
    verdict = foul({"rules": rules, "hands": again})
    assert place(verdict, "legal", "hand") == ("dealer", None, "W", 1)
    assert found({"rules": rules, "hands": [LEVEL_RECORD] * 2})["totals"] == {"NS": 0, "EW": 0}


@pytest.mark.parametrize(
    ("tie_last", "totals"),
    [(None, (0, 81)), ("share", (81, 81)), ("made", (81, 81)), ("fail", (0, 162 + 240))],
)
def test_a_tie_in_the_last_hand_may_do_something_else(
    tie_last: str | None, totals: tuple[int, int]
) -> None:
    match = match_of(SHEET.but(hand_limit=1, tie_last=tie_last), LEVEL)
    assert (match.totals, match.ended_by) == (totals, "hand_limit")


def test_a_hand_before_the_last_ties_as_ever() -> None:
    match = match_of(SHEET.but(hand_limit=2, tie_last="share"), LEVEL)
    assert (match.totals, match.held) == ((0, 81), 81)
    # E takes now, and what waits goes with the last hand to nobody: it is level.
    play_on(match, LEVEL)
    assert (match.totals, match.held) == ((0 + 81, 81 + 81), 81)


def test_a_board_is_the_last_hand_of_its_match() -> None:
    board = Match(SHEET.but(tie_last="share"), None, dealer=3, most_deals=1)
    assert play_on(board, LEVEL).totals == (81, 81)


def test_the_record_of_a_last_hand_says_so_where_it_matters() -> None:
    rules = SHEET.but(hand_limit=1, tie_last="share")
    match = Match(rules, None, dealer=3)
    hand = match.next_hand([*dealt(rules, LEVEL).deck])
    record = hand_record(go_on(hand, LEVEL))
    assert record["last"] is True
    assert found(record)["score"] == {"NS": 81, "EW": 81}
    assert found({**record, "last": False})["score"] == {"NS": 0, "EW": 81}
    of_a_match = {"rules": record["rules"], "hands": [{**record, "last": False}]}
    assert place(foul(of_a_match), "legal", "hand") == ("last", None, "true", 0)
    earlier = {"rules": {"base": "scoresheet", "hand_limit": 2}, "hands": [record]}
    assert foul(earlier)["error"] == "the match may go on"


# Rounding


@pytest.mark.parametrize(
    ("card_points", "fives", "takers_first", "takers_only"),
    [
        ((82, 80), (80, 80), (80, 80), (80, 82)),
        ((83, 79), (85, 80), (80, 80), (80, 82)),
        ((85, 77), (85, 75), (90, 70), (90, 72)),
        ((87, 75), (85, 75), (90, 70), (90, 72)),
        ((88, 74), (90, 75), (90, 70), (90, 72)),
        ((161, 1), (160, 0), (160, 0), (160, 2)),
    ],
)
def test_amounts_go_to_the_nearest_five_or_the_takers_to_ten_and_the_rest_to_the_others(
    card_points: tuple[int, int],
    fives: tuple[int, int],
    takers_first: tuple[int, int],
    takers_only: tuple[int, int],
) -> None:
    for rounding, pair in (
        ("fives", fives),
        ("takers_first", takers_first),
        ("takers_only", takers_only),
    ):
        assert written(SHEET.but(rounding=rounding), card_points) == ("made", *pair, 0)


def test_belote_and_declarations_are_tens_that_change_nothing_of_it() -> None:
    rules = SHEET.but(rounding="takers_first")
    # 107 to 110, and the rest of 180.
    assert written(rules, (87, 75), belote=(20, 0)) == ("made", 110, 70, 0)
    assert written(rules, (87, 75), **said(0, 20)) == ("failed", 0, 180, 0)


def test_a_side_that_has_nothing_is_left_nothing() -> None:
    for rounding in ("takers_first", "takers_only"):
        swept = written(SHEET.but(rounding=rounding), (162, 0), tricks=(8, 0))
        assert swept == ("made", 250, 0, 0)


@pytest.mark.parametrize(
    ("contract", "card_points", "expected"),
    [
        ("H", (160, 2), (15, 1)),  # and not 16 to nothing
        ("H", (162, 0), (16, 0)),
        ("H", (106, 56), (10, 6)),
        ("H", (107, 55), (11, 5)),
        ("AT", (224, 34), (22, 4)),
        ("AT", (256, 2), (25, 1)),
        ("NT", (258, 2), (25, 1)),
    ],
)
def test_the_leader_may_be_rounded_and_whoever_has_anything_write_one(
    contract: str, card_points: tuple[int, int], expected: tuple[int, int]
) -> None:
    rules = BULGARIAN.but(rounding="leader_first")
    assert written(rules, card_points, contract=contract) == ("made", *expected, 0)


@pytest.mark.parametrize(
    ("contract", "card_points", "declared", "tens"),
    [("AT", (104, 154), 50, 15), ("H", (106, 56), -50, 10), ("H", (81, 81), 0, 8)],
)
def test_level_sides_then_have_as_many_tens_and_the_odd_one_is_nobody_s(
    contract: str, card_points: tuple[int, int], declared: int, tens: int
) -> None:
    rules = BULGARIAN.but(rounding="leader_first")
    announced = said(max(declared, 0), max(-declared, 0))
    score = written(rules, card_points, **announced, contract=contract)
    assert score == ("tied", 0, tens, tens)


# Declarations across kinds: the fields that are there already


def test_declarations_of_both_kinds_may_compete_by_what_they_are_worth() -> None:
    rules = BULGARIAN.but(declarations_compared="together", run_order="top")
    five, four_kings = "7S 8S 9S 10S JS", "KS KH KD KC"
    nines, queens = "9S 9H 9D 9C", "QS QH QD QC"
    assert better(rules, "H", nines, queens) == "NS"
    assert better(rules, "H", five, four_kings) == "EW"  # a hundred each, and a four is better
    assert better(rules, "H", "7S 8S 9S 10S JS QS", "10D JD QD KD AD") == "EW"  # by the top card
    assert better(rules, "H", "7S 8S 9S", "7H 8H 9H") is None
    assert better(rules, "H", "10S 10H 10D 10C", four_kings) == "NS"


# How a match ends


@pytest.mark.parametrize(
    ("settings", "script", "before", "winner"),
    [
        pytest.param({}, ONE_OVER, (430, 490), 1, id="512 to 570"),
        pytest.param({"level_at_target": "draw"}, ONE_OVER, (430, 490), None, id="as a draw"),
        pytest.param({"level_at_target": "last_hand"}, ONE_OVER, (430, 490), 0, id="NS made it"),
        pytest.param({"level_at_target": "last_taker"}, ONE_OVER, (430, 490), 0, id="NS took"),
        pytest.param({"level_at_target": "last_points"}, ONE_OVER, (430, 490), 0, id="82 to 80"),
        pytest.param({"level_at_target": "last_hand"}, ONE_SHORT, (510, 340), 1, id="NS failed"),
        pytest.param({"level_at_target": "last_taker"}, ONE_SHORT, (510, 340), 0, id="and took"),
        pytest.param({"level_at_target": "last_points"}, ONE_SHORT, (510, 340), 1, id="0 to 162"),
    ],
)
def test_two_sides_at_the_target_may_be_as_good_as_level(
    settings: dict[str, str], script: Script, before: tuple[int, int], winner: int | None
) -> None:
    rules = ONLINE.but(**({"both_at_target": "as_level", **settings} if settings else {}))
    match = match_of(rules)
    match.totals = before
    assert ended(play_on(match, script))[:2] == ("target", winner)


@pytest.mark.parametrize("how", ["last_taker", "last_points"])
def test_level_sides_at_the_target_may_be_parted_by_the_last_hand(how: str) -> None:
    match = match_of(ONLINE.but(level_at_target=how))
    match.totals = (428, 430)
    assert ended(play_on(match, ONE_OVER)) == ("target", 0, (510, 510))


def test_sides_that_wrote_as_much_of_the_last_hand_too_play_on() -> None:
    match = match_of(ONLINE.but(level_at_target="last_points", tie="share"))
    match.totals = (450, 450)
    assert not play_on(match, LEVEL).over


SWEPT_WITH_BELOTE: Final = Script(
    (
        "JS 9S AS 10S 8S 7S AH 10H",
        "KS QS KH QH JH 9H 8H 7H",
        "7D 8D 9D JD QD KD 10D AD",
        "7C 8C 9C JC QC KC 10C AC",
    ),
    turned="JS",
    bids="take",
    plays="""
        JS KS 7D 7C  9S QS 8D 8C  AS 7H 9D 9C  10S 8H JD JC
        8S 9H QD QC  7S JH KD KC  AH QH 10D 10C  10H KH AD AC
    """,
)
"""Place 0 wins every trick, 252 online; place 1 has belote and nothing else."""


def test_a_side_without_a_trick_goes_out_on_belote_unless_the_rules_forbid_it() -> None:
    assert scored(ONLINE, SWEPT_WITH_BELOTE).score == (252, 20)
    outcomes = {}
    for may in (True, False):
        match = match_of(ONLINE.but(belote_goes_out=may))
        match.totals = (100, 490)
        outcomes[may] = ended(play_on(match, SWEPT_WITH_BELOTE))
    assert outcomes == {
        True: ("target", 1, (352, 510)),
        False: (None, None, (352, 510)),
    }


def test_it_goes_out_with_the_next_hand_of_which_it_wins_a_trick() -> None:
    match = match_of(ONLINE.but(belote_goes_out=False))
    match.totals = (100, 490)
    # E takes the second hand: 82 for its side, 80 for the other.
    assert ended(play_on(match, SWEPT_WITH_BELOTE, ONE_OVER)) == ("target", 1, (432, 592))


def test_where_both_get_there_the_side_that_may_go_out_wins() -> None:
    match = match_of(ONLINE.but(belote_goes_out=False))
    match.totals = (250, 490)
    assert ended(play_on(match, SWEPT_WITH_BELOTE)) == ("target", 0, (502, 510))


def test_without_a_trick_one_goes_out_on_what_is_more_than_belote() -> None:
    # The 81 of a tie before go to whoever defends now.
    match = match_of(ONLINE.but(belote_goes_out=False, tie="bank"))
    match.totals, match.held = (100, 420), 81
    assert ended(play_on(match, SWEPT_WITH_BELOTE)) == ("target", 1, (352, 521))


def test_for_two_the_winner_of_a_hand_may_deal_the_next() -> None:
    chance = random.Random(7)
    match = Match(preset("two-handed", deals_next="winner", target=3000), DealSet(bytes(16), 0))
    seen = set()
    while not match.over:
        dealer = match.dealer
        hand = play_at_random(match.next_hand(), chance)
        score = match.record(hand)
        takers = 1 - dealer  # the seat after the dealer takes
        winner = {"made": takers, "failed": dealer, "tied": takers}[score.outcome]
        assert match.dealer == winner
        seen.add(score.outcome)
    assert seen >= {"made", "failed"}
