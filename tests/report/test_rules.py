"""What is said of rules: every field once, and the tables of presets in the docs."""

from __future__ import annotations

from itertools import chain

import pytest

from harness.game import preset, preset_names
from harness.game.fields import Value
from harness.game.presets import PRESETS
from harness.game.rules import describe
from harness.report.fields import GROUPS, ONLY_WITH, in_words, lacking, says_something
from harness.report.rules import (
    FAMILIES,
    fields_as_markdown,
    presets_as_markdown,
    readings,
    renewed,
    title_of,
)


def test_every_field_is_in_one_group() -> None:
    assert sorted(chain(*GROUPS.values())) == sorted(rule.name for rule in describe())


def test_a_field_depends_on_values_that_others_may_take() -> None:
    rules = {rule.name: rule for rule in describe()}
    for field, conditions in ONLY_WITH.items():
        assert field in rules
        for condition in conditions:
            for other, values in condition.items():
                assert other != field
                assert all(rules[other].allowed.admits(value) for value in values)


@pytest.mark.parametrize(
    ("name", "field", "says"),
    [
        ("classic", "silence", True),
        ("contract82", "silence", False),
        ("contract82", "contract_points", True),
        ("classic", "contract_points", False),
        ("classic", "capot_total", True),
        ("classic", "capot_bonus", False),
        ("scoresheet", "capot_total", False),
        ("scoresheet", "capot_bonus", True),
        ("contract82", "hand_limit", True),  # 0 is a value
        ("classic", "round_two", True),
        ("bulgarian", "round_two", False),
        ("coinche", "bid_step", True),
        ("bulgarian", "bid_step", False),
        ("contree", "generale_bid", True),  # none is an answer: it is no bid
        ("bulgarian", "surcontree", True),
        ("scoresheet", "doubles", False),  # nobody doubles
        ("contree", "all_trumps_points", False),
        ("coinche", "all_trumps_points", True),
        ("coinche", "tie", False),  # a bid is made or failed
        ("two-handed", "partner_exempt", False),
        ("two-handed", "passed_out", False),
        ("two-handed", "rise", True),
        ("classic", "belote_goes_out", True),
        ("bulgarian", "belote_goes_out", False),  # a capot does not go out at all
        ("contree", "defence_belote_counts", False),  # the bid is all that is asked
        ("coinche", "defence_belote_counts", True),
    ],
)
def test_a_field_says_something_only_beside_those_it_needs(
    name: str, field: str, *, says: bool
) -> None:
    assert says_something(preset(name), field) is says


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"tie": "hold"}, True),
        ({"tie": "fail"}, False),
        ({"tie": "fail", "contree": True, "tie_doubled": "bank"}, True),
        ({"tie": "hold", "auction": "tens", "packets": "3+2+3", "contract": "bid"}, False),
    ],
)
def test_where_one_of_several_fields_is_enough_any_of_them_is(
    settings: dict[str, Value], *, says: bool
) -> None:
    assert says_something(preset("gameduell", **settings), "belote_when_tied") is says


def test_what_a_field_lacks_is_said_as_one_would_write_it() -> None:
    assert lacking(preset("coinche"), "surcontree") is None
    missing = lacking(preset("classic"), "surcontree")
    assert missing is not None
    assert in_words(missing) == "auction = tens or names"
    waits = lacking(preset("gameduell"), "belote_when_tied")
    assert waits is not None
    assert in_words(waits) == "tie = bank or hold, or tie_doubled = bank or hold"


def test_every_preset_has_a_title_in_one_line() -> None:
    for name in preset_names():
        assert title_of(name).strip() == title_of(name) != ""
        assert "\n" not in title_of(name)


def test_every_reading_that_a_preset_marks_is_found_and_says_something() -> None:
    for name in preset_names():
        source = (PRESETS / f"{name}.toml").read_text("utf-8")
        values = source.split("[rules]")[1]
        assert len(readings(name)) == values.count("¹")
        assert all(says_something(preset(name), field) for field in readings(name))


def test_every_preset_is_in_one_family() -> None:
    assert sorted(chain(*FAMILIES.values())) == preset_names()


def test_the_table_of_fields_has_every_field_with_what_it_takes_and_means() -> None:
    heading, _, *lines = fields_as_markdown().splitlines()
    assert heading == "| field | takes | what it says |"
    assert len(lines) == len(GROUPS) + len(describe())
    assert "| `last_trick` * | 0 to 20 | What the last trick is worth. |" in lines
    assert any(line.startswith("| `rise` |") for line in lines), "it cannot be rescored"
    assert "| **The deal** |  |  |" in lines


def test_a_table_of_presets_has_the_fields_that_say_something_in_one_of_them() -> None:
    heading, _, *lines = presets_as_markdown(["classic", "gameduell"]).splitlines()
    assert heading == "| field | classic | gameduell |"
    assert "| `tie` | bank | fail |" in lines
    assert "| `silence` | false¹ | – |" in lines
    assert "| `target` | 501 (301 to 1001) | 501 |" in lines
    assert not any(line.startswith("| `lowest_bid`") for line in lines)
    assert any("`lowest_bid`" in line for line in presets_as_markdown(["coinche"]).splitlines())


def test_a_page_gets_the_tables_between_their_marks_and_keeps_the_rest() -> None:
    page = (
        "before\n\n<!-- fields -->\n\nold\n\n<!-- end -->\n\nbetween\n\n"
        "<!-- variants -->\n\nold\n\n<!-- end -->\n\nafter\n"
    )
    new = renewed(page)
    tables = (fields_as_markdown(), presets_as_markdown(FAMILIES["variants"]))
    assert new == page.replace("old", "{}").format(*tables)
    assert renewed(new) == new
