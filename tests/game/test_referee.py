"""The referee on hands: what came of a legal one, and the first thing wrong in an illegal one."""

from __future__ import annotations

import json

import pytest

from harness.game import Hand
from harness.game.bids import Contract
from harness.game.records import HandRecord, read_record
from harness.game.referee import ILLEGAL, LEGAL, NO_RECORD, judge_lines, replayed
from harness.game.verdicts import Foul
from tests.game.refereed import KEYS, REFUSAL_KEYS, Record, foul, found, place
from tests.oracle.records import LEVEL, WORKED, passed, sweep, with_play

DEAL = {
    "N": "KC JD QD 7H 8S KS 10S 9D",
    "E": "KH QS QH 9S 8H AC 7D 9C",
    "S": "AD AS 10D 8C JS 10H 7C 10C",
    "W": "7S 9H JH KD AH 8D JC QC",
}
"""What each seat plays in the worked example."""

DEALT = {key: value for key, value in WORKED.items() if key != "deck"} | {
    "deal": DEAL,
    "turned": "AC",
}

CONTREE = {**WORKED, "rules": {"base": "classic", "contree": True}}


# Legal hands


def test_the_worked_example_is_what_came_of_it_trick_by_trick() -> None:
    verdict = found(WORKED)
    assert list(verdict) == KEYS
    assert [(trick["leader"], trick["winner"], trick["points"]) for trick in verdict["tricks"]] == [
        ("N", "N", 6),
        ("N", "W", 27),
        ("W", "S", 13),
        ("S", "W", 38),
        ("W", "E", 28),
        ("E", "S", 16),
        ("S", "S", 10),
        ("S", "S", 24),
    ]
    assert verdict["tricks"][0]["cards"] == "KS 9S JS 7S"
    assert verdict == {
        "ok": True,
        "taker": "E",
        "trump": "C",
        "tricks": verdict["tricks"],
        "card_points": {"NS": 69, "EW": 93},
        "announced": {"NS": 0, "EW": 0},
        "declarations": {"NS": 0, "EW": 0},
        "belote": {"NS": 0, "EW": 0},
        "capot": None,
        "outcome": "made",
        "held_in": 0,
        "held_out": 0,
        "score": {"NS": 69, "EW": 93},
    }


def test_a_capot_with_declarations_and_belote_is_told_part_by_part() -> None:
    verdict = found(sweep("classic", "W"))
    assert (verdict["capot"], verdict["outcome"]) == ("NS", "made")
    assert verdict["card_points"] == {"NS": 250, "EW": 0}
    assert verdict["announced"] == {"NS": 200, "EW": 200}
    assert verdict["declarations"] == {"NS": 200, "EW": 0}
    assert verdict["belote"] == {"NS": 20, "EW": 0}
    assert verdict["score"] == {"NS": 470, "EW": 0}


def test_points_that_wait_come_in_and_go_out() -> None:
    level = found({**LEVEL, "held": {"points": 50, "from": "EW"}})
    assert (level["outcome"], level["held_in"], level["held_out"]) == ("tied", 50, 131)
    assert level["score"] == {"NS": 0, "EW": 81}


def test_a_hand_that_nobody_takes_is_told_with_nothing_but_what_goes_on_waiting() -> None:
    verdict = found({"rules": "gameduell", **passed("N"), "held": {"points": 81}})
    assert (verdict["outcome"], verdict["held_in"], verdict["held_out"]) == ("passed", 81, 81)
    assert (verdict["taker"], verdict["trump"], verdict["capot"]) == (None, None, None)
    assert verdict["tricks"] == []
    for amounts in ("card_points", "announced", "declarations", "belote", "score"):
        assert verdict[amounts] == {"NS": 0, "EW": 0}


def test_a_deal_and_the_card_turned_stand_for_the_deck() -> None:
    assert found(DEALT) == found(WORKED)


def test_cards_are_read_in_every_way_that_they_may_be_written() -> None:
    written = WORKED["plays"].replace("10", "T").replace("S", "♠").lower()
    assert found({**WORKED, "plays": written}) == found(WORKED)


