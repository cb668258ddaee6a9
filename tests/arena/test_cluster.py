"""Ray's workers as the driver sees them: whatever becomes of Ray is told in one line."""

from __future__ import annotations

import importlib
import os
import resource
import signal
import threading
from pathlib import Path

import pytest

from harness.arena import cluster, local
from harness.arena.answering import ask
from harness.arena.cluster import RayWorkers
from harness.arena.interruption import interruptible
from harness.arena.jobs import Jobs
from harness.arena.local import ThisMachine
from harness.arena.meetings import Tally
from harness.arena.run import Run
from harness.arena.runner import run_tournament
from harness.arena.runs import FINISHED
from harness.arena.site import Site
from harness.arena.tournament import build
from harness.arena.workers import workers_for
from harness.errors import BeloteError, Interrupted
from harness.game import preset
from harness.plugin import load
from tests.arena import sites


def start(site: Site) -> None:
    """Start workers at a site that is not to start."""
    with RayWorkers(site, 1):
        pytest.fail("it has started")


def play(site: Site) -> None:
    """Play a small tournament at a site, as far as it goes."""
    settled = build("test", ["random", "lowest"], rules=preset("classic"), pairs=4, seed=1)
    run = Run(settled, load(plugin_dirs=(), env={}))
    jobs = Jobs(next(run.rounds(Tally()))[1], run.total, workers=1)
    with RayWorkers(site, 1) as workers, interruptible() as interruption:
        for _ in workers.play(run.programme(), jobs, interruption):
            pytest.fail("nobody plays there")


def test_ray_says_nothing_on_the_screen_and_a_bot_that_ends_its_process_only_loses_its_matches(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "deadly.py"
    plugin.write_text(
        "import os\nimport harness\nfrom bots.random import RandomBot\n\n"
        "class Deadly(RandomBot):\n"
        "    def choose_card(self, view):\n"
        "        os._exit(1)\n\n"
        "@harness.hookimpl\ndef register_bots(register):\n    register('deadly', Deadly)\n"
    )
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})
    settled = build("test", ["random", "deadly"], rules=preset("classic"), pairs=3, seed=11)
    outcome = run_tournament(settled, registry, database=tmp_path / "db", workers=1)
    assert capfd.readouterr() == ("", "")
    assert (outcome.status, outcome.progress.faults, outcome.progress.voids) == (FINISHED, 6, 0)
    kinds = ask(tmp_path / "db", "SELECT DISTINCT kind FROM faults")["kind"].to_pylist()
    assert kinds == ["crashed"]
    assert "PYTHONHASHSEED" not in os.environ or os.environ["PYTHONHASHSEED"] != "0"


def test_on_one_machine_ray_starts_without_what_only_clusters_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameter = importlib.import_module("ray._private.parameter")
    monkeypatch.setattr(parameter, "RayParams", parameter.RayParams)
    node = importlib.import_module("ray._private.node").Node
    monkeypatch.setattr(node, "start_api_server", pytest.fail)
    started = []
    monkeypatch.setattr(local, "init_ray", lambda **_: started.append(parameter.RayParams()))
    ThisMachine(1).start("folder")
    assert [(one.no_monitor, one.include_log_monitor) for one in started] == [(True, False)]
    assert node.start_api_server(None, include_dashboard=False, raise_on_failure=False) is None


def test_ray_that_lacks_room_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = (3 << 30, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda _: limit)
    with pytest.raises(BeloteError) as refused:
        start(ThisMachine(1))
    assert str(refused.value) == (
        "Ray cannot start: it needs 4.0 GB of addresses, and the limit (ulimit -v) is 3.0 GB; "
        "--workers 0 plays without it"
    )


@pytest.mark.parametrize(
    ("site", "complaint"),
    [
        (sites.Closed(), r"cannot start: OSError: no port \(.*\)"),
        (sites.Stillborn(), r"cannot start: it ended its own process, with status 1"),
    ],
)
def test_what_cannot_start_is_one_line(site: Site, complaint: str) -> None:
    with pytest.raises(BeloteError, match=f"^{complaint}$"):
        start(site)


def test_what_takes_too_long_to_start_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "START_SECONDS", 0)
    with pytest.raises(BeloteError, match=r"^cannot start: it has not in 0 seconds$"):
        start(sites.Endless())


def test_a_signal_ends_the_start() -> None:
    before = signal.getsignal(signal.SIGTERM)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
    with pytest.raises(Interrupted):
        start(sites.Endless())
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(
    ("site", "complaint"),
    [
        (sites.Ending(), "it ended its own process, with status 1"),
        (sites.Headless(), "its gcs_server is gone"),
        (sites.Unlooked(), "OSError: no answer (tests/arena/sites.py, line 79)"),
    ],
)
def test_ray_that_ends_in_the_middle_of_a_run_is_one_line(site: Site, complaint: str) -> None:
    with pytest.raises(BeloteError) as ended:
        play(site)
    assert str(ended.value) == (
        f"Ray has ended in the middle of the run ({complaint}): what is committed is kept, and "
        "the same command goes on from there"
    )


def test_jobs_that_are_lost_again_and_again_end_the_run_in_one_line() -> None:
    with pytest.raises(BeloteError, match=r"lost with its worker 6 times, .*: OSError: no worker;"):
        play(sites.Forgetful())


def test_workers_are_counted_from_none_up() -> None:
    assert workers_for(0).count == 0
    assert workers_for(3).count == 3
    assert workers_for(None).count >= 1
    with pytest.raises(BeloteError, match="workers"):
        workers_for(-1)
