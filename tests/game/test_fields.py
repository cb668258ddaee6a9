"""The fields of a rule set: what each may take, and which go together."""

from typing import Final

import pytest

from harness.game import RulesError, preset, rules_of
from harness.game.fields import Value, as_text
from harness.game.rules import PACKETS, describe
from tests.strategies import TEXTS

FREE = "contract82"
"""A preset that narrows no field."""

WORDS: Final = {
    "direction": "clockwise, counterclockwise",
    "target_is": "reached, exceeded",
    "level_at_target": "play_on, draw, last_hand, last_taker, last_points",
    "both_at_target": "higher_total, as_level",
    "capot_goes_out": "yes, one_more_hand, raises_target",
    "first_dealer": "drawn, lowest_card",
    "dealing": "shuffle, cut",
    "packets": "3+2, 2+3, 3+2+3, 2+3+3, 3+3+2, 4+4, 6+2, 4+4+4+4",
    "deals_next": "in_turn, winner",
    "passed_out": "same_dealer, next_dealer",
    "auction": "turn_up, tens, names, last_card",
    "round_two": "other_suits, any_suit",
    "declare_when": "first_trick, before_play",
    "declarations_shown": "second_trick, last_trick",
    "declarations_compared": "together, by_kind",
    "run_order": "top, length",
    "no_trumps_declarations": "usual, aces_high, none",
    "contract": "compare, points, bid",
    "over_partner": "free, only_trumps, no_undertrump, always",
    "tie": "bank, hold, pool, fail, share, made, replay",
    "belote_when_tied": "written, waits",
    "score_by": "points, points_and_bid, bid",
    "failed_pays": "points, points_and_bid, bid",
    "failed_takes": "announced, scoring",
    "belote_when_failed": "kept, lost",
    "doubles": "points, bid, everything",
    "doubled_points": "made, all, flat",
    "no_trumps_points": "plain, doubled, ace_19",
    "all_trumps_points": "trump, jack_13, jack_14, in_proportion",
    "rounding": "exact, tens, tens_from_six, fives, balanced, leader_first, takers_first, "
    "takers_only",
    "written_in": "points, tens",
}
GOES_WITH: Final[dict[tuple[str, str], dict[str, Value]]] = {
    **{("packets", packets): {"auction": "tens"} for packets in PACKETS["tens"]},
    ("packets", "4+4+4+4"): {"auction": "last_card", "seats": 2},
    ("auction", "last_card"): {"packets": "4+4+4+4", "seats": 2},
    ("contract", "bid"): {"auction": "tens"},
    ("score_by", "bid"): {"auction": "tens"},
    ("failed_pays", "bid"): {"auction": "tens"},
    ("written_in", "tens"): {"rounding": "tens"},
    ("both_at_target", "as_level"): {"level_at_target": "draw"},
    ("deals_next", "winner"): {"auction": "last_card", "packets": "4+4+4+4", "seats": 2},
}
"""The words that go with other fields only."""

SWITCHES: Final = (
    "dealer_must_name",
    "no_trumps",
    "all_trumps",
    "contree",
    "raise_after_contree",
    "declarations",
    "silence",
    "trump_run_wins",
    "shared_cards",
    "capot_takes_declarations",
    "belote_discarded",
    "belote_counts",
    "defence_belote_counts",
    "belote_goes_out",
    "declarations_count",
    "beat_defence",
    "slam_alone",
    "overtrump",
    "undertrump",
    "partner_exempt",
    "rise",
)
SPANS: Final = {
    "target": (100, 3000),
    "contract_points": (0, 162),
    "contract_points_belote": (0, 182),
    "bid_step": (1, 100),
    "raise_at_least": (1, 100),
    "needed_beyond_bid": (0, 100),
    "needed_at_least": (0, 162),
    "doubled_capot": (0, 1000),
    "last_trick": (0, 20),
}
BIDS: Final = ("lowest_bid", "highest_bid")
OPTIONAL: Final = ("capot_total", "capot_bonus")
OR_NONE: Final = {"capot_bid": 1000, "generale_bid": 1000, "failed_points": 300}
"""Numbers from 100 to this, or none."""

