"""The fields of a rule set, what they may take, and the presets that come from the texts."""

from dataclasses import FrozenInstanceError
from typing import Final

import pytest
from hypothesis import given, settings

from harness.game import Rules, RulesError, preset, rules_of
from harness.game.rules import Value, as_text, describe, parse_value
from tests.strategies import TEXTS, rule_sets

FREE = "contract82"
"""A preset that narrows no field."""

WORDS: Final = {
    "direction": "clockwise, counterclockwise",
    "level_at_target": "play_on, draw, last_hand",
    "first_dealer": "drawn, lowest_card",
    "dealing": "shuffle, cut",
    "packets": "3+2, 2+3",
    "round_two": "other_suits, any_suit",
    "passed_out": "same_dealer, next_dealer",
    "declare_when": "first_trick, before_play",
    "run_order": "top, length",
    "contract": "compare, points",
    "tie": "bank, hold, pool, fail, share",
    "failed_takes": "announced, scoring",
    "belote_when_failed": "kept, lost",
    "rounding": "exact, tens",
}
SWITCHES: Final = (
    "dealer_must_name",
    "declarations",
    "silence",
    "shared_cards",
    "belote_counts",
    "overtrump",
    "undertrump",
    "partner_exempt",
    "rise",
    "contree",
)
SPANS: Final = {
    "target": (100, 3000),
    "contract_points": (0, 162),
    "contract_points_belote": (0, 182),
    "last_trick": (0, 20),
}
OPTIONAL: Final = ("capot_total", "capot_bonus")


# The fields


def test_the_fields_are_words_switches_and_numbers_each_with_a_meaning() -> None:
    numbers = {*SPANS, *OPTIONAL, "hand_limit", "seats"}
    assert {rule.name for rule in describe()} == {*WORDS, *SWITCHES, *numbers}
    assert all(rule.meaning.endswith(".") for rule in describe())


def test_a_field_s_default_is_among_the_values_it_takes() -> None:
    assert [rule.name for rule in describe() if not rule.allowed.admits(rule.default)] == []


@pytest.mark.parametrize(("field", "words"), WORDS.items())
def test_a_field_of_words_takes_each_of_them(field: str, words: str) -> None:
    assert [getattr(preset(FREE, **{field: word}), field) for word in words.split(", ")] == (
        words.split(", ")
    )


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
    assert [getattr(preset(FREE, **{field: value}), field) for value in span] == [low, high]
    for value in (low - 1, high + 1, str(low), True, None):
        with pytest.raises(RulesError, match=f"^rule {field} = .*; it takes {low} to {high}$"):
            preset(FREE, **{field: value})


@pytest.mark.parametrize("value", [0, 1, 40, 1000])
def test_the_hand_limit_is_none_or_a_number_of_hands(value: int) -> None:
    assert preset("classic", hand_limit=value).hand_limit == value


def test_the_hand_limit_is_never_negative() -> None:
    with pytest.raises(RulesError, match=r"^rule hand_limit = -1 is not allowed"):
        preset("classic", hand_limit=-1)


def test_four_seats_play() -> None:
    assert preset("classic", seats=4).seats == 4
    with pytest.raises(RulesError, match=r"^rule seats = 3 is not allowed"):
        preset("classic", seats=3)


def test_a_rule_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(RulesError, match=r"no rule 'targt'.*direction, target, hand_limit"):
        preset("classic", targt=501)


@pytest.mark.parametrize("name", ["name", "base", "limits"])
def test_what_a_rule_set_is_called_and_comes_from_is_no_rule(name: str) -> None:
    with pytest.raises(RulesError, match=f"no rule '{name}'"):
        preset("classic").but(**{name: "classic"})


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


# What a preset narrows


@pytest.mark.parametrize("target", [301, 1001])
def test_the_classic_table_sets_its_target_from_301_to_1001(target: int) -> None:
    assert preset("classic", target=target).target == target


@pytest.mark.parametrize("target", [300, 1002])
def test_the_classic_table_sets_no_other_target(target: int) -> None:
    with pytest.raises(RulesError) as refused:
        preset("classic", target=target)
    assert str(refused.value) == (
        f"rule target = {target} is not allowed (in classic); it takes 301 to 1001"
    )


@pytest.mark.parametrize("bonus", [0, 10, 90, 200])
def test_the_score_sheet_s_capot_bonus_goes_up_by_tens(bonus: int) -> None:
    assert preset("scoresheet", capot_bonus=bonus).capot_bonus == bonus


@pytest.mark.parametrize("bonus", [95, 210, -10])
def test_the_score_sheet_takes_no_other_capot_bonus(bonus: int) -> None:
    with pytest.raises(RulesError, match=r"^rule capot_bonus = .*0 to 200 in steps of 10"):
        preset("scoresheet", capot_bonus=bonus)


def test_limits_outlive_a_change_of_another_field() -> None:
    with pytest.raises(RulesError, match="in classic"):
        preset("classic", hand_limit=10).but(target=2000)


# Rule sets as values


def test_rules_never_change() -> None:
    rules = preset("classic")
    with pytest.raises(FrozenInstanceError):
        rules.target = 1001  # type: ignore[misc]
    rules.but(target=1001)
    assert rules.target == 501


def test_rules_may_have_another_name_and_remember_where_they_come_from() -> None:
    rules = preset("classic", target=701).named("long")
    assert (rules.name, rules.base, rules.target) == ("long", "classic", 701)
    with pytest.raises(RulesError, match=r"\(in long\)"):
        rules.but(target=2000)


def test_equal_rules_are_equal_and_hash_alike() -> None:
    assert len({preset("classic", target=701), preset("classic").but(target=701)}) == 1
    assert preset("classic") != preset("classic", target=701)


@settings(max_examples=50)
@given(rule_sets)
def test_rules_can_be_written_down_and_read_again(rules: Rules) -> None:
    assert rules_of({"base": FREE, **rules.as_dict()}) == rules


def test_rules_are_named_by_a_preset_or_by_a_base_and_what_differs_or_are_given() -> None:
    classic = preset("classic")
    assert rules_of("classic") == classic
    assert rules_of({"base": "classic", "target": 701}) == classic.but(target=701)
    assert rules_of(classic) is classic


@pytest.mark.parametrize("spec", [{"target": 701}, {"base": 3}])
def test_a_table_of_rules_needs_a_base(spec: dict[str, int]) -> None:
    with pytest.raises(RulesError, match='rules need a "base"'):
        rules_of(spec)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("none", None),
        ("501", 501),
        ("0", 0),
        ("-1", -1),
        ("bank", "bank"),
        ("3+2", "3+2"),
    ],
)
def test_a_value_is_read_as_a_user_writes_it(text: str, value: Value) -> None:
    read = parse_value(text)
    assert (read, type(read)) == (value, type(value))
    assert as_text(read) == text.lower()


def test_rules_changed_in_nothing_are_the_same_rules() -> None:
    rules = preset("classic")
    assert rules.but() is rules


def test_a_rule_called_self_is_as_unknown_as_any_other() -> None:
    with pytest.raises(RulesError, match="no rule 'self'"):
        preset("classic").but(self=1)
