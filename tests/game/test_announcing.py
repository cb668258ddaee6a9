"""Declarations as they are said in a hand: when, by whom, shown to whom, and kept quiet."""

from itertools import count, repeat
from typing import Any

import pytest

from harness.game import (
    SEATS,
    CardSet,
    Hand,
    IllegalDeclaration,
    Rules,
    parse_cards,
    preset,
)
from harness.game.notation import hand_record
from tests.game.refereed import found as judged
from tests.game.scripts import (
    CLUBS,
    DIAMONDS,
    LEVEL,
    ONE_SUIT_EACH,
    SWEEP,
    Script,
    go_on,
    played,
    state,
    taken,
)

CLASSIC = preset("classic")
BEFORE_PLAY = preset("counterclockwise", silence=False)
QUIET = preset("classic", silence=True)
QUIET_BEFORE = preset("counterclockwise")


def announcements(hand: Hand) -> str:
    """Return who said what so far: seat, kind, length and value."""
    return ", ".join(
        f"{SEATS[said.seat]} {said.kind} {said.length} {said.value}"
        for said in hand.log.announcements
    )


def shown(hand: Hand) -> str:
    """Return who showed what so far."""
    return ", ".join(f"{SEATS[seat]} {one.cards}" for seat, one in hand.log.shown)


# Declarations said with the card to the first trick


def test_a_seat_declares_with_its_card_to_the_first_trick() -> None:
    assert announcements(taken(CLASSIC, LEVEL)) == ""
    assert announcements(taken(CLASSIC, LEVEL, 1)) == "N run 3 20"
    assert announcements(taken(CLASSIC, LEVEL, 2)) == "N run 3 20, E run 8 100"
    assert announcements(taken(CLASSIC, LEVEL, 4)) == (
        "N run 3 20, E run 8 100, S run 8 100, W run 3 20"
    )


def test_a_four_is_announced_as_one() -> None:
    script = Script(
        (
            "JS JH JD JC 9S 8S 7S 7H",
            "AS KS 10S 8H 9H QH KH 10H",
            "7D 8D 9D QD KD 10D AD AH",
            "7C 8C 9C QC KC 10C AC QS",
        ),
        turned="JS",
        bids="take",
        plays="JS",
    )
    assert announcements(played(CLASSIC, script)) == "N four 4 200, N run 3 20"


def test_the_better_side_s_declarations_are_shown_from_the_second_trick_on() -> None:
    assert shown(taken(CLASSIC, SWEEP, 3)) == ""
    spades, diamonds = (str(parse_cards(ONE_SUIT_EACH[place])) for place in (0, 2))
    assert shown(taken(CLASSIC, SWEEP, 4)) == f"N {spades}, S {diamonds}"
    assert shown(taken(CLASSIC, SWEEP, 32)) == f"N {spades}, S {diamonds}"


def test_nobody_shows_anything_after_an_exact_tie() -> None:
    hand = played(CLASSIC, LEVEL)
    assert shown(hand) == ""
    assert hand.announced() == (120, 120)
    assert hand.declarations() == (0, 0)


def test_the_better_side_scores_both_partners_declarations() -> None:
    hand = played(CLASSIC, SWEEP)
    assert hand.announced() == (200, 200)
    assert hand.declarations() == (200, 0)


def test_nothing_is_announced_where_there_are_no_declarations() -> None:
    hand = played(preset("contract82"), SWEEP)
    assert (announcements(hand), shown(hand), hand.declaring) == ("", "", None)


# Declarations said before play


def test_declarations_before_play_are_said_in_turn_before_the_first_card() -> None:
    assert announcements(taken(BEFORE_PLAY, LEVEL)) == (
        "N run 3 20, W run 8 100, S run 8 100, E run 3 20"
    )


def test_declarations_said_before_play_are_shown_after_the_first_trick_too() -> None:
    assert shown(taken(BEFORE_PLAY, SWEEP, 3)) == ""
    assert shown(taken(BEFORE_PLAY, SWEEP, 4)).startswith("N 7S 8S")


# Silence


def test_whoever_may_keep_quiet_is_asked_when_its_turn_comes() -> None:
    hand = taken(QUIET, LEVEL)
    asked = [hand.declaring]
    hand.declare("none")
    asked.append(hand.declaring)
    hand.play("JS")
    asked.append(hand.declaring)
    assert asked == [0, None, 1]


def test_whoever_may_keep_quiet_before_play_is_asked_in_turn() -> None:
    hand = taken(QUIET_BEFORE, LEVEL)
    asked = []
    while hand.declaring is not None:
        asked.append(SEATS[hand.declaring])
        hand.declare("all")
    assert asked == ["N", "W", "S", "E"]
    assert announcements(hand) == "N run 3 20, W run 8 100, S run 8 100, E run 3 20"


def test_whoever_keeps_quiet_scores_nothing_and_hinders_nobody() -> None:
    hand = taken(QUIET_BEFORE, SWEEP)
    for choice in ("none", "all", "all", "all"):
        hand.declare(choice)
    go_on(hand, SWEEP._replace(bids=""))
    assert hand.announced() == (100, 200)
    assert hand.declarations() == (0, 0)


def test_whoever_plays_without_a_word_has_declared_everything() -> None:
    assert announcements(taken(QUIET, LEVEL, 4)) == (
        "N run 3 20, E run 8 100, S run 8 100, W run 3 20"
    )
    assert announcements(taken(QUIET_BEFORE, LEVEL, 1)) == (
        "N run 3 20, W run 8 100, S run 8 100, E run 3 20"
    )