WORDS_OR_NONE: Final[dict[str, tuple[Value, ...]]] = {
    "surcontree": (None, 3, 4),
    "tie_doubled": (None, "bank", "hold", "pool", "fail", "share", "made", "replay"),
    "tie_last": (None, "fail", "share", "made"),
}


# The fields


def test_the_fields_are_words_switches_and_numbers_each_with_a_meaning() -> None:
    numbers = {*SPANS, *BIDS, *OPTIONAL, *OR_NONE, "hand_limit", "seats"}
    assert {rule.name for rule in describe()} == {*WORDS, *WORDS_OR_NONE, *SWITCHES, *numbers}
    assert all(rule.meaning.endswith(".") for rule in describe())


def test_a_field_s_default_is_among_the_values_it_takes() -> None:
    assert [rule.name for rule in describe() if not rule.allowed.admits(rule.default)] == []


@pytest.mark.parametrize(("field", "words"), WORDS.items())
def test_a_field_of_words_takes_each_of_them(field: str, words: str) -> None:
    for word in words.split(", "):
        rules = preset(FREE, **{field: word}, **GOES_WITH.get((field, word), {}))
        assert getattr(rules, field) == word


@pytest.mark.parametrize(("field", "words"), WORDS.items())
@pytest.mark.parametrize("value", ["sideways", "", True, 1, None])
def test_a_field_of_words_takes_no_other_and_names_them(
    field: str, words: str, value: Value
) -> None:
    with pytest.raises(RulesError) as refused:
        preset(FREE, **{field: value})
    assert str(refused.value) == f"rule {field} = {as_text(value)} is not allowed; it takes {words}"


@pytest.mark.parametrize("field", SWITCHES)
def test_a_switch_is_on_or_off_and_nothing_else(field: str) -> None:
    assert [getattr(preset(FREE, **{field: value}), field) for value in (True, False)] == [
        True,
        False,
    ]
    for value in ("true", 1, 0, None):
        with pytest.raises(RulesError, match=f"^rule {field} = .*; it takes true, false$"):
            preset(FREE, **{field: value})


@pytest.mark.parametrize(("field", "span"), SPANS.items())
def test_a_number_is_whole_and_within_its_bounds(field: str, span: tuple[int, int]) -> None:
    low, high = span
    step = {"highest_bid": 180} if field == "bid_step" else {}
    assert [getattr(preset(FREE, **{field: value, **step}), field) for value in span] == [low, high]
    for value in (low - 1, high + 1, str(low), True, None):
        with pytest.raises(RulesError, match=f"^rule {field} = .*; it takes {low} to {high}$"):
            preset(FREE, **{field: value})


@pytest.mark.parametrize(("field", "high"), OR_NONE.items())
def test_a_number_that_may_be_off_is_none_or_within_its_bounds(field: str, high: int) -> None:
    for value in (None, 100, high):
        assert getattr(preset(FREE, **{field: value}), field) == value
    for wrong in (99, high + 1, "off", True):
        with pytest.raises(RulesError, match=f"^rule {field} = .*; it takes 100 to {high} or none"):
            preset(FREE, **{field: wrong})


@pytest.mark.parametrize(("field", "values"), WORDS_OR_NONE.items())
def test_a_choice_that_may_be_off_takes_none_and_its_words_and_nothing_else(
    field: str, values: tuple[Value, ...]
) -> None:
    assert [getattr(preset(FREE, **{field: value}), field) for value in values] == list(values)
    for wrong in ("sideways", 2, True):
        with pytest.raises(RulesError, match=f"^rule {field} = .*; it takes none, "):
            preset(FREE, **{field: wrong})


