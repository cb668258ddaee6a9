"""Going on: the same run again, its secret seed, and what has changed since."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.arena.answering import ask, asking
from harness.arena.progress import Progress
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import FINISHED, INTERRUPTED, find_runs
from harness.arena.seeds import hash_of, keep_seed, read_seed, seed_path
from harness.arena.spread import spread_of
from harness.arena.tournament import Tournament, build
from harness.errors import BeloteError
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


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "moody.py"
    path.write_text(MOODY.format(choice="min"))
    return path


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


# The seed


def test_a_run_on_a_drawn_seed_goes_on_and_ends_as_one_on_that_seed_that_nothing_disturbed(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    ended = go_on(database, plugin, friday())
    assert ended.run_id == begun.run_id
    assert (ended.progress.kept, ended.progress.kept + ended.progress.played) == (
        begun.progress.played,
        36,
    )
    (run,) = ask(database, "FROM runs").to_pylist()
    go_on(tmp_path / "calm", plugin, friday(seed=run["seed"]))
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)


def test_a_drawn_seed_is_kept_for_its_owner_alone_until_the_run_is_finished(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    path = seed_path(database, begun.run_id)
    assert path.stat().st_mode & 0o777 == 0o600
    (run,) = ask(database, "FROM runs").to_pylist()
    assert run["seed"] is None
    assert hash_of(bytes.fromhex(path.read_text())) == run["seed_hash"]
    go_on(database, plugin, friday())
    assert kept_seeds(database) == []


def test_a_seed_that_is_given_is_kept_nowhere_else(tmp_path: Path, plugin: Path) -> None:
    begin(tmp_path / "db", plugin, friday(seed=5))
    assert kept_seeds(tmp_path / "db") == []


@pytest.mark.parametrize("content", [None, "", "00" * 16, "no seed", "\N{SNOWMAN}"])
def test_a_run_without_its_seed_is_one_line_and_a_fresh_one_can_be_had(
    tmp_path: Path, plugin: Path, content: str | None
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    path = seed_path(database, begun.run_id)
    if content is None:
        path.unlink()
    else:
        path.write_text(content, "utf-8")
    with pytest.raises(BeloteError) as refused:
        go_on(database, plugin, friday())
    assert str(refused.value) == (
        f"run {begun.run_id} cannot go on without its secret seed, which should be in {path}: "
        "put it back, or begin another run with --fresh"
    )
    assert go_on(database, plugin, friday(), fresh=True).run_id != begun.run_id


def test_what_a_process_left_that_died_before_or_after_its_run_is_taken_away(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    ended = go_on(database, plugin, friday(pairs=1))
    for run_id in (ended.run_id, "0123456789abcdef"):
        keep_seed(database, run_id, bytes(16))
    other = tmp_path / "db.notes.seed"
    other.touch()
    go_on(database, plugin, friday(pairs=1, seed=5))
    assert kept_seeds(database) == [other.name]


def test_a_seed_that_is_kept_already_stays_and_one_that_cannot_be_is_one_line(
    tmp_path: Path,
) -> None:
    database, seed = tmp_path / "db", bytes(range(16))
    keep_seed(database, "a" * 16, seed)
    keep_seed(database, "a" * 16, bytes(16))
    assert read_seed(database, "a" * 16, hash_of(seed)) == seed
    with pytest.raises(BeloteError, match=r"the seed cannot be kept in .*nowhere.*: No such file"):
        keep_seed(tmp_path / "nowhere" / "db", "a" * 16, seed)


# Which run


def test_a_run_without_a_name_goes_on_where_it_is_the_very_same_and_else_another_begins(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday(name=""))
    other = go_on(database, plugin, friday(name="", pairs=1))
    assert go_on(database, plugin, friday(name="")).run_id == begun.run_id
    assert other.run_id != begun.run_id


def test_a_run_begun_anew_goes_on_as_itself(tmp_path: Path, plugin: Path) -> None:
    database = tmp_path / "db"
    first = go_on(database, plugin, friday(seed=5))
    fresh = run_tournament(
        friday(seed=5),
        registry_of(plugin),
        database=database,
        workers=0,
        fresh=True,
        follow=stopping(10),
    )
    assert fresh.status == INTERRUPTED
    assert fresh.run_id != first.run_id
    again = go_on(database, plugin, friday(seed=5))
    assert (again.run_id, again.progress.kept) == (fresh.run_id, fresh.progress.played)
    assert go_on(database, plugin, friday(seed=5)).progress.played == 0


def test_a_finished_run_may_be_followed_by_a_changed_one_of_its_name(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    first = go_on(database, plugin, friday(pairs=1))
    second = go_on(database, plugin, friday(pairs=2))
    assert (first.run_id != second.run_id, second.progress.kept) == (True, 0)


def test_a_finished_run_on_a_seed_that_was_given_is_added_to_where_that_is_asked_for(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    first = go_on(database, plugin, friday(pairs=1, seed=5))
    more = go_on(database, plugin, friday(pairs=2, seed=5), accept_changes=True)
    assert (more.progress.kept, more.progress.played) == (6, 6)
    go_on(tmp_path / "calm", plugin, friday(pairs=2, seed=5))
    assert rows(database, more.run_id) == rows(tmp_path / "calm", more.run_id)
    with asking(database) as question:
        assert [run.run_id for run in find_runs(question, every=True)] == [more.run_id]
        told, alone = spread_of(question, None), spread_of(question, more.run_id)
        assert (told.pairs, told.left_out) == (alone.pairs, alone.left_out)
        (run,) = question(f"FROM runs WHERE run_id = '{first.run_id}'").to_pylist()
    assert run["status"] == FINISHED


def test_nothing_more_is_played_on_a_drawn_seed_that_was_published(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    first = go_on(database, plugin, friday(pairs=1))
    more = go_on(database, plugin, friday(pairs=2), accept_changes=True)
    assert (more.run_id != first.run_id, more.progress.kept) == (True, 0)
    hashes = {row["seed_hash"] for row in ask(database, "FROM runs").to_pylist()}
    assert len(hashes) == 2


@pytest.mark.parametrize("name", ["friday", ""])
def test_a_finished_run_on_a_drawn_seed_has_nothing_left_to_play_unless_it_is_begun_anew(
    tmp_path: Path, plugin: Path, name: str
) -> None:
    database = tmp_path / "db"
    first = go_on(database, plugin, friday(name=name, pairs=1))
    before = rows(database, first.run_id)
    again = go_on(database, plugin, friday(name=name, pairs=1))
    assert (again.run_id, again.progress.kept, again.progress.played) == (first.run_id, 6, 0)
    assert again.standings == first.standings
    assert rows(database, first.run_id) == before
    assert kept_seeds(database) == []
    fresh = go_on(database, plugin, friday(name=name, pairs=1), fresh=True)
    assert (fresh.run_id != first.run_id, fresh.progress.played) == (True, 6)
    newest = go_on(database, plugin, friday(name=name, pairs=1))
    assert (newest.run_id, newest.progress.played) == (fresh.run_id, 0)


def test_a_finished_run_on_a_seed_that_was_given_is_not_one_on_a_drawn_seed(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    given = go_on(database, plugin, friday(pairs=1, seed=5))
    drawn = go_on(database, plugin, friday(pairs=1))
    assert (drawn.run_id != given.run_id, drawn.progress.played) == (True, 6)
    assert go_on(database, plugin, friday(pairs=1, seed=5)).run_id == given.run_id
    (seed,) = {row["seed"] for row in ask(database, "FROM runs").to_pylist()} - {f"{5:032x}"}
    published = go_on(database, plugin, friday(pairs=1, seed=seed))
    assert (published.run_id, published.progress.played) == (drawn.run_id, 0)


def test_an_unfinished_run_goes_on_before_a_finished_one_of_the_same_is_told(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    go_on(database, plugin, friday(), fresh=True)
    assert go_on(database, plugin, friday()).run_id == begun.run_id


# What has changed


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database, to be copied, with a run that is not finished, and its id."""
    folder = tmp_path_factory.mktemp("begun")
    (folder / "moody.py").write_text(MOODY.format(choice="min"))
    outcome = begin(folder / "db", folder / "moody.py", friday(seed=5))
    return folder / "db", outcome.run_id


