"""What authorities say of the variants, worked out by hand and held against the oracle."""

from typing import Any

import pytest

from . import DECK, PRESETS, compare, declarations, judge, legal, score, speaking, that_score, whole
from .auction import auction, may_say
from .cards import order_from
from .faults import RecordError
from .matches import ending, first_bar, next_bar
from .play import last_trick, points
from .records import WHOLE_SUITS
from .scoring import balanced

ORDER = ["N", "W", "S", "E"]
CONTREE, COINCHE = PRESETS["contree"], PRESETS["coinche"]
BULGARIAN, TWO = PRESETS["bulgarian"], PRESETS["two-handed"]


def settled(rules: dict[str, Any], bids: str) -> tuple[str | None, str | None, int]:
    """Who took, with which trump and what it is multiplied by; N speaks first."""
    contract = auction(rules, ORDER, None, bids.split())
    return contract["taker"], contract["trump"], contract["multiplier"]


def written(
    rules: dict[str, Any],
    card_points: tuple[int, int],
    **counts: Any,  # noqa: ANN401 - as score
) -> tuple[str, int, int, int]:
    """The outcome, what NS, who took, and EW write and what waits; every pair is (NS, EW)."""
    pairs: dict[str, Any] = {
        name: dict(zip(("NS", "EW"), counts.pop(name, (0, 0)), strict=True))
        for name in ("announced", "declarations", "belote")
    }
    tricks = counts.pop("tricks", (4, 4))
    held = {"points": counts.pop("held", 0)}
    whether = {name: counts.pop(name, False) for name in ("alone", "last")}
    result = score(
        rules,
        taker_side="NS",
        card_points=dict(zip(("NS", "EW"), card_points, strict=True)),
        tricks=dict(zip(("NS", "EW"), tricks, strict=True)),
        held=held,
        **whether,
        contract=counts,
        **pairs,
    )
    return result["outcome"], *result["score"].values(), result["held_out"]


# Auctions


def test_a_bid_must_be_higher_and_three_passes_end_it() -> None:
    assert settled(CONTREE, "80H pass pass pass") == ("N", "H", 1)
    assert settled(CONTREE, "pass pass pass pass") == (None, None, 1)
    assert may_say(CONTREE, ORDER, ["160C"], "W") == (
        ["pass", "coinche", "capotC", "capotD", "capotH", "capotS"]
    )


def test_only_the_other_side_doubles_and_only_the_own_side_answers() -> None:
    assert may_say(CONTREE, ORDER, ["80H", "coinche"], "S") == ["pass", "surcoinche"]
    assert may_say(CONTREE, ORDER, ["80H", "coinche"], "E") == ["pass"]
    assert "coinche" not in may_say(CONTREE, ORDER, ["80H"], "S")
    assert settled(CONTREE, "80H pass pass coinche surcoinche") == ("N", "H", 4)


def test_a_raise_takes_contra_away_in_the_bulgarian_auction() -> None:
    assert settled(BULGARIAN, "C contra D pass pass pass") == ("S", "D", 1)
    assert settled(BULGARIAN, "AT contra recontra") == ("N", "AT", 4)


def test_passes_at_the_end_may_be_left_out_over_a_turned_card_alone() -> None:
    with pytest.raises(RecordError, match="the bidding is not over"):
        settled(CONTREE, "80H coinche")
    doubled = {**PRESETS["scoresheet"], "contree": True}
    assert auction(doubled, ORDER, "7H", ["take", "pass"])["multiplier"] == 1


def test_a_number_is_as_far_above_the_last_as_it_must_be() -> None:
    rules = {**CONTREE, "bid_step": 1, "raise_at_least": 10}
    higher = may_say(rules, ORDER, ["85H"], "W")
    assert ("94C" in higher, "95C" in higher, "capotC" in higher) == (False, True, True)


def test_nobody_speaks_where_the_last_card_makes_trump() -> None:
    record = {"rules": "two-handed", "dealer": "N", "deck": " ".join(DECK), "bids": ""}
    assert speaking(record) is None
    assert auction(TWO, ["E", "N"], "AC", [])["taker"] == "E"


# No trumps and all trumps


@pytest.mark.parametrize(
    ("rules", "suit", "no_trumps", "all_trumps"),
    [
        (PRESETS["classic"], 162, 130, 258),
        (COINCHE, 162, 162, 162),
        ({**COINCHE, "all_trumps_points": "jack_14"}, 162, 162, 162),
        (BULGARIAN, 162, 260, 258),
    ],
)
def test_the_deck_and_the_last_trick_are_worth_what_the_tables_say(
    rules: dict[str, Any], suit: int, no_trumps: int, all_trumps: int
) -> None:
    assert [whole(rules, trump) for trump in ("H", "NT", "AT")] == [suit, no_trumps, all_trumps]


def test_no_trumps_that_count_twice_double_the_last_trick_too() -> None:
    assert (last_trick(BULGARIAN, "NT"), last_trick(BULGARIAN, "AT")) == (20, 10)
    assert points(COINCHE, "NT", ["AS", "10S"]) == 29
    assert points(COINCHE, "AT", ["JS", "QS"]) == 15


def test_at_all_trumps_one_rises_even_over_the_partner() -> None:
    assert legal(BULGARIAN, "AT", ["QD", "7D"], ["8D", "KD", "JH"]) == ["KD"]


# Declarations