@pytest.mark.parametrize("number", [10, 700])
def test_numbers_are_bid_from_10_to_700(number: int) -> None:
    rules = preset("contree", lowest_bid=number, highest_bid=number)
    assert (rules.lowest_bid, rules.highest_bid) == (number, number)
    for wrong in (9, 701, None):
        with pytest.raises(RulesError, match="it takes 10 to 700"):
            preset("contree", lowest_bid=wrong)


@pytest.mark.parametrize("value", [0, 1, 40, 1000])
def test_the_hand_limit_is_none_or_a_number_of_hands(value: int) -> None:
    assert preset("classic", hand_limit=value).hand_limit == value


def test_the_hand_limit_is_never_negative() -> None:
    with pytest.raises(RulesError, match=r"^rule hand_limit = -1 is not allowed"):
        preset("classic", hand_limit=-1)


def test_two_or_four_seats_play() -> None:
    assert preset("classic", seats=4).seats == 4
    assert preset("two-handed", seats=2).seats == 2
    with pytest.raises(RulesError, match=r"^rule seats = 3 is not allowed"):
        preset("classic", seats=3)


def test_a_rule_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(
        RulesError, match=r"^there is no rule 'targt'; did you mean 'target'\? \(known: seats, "
    ) as refused:
        preset("classic", targt=501)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize("name", ["name", "base", "limits"])
def test_what_a_rule_set_is_called_and_comes_from_is_no_rule(name: str) -> None:
    with pytest.raises(RulesError, match=f"no rule '{name}'"):
        preset("classic").but(**{name: "classic"})


# None, as it is written


@pytest.mark.parametrize("field", [*OR_NONE, *WORDS_OR_NONE])
@pytest.mark.parametrize("written", ["none", "None", None])
def test_a_field_that_may_be_off_is_switched_off_by_what_is_shown_of_it(
    field: str, written: Value
) -> None:
    words = WORDS_OR_NONE.get(field, (None, 200))
    on = preset(FREE, **{field: words[1]})
    assert getattr(on, field) == words[1]
    assert getattr(on.but(**{field: written}), field) is None
    assert getattr(rules_of({"base": FREE, field: written}), field) is None


def test_rules_based_on_others_can_do_without_all_that_those_have() -> None:
    without = {"capot_bid": "none", "generale_bid": "none", "surcontree": "none"}
    rules = preset("coinche", failed_points="none", **without)
    assert (rules.capot_bid, rules.generale_bid, rules.surcontree) == (None, None, None)
    assert rules.failed_points is None


def test_where_none_is_a_word_it_stays_one() -> None:
    rules = preset("coinche", no_trumps_declarations="none")
    assert rules.no_trumps_declarations == "none"
    with pytest.raises(RulesError, match="no_trumps_declarations = none is not allowed"):
        preset("coinche", no_trumps_declarations=None)


def test_where_a_field_is_never_off_none_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^rule tie = none is not allowed; it takes bank, hold"):
        preset(FREE, tie="none")
    with pytest.raises(RulesError, match=r"^rule last_trick = none is not allowed; it takes 0 to"):
        preset(FREE, last_trick="none")


def test_a_capot_is_worth_what_the_tricks_hold_at_least() -> None:
    assert preset(FREE, capot_total=162).capot_total == 162
    assert preset(FREE, capot_total=152, last_trick=0).capot_total == 152
    with pytest.raises(RulesError, match="it takes 172 or more"):
        preset(FREE, capot_total=171, last_trick=20)


# The target goes by the units of the sheet


def test_a_target_in_tens_does_not_go_with_a_sheet_in_points() -> None:
    for changes in ({}, {"target": 151}):
        with pytest.raises(RulesError) as refused:
            preset("bulgarian", written_in="points", **changes)
        assert str(refused.value) == (
            "target = 151 does not go with written_in = points (in bulgarian): it takes 1010 to "
            "5010"
        )
    assert preset("bulgarian", written_in="points", target=1510).target == 1510