def change_code(plugin: Path) -> None:
    plugin.write_text(MOODY.format(choice="max"))


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ({"pairs": 7}, "pairs (6, now 7)"),
        ({"rules": {"target": 301}}, "rule target (501, now 301)"),
        ({"seed": 6}, "the seed"),
        ({"seed": None}, "the seed (given, now drawn)"),
        ({"deals": "shared"}, "deals (fresh, now shared)"),
        ({"mode": "duplicate"}, "mode (match, now duplicate)"),
        ({"on_fault": "substitute"}, "on_fault (forfeit, now substitute)"),
        ({"max_faults": 1}, "max_faults (3, now 1)"),
        (
            {"format": {"name": "swiss", "rounds": 1}},
            "format (round-robin, now swiss), options ({}, now {'rounds': 1})",
        ),
        ({"bots": ("random", "lowest")}, "moody takes part no more"),
        ({"bots": (*BOTS, "basic")}, "basic takes part"),
        ({"bots": BOTS[::-1]}, "the order of the contestants"),
        (
            {"bots": ("random", "lowest", {"bot": "moody", "mood": 1})},
            "the options of moody",
        ),
        ({"code": True}, "the code of moody"),
    ],
)
def test_what_has_changed_since_an_unfinished_run_is_named_in_one_line(
    tmp_path: Path, plugin: Path, begun: tuple[Path, str], now: dict[str, Any], told: str
) -> None:
    unfinished, run_id = begun
    database = Path(shutil.copy(unfinished, tmp_path / "db"))
    changed = {"seed": 5} | now
    if changed.pop("code", False):
        change_code(plugin)
    with pytest.raises(BeloteError) as refused:
        go_on(database, plugin, friday(*changed.pop("bots", ()), **changed))
    assert str(refused.value) == (
        f"'friday' has changed since its run {run_id}, which is not finished: {told}. "
        "--accept-changes goes on with what that leaves untouched, --fresh begins anew"
    )
    assert len(ask(database, "FROM runs").to_pylist()) == 1


