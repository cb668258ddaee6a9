"""Whole matches, worked out by hand and held against the oracle."""

import pytest

from . import PRESETS, judge, judge_match
from .cards import read_cards
from .matches import ending, is_cut_of
from .records import LEVEL, WORKED, passed, sweep, with_play


def test_a_match_runs_to_the_target_with_the_deal_moving_on() -> None:
    hands = [sweep("classic", dealer) for dealer in "WNE"]
    verdict = judge_match({"rules": "classic", "hands": hands})
    assert verdict["totals"] == [
        {"NS": 470, "EW": 0},
        {"NS": 470, "EW": 470},
        {"NS": 940, "EW": 470},
    ]
    assert (verdict["winner"], verdict["ended_by"]) == ("NS", "target")


def test_a_match_that_stops_short_has_no_winner() -> None:
    verdict = judge_match({"rules": "classic", "hands": [sweep("classic", "W")]})
    assert (verdict["ok"], verdict["winner"], verdict["ended_by"]) == (True, None, None)


def test_no_hand_follows_the_end_of_a_match() -> None:
    hands = [sweep("classic", dealer) for dealer in "WNES"]
    verdict = judge_match({"rules": "classic", "hands": hands})
    assert (verdict["ok"], verdict["where"], verdict["at"]) == (False, "hands", 3)


def test_the_wrong_dealer_is_found() -> None:
    hands = [sweep("classic", dealer) for dealer in "WS"]
    verdict = judge_match({"rules": "classic", "hands": hands})
    assert (verdict["where"], verdict["hand"], verdict["seat"]) == ("dealer", 1, "N")


def test_a_fault_within_a_hand_names_the_hand() -> None:
    hands = [sweep("classic", "W"), with_play(sweep("classic", "N"), 0, "AH")]
    verdict = judge_match({"rules": "classic", "hands": hands})
    assert (verdict["where"], verdict["hand"], verdict["at"]) == ("plays", 1, 0)


def test_after_a_hand_passed_out_the_deal_moves_as_the_rules_say() -> None:
    same = {"base": "contract82", "passed_out": "same_dealer"}
    moving = [passed("N"), passed("E")]
    staying = [passed("N"), passed("N")]
    assert judge_match({"rules": "contract82", "hands": moving})["ok"]
    assert not judge_match({"rules": "contract82", "hands": staying})["ok"]
    assert judge_match({"rules": same, "hands": staying})["ok"]
    assert not judge_match({"rules": same, "hands": moving})["ok"]


def test_the_hand_limit_counts_scored_hands_and_gives_a_level_match_to_nobody() -> None:
    rules = {"base": "classic", "hand_limit": 2, "dealer_must_name": False}
    hands = [sweep(rules, "W"), passed("N"), sweep(rules, "N")]
    verdict = judge_match({"rules": rules, "hands": hands})
    assert verdict["totals"][-1] == {"NS": 470, "EW": 470}
    assert (verdict["winner"], verdict["ended_by"]) == (None, "hand_limit")


def test_64_hands_passed_out_in_a_row_end_the_match() -> None:
    hands = [sweep("gameduell", "W"), *(passed("NESW"[number % 4]) for number in range(64))]
    verdict = judge_match({"rules": "gameduell", "hands": hands})
    assert (verdict["winner"], verdict["ended_by"]) == ("NS", "passed_out")
    assert judge_match({"rules": "gameduell", "hands": hands[:-1]})["ended_by"] is None


def test_a_scored_hand_starts_the_count_of_hands_passed_out_anew() -> None:
    # 40 hands bring the deal round to North again; after East's sweep East deals.
    hands = [
        *(passed("NESW"[number % 4]) for number in range(40)),
        sweep("gameduell", "N"),
        *(passed("ESWN"[number % 4]) for number in range(40)),
    ]
    verdict = judge_match({"rules": "gameduell", "hands": hands})
    assert verdict["totals"][-1] == {"NS": 0, "EW": 272}
    assert verdict["ended_by"] is None