def test_at_no_trumps_aces_are_high_or_nothing_counts() -> None:
    aces = ["AS", "AH", "AD", "AC"]
    tens = ["10S", "10H", "10D", "10C"]
    assert [one["value"] for one in declarations(COINCHE, aces, "NT")] == [200]
    assert [one["value"] for one in declarations(COINCHE, tens, "NT")] == [150]
    assert declarations(BULGARIAN, aces, "NT") == []


def test_runs_and_fours_are_compared_apart_in_the_bulgarian_game() -> None:
    by_seat = {
        "N": declarations(BULGARIAN, ["9S", "9H", "9D", "9C", "7S", "8S"]),
        "E": declarations(BULGARIAN, ["7D", "8D", "9C", "10C", "JC"]),
    }
    assert that_score(BULGARIAN, "H", by_seat) == {"NS": 150, "EW": 20}
    assert compare(COINCHE, "H", by_seat) == ("NS", {"NS": 150, "EW": 0})


# What is written


def test_contree_writes_points_bid_and_belote_in_tens() -> None:
    assert written(CONTREE, (117, 45), points=110) == ("made", 230, 50, 0)
    assert written(CONTREE, (60, 102), belote=(20, 0), points=90) == ("failed", 0, 270, 0)
    coinched = written(CONTREE, (100, 62), belote=(0, 20), points=90, multiplier=2)
    assert coinched == ("made", 320 + 180 + 20, 0, 0)


def test_a_capot_bid_is_500_times_its_multiplier_and_nothing_besides() -> None:
    counts = {"tricks": (8, 0), "points": 500, "slam": "capot", "multiplier": 2}
    assert written(CONTREE, (162, 0), **counts) == ("made", 1000, 0, 0)


def test_a_generale_needs_the_taker_alone() -> None:
    counts = {"tricks": (8, 0), "points": 500, "slam": "generale"}
    assert written(COINCHE, (162, 0), **counts) == ("failed", 0, 660, 0)
    assert written(COINCHE, (162, 0), alone=True, **counts) == ("made", 750, 0, 0)


def test_198_of_258_are_124_in_proportion_and_144_with_belote() -> None:
    rules = {**COINCHE, "all_trumps_points": "in_proportion", "rounding": "exact"}
    score_of = written(rules, (198, 60), belote=(20, 0), trump="AT", points=80)
    assert score_of == ("made", 144 + 80, 38, 0)


@pytest.mark.parametrize(
    ("amounts", "tens"),
    [
        ((34, 224), (4, 22)),
        ((164, 194), (17, 19)),
        ((56, 106), (6, 10)),
        ((6, 156), (1, 15)),
        ((154, 154), (16, 15)),
        ((106, 106), (11, 10)),
    ],
)
def test_the_bulgarian_sheet_is_balanced(amounts: tuple[int, int], tens: tuple[int, int]) -> None:
    both = {"NS": amounts[0], "EW": amounts[1]}
    assert balanced(both, "NS") == {"NS": 10 * tens[0], "EW": 10 * tens[1]}


def test_a_bulgarian_tie_hangs_and_under_contra_all_of_it_does() -> None:
    assert written(BULGARIAN, (81, 81)) == ("tied", 0, 8, 8)
    assert written(BULGARIAN, (81, 81), multiplier=2) == ("tied", 0, 0, 32)
    assert written(BULGARIAN, (100, 62), held=8) == ("made", 18, 6, 0)


# Two-handed


def test_for_two_what_lies_under_a_card_is_turned_over_after_the_trick() -> None:
    spades, hearts, diamonds, clubs = (suit.split() for suit in WHOLE_SUITS.values())
    # N's spades lie on hearts and E's diamonds, of which the last makes trump, on clubs.
    deck = []
    for half in (slice(0, 4), slice(4, 8)):
        deck += hearts[half] + clubs[half] + spades[half] + diamonds[half]
    record = {"rules": "two-handed", "dealer": "E", "deck": " ".join(deck), "bids": ""}
    covered = judge({**record, "plays": "JS AD KC"})
    assert (covered["at"], covered["seat"]) == (2, "E")
    # The jack of spades lay on the ace of hearts, and the ace of diamonds on that of clubs.
    assert judge({**record, "plays": "JS AD AC"})["legal"].split() == (
        ["7S", "8S", "9S", "QS", "KS", "10S", "AS", "AH"]
    )
    assert order_from("clockwise", "E", 2) == ["E", "N"]


# The match


def test_a_capot_may_not_go_out_or_raise_the_target() -> None:
    capot = {"outcome": "made", "taker": "N", "capot": "NS"}
    plain = {**capot, "capot": None}
    totals = {"NS": 160, "EW": 90}
    assert ending(BULGARIAN, totals, capot, 9, 0) == (None, None)
    assert ending(BULGARIAN, totals, plain, 9, 0) == ("target", "NS")
    raising = {**BULGARIAN, "capot_goes_out": "raises_target"}
    assert next_bar(raising, first_bar(raising), totals, capot) == 161
    assert ending(raising, totals, plain, 9, 0, bar=161) == (None, None)


def test_a_target_may_have_to_be_exceeded() -> None:
    made = {"outcome": "made", "taker": "N", "capot": None}
    exceeded = {**CONTREE, "target_is": "exceeded"}
    assert ending(CONTREE, {"NS": 2000, "EW": 0}, made, 9, 0) == ("target", "NS")
    assert ending(exceeded, {"NS": 2000, "EW": 0}, made, 9, 0) == (None, None)
    assert ending(exceeded, {"NS": 2001, "EW": 0}, made, 9, 0) == ("target", "NS")