def test_what_was_refused_and_changed_back_goes_on(
    tmp_path: Path, plugin: Path, begun: tuple[Path, str]
) -> None:
    unfinished, run_id = begun
    database = Path(shutil.copy(unfinished, tmp_path / "db"))
    change_code(plugin)
    with pytest.raises(BeloteError, match="the code of moody"):
        go_on(database, plugin, friday(seed=5))
    plugin.write_text(MOODY.format(choice="min"))
    ended = go_on(database, plugin, friday(seed=5))
    assert (ended.run_id, ended.progress.kept > 0) == (run_id, True)


def test_of_many_changes_four_are_told(tmp_path: Path, plugin: Path) -> None:
    begin(tmp_path / "db", plugin, friday(seed=5))
    changed = friday("random", "basic", rules={"target": 301, "capot_bonus": 90}, seed=6, pairs=7)
    rule = r"rule \w+ \([^)]+\)"
    told = rf": the seed, {rule}, {rule}, {rule}, and 4 more\."
    with pytest.raises(BeloteError, match=told):
        go_on(tmp_path / "db", plugin, changed)


def test_limits_are_no_part_of_what_is_played(tmp_path: Path, plugin: Path) -> None:
    begun = begin(tmp_path / "db", plugin, friday())
    ended = go_on(tmp_path / "db", plugin, friday(hangs_after=1.5, worker_memory_mb=999))
    assert ended.run_id == begun.run_id


def test_two_minds_at_once_are_refused(tmp_path: Path, plugin: Path) -> None:
    with pytest.raises(BeloteError, match="--fresh begins anew and --accept-changes goes on"):
        go_on(tmp_path / "db", plugin, friday(), fresh=True, accept_changes=True)


