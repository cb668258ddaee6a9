"""The docs of the rules: every preset, auction, tie and reading, as they are."""

from __future__ import annotations

import re
from itertools import chain

from harness.game import preset, preset_names
from harness.game.bids import ladder_of
from harness.game.play import ALL_TRUMPS, NO_TRUMPS, law_of
from harness.game.rules import describe
from harness.report.rules import FAMILIES, readings, renewed
from tests.pages import PAGES, names, rows, section


def test_the_tables_of_rules_are_what_they_say() -> None:
    page = PAGES["docs/reference/rules.md"]
    assert renewed(page) == page
    for mark in (*FAMILIES, "fields"):
        assert page.count(f"<!-- {mark} -->") == 1
    assert "| `tie` | bank | fail | pool¹ | hold | fail |" in page
    assert "| `tie` * | bank, hold, pool, fail, share, made, replay | Both sides level. " in page


def test_every_preset_is_introduced() -> None:
    introduced = section("docs/reference/rules.md", "## The presets").partition("\n### ")[0]
    assert names(introduced) == list(chain(*FAMILIES.values()))


def test_every_auction_is_explained_with_bids_that_there_are() -> None:
    auction = next(rule for rule in describe() if rule.name == "auction")
    told = names(section("docs/reference/rules.md", "## The auctions"))
    assert tuple(told) == auction.allowed.words  # type: ignore[union-attr]
    ways = rows(section("docs/reference/bot.md", "### Bids"))
    assert tuple(row[0].strip("`") for row in ways) == auction.allowed.words  # type: ignore[union-attr]
    ladders = [ladder_of(preset(name)) for name in ("coinche", "bulgarian")]
    known = {word for ladder in ladders for word in (*ladder.bids, ladder.double, ladder.redouble)}
    for _, bids, doubles in ways:
        words = " ".join(re.findall(r"`([^`]+)`", bids + doubles)).split()
        assert set(words) <= {*known, "pass", "take", "contree"}


def test_what_no_trumps_and_all_trumps_come_to_is_what_is_told() -> None:
    told = rows(section("docs/reference/rules.md", "## No trumps and all trumps"))
    for trump in (NO_TRUMPS, ALL_TRUMPS):
        field = ("no_trumps_points", "all_trumps_points")[trump - NO_TRUMPS]
        name = field.removesuffix("_points").replace("_", " ")
        of_trump = [(*re.findall(r"`(\w+)`", row[0]), row[2]) for row in told if name in row[0]]
        rule = next(rule for rule in describe() if rule.name == field)
        assert tuple(way for way, _ in of_trump) == rule.allowed.words  # type: ignore[union-attr]
        for way, total in of_trump:
            law = law_of(preset("coinche", **{field: way}), trump)
            assert int(total) == (162 if way == "in_proportion" else law.total)


def test_every_reading_of_a_preset_has_its_reason() -> None:
    told = {
        (name, field.strip("`"))
        for field, presets, _ in rows(section("docs/reference/rules.md", "## Readings"))
        for name in presets.split(", ")
    }
    assert told == {(name, field) for name in preset_names() for field in readings(name)}


def test_every_way_to_settle_a_tie_is_explained() -> None:
    tie = next(rule for rule in describe() if rule.name == "tie")
    told = names(section("docs/reference/rules.md", "## When a contract is level"))
    assert tuple(told) == tie.allowed.words  # type: ignore[union-attr]