def test_rules_without_a_limit_may_count_in_either() -> None:
    in_tens = preset(FREE, written_in="tens", rounding="tens")
    assert in_tens.but(written_in="points").target == 501


# The capot: a total or a bonus


@pytest.mark.parametrize("field", OPTIONAL)
def test_naming_one_way_to_count_a_capot_takes_the_other_away(field: str) -> None:
    for name in TEXTS:
        rules = preset(name, **{field: 200})
        other = OPTIONAL[1 - OPTIONAL.index(field)]
        assert (getattr(rules, field), getattr(rules, other)) == (200, None)


@pytest.mark.parametrize("values", [(250, 90), (None, None)])
def test_a_capot_is_a_total_or_a_bonus_not_both_and_not_neither(
    values: tuple[int | None, int | None],
) -> None:
    with pytest.raises(RulesError, match="either capot_total or capot_bonus"):
        preset("classic", **dict(zip(OPTIONAL, values, strict=True)))


@pytest.mark.parametrize("field", OPTIONAL)
@pytest.mark.parametrize("value", [-1, "90", True])
def test_a_capot_is_worth_a_whole_number(field: str, value: int | str) -> None:
    with pytest.raises(RulesError, match=f"^rule {field} = "):
        preset("contract82", **{field: value})


# Fields that go together


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"packets": "6+2"}, "auction = turn_up goes with packets = 3+2 or 2+3, not 6+2"),
        ({"auction": "last_card"}, "auction = last_card goes with packets = 4+4+4+4, not 3+2"),
        ({"seats": 2}, "seats = 2 goes with auction = last_card, and that with seats = 2"),
        (
            {"auction": "last_card", "packets": "4+4+4+4"},
            "seats = 2 goes with auction = last_card, and that with seats = 2",
        ),
        (
            {"tie": "hold", "tie_doubled": "bank"},
            (
                "tie = hold and tie_doubled = bank do not go together: under bank what waits is "
                "for whoever defends the next hand, under hold and pool for its winner"
            ),
        ),
        (
            {"tie": "bank", "tie_doubled": "pool"},
            (
                "tie = bank and tie_doubled = pool do not go together: under bank what waits is "
                "for whoever defends the next hand, under hold and pool for its winner"
            ),
        ),
        ({"contract": "bid"}, "contract = bid goes with auction = tens"),
        ({"contract": "bid", "auction": "names"}, "contract = bid goes with auction = tens"),
        ({"score_by": "bid"}, "score_by and failed_pays take bid with auction = tens"),
        ({"failed_pays": "bid"}, "score_by and failed_pays take bid with auction = tens"),
        (
            {"written_in": "tens"},
            (
                "written_in = tens needs a rounding to tens: rounding = tens or tens_from_six or "
                "balanced or leader_first or takers_first"
            ),
        ),
        (
            {"both_at_target": "as_level"},
            (
                "both_at_target = as_level goes with a level_at_target that ends the match, not "
                "play_on"
            ),
        ),
        (
            {"deals_next": "winner"},
            "deals_next = winner goes with seats = 2: of four seats two have won",
        ),
        (
            {"capot_total": 153},
            (
                "capot_total = 153 is less than all tricks hold with last_trick = 10: it takes "
                "162 or more"
            ),
        ),
        (
            {"auction": "tens", "capot_bid": 500, "generale_bid": 400},
            "generale_bid = 400 is less than capot_bid = 500, over which it is bid",
        ),
        (
            {"highest_bid": 155},
            "highest_bid must be lowest_bid and some steps more: 155 is not 80 and steps of 10",
        ),
        (
            {"lowest_bid": 170},
            "highest_bid must be lowest_bid and some steps more: 160 is not 170 and steps of 10",
        ),
    ],
)
def test_fields_that_do_not_go_together_are_refused_with_what_would(
    changes: dict[str, Value], complaint: str
) -> None:
    with pytest.raises(RulesError) as refused:
        preset(FREE, **changes)
    assert str(refused.value) == complaint