def test_points_that_wait_pass_through_hands_passed_out_to_the_next_scored_one() -> None:
    # 81 wait; South takes next and sweeps: 472 under scoresheet, and the held points with them.
    hands = [LEVEL, passed("N"), sweep("scoresheet", "E")]
    verdict = judge_match({"rules": "scoresheet", "hands": hands})
    assert verdict["totals"] == [
        {"NS": 0, "EW": 81},
        {"NS": 0, "EW": 81},
        {"NS": 553, "EW": 81},
    ]
    assert [hand["held_in"] for hand in verdict["hands"]] == [0, 81, 81]
    assert (verdict["winner"], verdict["ended_by"]) == ("NS", "target")


def test_a_hand_may_not_claim_held_points_that_do_not_wait() -> None:
    claim = {**sweep("scoresheet", "N"), "held": {"points": 80, "from": "NS"}}
    verdict = judge_match({"rules": "scoresheet", "hands": [LEVEL, claim]})
    assert (verdict["where"], verdict["hand"]) == ("held", 1)


@pytest.mark.parametrize(
    ("level_at_target", "ended"),
    [
        ("play_on", (None, None)),
        ("draw", ("target", None)),
        ("last_hand", ("target", "EW")),
    ],
)
def test_level_at_the_target_is_settled_as_the_rules_say(
    level_at_target: str, ended: tuple[str | None, str | None]
) -> None:
    rules = {**PRESETS["classic"], "level_at_target": level_at_target}
    last = {"outcome": "failed", "taker": "N", "capot": None}
    assert ending(rules, {"NS": 510, "EW": 510}, last, 7, 0) == ended


def test_a_tie_is_no_last_hand_won_so_play_goes_on() -> None:
    last = {"outcome": "tied", "taker": "N", "capot": None}
    assert ending(PRESETS["gameduell"], {"NS": 510, "EW": 510}, last, 7, 0) == (None, None)


def test_when_both_cross_the_target_the_higher_total_wins() -> None:
    last = {"outcome": "made", "taker": "N", "capot": None}
    ended = ending(PRESETS["counterclockwise"], {"NS": 501, "EW": 530}, last, 7, 0)
    assert ended == ("target", "EW")


# Cutting


def test_a_cut_leaves_three_cards_or_more_on_either_side() -> None:
    swept = judge(sweep("classic", "W"))["tricks"]
    stack = read_cards(" ".join(trick["cards"] for trick in swept))
    cuts = [cut for cut in range(32) if is_cut_of(stack[cut:] + stack[:cut], swept)]
    assert cuts == list(range(3, 30))


def test_each_side_s_tricks_lie_together_in_the_order_won() -> None:
    tricks = judge(WORKED)["tricks"]
    ours = read_cards("KS 9S JS 7S 8D QD 7D 10D KH 10H JH 7H 10C 9H 8S 8H 8C AH 9D QH")
    theirs = read_cards("10S QS AS QC 7C JC KC 9C KD JD AC AD")
    assert is_cut_of(ours[5:] + theirs + ours[:5], tricks)
    assert is_cut_of(theirs[5:] + ours + theirs[:5], tricks)
    assert not is_cut_of(list(reversed(ours + theirs)), tricks)
    played = read_cards(WORKED["plays"])
    assert not is_cut_of(played[5:] + played[:5], tricks)


def test_under_cut_each_deck_is_a_cut_of_the_last_tricks_unless_nobody_played() -> None:
    first = sweep("counterclockwise", "E")
    stack = first["plays"].split()
    follows = {**passed("N"), "deck": " ".join(stack[7:] + stack[:7])}
    shuffled = passed("N")
    assert judge_match({"rules": "counterclockwise", "hands": [first, follows, shuffled]})["ok"]
    verdict = judge_match({"rules": "counterclockwise", "hands": [first, shuffled]})
    assert (verdict["where"], verdict["hand"]) == ("deck", 1)
