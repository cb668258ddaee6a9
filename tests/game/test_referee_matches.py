"""The referee on matches: what ties one hand to the next, and how they end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from harness.game import SEATS, DealSet, Match, preset
from harness.game.notation import hand_record
from harness.game.referee import ILLEGAL, LEGAL, judge
from tests.game.refereed import KEYS, REFUSAL_KEYS, Record, foul, found, match_of, place, words
from tests.oracle.records import LEVEL, WORKED, passed, sweep, with_play
from tests.strategies import play_at_random


def seeded(rules: str, number: int) -> dict[str, Any]:
    """Play a match at random and return its record, with the seed that all its decks come from."""
    deals = DealSet(bytes(range(16)), number)
    match, chance, hands = Match(preset(rules), deals), random.Random(number), []
    while not match.over:
        hand = play_at_random(match.next_hand(), chance)
        match.record(hand)
        hands.append(hand_record(hand))
    return match_of(rules, *hands, seed=deals.seed.hex(), deal_set=number)


# Matches


def test_a_match_has_running_totals_a_winner_and_what_ended_it() -> None:
    # Each dealer's neighbour sweeps: 252 and belote, and EW has done so twice.
    verdict = found(match_of("gameduell", *(sweep("gameduell", dealer) for dealer in "NES")))
    assert list(verdict) == ["ok", "hands", "totals", "winner", "ended_by"]
    assert [hand["totals"] for hand in verdict["hands"]] == [
        {"NS": 0, "EW": 272},
        {"NS": 272, "EW": 272},
        {"NS": 272, "EW": 544},
    ]
    assert all(list(hand) == [*KEYS, "totals"] for hand in verdict["hands"])
    assert verdict["totals"] == {"NS": 272, "EW": 544}
    assert (verdict["winner"], verdict["ended_by"]) == ("EW", "target")


def test_a_match_that_is_not_over_has_no_winner() -> None:
    verdict = found(match_of("gameduell", sweep("gameduell", "N")))
    assert verdict["totals"] == {"NS": 0, "EW": 272}
    assert (verdict["winner"], verdict["ended_by"]) == (None, None)
    assert found(match_of("gameduell"))["totals"] == {"NS": 0, "EW": 0}


def test_hands_passed_out_end_a_match_as_the_hand_limit_does() -> None:
    hands = [passed("NESW"[number % 4]) for number in range(64)]
    verdict = found(match_of("gameduell", *hands))
    assert (verdict["winner"], verdict["ended_by"]) == (None, "passed_out")


def test_no_hand_follows_the_end() -> None:
    hands = [sweep("gameduell", dealer) for dealer in "NESW"]
    verdict = foul(match_of("gameduell", *hands))
    assert list(verdict) == [*REFUSAL_KEYS, "hand"]
    assert place(verdict, "hand") == ("hands", 3, 3)
    assert verdict["error"] == "the match was over before this hand, by target"


@pytest.mark.parametrize(
    ("rules", "second", "right"),
    [
        ("gameduell", sweep("gameduell", "S"), "E"),
        ("gameduell", sweep("gameduell", "N"), "E"),
        ("counterclockwise", sweep("counterclockwise", "E"), "W"),
    ],
)
def test_the_deal_moves_as_the_rules_say(rules: str, second: Record, right: str) -> None:
    verdict = foul(match_of(rules, sweep(rules, "N"), second))
    assert place(verdict, "seat", "legal", "hand") == ("dealer", None, second["dealer"], right, 1)
    assert verdict["error"] == f"{right} deals here, not {second['dealer']}"


def test_after_a_hand_passed_out_the_rules_say_who_deals() -> None:
    stays, moves = [passed("N"), passed("N")], [passed("N"), passed("E")]
    assert found(match_of("counterclockwise", *stays))
    assert found(match_of("gameduell", *moves))
    assert place(foul(match_of("counterclockwise", *moves)), "hand") == ("dealer", None, 1)
    assert place(foul(match_of("gameduell", *stays)), "hand") == ("dealer", None, 1)


def test_the_first_illegal_act_of_a_match_is_told_with_its_hand() -> None:
    late = with_play(sweep("gameduell", "E"), 5, "7C")
    verdict = foul(match_of("gameduell", sweep("gameduell", "N"), late))
    assert place(verdict, "seat", "card", "hand") == ("plays", 5, "W", "7C", 1)


def test_a_hand_may_say_what_waits_for_it_if_that_is_what_waits() -> None:
    hold = match_of("scoresheet", LEVEL, sweep("scoresheet", "N"))
    told = match_of("scoresheet", LEVEL, {**hold["hands"][1], "held": {"points": 81}})
    assert found(told) == found(hold)
    # EW defends the level hand and writes 81; E then sweeps with 252, 200 and belote.
    assert found(hold)["hands"][1]["held_in"] == 81
    assert found(hold)["totals"] == {"NS": 0, "EW": 81 + 472 + 81}
    for points in (0, 80):
        wrong = match_of("scoresheet", LEVEL, {**hold["hands"][1], "held": {"points": points}})
        verdict = foul(wrong)
        assert place(verdict, "legal", "hand") == ("held", None, "81", 1)
        assert verdict["error"] == f"81 points wait here, not {points}"


def test_a_hand_may_say_whose_points_wait_for_it_if_those_are_theirs() -> None:
    # W deals, so N takes and its 81 wait; E takes the second level hand, and then both sides' do.
    hold = match_of("scoresheet", LEVEL, {**LEVEL, "dealer": "N"}, sweep("scoresheet", "E"))
    assert [hand["held_in"] for hand in found(hold)["hands"]] == [0, 81, 162]
    for number, whose, right in ((1, "NS", True), (1, "EW", False), (2, "EW", False)):
        hands = [dict(hand) for hand in hold["hands"]]
        hands[number]["held"] = {"points": 81 * number, "from": whose}
        told = match_of("scoresheet", *hands)
        if right:
            assert found(told) == found(hold)
            continue
        verdict = foul(told)
        owners = {1: "NS", 2: "NS and EW"}[number]
        assert place(verdict, "legal", "hand") == ("held", None, owners, number)
        assert verdict["error"] == f"what waits here is from {owners}, not {whose}"


def test_nothing_waits_for_a_first_hand_from_anybody() -> None:
    first = {**sweep("scoresheet", "N"), "held": {"points": 0, "from": "NS"}}
    assert foul(match_of("scoresheet", first))["error"] == "what waits here is from nobody, not NS"


def test_points_that_wait_stay_theirs_over_a_deal_that_is_passed_out() -> None:
    told = {**sweep("scoresheet", "E"), "held": {"points": 81, "from": "NS"}}
    hold = match_of("scoresheet", LEVEL, passed("N"), told)
    assert found(hold)["hands"][2]["held_in"] == 81


def test_a_forfeit_ends_a_match_with_the_target_to_nothing() -> None:
    lost = {**WORKED, "plays": "", "forfeit": {"seat": "W", "why": "late"}}
    in_a_hand = found(match_of("classic", lost))
    between_hands = found(match_of("classic", WORKED, forfeit={"seat": "N", "why": "late"}))
    before_any = found(match_of("classic", forfeit={"seat": "S", "why": "late"}))
    assert in_a_hand["hands"][0]["totals"] == in_a_hand["totals"] == {"NS": 501, "EW": 0}
    assert between_hands["hands"][0]["totals"] == {"NS": 69, "EW": 93}
    assert between_hands["totals"] == before_any["totals"] == {"NS": 0, "EW": 501}
    assert [one["winner"] for one in (in_a_hand, between_hands, before_any)] == ["NS", "EW", "EW"]
    assert {one["ended_by"] for one in (in_a_hand, between_hands, before_any)} == {"forfeit"}


def test_nobody_forfeits_a_match_that_is_over() -> None:
    hands = [sweep("gameduell", dealer) for dealer in "NES"]
    verdict = foul(match_of("gameduell", *hands, forfeit={"seat": "W"}))
    assert place(verdict, "seat") == ("forfeit", None, "W")
    lost = {**sweep("gameduell", "N"), "plays": "", "forfeit": {"seat": "W"}}
    assert place(foul(match_of("gameduell", lost, sweep("gameduell", "E"))), "hand") == (
        "hands",
        1,
        1,
    )


def test_the_first_dealer_that_a_match_names_deals_first() -> None:
    assert found(match_of("classic", WORKED, first_dealer="W"))
    verdict = foul(match_of("classic", WORKED, first_dealer="N"))
    assert place(verdict, "seat", "legal") == ("first_dealer", None, "N", "W")
    assert verdict["error"] == "W deals first, not N"
    assert found(match_of("classic", first_dealer="N"))


# Decks that follow from something


def followed_by(first: Record, deck: list[str]) -> dict[str, Any]:
    """Return a match of two hands under cut, the second one passed out."""
    second = {**passed("N"), "deck": " ".join(deck)}
    return match_of({"base": "counterclockwise", "direction": "clockwise"}, first, second)


def test_a_deck_is_a_cut_of_the_tricks_before_it_whichever_pile_lies_on_top() -> None:
    # NS wins tricks 1, 3, 6, 7 and 8 of the worked example, EW the others.
    ours = words("KS 9S JS 7S 8D QD 7D 10D KH 10H JH 7H 10C 9H 8S 8H 8C AH 9D QH")
    theirs = words("10S QS AS QC 7C JC KC 9C KD JD AC AD")
    for stack, cut in ((ours + theirs, 20), (theirs + ours, 12), (ours + theirs, 3)):
        assert found(followed_by(WORKED, stack[cut:] + stack[:cut]))
    as_played = words(WORKED["plays"])
    for stack in (as_played, [*reversed(ours + theirs)], [*reversed(ours), *theirs]):
        verdict = foul(followed_by(WORKED, stack[5:] + stack[:5]))
        assert place(verdict, "hand") == ("deck", None, 1)
        assert verdict["error"] == "the deck is no cut of the tricks of the hand before"


def test_a_cut_leaves_three_cards_or_more_on_either_side() -> None:
    swept = sweep("classic", "W")
    stack = words(swept["plays"])
    for cut in range(32):
        ruling = judge(followed_by(swept, stack[cut:] + stack[:cut]))
        assert ruling.status == (LEGAL if 3 <= cut <= 29 else ILLEGAL)


def test_after_a_hand_passed_out_the_deck_is_shuffled_even_where_it_is_cut() -> None:
    rules = "counterclockwise"
    stack = sweep(rules, "E")["plays"].split()
    follows = {**passed("N"), "deck": " ".join(stack[7:] + stack[:7])}
    assert found(match_of(rules, sweep(rules, "E"), follows, passed("N")))
    assert place(foul(match_of(rules, sweep(rules, "E"), passed("N")))) == ("deck", None)


@pytest.mark.parametrize("rules", ["classic", "counterclockwise"])
def test_a_seed_gives_every_deck_and_the_first_dealer(rules: str) -> None:
    record = seeded(rules, 3)
    assert found(record)["ended_by"] == "target"
    dealer = record["hands"][0]["dealer"]
    other = next(seat for seat in SEATS if seat != dealer)
    first = {**record["hands"][0], "dealer": other}
    assert place(foul({**record, "hands": [first]}), "legal") == ("dealer", None, dealer)


@pytest.mark.parametrize("rules", ["classic", "counterclockwise"])
def test_another_deck_than_the_seed_s_is_found_at_its_first_card_that_differs(rules: str) -> None:
    record = seeded(rules, 3)
    last = record["hands"][-1]
    deck = last["deck"].split()
    swapped = [*deck[:5], deck[9], *deck[6:9], deck[5], *deck[10:]]
    hands = [*record["hands"][:-1], {**last, "deck": " ".join(swapped)}]
    verdict = foul({**record, "hands": hands})
    assert place(verdict, "card", "legal") == ("deck", 5, deck[9], deck[5])
    assert verdict["hand"] == len(hands) - 1
    assert verdict["error"] == f"the seed deals {deck[5]} here, not {deck[9]}"


def test_another_deal_set_gives_other_decks() -> None:
    record = seeded("classic", 3)
    verdict = foul({**record, "deal_set": 4})
    assert verdict["hand"] == 0