@pytest.mark.parametrize(
    ("bids", "score"),
    [
        ("pass take", (69, 93)),
        ("pass take pass", (69, 93)),
        ("pass take pass pass", (69, 93)),
        ("pass take contree", (138, 186)),
        ("pass take pass contree", (138, 186)),
    ],
)
def test_defenders_who_do_not_double_need_not_say_so(bids: str, score: tuple[int, int]) -> None:
    verdict = found({**CONTREE, "bids": bids})
    assert verdict["score"] == {"NS": score[0], "EW": score[1]}


def test_undoubled_the_play_begins_where_the_bids_stop() -> None:
    verdict = foul({**CONTREE, "plays": ""})
    assert place(verdict, "seat") == ("plays", 0, "N")


# Cards


@pytest.mark.parametrize(
    ("record", "at", "card", "seat", "duty", "legal"),
    [
        (WORKED, 1, "AC", "E", "follow suit", "9S QS"),
        (WORKED, 7, "9H", "W", "ruff", "JC QC"),
        (WORKED, 13, "8D", "W", "play a card that you hold", "JC"),
        (WORKED, 0, "9S", "N", "play a card that you hold", "8S KS 10S 7H 9D JD QD KC"),
        (LEVEL, 7, "QD", "W", "beat the best trump", "9D AD"),
    ],
)
def test_the_first_illegal_card_is_found_with_seat_duty_and_what_was_legal(
    record: Record,
    at: int,
    card: str,
    seat: str,
    duty: str,
    legal: str,
) -> None:
    verdict = foul(with_play(dict(record), at, card))
    assert place(verdict, "seat", "card", "duty", "legal") == ("plays", at, seat, card, duty, legal)
    assert verdict["error"] == f"{seat} may not play {card}: it must {duty}, with {legal}"


def test_what_follows_the_first_illegal_card_is_not_looked_at() -> None:
    record = with_play(with_play(WORKED, 7, "9H"), 9, "nonsense")
    assert place(foul(record)) == ("plays", 7)


def test_a_word_that_is_no_card_is_an_illegal_card() -> None:
    verdict = foul(with_play(WORKED, 13, "1S"))
    assert place(verdict, "seat", "card", "legal") == ("plays", 13, "W", "1S", "JC")
    assert verdict["error"].startswith("'1S' is not a card: ")


def test_a_hand_is_played_to_its_end() -> None:
    cards = WORKED["plays"].split()
    verdict = foul({**WORKED, "plays": " ".join(cards[:13])})
    assert place(verdict, "seat", "card", "legal") == ("plays", 13, "W", None, "JC")
    assert verdict["error"] == "the hand is not over"


@pytest.mark.parametrize("word", ["KS", "1S"])
def test_nothing_is_played_after_the_end(word: str) -> None:
    played_on = {**WORKED, "plays": f"{WORKED['plays']} {word}"}
    untaken = {"rules": "gameduell", **passed("N"), "plays": word}
    for record, at in ((played_on, 32), (untaken, 0)):
        assert place(foul(record), "seat", "card", "legal") == ("plays", at, None, word, "")


# Bids


@pytest.mark.parametrize(
    ("record", "bids", "at", "seat", "legal"),
    [
        (WORKED, "H", 0, "N", "pass take"),
        (WORKED, "pass passe", 1, "E", "pass take"),
        (WORKED, "pass pass pass pass C", 4, "N", "pass S H D"),
        (WORKED, "pass pass pass pass pass pass pass pass", 7, "W", "S H D"),
        (WORKED, "pass take take", 2, None, ""),
        (WORKED, "pass take contree", 2, None, ""),
        (CONTREE, "pass take take", 2, "S", "pass contree"),
        (CONTREE, "pass take contree contree", 3, None, ""),
        (CONTREE, "pass take pass pass contree", 4, None, ""),
    ],
)
def test_an_impossible_bid_is_found_with_seat_and_what_was_legal(
    record: Record, bids: str, at: int, seat: str | None, legal: str
) -> None:
    verdict = foul({**record, "bids": bids})
    assert place(verdict, "seat", "card", "legal") == ("bids", at, seat, None, legal)
    assert verdict["duty"] == "make a legal bid"


