"""How a match ends: at the target, level there, at the hand limit, passed out, or forfeited."""

import pytest

from harness.game import Match, Rules, preset
from tests.game.scripts import (
    ALL_BUT_LAST,
    BELOTE_FAILS,
    LEVEL,
    NOBODY,
    ONE_OVER,
    ONE_SHORT,
    OTHERS_FIRST,
    Script,
    ended,
    match_of,
    play_on,
)

PLAIN = preset("classic", declarations=False, dealer_must_name=False, hand_limit=0)
"""Classic without declarations: hands are worth their card points and belote."""

SHORT = preset("gameduell", target=160)
"""A target that ALL_BUT_LAST reaches at once: 141 + 20 to 21."""


# The target


def test_a_match_goes_on_until_a_side_reaches_the_target() -> None:
    match = match_of(preset("classic", target=361), OTHERS_FIRST)
    assert ended(match) == (None, None, (91, 71))
    assert not match.over
    # E leads now; the third hand is S's: 141 + 200 + 20.
    play_on(match, ONE_OVER, ALL_BUT_LAST)
    assert ended(match) == ("target", 0, (91 + 80 + 361, 71 + 82 + 21))
    assert match.over


def test_reaching_the_target_exactly_is_enough() -> None:
    assert ended(match_of(SHORT.but(target=161), ALL_BUT_LAST)) == ("target", 0, (161, 21))
    assert ended(match_of(SHORT.but(target=162), ALL_BUT_LAST)) == (None, None, (161, 21))


def test_the_higher_total_wins_when_both_sides_cross_the_target_together() -> None:
    match = match_of(SHORT.but(target=150), ONE_OVER, OTHERS_FIRST)
    assert ended(match) == ("target", 1, (82 + 71, 80 + 91))


def level_at_the_target(rules: Rules) -> Match:
    """Play two hands that mirror each other: 161 + 21 for both sides."""
    return match_of(rules.but(target=180), ALL_BUT_LAST, ALL_BUT_LAST)


def test_level_at_the_target_another_hand_is_played_where_play_goes_on() -> None:
    match = level_at_the_target(SHORT.but(level_at_target="play_on"))
    assert ended(match) == (None, None, (182, 182))
    play_on(match, ONE_OVER)
    assert ended(match) == ("target", 0, (264, 262))


def test_level_at_the_target_the_match_is_drawn_where_the_rules_say_so() -> None:
    match = level_at_the_target(SHORT.but(level_at_target="draw"))
    assert ended(match) == ("target", None, (182, 182))


def test_level_at_the_target_the_winner_of_the_last_hand_wins_where_the_rules_say_so() -> None:
    match = level_at_the_target(SHORT.but(level_at_target="last_hand"))
    assert ended(match) == ("target", 1, (182, 182))


def test_the_last_hand_is_won_by_the_defenders_when_its_takers_failed() -> None:
    # A last trick worth 9: 161 to 20, a deal that nobody takes, then NS fail: 20 to 161.
    rules = SHORT.but(level_at_target="last_hand", target=170, last_trick=9)
    match = match_of(rules, ALL_BUT_LAST, NOBODY, BELOTE_FAILS)
    assert ended(match) == ("target", 1, (181, 181))


def test_a_last_hand_that_was_tied_decides_nothing_and_play_goes_on() -> None:
    rules = SHORT.but(level_at_target="last_hand", target=160, tie="share")
    match = match_of(rules, LEVEL, LEVEL)
    assert ended(match) == (None, None, (162, 162))
    play_on(match, ONE_SHORT)
    assert ended(match) == ("target", 1, (162, 324))


def test_level_below_the_target_play_goes_on_whatever_the_rules_say() -> None:
    for level in ("play_on", "draw", "last_hand"):
        rules = SHORT.but(level_at_target=level, target=500)
        assert not match_of(rules, ALL_BUT_LAST, ALL_BUT_LAST).over


# The hand limit


def test_at_the_hand_limit_the_leader_wins() -> None:
    assert ended(match_of(PLAIN.but(hand_limit=2), ONE_OVER)) == (None, None, (82, 80))
    assert ended(match_of(PLAIN.but(hand_limit=2), ONE_OVER, ONE_SHORT)) == (
        "hand_limit",
        0,
        (244, 80),
    )


def test_at_the_hand_limit_nobody_wins_when_the_totals_are_level() -> None:
    match = match_of(PLAIN.but(hand_limit=2), ALL_BUT_LAST, ALL_BUT_LAST)
    assert ended(match) == ("hand_limit", None, (182, 182))


def test_the_target_comes_before_the_hand_limit() -> None:
    match = match_of(SHORT.but(hand_limit=1), ALL_BUT_LAST)
    assert ended(match) == ("target", 0, (161, 21))


def test_level_at_the_target_play_goes_on_no_further_than_the_hand_limit() -> None:
    match = level_at_the_target(SHORT.but(level_at_target="play_on", hand_limit=2))
    assert ended(match) == ("hand_limit", None, (182, 182))


def test_deals_that_are_passed_out_do_not_count_towards_the_hand_limit() -> None:
    match = match_of(PLAIN.but(hand_limit=2), NOBODY, ONE_OVER, NOBODY, NOBODY)
    assert not match.over


def test_no_hand_limit_ends_a_match_where_there_is_none() -> None:
    assert not match_of(PLAIN.but(tie="pool"), *[LEVEL] * 100).over


# Nobody ever takes


def test_after_64_deals_passed_out_in_a_row_the_match_ends_and_says_so() -> None:
    assert not match_of(PLAIN, *[NOBODY] * 63).over
    assert ended(match_of(PLAIN, *[NOBODY] * 64)) == ("passed_out", None, (0, 0))
    assert ended(match_of(PLAIN, ONE_OVER, *[NOBODY] * 64)) == ("passed_out", 0, (82, 80))


def test_a_hand_that_is_taken_starts_the_count_of_deals_passed_out_again() -> None:
    assert not match_of(PLAIN, *[NOBODY] * 63, ONE_OVER, *[NOBODY] * 63).over


# A forfeit


@pytest.mark.parametrize(("side", "totals"), [(0, (0, 501)), (1, (501, 0))])
def test_a_forfeit_gives_the_other_side_the_target_and_the_loser_nothing(
    side: int, totals: tuple[int, int]
) -> None:
    match = match_of(PLAIN, ONE_OVER)
    match.forfeit(side)
    assert ended(match) == ("forfeit", 1 - side, totals)


# A number of deals


def deals_of(rules: Rules, most_deals: int, *scripts: Script) -> Match:
    match = Match(rules, None, dealer=3, most_deals=most_deals)
    return play_on(match, *scripts)


def test_a_match_of_one_deal_ends_with_it_and_the_higher_score_wins() -> None:
    assert ended(deals_of(PLAIN, 1, ONE_OVER)) == ("deals", 0, (82, 80))


def test_a_match_of_deals_ends_with_the_last_of_them_and_not_at_the_target() -> None:
    match = deals_of(SHORT, 2, ALL_BUT_LAST)
    assert ended(match) == (None, None, (161, 21))
    assert ended(play_on(match, NOBODY)) == ("deals", 0, (161, 21))


def test_a_single_deal_that_is_passed_out_is_drawn() -> None:
    assert ended(deals_of(PLAIN, 1, NOBODY)) == ("deals", None, (0, 0))


def test_what_waits_from_a_match_of_one_deal_is_never_paid() -> None:
    match = deals_of(PLAIN, 1, LEVEL)
    assert ended(match) == ("deals", 1, (0, 81))
    assert match.held == 81
