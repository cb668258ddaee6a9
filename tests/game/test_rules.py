"""Rule sets as values, and what a preset narrows."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings

from harness.game import Rules, RulesError, preset, rules_of
from harness.game.fields import Value, as_text, parse_value
from tests.strategies import tables

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


def test_rules_show_all_that_they_say() -> None:
    shown = repr(preset("classic").named("mine"))
    assert shown.startswith("Rules(name='mine', base='classic', seats=4, direction='clockwise', ")
    assert shown.endswith(f", written_in='points', limits={preset('classic').limits})")


def test_equal_rules_are_equal_and_hash_alike() -> None:
    assert len({preset("classic", target=701), preset("classic").but(target=701)}) == 1
    assert preset("classic") != preset("classic", target=701)
    assert preset("classic") != preset("classic").as_dict()


@settings(max_examples=50)
@given(tables)
def test_rules_can_be_written_down_and_read_again(table: tuple[Rules, int]) -> None:
    rules, _ = table
    assert rules_of({"base": "contract82", **rules.as_dict()}) == rules


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
        ("none", "none"),
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
