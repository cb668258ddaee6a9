"""Processes of isolated bots from job to job: started once, and never more than a job needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest

from harness.arena.batch import Done, play
from harness.arena.benches import Benches
from harness.arena.meetings import Tally
from harness.arena.programme import Entrant, Programme
from harness.arena.run import Run
from harness.arena.schedule import Fixture
from harness.arena.supervisor import Supervisor
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.plugin.blame import PluginError
from harness.plugin.core import OneCore
from harness.plugin.isolation import Isolation
from harness.plugin.sources import SUBMITTED, Source, digest_of_submitted
from tests.plugin.dropping import HEAD, drop, drop_plain, registering
from tests.processes import descendants, end_soon

BOTS: Final = ("ada", "bob", "cleo")
PATIENCE: Final = 20.0


@pytest.fixture
def programme(tmp_path: Path) -> Programme:
    return run(tmp_path).programme()


def run(folder: Path) -> Run:
    """Return a run of three plain bots, each a plugin of its own, in processes that are kept."""
    for name in BOTS:
        drop_plain(folder / f"{name}.py", name)
    return entered(folder)


def entered(folder: Path, **keys: Any) -> Run:  # noqa: ANN401 - a tournament's
    """Return a run of whoever lies there by these names."""
    keys = {"isolation": "process", "keep": True, "pairs": 3, **keys}
    apart = build("x", BOTS, rules=preset("classic", target=301), seed=1, **keys)
    return Run(apart, load([folder], {}))


def jobs(folder: Path) -> list[list[Fixture]]:
    """Return all pairs of a run, a job for each two contestants."""
    fixtures = list(next(run(folder).rounds(Tally()))[1])
    names = [("ada", "bob"), ("ada", "cleo"), ("bob", "cleo")]
    return [[one for one in fixtures if {one.ns, one.ew} == set(each)] for each in names]


def begun() -> set[tuple[int, int]]:
    """Return the processes of bots that are there, each with when it began."""
    there = descendants(os.getpid())
    return {(one.pid, one.began) for one in there if "launch.py" in one.command and one.there}


def hands(done: Done) -> list[dict[str, object]]:
    assert done.batch.faults.num_rows == 0
    return done.batch.hands.drop_columns(["think_us_ns", "think_us_ew"]).to_pylist()


def test_the_next_job_is_played_by_the_processes_of_the_one_before(
    programme: Programme, tmp_path: Path
) -> None:
    first, *_ = jobs(tmp_path)
    with Benches() as benches:
        play(programme, first[:2], benches=benches)
        started = begun()
        play(programme, first[2:], benches=benches)
        assert begun() == started
        assert len(started) == 4
    assert begun() == set()


def test_who_does_not_play_in_a_job_has_no_process_in_it(
    programme: Programme, tmp_path: Path
) -> None:
    with Benches() as benches:
        before: set[tuple[int, int]] = set()
        for job, stay in zip(jobs(tmp_path), (0, 2, 2), strict=True):
            play(programme, job, benches=benches)
            assert len(begun()) == 4
            assert len(begun() & before) == stay
            before = begun()


def test_whose_bots_are_others_has_the_processes_of_before_ended(tmp_path: Path) -> None:
    entrant = run(tmp_path).programme().entrants[0]
    with Benches() as benches:
        benches.of(entrant).make()
        assert len(begun()) == 1
        benches.of(entrant._replace(options={"bold": True}))
        assert begun() == set()


def test_nobody_is_bound_to_a_core_between_jobs(
    programme: Programme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = []
    monkeypatch.setattr(OneCore, "answered", lambda *_: noted.append("answered"))
    monkeypatch.setattr(OneCore, "part", lambda _: noted.append("part"))
    with Benches() as benches:
        play(programme, jobs(tmp_path)[0], benches=benches)
        assert "answered" in noted
        assert noted[-1] == "part"


def test_without_benches_of_their_own_all_processes_end_with_the_job(
    programme: Programme, tmp_path: Path
) -> None:
    play(programme, jobs(tmp_path)[0])
    assert begun() == set()


def test_jobs_are_played_as_if_each_had_processes_of_its_own(
    programme: Programme, tmp_path: Path
) -> None:
    alone = [hands(play(programme, job)) for job in jobs(tmp_path)]
    with Benches() as benches:
        assert [hands(play(programme, job, benches=benches)) for job in jobs(tmp_path)] == alone


def test_a_submitted_bot_that_changes_between_two_jobs_is_told(tmp_path: Path) -> None:
    code = drop(tmp_path / "bot.py", HEAD)
    (tmp_path / "belote-bot.toml").write_text(
        '[bot]\nname = "ada"\nversion = "1"\nentry = "bot:Plain"\n'
    )
    source = Source(SUBMITTED, str(tmp_path))
    entrant = Entrant("ada", "ada", {}, source, digest_of_submitted(tmp_path), Isolation("process"))
    with Benches() as benches:
        bench = benches.of(entrant)
        assert benches.of(entrant) is bench
        code.write_text(HEAD + "# other")
        with pytest.raises(PluginError, match="has changed since the run began"):
            benches.of(entrant)


@pytest.mark.parametrize("other", [{"options": {"a": 1}}, {"isolation": Isolation("sandbox")}])
def test_what_is_made_otherwise_has_another_bench(
    programme: Programme, other: dict[str, Any]
) -> None:
    ada, *_ = programme.entrants
    with Benches() as benches:
        before = benches.of(ada)
        assert benches.of(ada._replace(**other)) is not before


LEAVES: Final = """
import os, subprocess
class Leaves(Plain):
    def start_match(self, rules, seat):
        left = subprocess.Popen(["sleep", "60"])
        with open({!r}, "a") as file:
            file.write(f"{{left.pid}} ")
    def end_hand(self, view, score):
        if {}:
            os._exit(1)