# Accepted changes


@pytest.mark.parametrize(
    ("now", "kept"),
    [
        ({"pairs": 7}, 18),
        ({"pairs": 2}, 12),
        ({"code": True}, 6),  # one pairing of three
        ({"rules": {"target": 301}}, 0),
        ({"seed": 6}, 0),
        ({"on_fault": "substitute"}, 0),
        ({"bots": (*BOTS[:2], {"bot": "moody", "mood": 1})}, 6),
        ({"bots": (*BOTS, "basic"), "deals": "shared"}, 18),
    ],
)
def test_an_accepted_change_ends_as_if_it_had_been_so_from_the_start(
    tmp_path: Path, plugin: Path, now: dict[str, Any], kept: int
) -> None:
    database = tmp_path / "db"
    usual: dict[str, Any] = {"seed": 5, **({"deals": "shared"} if "deals" in now else {})}
    begun = begin(database, plugin, friday(**usual), after=18)
    played = begun.progress.played
    assert played >= 18
    before = rows(database, begun.run_id)
    changed = usual | now
    if changed.pop("code", False):
        change_code(plugin)
    tournament = friday(*changed.pop("bots", ()), **changed)
    ended = go_on(database, plugin, tournament, accept_changes=True)
    assert ended.run_id != begun.run_id
    assert kept <= ended.progress.kept <= kept + (played - 18)
    go_on(tmp_path / "calm", plugin, tournament)
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)
    assert rows(database, begun.run_id) == before
    runs = {
        run["run_id"]: json.loads(run["config"]) for run in ask(database, "FROM runs").to_pylist()
    }
    assert runs[ended.run_id]["continues"] == begun.run_id


def test_a_changed_run_keeps_the_secret_seed_and_may_be_broken_off_itself(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begin(database, plugin, friday(), after=18)
    change_code(plugin)
    broken = run_tournament(
        friday(),
        registry_of(plugin),
        database=database,
        workers=0,
        accept_changes=True,
        follow=stopping(4),
    )
    assert (broken.status, broken.progress.kept > 0) == (INTERRUPTED, True)
    assert len(kept_seeds(database)) == 2
    ended = go_on(database, plugin, friday())
    assert ended.run_id == broken.run_id
    assert kept_seeds(database) == []
    (run,) = ask(database, f"FROM runs WHERE run_id = '{ended.run_id}'").to_pylist()
    go_on(tmp_path / "calm", plugin, friday(seed=run["seed"]))
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)


def test_what_was_changed_back_goes_on_with_the_run_of_before_though_its_seed_is_published(
    tmp_path: Path, plugin: Path
) -> None:
    database = tmp_path / "db"
    begun = begin(database, plugin, friday())
    go_on(database, plugin, friday(pairs=1), accept_changes=True)
    assert kept_seeds(database) == []
    assert go_on(database, plugin, friday()).run_id == begun.run_id


def test_the_same_run_has_nothing_to_accept_and_goes_on(tmp_path: Path, plugin: Path) -> None:
    begun = begin(tmp_path / "db", plugin, friday())
    ended = go_on(tmp_path / "db", plugin, friday(), accept_changes=True)
    assert ended.run_id == begun.run_id


def test_a_swiss_round_takes_over_what_it_meets_again(tmp_path: Path, plugin: Path) -> None:
    swiss = {"format": {"name": "swiss", "rounds": 3}, "seed": 5}
    bots = (*BOTS, "basic")
    database = tmp_path / "db"
    begin(database, plugin, friday(*bots, **swiss), after=30)
    change_code(plugin)
    ended = go_on(database, plugin, friday(*bots, **swiss), accept_changes=True)
    assert ended.progress.kept > 0
    go_on(tmp_path / "calm", plugin, friday(*bots, **swiss))
    assert rows(database, ended.run_id) == rows(tmp_path / "calm", ended.run_id)