@pytest.mark.parametrize(
    ("bids", "seat", "legal"),
    [
        ("", "N", "pass take"),
        ("pass", "E", "pass take"),
        ("pass pass pass pass pass pass pass", "W", "S H D"),
    ],
)
def test_the_bids_go_on_until_somebody_takes(bids: str, seat: str, legal: str) -> None:
    verdict = foul({**WORKED, "bids": bids})
    assert place(verdict, "seat", "legal") == ("bids", len(bids.split()), seat, legal)
    assert verdict["error"] == "the bidding is not over"


def test_bids_are_read_in_every_way_that_cards_are() -> None:
    assert found({**WORKED, "bids": "Pass TAKE"}) == found(WORKED)


# The deal


@pytest.mark.parametrize(
    ("old", "new", "at", "card", "complaint", "legal"),
    [
        ("QC", "JC", 31, "JC", "JC is dealt twice", "QC"),
        ("JC QC", "JC", 31, None, "31 cards where 32 are dealt", "QC"),
        ("QC", "QC KC", 32, "KC", "KC is dealt twice", ""),
        ("8D JC QC", "8D 1C QC", 30, "1C", "'1C' is not a card: ", "JC QC"),
    ],
)
def test_a_deck_is_the_32_cards_once_each(
    old: str, new: str, at: int, card: str | None, complaint: str, legal: str
) -> None:
    verdict = foul({**WORKED, "deck": WORKED["deck"].removesuffix(old) + new})
    assert place(verdict, "card", "legal") == ("deck", at, card, legal)
    assert verdict["error"].startswith(complaint)


def test_a_card_turned_beside_a_deck_is_the_one_that_the_deck_turns() -> None:
    assert found({**WORKED, "turned": "AC"}) == found(WORKED)
    verdict = foul({**WORKED, "turned": "AS"})
    assert place(verdict, "card", "legal") == ("turned", None, "AS", "AC")
    assert verdict["error"] == "the deck turns up AC here, not AS"


def test_a_deck_without_cards_is_short_of_all() -> None:
    assert place(foul({**WORKED, "deck": ""})) == ("deck", 0)


@pytest.mark.parametrize(
    ("changes", "at", "seat", "complaint"),
    [
        ({"E": DEAL["E"].replace("9C", "KC")}, 7, "E", "KC is dealt twice"),
        ({"W": DEAL["W"].replace("QC", "1C")}, 7, "W", "'1C' is not a card: "),
        ({"N": DEAL["N"] + " 9C"}, 8, "N", "9 cards where 8 are dealt"),
        ({"S": DEAL["S"].removesuffix(" 10C")}, 7, "S", "7 cards where 8 are dealt"),
    ],
)
def test_a_deal_is_the_32_cards_in_equal_parts(
    changes: dict[str, str], at: int, seat: str, complaint: str
) -> None:
    verdict = foul({**DEALT, "deal": {**DEAL, **changes}})
    assert place(verdict, "seat") == ("deal", at, seat)
    assert verdict["error"].startswith(complaint)


def test_whoever_takes_has_the_card_turned_up() -> None:
    verdict = foul({**DEALT, "turned": "JC"})
    assert place(verdict, "seat", "card") == ("deal", None, "E", "JC")
    assert verdict["error"] == "E took, and so must hold JC"


@pytest.mark.parametrize(("turned", "at"), [("1C", 0), ("", 0), ("AC AC", 1), ("AC KC", 1)])
def test_one_card_is_turned_up(turned: str, at: int) -> None:
    assert place(foul({**DEALT, "turned": turned})) == ("turned", at)


# Lines


def test_every_line_is_judged_whatever_stands_before_it() -> None:
    lines = [json.dumps(with_play(WORKED, 7, "9H")), "nonsense", "", "  ", json.dumps(WORKED)]
    rulings = list(judge_lines(lines))
    assert [ruling.status for ruling in rulings] == [ILLEGAL, NO_RECORD, LEGAL]
    assert rulings[2].verdict == found(WORKED)