"""


def test_what_a_bot_has_begun_in_a_match_ends_with_it_though_its_process_stays(
    tmp_path: Path,
) -> None:
    first, *_ = jobs(tmp_path)
    left = tmp_path / "left"
    code = HEAD + LEAVES.format(str(left), 0) + registering("ada", "Leaves")
    drop(tmp_path / "ada.py", code)
    with Benches() as benches:
        play(entered(tmp_path).programme(), first, benches=benches)
        assert len(begun()) == 4
        processes = [int(each) for each in left.read_text().split()]
        assert len(processes) == 2 * len(first)
        assert end_soon(processes)


def test_a_player_keeps_them_and_ends_them_with_itself(
    programme: Programme, tmp_path: Path
) -> None:
    first, *_ = jobs(tmp_path)
    with Supervisor() as supervisor:
        supervisor.play(programme, first[:2])
        started = begun()
        supervisor.play(programme, first[2:])
        assert begun() == started
        assert len(started) == 4
    assert begun() == set()


@pytest.mark.parametrize("crashes", [False, True])
@pytest.mark.parametrize(
    "keys",
    [{"isolation": "none", "keep": False}, {"keep": False}, {}, {"share": True, "tables": 2}],
)
def test_nothing_that_bots_have_begun_outlives_a_player(
    tmp_path: Path,
    keys: dict[str, Any],
    crashes: bool,  # noqa: FBT001 - a parameter of pytest
) -> None:
    first, *_ = jobs(tmp_path)
    left = tmp_path / "left"
    code = HEAD + LEAVES.format(str(left), crashes) + registering("ada", "Leaves")
    drop(tmp_path / "ada.py", code)
    with Supervisor() as supervisor:
        supervisor.play(entered(tmp_path, **keys).programme(), first[:2])
    processes = [int(each) for each in left.read_text().split()]
    assert len(processes) >= 4
    assert end_soon(processes)
