"""Several matches under way at once: the rows of one after another, whatever goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from harness.arena.batch import Done, play
from harness.arena.jobs import Jobs
from harness.arena.meetings import Tally
from harness.arena.run import Run
from harness.arena.supervisor import Supervisor
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import Registry, load
from tests.chaos import hostile
from tests.plugin.dropping import drop

PLUGIN: Final = """
import os
import harness
from bots.random import RandomBot

class Many(RandomBot):
    '''Answers for many tables at once; in a certain hand it does what its option says.'''

    seen = []

    def __init__(self, does="nothing", once=""):
        self.does = does
        self.once = once

    def choose_card(self, view):
        (card,) = self.choose_cards([view])
        return card

    def choose_cards(self, views):
        type(self).seen.append((self.does, len(views)))
        return [self.chosen(view) for view in views]

    def chosen(self, view):
        if view.hand_no == 2 and len(view.tricks) == 3 and view.dealt_mask % 3 == 0:
            if self.does == "raise":
                raise ValueError("no")
            if self.does == "cheat":
                return -1
            if self.does == "exit":
                os._exit(3)
            if self.once and not os.path.exists(self.once):
                open(self.once, "x").close()
                os._exit(3)
        return super().choose_card(view)

    def end_hand(self, view, score):
        if self.does == "tell" and view.hand_no == 1 and view.dealt_mask % 3 == 0:
            raise ValueError("no")

class Unsure(Many):
    '''Fails only where it is asked for many at once.'''

    def choose_cards(self, views):
        return super().choose_cards(views)[:1]

@harness.hookimpl
def register_bots(register):
    register("many", Many)
    register("unsure", Unsure)
"""


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    drop(tmp_path / "many.py", PLUGIN)
    return load([tmp_path], {"BELOTE_PLUGINS": hostile.__file__})


def played(
    registry: Registry,
    tables: int,
    *bots: str | dict[str, Any],
    supervised: bool = False,
    **keys: Any,  # noqa: ANN401 - a tournament's
) -> Done:
    """Play six matches of two bots."""
    rules = preset("classic", target=500)
    keys = {"pairs": 3, "seed": 7} | keys
    run = Run(build("", bots, rules=rules, tables=tables, **keys), registry)
    fixtures = list(next(run.rounds(Tally()))[1])
    if not supervised:
        return play(run.programme(), fixtures)
    with Supervisor() as supervisor:
        return supervisor.play(run.programme(), fixtures)


def rows(done: Done) -> list[list[dict[str, Any]]]:
    """Return all rows without the times."""
    times = {"think_us_ns", "think_us_ew"}
    tables = done.batch.matches, done.batch.hands, done.batch.faults
    return [
        table.drop_columns([name for name in table.column_names if name in times]).to_pylist()
        for table in tables
    ]


def test_rows_are_the_same_at_any_number_of_tables(registry: Registry) -> None:
    one_by_one = rows(played(registry, 1, "many", "random"))
    assert one_by_one[2] == []
    for tables in (2, 5, 50):
        assert rows(played(registry, tables, "many", "random")) == one_by_one


def test_a_contestant_s_bots_are_asked_together_with_no_other_s(registry: Registry) -> None:
    seen: list[tuple[str, int]] = registry.bot("many").make().seen  # type: ignore[attr-defined]
    seen.clear()
    other = {"bot": "many", "name": "other", "does": "other"}
    done = played(registry, 6, "many", other)
    cards = sum(len(hand["plays"]) for hand in done.batch.hands.to_pylist())
    for does in ("nothing", "other"):
        assert sum(many for asked, many in seen if asked == does) == cards // 2
    assert max(many for _, many in seen) > 3


@pytest.mark.parametrize("does", ["raise", "cheat"])
@pytest.mark.parametrize("on_fault", ["forfeit", "substitute"])
def test_a_fault_is_the_same_at_any_number_of_tables(
    registry: Registry, does: str, on_fault: str
) -> None:
    bots = {"bot": "many", "does": does}, "random"
    one_by_one = rows(played(registry, 1, *bots, on_fault=on_fault))
    faulty = len({fault["match_id"] for fault in one_by_one[2]})
    assert 0 < faulty < 6
    done = played(registry, 4, *bots, on_fault=on_fault)
    assert rows(done) == one_by_one
    assert done.voids <= (0 if does == "cheat" else 6 - faulty)


@pytest.mark.parametrize("does", ["exit", "tell"])
def test_the_faults_of_an_isolated_bot_are_the_same_at_any_number_of_tables(
    registry: Registry, does: str
) -> None:
    keys: dict[str, Any] = {"keep": True, "pairs": 2}
    bots = {"bot": "many", "does": does, "isolation": "process"}, "random"
    one_by_one = rows(played(registry, 1, *bots, **keys))
    assert 0 < len(one_by_one[2]) < 4
    assert rows(played(registry, 3, *bots, share=True, **keys)) == one_by_one


def test_a_bot_that_ends_the_process_of_several_matches_loses_only_its_own(
    registry: Registry,
) -> None:
    bots = {"bot": "many", "does": "exit"}, "random"
    keys: dict[str, Any] = {"pairs": 2, "seed": 9, "supervised": True}
    done = played(registry, 3, *bots, **keys)
    assert rows(done) == rows(played(registry, 1, *bots, **keys))
    assert {fault["kind"] for fault in done.batch.faults.to_pylist()} == {"crashed"}
    assert done.batch.faults.num_rows < done.batch.matches.num_rows


@pytest.mark.parametrize("supervised", [False, True])
def test_what_fails_only_for_many_at_once_is_nobody_s_fault_and_counted(
    registry: Registry, *, supervised: bool
) -> None:
    done = played(registry, 4, "unsure", "random", supervised=supervised)
    assert rows(done) == rows(played(registry, 1, "unsure", "random"))
    assert done.batch.faults.num_rows == 0
    assert done.voids > 0
    assert done.why.startswith("unsure: ValueError: ")


@pytest.mark.parametrize("tables", [1, 4])
def test_a_process_that_is_lost_once_is_a_void_with_its_reason_at_any_number_of_tables(
    registry: Registry, tmp_path: Path, tables: int
) -> None:
    bots = {"bot": "many", "once": str(tmp_path / "once")}, "random"
    done = played(registry, tables, *bots, supervised=True)
    assert (tmp_path / "once").exists()
    assert (done.voids, done.batch.faults.num_rows) == (1, 0)
    assert done.why == "ended its process with status 3"
    assert rows(done) == rows(played(registry, 1, *bots))


def test_a_job_has_a_match_for_every_table(registry: Registry) -> None:
    run = Run(build("", ["random", "many"], rules=preset("classic"), pairs=50), registry)
    jobs = Jobs(next(run.rounds(Tally()))[1], 100, 1, tables=16)
    first = jobs.next()
    assert len(first) == 16
    slow = played(registry, 1, "random", "many", pairs=1)._replace(seconds=100.0)
    jobs.learn(slow)
    assert len(jobs.next()) == 16