def test_a_line_that_is_no_record_has_the_keys_of_an_illegal_one() -> None:
    (ruling,) = judge_lines(['{"rules": "classic", "hands": [{"dealer": "Q"}]}'])
    assert ruling.status == NO_RECORD
    assert list(ruling.verdict) == [*REFUSAL_KEYS, "hand"]
    assert (ruling.verdict["where"], ruling.verdict["hand"]) == ("deck", 0)
    (ruling,) = judge_lines(['{"rules": '])
    assert list(ruling.verdict) == REFUSAL_KEYS
    assert place(ruling.verdict) == ("record", 9)


def test_a_mark_at_the_start_and_any_line_ends_are_passed_over() -> None:
    line = json.dumps(WORKED).encode()
    rulings = list(judge_lines([b"\xef\xbb\xbf" + line + b"\r\n", b"\r\n", line]))
    assert [ruling.status for ruling in rulings] == [LEGAL, LEGAL]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"\xff\xfe{\x00}\x00", NO_RECORD),
        (b"\x00", NO_RECORD),
        (b"NaN", NO_RECORD),
        (b"[" * 1_000_000, NO_RECORD),
        (b'{"held": ' + b"9" * 10_000 + b"}", NO_RECORD),
        (json.dumps({**WORKED, "rules": "x" * 1_000_000}).encode(), NO_RECORD),
        (json.dumps({**WORKED, "deck": "x" * 10_000_000}).encode(), ILLEGAL),
        (json.dumps({**WORKED, "plays": "7S " * 3_000_000}).encode(), ILLEGAL),
        (json.dumps({**WORKED, "bids": "\ud800" * 1000}).encode(), ILLEGAL),
        (json.dumps({**WORKED, "comment": "x" * 10_000_000}).encode(), LEGAL),
    ],
)
def test_the_strangest_line_gets_one_verdict_that_is_short_and_can_be_printed(
    line: bytes, status: int
) -> None:
    (ruling,) = judge_lines([line])
    assert ruling.status == status
    assert len(json.dumps(ruling.verdict).encode("ascii")) < 2000


# Hands that are not over


def midway(record: Record) -> Hand:
    """Return a hand as far as its record goes."""
    read = read_record(record)
    assert isinstance(read, HandRecord)
    return replayed(read)


def test_a_hand_is_replayed_as_far_as_its_record_goes() -> None:
    # N won the first trick, of 6 points, and has led the ten of spades to E.
    hand = midway({**WORKED, "plays": "KS 9S JS 7S 10S"})
    assert (hand.turn, hand.log.points, hand.log.contract) == (1, [6, 0], Contract(1, 3, "take"))
    speaking = midway({**WORKED, "bids": "pass", "plays": ""})
    assert (speaking.bidding, speaking.turn, speaking.legal_bids) == (True, 1, ("pass", "take"))
    assert midway(WORKED).over


def test_whoever_may_double_is_still_to_speak_unless_a_card_was_played() -> None:
    # E took: S, the next of the defenders, may double first.
    assert midway({**CONTREE, "plays": ""}).turn == 2
    assert midway({**CONTREE, "plays": "KS"}).bidding is False


def test_who_has_declared_by_then_is_in_the_record() -> None:
    # Whoever sweeps, N, says its run with the first card, so E is next to declare.
    record = {**sweep("classic", "W"), "plays": "JS"}
    assert midway(record).declaring == 1
    assert midway({**record, "declares": {"E": "all"}}).declaring is None


def test_a_hand_that_is_not_over_knows_whether_it_is_the_last_and_what_waits() -> None:
    hand = midway({**WORKED, "plays": "", "last": True, "held": {"points": 81}})
    assert (hand.last, hand.log.held) == (True, 81)


def test_what_is_illegal_halfway_is_told_where_it_stands() -> None:
    with pytest.raises(Foul, match="W may not play 9H: it must follow suit, with 7S") as told:
        midway({**WORKED, "plays": "KS 9S JS 9H"})
    assert place(told.value.verdict, "card") == ("plays", 3, "9H")
