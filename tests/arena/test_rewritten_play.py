"""Rewriting what bots play: given back as it was, and as it would have been played."""

from __future__ import annotations

import json
from typing import Final

import pytest

from harness.arena import batch
from harness.arena.columns import Batch
from harness.arena.programme import Entrant, Programme
from harness.arena.rewriting import rewritten
from harness.arena.schedule import fixtures
from harness.game import Rules, preset, preset_names
from harness.game.fields import Value
from harness.plugin import load

WAYWARD: Final = '''
import harness
from bots.random import RandomBot
from harness.game.declarations import find


class Wayward(RandomBot):
    """Says some of its declarations, and fails now and then, whatever it is asked."""

    def stumble(self, view):
        if view.rng.random() < (0.002 if view.tricks else 0.01):
            raise RuntimeError("a stumble")

    def choose_bid(self, view):
        self.stumble(view)
        return super().choose_bid(view)

    def choose_declarations(self, view):
        self.stumble(view)
        held = find(view.rules, view.dealt_mask)
        return [one.cards for one in held if view.rng.random() < 0.6]

    def choose_card(self, view):
        self.stumble(view)
        return super().choose_card(view)


@harness.hookimpl
def register_bots(register):
    register("wayward", Wayward)
'''
VARIANTS: Final = {
    **{name: preset(name) for name in preset_names()},
    "silence at the first trick": preset("scoresheet", silence=True),
    "declarations before play": preset("counterclockwise", silence=False),
    "contrée, and ties that are banked": preset("scoresheet", contree=True, tie="bank"),
    "silence with a deck that is cut": preset("counterclockwise", tie="hold"),
}


@pytest.fixture(scope="module")
def entrants(tmp_path_factory: pytest.TempPathFactory) -> tuple[Entrant, ...]:
    """Three contestants, of which one fails now and then."""
    path = tmp_path_factory.mktemp("plugin") / "wayward.py"
    path.write_text(WAYWARD)
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(path)})
    return tuple(
        Entrant(name, name, {}, registry.bot(name).source, registry.bot(name).digest)
        for name in ("random", "lowest", "wayward")
    )


def played(rules: Rules, entrants: tuple[Entrant, ...], pairs: int = 12) -> Batch:
    """Play every pairing: six matches a pair."""
    pairings = [("random", "lowest"), ("wayward", "random"), ("lowest", "wayward")]
    programme = Programme("run", rules, bytes(range(16)), entrants)
    return batch.play(programme, list(fixtures("run", pairings, pairs))).batch


def without_ids(rows: Batch) -> list[list[dict[str, object]]]:
    ids = {"match_id", "run_id", "pair_id"}
    return [
        [{name: value for name, value in row.items() if name not in ids} for row in table]
        for table in (rows.matches.to_pylist(), rows.hands.to_pylist(), rows.faults.to_pylist())
    ]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_that_were_played_give_back_exactly_what_is_stored(
    name: str, entrants: tuple[Entrant, ...]
) -> None:
    rows = played(VARIANTS[name], entrants)
    assert rows.matches.num_rows == 72
    assert without_ids(rewritten(rows, VARIANTS[name], "new")) == without_ids(rows)


def test_the_matches_played_have_all_that_can_happen(entrants: tuple[Entrant, ...]) -> None:
    quiet = played(VARIANTS["silence with a deck that is cut"], entrants)
    doubled = played(VARIANTS["contrée, and ties that are banked"], entrants)
    assert {"passed", "tied", "forfeit"} <= set(doubled.hands["outcome"].to_pylist())
    assert 2 in doubled.hands["multiplier"].to_pylist()
    said = [json.loads(one) for one in quiet.hands["declares"].to_pylist() if one]
    assert {type(choice) for choices in said for choice in choices.values()} == {str, list}
    broken = [row for row in quiet.hands.to_pylist() if row["outcome"] == "forfeit"]
    assert any(row["announced_ns"] + row["announced_ew"] and not row["plays"] for row in broken)


@pytest.mark.parametrize(
    "settings",
    [
        {"contract": "points", "tie": "share", "failed_takes": "scoring", "rounding": "tens"},
        {"tie": "pool", "last_trick": 0, "belote_when_failed": "lost", "run_order": "length"},
    ],
)
def test_a_match_is_as_it_was_once_it_is_rescored_back(
    entrants: tuple[Entrant, ...], settings: dict[str, Value]
) -> None:
    rules = VARIANTS["silence with a deck that is cut"]
    rows = played(rules, entrants)
    without_end = rewritten(rows, rules.but(target=3000, **settings), "new")
    assert without_ids(without_end) != without_ids(rows)
    assert without_ids(rewritten(without_end, rules, "newer")) == without_ids(rows)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("classic", {"target": 301, "last_trick": 0, "tie": "share", "rounding": "tens"}),
        (
            "contree",
            {"target": 1000, "score_by": "bid", "failed_pays": "bid", "doubles": "bid"},
        ),
        (
            "coinche",
            {
                "target": 1000,
                "beat_defence": False,
                "capot_bid": 500,
                "surcontree": 3,
                "all_trumps_points": "in_proportion",
                "no_trumps_points": "plain",
                "failed_points": None,
                "rounding": "exact",
            },
        ),
        (
            "bulgarian",
            {
                "target": 101,
                "capot_goes_out": "raises_target",
                "no_trumps_points": "plain",
                "rounding": "tens",
                "tie_doubled": "share",
                "declarations_compared": "together",
            },
        ),
        (
            "two-handed",
            {"target": 500, "declarations": False, "capot_bonus": 50, "tie": "pool"},
        ),
    ],
)
def test_a_match_rescored_is_the_one_that_would_have_been_played(
    entrants: tuple[Entrant, ...], name: str, settings: dict[str, Value]
) -> None:
    rules = VARIANTS[name]
    other = rules.but(**settings)
    rescored = rewritten(played(rules, entrants, pairs=4), other, "new")
    assert "unfinished" not in rescored.matches["ended_by"].to_pylist()
    assert as_played(rescored) == as_played(played(other, entrants, pairs=4))


def as_played(rows: Batch) -> list[list[dict[str, object]]]:
    """Return rows without what depends on the clock, and what names the rules."""
    aside = {"think_us_ns", "think_us_ew", "evidence", "traceback"}
    return [
        [{name: value for name, value in row.items() if name not in aside} for row in table]
        for table in without_ids(rows)
    ]
