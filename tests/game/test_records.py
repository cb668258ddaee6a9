"""Reading records: what is one, what is none, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest

from harness.game import SEATS, preset
from harness.game.records import (
    HandRecord,
    MatchRecord,
    NotARecord,
    parse_line,
    read_record,
    text_of,
)
from tests.oracle.records import LEVEL, WORKED, sweep

SEED = "000102030405060708090a0b0c0d0e0f"
NORTH, EAST, SOUTH, WEST = range(4)


def read_hand(**changes: Any) -> HandRecord:  # noqa: ANN401 - any key, also of a wrong type
    """Read the worked example with some keys changed; None leaves one out."""
    record = read_record({**WORKED, **changes})
    assert isinstance(record, HandRecord)
    return record


def read_match(**changes: Any) -> MatchRecord:  # noqa: ANN401 - as read_hand
    """Read a match of one hand with some keys changed."""
    record = read_record({"rules": "classic", "hands": [WORKED], **changes})
    assert isinstance(record, MatchRecord)
    return record


def refused(record: object) -> NotARecord:
    """Return why an object is no record."""
    with pytest.raises(NotARecord) as error:
        read_record(record)
    return error.value


# What a record holds


def test_a_record_of_a_hand_holds_its_words_in_order() -> None:
    hand = read_hand()
    assert (hand.rules, hand.dealer) == (preset("classic"), WEST)
    assert hand.deck == WORKED["deck"].split()
    assert (hand.deal, hand.turned) == (None, "")
    assert (hand.bids, hand.plays) == (["pass", "take"], WORKED["plays"].split())
    assert (hand.declares, hand.held, hand.held_from, hand.forfeit) == ({}, None, None, None)


def test_words_are_read_as_they_stand_whether_they_are_cards_and_bids_or_not() -> None:
    hand = read_hand(deck="1S  what", bids="sing", plays="")
    assert (hand.deck, hand.bids, hand.plays) == (["1S", "what"], ["sing"], [])


def test_a_deal_tells_what_each_seat_plays_instead_of_the_deck() -> None:
    record = sweep("classic", "W")
    hand = read_record(record)
    assert isinstance(hand, HandRecord)
    assert hand.deck is None
    assert hand.deal == {SEATS.index(seat): cards.split() for seat, cards in record["deal"].items()}
    assert hand.turned == "8S"


def test_what_may_be_left_out_is_none_or_nothing() -> None:
    hand = read_hand(plays=None, declares=None, held=None, forfeit=None)
    assert (hand.plays, hand.declares, hand.held, hand.forfeit) == ([], {}, None, None)


def test_declarations_points_that_wait_and_a_forfeit_are_read_by_seat() -> None:
    hand = read_hand(
        declares={"N": "all", "E": "none", "S": ["7S 8S 9S"], "W": None},
        held={"points": 81, "from": "NS"},
        forfeit={"seat": "E", "why": "RuntimeError: not today"},
    )
    assert hand.declares == {NORTH: "all", EAST: "none", SOUTH: ["7S 8S 9S"]}
    assert (hand.held, hand.held_from, hand.forfeit) == (81, 0, EAST)


def test_points_may_wait_without_a_word_on_whose_they_were() -> None:
    assert read_hand(held={"points": 0}).held == 0


def test_a_forfeited_hand_needs_no_bids_and_one_forfeited_before_the_deal_no_cards() -> None:
    lost = {"rules": "classic", "dealer": "N", "forfeit": {"seat": "E"}}
    dealt = read_record({**lost, "deck": WORKED["deck"]})
    undealt = read_record(lost)
    assert isinstance(dealt, HandRecord)
    assert isinstance(undealt, HandRecord)
    assert dealt.bids == undealt.bids == dealt.plays == []
    assert (undealt.deck, undealt.deal) == (None, None)


def test_a_match_has_hands_under_its_own_rules() -> None:
    match = read_match(rules={"base": "classic", "target": 1000}, hands=[WORKED, LEVEL])
    assert [hand.dealer for hand in match.hands] == [WEST, WEST]
    assert {hand.rules for hand in match.hands} == {preset("classic", target=1000)}
    assert (match.deals, match.forfeit) == (None, None)


def test_a_match_may_tell_its_seed_with_the_deal_set() -> None:
    match = read_match(seed=SEED, deal_set=7)
    assert match.deals == (bytes(range(16)), 7)


def test_a_match_may_be_lost_before_its_first_hand() -> None:
    match = read_match(hands=[], forfeit={"seat": "W", "why": "never came"})
    assert (match.hands, match.forfeit) == ([], WEST)


def test_keys_that_are_not_a_record_s_are_passed_over() -> None:
    exported = {"match_id": "0f", "run_id": "1a", "ns": "basic", "ew": "random", "hand_no": 0}
    assert read_hand(**exported) == read_hand()
    assert read_match(**exported) == read_match()


def test_rules_are_found_where_the_reader_says() -> None:
    evening = preset("classic", target=701).named("evening")
    read = read_record({**WORKED, "rules": "evening"}, {"evening": evening}.__getitem__)
    assert read.rules is evening


# What is no record


@pytest.mark.parametrize("thing", [None, 5, "pass", [], [WORKED], True])
def test_what_is_no_object_is_no_record(thing: object) -> None:
    error = refused(thing)
    assert (str(error), error.where) == ("a record must be an object", "record")


RULES_MUST_BE = 'rules must be the name of a preset, or {"base": preset, field: value}'
HELD_MUST_BE = 'held must be like {"points": 81, "from": "NS"}'
DECLARES_MUST_BE = 'declares must give a seat "all", "none" or a list of card sets'
NEEDS_A_DECK = "a hand needs its deck, or else its deal and the card turned"


@pytest.mark.parametrize(
    ("changes", "where", "complaint"),
    [
        ({"rules": None}, "rules", RULES_MUST_BE),
        ({"rules": ["classic"]}, "rules", RULES_MUST_BE),
        ({"rules": {"target": 501}}, "rules", 'rules need a "base"'),
        ({"rules": "clasic"}, "rules", "there is no rule set 'clasic'; did you mean 'classic'?"),
        ({"rules": {"base": "classic", "traget": 1}}, "rules", "there is no rule 'traget'"),
        ({"rules": {"base": "classic", "tie": 5}}, "rules", "rule tie = 5 is not allowed"),
        ({"last": "yes"}, "last", "last must be true or false"),
        ({"dealer": None}, "dealer", "dealer must name seats by their letters: N E S W"),
        ({"dealer": "X"}, "dealer", "dealer must name seats"),
        ({"dealer": "NE"}, "dealer", "dealer must name seats"),
        ({"dealer": 0}, "dealer", "dealer must name seats"),
        ({"deck": None}, "deck", NEEDS_A_DECK),
        ({"deck": 32}, "deck", "deck must be a text"),
        ({"deck": WORKED["deck"].split()}, "deck", "deck must be a text"),
        ({"deal": sweep("classic", "W")["deal"]}, "deck", NEEDS_A_DECK),
        ({"deck": None, "deal": "7S"}, "deal", "deal must be an object"),
        ({"deck": None, "deal": {"N": "7S"}, "turned": "7S"}, "deal", "deal must give the cards"),
        ({"deck": None, "deal": dict.fromkeys("NESX", "7S"), "turned": "7S"}, "deal", "deal must"),
        ({"deck": None, "deal": dict.fromkeys("NESW", 8), "turned": "7S"}, "deal", "deal must"),
        ({"deck": None, "deal": dict.fromkeys("NESW", "7S")}, "turned", "turned must be a text"),
        ({"bids": None}, "bids", "bids must be a text"),
        ({"bids": ["pass"]}, "bids", "bids must be a text"),
        ({"plays": 5}, "plays", "plays must be a text"),
        ({"declares": "all"}, "declares", "declares must be an object"),
        ({"declares": {"Q": "all"}}, "declares", "declares must name seats"),
        ({"declares": {"N": "some"}}, "declares", DECLARES_MUST_BE),
        ({"declares": {"N": [7]}}, "declares", DECLARES_MUST_BE),
        ({"held": 81}, "held", "held must be an object"),
        ({"held": {"points": "81"}}, "held", HELD_MUST_BE),
        ({"held": {"points": True}}, "held", HELD_MUST_BE),
        ({"held": {"points": -1}}, "held", HELD_MUST_BE),
        ({"held": {"points": 1_000_000}}, "held", HELD_MUST_BE),
        ({"held": {"points": 81, "from": "N"}}, "held", HELD_MUST_BE),
        ({"forfeit": "N"}, "forfeit", "forfeit must be an object"),
        ({"forfeit": {"why": "late"}}, "forfeit", "forfeit must name seats"),
        ({"deck": None, "forfeit": {"seat": "N"}}, "deck", NEEDS_A_DECK),
    ],
)
def test_a_hand_of_another_form_is_refused_by_its_key(
    changes: dict[str, Any], where: str, complaint: str
) -> None:
    error = refused({**WORKED, **changes})
    assert str(error).startswith(complaint)
    assert (error.where, error.at, error.hand) == (where, None, None)


@pytest.mark.parametrize(
    ("changes", "where", "complaint"),
    [
        ({"hands": "none"}, "hands", "hands must be a list of hands"),
        ({"seed": 7, "deal_set": 0}, "seed", "seed must be 32 hexadecimal digits"),
        ({"seed": "xyz", "deal_set": 0}, "seed", "seed must be 32 hexadecimal digits"),
        ({"seed": SEED + "00", "deal_set": 0}, "seed", "seed must be 32 hexadecimal digits"),
        ({"seed": f" {SEED}", "deal_set": 0}, "seed", "seed must be 32 hexadecimal digits"),
        ({"seed": SEED}, "deal_set", "deal_set must be a number, beside the seed"),
        ({"seed": SEED, "deal_set": -1}, "deal_set", "deal_set must be a number"),
        ({"seed": SEED, "deal_set": 2**64}, "deal_set", "deal_set must be a number"),
        ({"seed": SEED, "deal_set": True}, "deal_set", "deal_set must be a number"),
        ({"forfeit": {"seat": 2}}, "forfeit", "forfeit must name seats"),
    ],
)
def test_a_match_of_another_form_is_refused_by_its_key(
    changes: dict[str, Any], where: str, complaint: str
) -> None:
    error = refused({"rules": "classic", "hands": [WORKED], **changes})
    assert str(error).startswith(complaint)
    assert (error.where, error.hand) == (where, None)


def test_a_hand_that_is_none_is_named_by_its_number_in_the_match() -> None:
    dealt = sweep("classic", "W")
    for hands, changes, where, complaint in (
        ([WORKED, "passed"], {}, "hands", "hand 1: a hand must be an object"),
        ([WORKED, LEVEL, {**WORKED, "bids": 1}], {}, "bids", "hand 2: bids must be a text"),
        ([dealt], {"seed": SEED, "deal_set": 0}, "deal", "hand 0: a hand needs its deck, not its"),
    ):
        error = refused({"rules": "classic", "hands": hands, **changes})
        assert str(error).startswith(complaint)
        assert (error.where, error.hand) == (where, len(hands) - 1)


def test_what_is_nested_too_deeply_is_no_record() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    error = refused({**WORKED, "rules": {"base": "classic", "target": deep}})
    assert (str(error), error.where) == ("the record is nested too deeply", "record")


# Lines


@pytest.mark.parametrize(
    "line", [b'{"a": 1}\n', b'\xef\xbb\xbf{"a": 1}\r\n', '  {"a": 1}', b'{"a": 1}']
)
def test_a_line_is_bytes_or_text_with_any_end_and_any_beginning_of_a_file(
    line: bytes | str,
) -> None:
    assert parse_line(text_of(line)) == {"a": 1}


@pytest.mark.parametrize("line", [b"", b"\n", b" \t\r\n", "", b"\xef\xbb\xbf\n"])
def test_a_blank_line_is_an_empty_text(line: bytes | str) -> None:
    assert text_of(line) == ""


def test_bytes_that_are_not_utf_8_are_refused_with_their_place() -> None:
    with pytest.raises(NotARecord, match="the line is not UTF-8") as error:
        text_of(b'{"deck": "7\xff"}')
    assert (error.value.where, error.value.at) == ("record", 11)


@pytest.mark.parametrize(
    ("line", "at", "complaint"),
    [
        ("nonsense", 0, "the line is not JSON: Expecting value"),
        ('{"rules": "classic"', 19, "the line is not JSON: Expecting ',' delimiter"),
        ("{} {}", 3, "the line is not JSON: Extra data"),
        ("NaN", None, "the line is not JSON: NaN is no number there"),
        ("[-Infinity]", None, "the line is not JSON: -Infinity is no number there"),
        ("9" * 101, None, "a number of 101 digits stands for nothing in a record"),
        ("9" * 5000, None, "a number of 5000 digits stands for nothing in a record"),
        ("[" * 100_000, None, "the record is nested too deeply"),
    ],
)
def test_a_line_that_is_not_json_is_refused_with_the_place_where_it_stops_being_so(
    line: str, at: int | None, complaint: str
) -> None:
    with pytest.raises(NotARecord) as error:
        parse_line(line)
    assert str(error.value).startswith(complaint)
    assert (error.value.where, error.value.at) == ("record", at)


def test_numbers_as_long_as_seeds_and_deals_are_read() -> None:
    assert parse_line("9" * 100) == int("9" * 100)
