"""A tournament that is begun, broken off and gone on with, by bots of which one may change."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.arena.answering import asking
from harness.arena.progress import Progress
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import FINISHED, INTERRUPTED
from harness.arena.tournament import Tournament, build
from harness.game import preset
from harness.plugin import Registry, load

TIMED = ("think_us_ns", "think_us_ew", "started_at", "finished_at", "computed_at")
TABLES = ("matches", "hands", "faults", "ratings", "bots")
BOTS = ("random", "lowest", "moody")
MOODY = """
import harness
from bots.random import RandomBot


class Moody(RandomBot):
    def __init__(self, mood=0):
        self.mood = mood

    def choose_card(self, view):
        return {choice}(view.legal_cards)


@harness.hookimpl
def register_bots(register):
    register("moody", Moody)
"""


def registry_of(plugin: Path) -> Registry:
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})


def friday(*bots: Any, **keys: Any) -> Tournament:  # noqa: ANN401 - as a file has them
    rules = preset(keys.pop("preset", "classic"), **keys.pop("rules", {}))
    return build(keys.pop("name", "friday"), bots or BOTS, rules=rules, **{"pairs": 6} | keys)


def stopping(after: int) -> Callable[[Progress], None]:
    """Return what asks a run to end once it has played so many matches."""

    def follow(progress: Progress) -> None:
        if progress.played >= after:
            os.kill(os.getpid(), signal.SIGINT)

    return follow


def begin(database: Path, plugin: Path, tournament: Tournament, after: int = 10) -> Outcome:
    """Begin a run and break it off."""
    outcome = run_tournament(
        tournament, registry_of(plugin), database=database, workers=0, follow=stopping(after)
    )
    assert outcome.status == INTERRUPTED
    return outcome


def go_on(database: Path, plugin: Path, tournament: Tournament, **how: Any) -> Outcome:  # noqa: ANN401 - as a run takes them
    outcome = run_tournament(tournament, registry_of(plugin), database=database, workers=0, **how)
    assert outcome.status == FINISHED
    return outcome


def rows(database: Path, run_id: str) -> list[list[dict[str, Any]]]:
    """Return what is stored of a run, without what a clock measured."""
    with asking(database) as question:
        stored = {table: question(f"FROM {table}").to_pylist() for table in TABLES}
    matches = {row["match_id"] for row in stored["matches"] if row["run_id"] == run_id}
    of_run = {
        table: [
            {key: row[key] for key in row if key not in TIMED}
            for row in found
            if row.get("run_id", run_id) == run_id and row.get("match_id") in (None, *matches)
        ]
        for table, found in stored.items()
    }
    return [sorted(found, key=repr) for found in of_run.values()]


def kept_seeds(database: Path) -> list[str]:
    return sorted(path.name for path in database.parent.glob("*.seed"))


def change_code(plugin: Path) -> None:
    plugin.write_text(MOODY.format(choice="max"))
