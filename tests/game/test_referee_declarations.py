"""The referee on what is declared, and on hands that stop where the match was forfeited."""

from __future__ import annotations

import pytest

from tests.game.refereed import FORFEIT, KEYS, Record, foul, found, place
from tests.oracle.records import WORKED, passed, sweep, with_play

SILENT = {"base": "classic", "silence": True}
OWN_RUN = {"N": "7S 8S 9S JS QS KS 10S AS", "E": "7H 8H 9H JH QH KH 10H AH"}
"""What N and E declare in a sweep, where each of the four seats holds a whole suit."""


# Declarations


@pytest.mark.parametrize(
    "declares",
    [
        dict.fromkeys("NESW", "all"),
        {"N": [OWN_RUN["N"]], "E": ["T♥ AH KH QH JH 9H 8H 7H"]},
    ],
)
def test_saying_everything_in_so_many_words_is_saying_nothing_special(
    declares: dict[str, object],
) -> None:
    record = sweep("classic", "W")
    assert found({**record, "declares": declares}) == found(record)


@pytest.mark.parametrize("choice", ["all", "none", []])
def test_a_seat_that_holds_no_declaration_may_say_all_and_nothing(choice: object) -> None:
    assert found({**WORKED, "declares": dict.fromkeys("NESW", choice)}) == found(WORKED)


@pytest.mark.parametrize("said_when", ["first_trick", "before_play"])
@pytest.mark.parametrize("choice", ["none", []])
def test_a_seat_that_keeps_quiet_keeps_its_declarations_to_itself(
    said_when: str, choice: object
) -> None:
    # Without the run in trump the best ones are equal: all four suits up to the ace.
    record = sweep({**SILENT, "declare_when": said_when}, "W")
    verdict = found({**record, "declares": {"N": choice}})
    assert verdict["announced"] == {"NS": 100, "EW": 200}
    assert verdict["declarations"] == {"NS": 0, "EW": 0}


@pytest.mark.parametrize("said_when", ["first_trick", "before_play"])
@pytest.mark.parametrize(("seat", "at"), [("N", 0), ("E", 1), ("S", 2), ("W", 3)])
def test_nobody_keeps_quiet_where_that_is_not_allowed(said_when: str, seat: str, at: int) -> None:
    record = sweep({"base": "classic", "declare_when": said_when}, "W")
    verdict = foul({**record, "declares": {seat: "none"}})
    assert place(verdict, "seat", "duty") == ("declares", at, seat, "declare everything")
    assert verdict["error"].startswith(f"{seat} may not keep quiet about a declaration: it holds 7")


def test_the_places_of_declarations_go_by_the_order_of_play() -> None:
    record = sweep("scoresheet", "N")
    assert place(foul({**record, "declares": {"N": "none", "E": "none"}})) == ("declares", 0)
    assert place(foul({**record, "declares": {"N": "none"}}), "seat") == ("declares", 3, "N")


@pytest.mark.parametrize("rules", ["classic", SILENT, "counterclockwise"])
@pytest.mark.parametrize(
    "choice",
    [
        ["7H 8H 9H"],
        [OWN_RUN["N"]],
        ["7H 8H 9H what"],
        [""],
        [OWN_RUN["E"], "JS JH JD JC"],
        [OWN_RUN["E"], OWN_RUN["E"]],
    ],
)
def test_a_seat_declares_only_what_it_holds_once_and_whole(
    rules: object, choice: list[str]
) -> None:
    verdict = foul({**sweep(rules, "W"), "declares": {"E": choice}})  # type: ignore[arg-type]
    assert (verdict["where"], verdict["seat"]) == ("declares", "E")
    assert (verdict["duty"], verdict["legal"]) == ("declare what one holds", OWN_RUN["E"])
    assert verdict["error"] == f"E cannot declare {choice!r}: it holds {OWN_RUN['E']}"


@pytest.mark.parametrize(
    "record", [WORKED, sweep("gameduell", "W"), {"rules": "gameduell", **passed("N")}]
)
def test_nothing_is_declared_where_nothing_is_held_allowed_or_taken(record: Record) -> None:
    verdict = foul({**record, "declares": {"N": [OWN_RUN["N"]]}})
    assert verdict["where"] == "declares"
    assert verdict["error"] == f"N cannot declare [{OWN_RUN['N']!r}]: it holds nothing"


