"""What is said of rules: every field once, and the table of presets in the docs."""

from __future__ import annotations

from itertools import chain

from harness.game import preset, preset_names
from harness.game.rules import PRESETS, describe
from harness.report.rules import (
    GROUPS,
    ONLY_WITH,
    presets_as_markdown,
    readings,
    renewed,
    says_something,
    title_of,
)


def test_every_field_is_in_one_group() -> None:
    assert sorted(chain(*GROUPS.values())) == sorted(rule.name for rule in describe())


def test_a_field_depends_on_a_value_that_another_may_take() -> None:
    rules = {rule.name: rule for rule in describe()}
    for field, (other, value) in ONLY_WITH.items():
        assert field in rules
        assert rules[other].allowed.admits(value)


def test_a_field_says_something_only_beside_those_it_needs() -> None:
    assert says_something(preset("classic"), "silence")
    assert not says_something(preset("contract82"), "silence")
    assert says_something(preset("contract82"), "contract_points")
    assert not says_something(preset("classic"), "contract_points")
    assert says_something(preset("classic"), "capot_total")
    assert not says_something(preset("classic"), "capot_bonus")
    assert says_something(preset("contract82"), "hand_limit"), "0 is a value"


def test_every_preset_has_a_title_in_one_line() -> None:
    for name in preset_names():
        assert title_of(name).strip() == title_of(name) != ""
        assert "\n" not in title_of(name)


def test_every_reading_that_a_preset_marks_is_found() -> None:
    for name in preset_names():
        source = (PRESETS / f"{name}.toml").read_text("utf-8")
        values = source.split("[rules]")[1]
        assert len(readings(name)) == values.count("¹")
        assert readings(name) <= set(preset(name).as_dict())


def test_the_table_has_a_line_for_each_field_and_a_column_for_each_preset() -> None:
    heading, _, *lines = presets_as_markdown().splitlines()
    assert heading == f"| field | takes | {' | '.join(preset_names())} |"
    assert len(lines) == len(describe())
    ties = next(line for line in lines if line.startswith("| `tie` |"))
    assert ties == ("| `tie` | bank, hold, pool, fail, share | bank | fail | pool¹ | fail | hold |")
    silence = next(line for line in lines if line.startswith("| `silence` |"))
    assert silence == "| `silence` | true, false | false¹ | – | true¹ | – | false¹ |"


def test_a_page_gets_the_table_between_its_marks_and_keeps_the_rest() -> None:
    page = "before\n\n<!-- presets -->\n\nold\n\n<!-- end -->\n\nafter\n"
    new = renewed(page)
    assert new == page.replace("old", presets_as_markdown())
    assert renewed(new) == new