TWO_RUNS = Script(
    ("7S 8S 9S QS KS AS 7H 8H", "JS 10S 9H JH QH KH 10H AH", DIAMONDS, CLUBS),
    turned="7S",
    bids="take",
)


@pytest.mark.parametrize(
    "choice",
    [
        ["7S 8S 9S"],
        [parse_cards("7S 8S 9S")],
        [CardSet.of([2, 1, 0])],
        ("9S 8S 7S",),
    ],
)
def test_some_of_one_s_declarations_may_be_chosen_by_their_cards(choice: Any) -> None:  # noqa: ANN401 - every way to write them
    hand = taken(QUIET, TWO_RUNS)
    hand.declare(choice)
    assert announcements(hand) == "N run 3 20"
    assert [str(one.cards) for one in hand.declared[0]] == ["7S 8S 9S"]


def test_all_of_one_s_declarations_may_be_named() -> None:
    hand = taken(CLASSIC, TWO_RUNS)
    hand.declare(["QS KS AS", "7S 8S 9S"])
    assert announcements(hand) == "N run 3 20, N run 3 20"


@pytest.mark.parametrize("choice", [repeat("7S 8S 9S"), count(), [count()], repeat(repeat(0))])
def test_a_choice_without_end_is_refused(choice: Any) -> None:  # noqa: ANN401 - a bot's answer
    with pytest.raises(IllegalDeclaration, match="N cannot declare"):
        taken(QUIET, TWO_RUNS).declare(choice)


def test_no_declarations_are_the_same_as_none() -> None:
    hand = taken(QUIET, TWO_RUNS)
    hand.declare([])
    assert announcements(hand) == ""
    assert hand.declaring is None


@pytest.mark.parametrize(
    "choice",
    [
        ["7S 8S"],
        ["7S 8S 9S", "QH KH AH"],
        ["7S 8S 9S QS KS AS"],
        ["nonsense"],
        ["7S 7S 8S"],
        "some",
        "7S 8S 9S",
        7,
        None,
        [None],
    ],
)
@pytest.mark.parametrize("rules", [CLASSIC, QUIET], ids=["classic", "quiet"])
def test_what_one_does_not_hold_cannot_be_declared(rules: Rules, choice: Any) -> None:  # noqa: ANN401 - every wrong answer
    hand = taken(rules, TWO_RUNS)
    before = state(hand)
    with pytest.raises(
        IllegalDeclaration, match=r"^N cannot declare .*7S 8S 9S, QS KS AS"
    ) as refused:
        hand.declare(choice)
    assert refused.value.seat == 0
    assert refused.value.duty == "declare what one holds"
    assert refused.value.legal == "7S 8S 9S, QS KS AS"
    assert state(hand) == before


@pytest.mark.parametrize("choice", ["none", [], ["7S 8S 9S"]])
def test_nobody_may_keep_quiet_where_the_rules_forbid_it(choice: str | list[str]) -> None:
    hand = taken(CLASSIC, TWO_RUNS)
    before = state(hand)
    with pytest.raises(IllegalDeclaration, match=r"^N may not keep quiet") as refused:
        hand.declare(choice)
    assert refused.value.duty == "declare everything"
    assert state(hand) == before


def test_nobody_declares_out_of_turn_or_without_a_declaration() -> None:
    script = Script(
        ("7S 8S JS QS 7H 8H JH QH", "9S KS 10S AS 9H KH 10H AH", DIAMONDS, CLUBS),
        turned="7S",
        bids="take",
    )
    hand = taken(QUIET, script)
    with pytest.raises(IllegalDeclaration, match="nobody has anything to declare") as refused:
        hand.declare("all")
    assert (refused.value.seat, refused.value.legal) == (None, "")


NINES_IN_A_RUN = Script(
    (
        "9S 9H 9D 9C 7S 8S 10S JS",
        "QS KS AS 7H 8H 10H JH QH",
        "KH AH 7D 8D 10D JD QD KD",
        "AD 7C 8C 10C JC QC KC AC",
    ),
    turned="7S",
    bids="take",
)
"""Place 0 has four nines, 150, and with one of them a run of five, 100."""


def test_where_a_card_serves_once_a_seat_that_may_keep_quiet_may_choose_the_run() -> None:
    rules = QUIET_BEFORE.but(shared_cards=False)
    for choice, said in (
        ("all", "N four 4 150"),
        (["7S 8S 9S 10S JS"], "N run 5 100"),
        (["9S 9H 9D 9C"], "N four 4 150"),
    ):
        hand = taken(rules, NINES_IN_A_RUN)
        hand.declare(choice)
        assert announcements(hand) == said


def test_it_may_not_have_both_nor_choose_where_it_must_speak() -> None:
    both = ["9S 9H 9D 9C", "7S 8S 9S 10S JS"]
    with pytest.raises(IllegalDeclaration) as refused:
        taken(QUIET_BEFORE.but(shared_cards=False), NINES_IN_A_RUN).declare(both)
    assert refused.value.legal == "9S 9H 9D 9C, 7S 8S 9S JS 10S"
    rules = CLASSIC.but(shared_cards=False)
    with pytest.raises(IllegalDeclaration, match="cannot declare"):
        taken(rules, NINES_IN_A_RUN).declare(both[1:])


def test_what_a_seat_chose_is_in_its_record_and_legal() -> None:
    hand = taken(QUIET_BEFORE.but(shared_cards=False), NINES_IN_A_RUN)
    hand.declare(["7S 8S 9S 10S JS"])
    record = {**hand_record(hand), "forfeit": {"seat": "N"}}
    assert record["declares"]["N"] == ["7S 8S 9S JS 10S"]
    assert sum(judged(record)["announced"].values()) == 100