# Forfeits


def test_a_hand_may_stop_where_the_match_was_forfeited() -> None:
    plays = " ".join(WORKED["plays"].split()[:13])
    verdict = found({**WORKED, "plays": plays, "forfeit": FORFEIT})
    assert list(verdict) == KEYS
    assert len(verdict["tricks"]) == 3
    assert verdict["card_points"] == {"NS": 19, "EW": 27}
    assert (verdict["outcome"], verdict["capot"]) == ("forfeit", None)
    assert verdict["score"] == {"NS": 0, "EW": 0}


@pytest.mark.parametrize("bids", ["", "pass", "pass take"])
def test_a_hand_may_be_forfeited_while_it_is_bid_for(bids: str) -> None:
    verdict = found({**WORKED, "bids": bids, "plays": "", "forfeit": FORFEIT})
    assert verdict["taker"] == ("E" if "take" in bids else None)
    assert (verdict["tricks"], verdict["outcome"]) == ([], "forfeit")


def test_a_hand_may_be_forfeited_before_it_is_dealt() -> None:
    verdict = found({"rules": "classic", "dealer": "N", "forfeit": FORFEIT})
    assert list(verdict) == KEYS
    assert (verdict["taker"], verdict["outcome"]) == (None, "forfeit")


def test_defenders_who_did_not_double_need_not_say_so_in_a_forfeited_hand_either() -> None:
    plays = " ".join(WORKED["plays"].split()[:13])
    contree = {**WORKED, "rules": {"base": "classic", "contree": True}, "plays": plays}
    assert found({**contree, "forfeit": FORFEIT})["card_points"] == {"NS": 19, "EW": 27}


def test_what_waits_goes_on_waiting_in_a_hand_that_is_forfeited() -> None:
    verdict = found({**WORKED, "held": {"points": 81}, "plays": "", "forfeit": FORFEIT})
    assert (verdict["held_in"], verdict["held_out"]) == (81, 81)


def test_a_forfeited_hand_is_legal_as_far_as_it_went() -> None:
    forfeited = {**WORKED, "forfeit": FORFEIT}
    assert place(foul(with_play(forfeited, 7, "9H"))) == ("plays", 7)
    assert place(foul({**forfeited, "bids": "pass sing", "plays": ""})) == ("bids", 1)
    assert place(foul({**forfeited, "bids": "pass"})) == ("plays", 0)


def test_before_play_nothing_is_said_while_a_defender_may_still_double() -> None:
    lost = {"plays": "", "forfeit": FORFEIT}
    before_play = {"base": "classic", "declare_when": "before_play"}
    undoubled = found({**sweep({**before_play, "contree": True}, "W"), **lost})
    begun = found({**sweep(before_play, "W"), **lost})
    assert undoubled["announced"] == {"NS": 0, "EW": 0}
    assert begun["announced"] == {"NS": 200, "EW": 200}


@pytest.mark.parametrize(
    ("said_when", "plays", "declares", "announced"),
    [
        ("before_play", 0, {}, (0, 0)),
        ("before_play", 0, {"N": "all"}, (100, 0)),
        ("before_play", 0, {"N": "none", "E": "all"}, (0, 100)),
        ("before_play", 0, {"N": "all", "E": "all", "S": "all", "W": "all"}, (200, 200)),
        ("first_trick", 0, {"N": "all"}, (100, 0)),
        ("first_trick", 1, {"N": "all"}, (100, 0)),
        ("first_trick", 1, {"N": "none", "E": "all"}, (0, 100)),
        ("first_trick", 1, {"N": "all", "S": "all"}, (100, 0)),
    ],
)
def test_what_was_said_just_before_a_forfeit_is_heard(
    said_when: str, plays: int, declares: dict[str, str], announced: tuple[int, int]
) -> None:
    record = sweep({**SILENT, "declare_when": said_when}, "W")
    record |= {"plays": " ".join(record["plays"].split()[:plays])}
    verdict = found({**record, "declares": declares, "forfeit": FORFEIT})
    assert verdict["announced"] == {"NS": announced[0], "EW": announced[1]}
