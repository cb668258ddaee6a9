"""A Ray cluster of several nodes, all on this machine: bots travel, and nodes come and go."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from ray.cluster_utils import Cluster

from harness.arena.answering import ask
from harness.arena.nodes import play_packed
from harness.arena.progress import Progress
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import FINISHED
from harness.arena.tournament import build
from harness.arena.workers import workers_for
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import Registry, load

HANDS: Final = "SELECT * EXCLUDE (think_us_ns, think_us_ew) FROM hands ORDER BY match_id, hand_no"
PAIRS: Final = 60
MATCHES: Final = "FROM matches ORDER BY match_id"

TRAVELLER: Final = '''
import json
import os
import random
import time
from pathlib import Path

import harness
from bots.random import RandomBot

from .taste import likes

HABITS = json.loads((Path(__file__).parent / "data" / "habits.json").read_text())


class Traveller(RandomBot):
    """Plays by a file of its own, notes on which node it is, and takes its time when asked to."""

    def start_match(self, rules, seat):
        if "RAY_RAYLET_PID" in os.environ:
            (Path({notes!r}) / os.environ["RAY_RAYLET_PID"]).touch()
            while (Path({notes!r}).parent / "slowly").exists() and random.random() > 0.1:
                time.sleep(0.05)

    def choose_card(self, view):
        return max(view.legal_cards, key=lambda card: likes(HABITS, card))


@harness.hookimpl
def register_bots(register):
    register("traveller", Traveller)
'''


class Travel(NamedTuple):
    """A plugin with files of its own, and where its bot notes the nodes it was on.

    While there is a file `slowly`, it takes its time.
    """

    registry: Registry
    notes: Path
    slowly: Path

    @property
    def nodes(self) -> set[str]:
        """The nodes it was on, by the process ids of their raylets."""
        return {note.name for note in self.notes.iterdir()}


@pytest.fixture(scope="module")
def traveller(tmp_path_factory: pytest.TempPathFactory) -> Travel:
    folder = tmp_path_factory.mktemp("travel")
    notes, plugin = folder / "notes", folder / "plugins" / "traveller"
    notes.mkdir()
    (plugin / "data").mkdir(parents=True)
    (plugin / "__init__.py").write_text(TRAVELLER.replace("{notes!r}", repr(str(notes))))
    (plugin / "taste.py").write_text("def likes(habits, card):\n    return habits[card % 8]\n")
    (plugin / "data" / "habits.json").write_text("[3, 1, 4, 1, 5, 9, 2, 6]")
    (plugin / ".gitignore").write_text("data/\n")
    return Travel(load(plugin_dirs=[plugin.parent], env={}), notes, folder / "slowly")


@pytest.fixture
def travel(traveller: Travel) -> Iterator[Travel]:
    yield traveller
    for note in traveller.notes.iterdir():
        note.unlink()
    traveller.slowly.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def alone(traveller: Travel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the run that all clusters play, played in one process."""
    database = tmp_path_factory.mktemp("alone") / "db"
    play(traveller, database, workers=0)
    return database


def patiently(start: Callable[[], Any]) -> Any:  # noqa: ANN401 - a node has no type of its own
    """Start a node, again where a busy machine is too slow for the time that Ray gives it."""
    for _ in range(2):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


def raylet_of(node: Any) -> str:  # noqa: ANN401 - it has no type of its own
    """Return what tells a node from the others: all its processes know the number of its raylet."""
    return str(node.all_processes["raylet"][0].process.pid)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Yield a cluster of one node with one core."""
    with (
        tempfile.TemporaryDirectory(prefix="b-", dir="/tmp", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        # Ray notes where the cluster is in this folder, which it expects to be there.
        patch.setenv("RAY_TMPDIR", folder)
        Path(folder, "ray").mkdir()
        head: dict[str, Any] = {
            "num_cpus": 1,
            "include_dashboard": False,
            "include_log_monitor": False,
            "no_monitor": True,
            "temp_dir": folder,
        }
        made = Cluster()
        try:
            patiently(lambda: made.add_node(**head))
            yield made
        finally:
            made.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture
def more_nodes(cluster: Cluster) -> Iterator[Callable[..., Any]]:
    """Yield what adds nodes of one core, which are gone afterwards."""
    added = []

    def add(**options: Any) -> Any:  # noqa: ANN401 - it has no type of its own
        added.append(
            patiently(lambda: cluster.add_node(num_cpus=1, include_log_monitor=False, **options))
        )
        return added[-1]

    yield add
    for node in added:
        if node in cluster.worker_nodes:
            cluster.remove_node(node)


def play(
    travel: Travel,
    database: Path,
    *,
    follow: Callable[[Progress], None] = lambda _: None,
    **where: Any,  # noqa: ANN401
) -> Outcome:
    bots = ["traveller", "random", "lowest"]
    settled = build("far", bots, rules=preset("classic"), pairs=PAIRS, seed=4)
    return run_tournament(settled, travel.registry, database=database, follow=follow, **where)


def test_bots_travel_with_their_files_and_two_nodes_play_what_one_process_plays(
    travel: Travel, alone: Path, cluster: Cluster, more_nodes: Callable[..., Any], tmp_path: Path
) -> None:
    more_nodes()
    travel.slowly.touch()  # so that there is something left for the second

    def hurry(_: Progress) -> None:
        if len(travel.nodes) == 2:
            travel.slowly.unlink(missing_ok=True)

    play(travel, tmp_path / "two", follow=hurry, address=cluster.address)
    for question in (HANDS, MATCHES):
        assert ask(alone, question).equals(ask(tmp_path / "two", question))
    assert ask(tmp_path / "two", "FROM faults").num_rows == 0
    assert len(travel.nodes) == 2
    assert "PYTHONHASHSEED" not in os.environ or os.environ["PYTHONHASHSEED"] != "0"


def test_a_node_that_joins_in_the_middle_of_a_run_plays(
    travel: Travel, alone: Path, cluster: Cluster, more_nodes: Callable[..., Any], tmp_path: Path
) -> None:
    joined: list[Any] = []
    travel.slowly.touch()

    def join(progress: Progress) -> None:
        if progress.played and not joined:
            joined.append(more_nodes())
        if len(travel.nodes) == 2:
            travel.slowly.unlink(missing_ok=True)

    outcome = play(travel, tmp_path / "db", follow=join, address=cluster.address)
    assert (outcome.status, outcome.progress.played) == (FINISHED, 6 * PAIRS)
    assert raylet_of(joined[0]) in travel.nodes
    assert ask(alone, HANDS).equals(ask(tmp_path / "db", HANDS))


def test_a_run_goes_on_without_a_node_that_is_lost(
    travel: Travel, alone: Path, cluster: Cluster, more_nodes: Callable[..., Any], tmp_path: Path
) -> None:
    leaving = more_nodes()
    raylet = raylet_of(leaving)
    travel.slowly.touch()  # so that it has something to do when it leaves
    left: list[int] = []

    def leave(progress: Progress) -> None:
        if raylet in travel.nodes and not left:
            left.append(progress.played)
            cluster.remove_node(leaving, allow_graceful=False)
            travel.slowly.unlink()

    outcome = play(travel, tmp_path / "db", follow=leave, address=cluster.address)
    assert outcome.status == FINISHED
    assert left
    for question in (HANDS, MATCHES):
        assert ask(alone, question).equals(ask(tmp_path / "db", question))


def test_a_node_without_the_harness_is_one_line(
    travel: Travel, cluster: Cluster, more_nodes: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "sitecustomize.py").write_text(
        "import sys\nsys.modules['harness'] = None\n"
    )
    more_nodes(env_vars={"PYTHONPATH": str(tmp_path / "bare")})
    with pytest.raises(BeloteError) as refused:
        play(travel, tmp_path / "db", address=cluster.address)
    said = str(refused.value)
    assert said.startswith("node ")
    assert " has no harness to play with (" in said
    assert said.endswith("): install there what is installed here")
    assert "\n" not in said


def test_a_node_with_another_harness_is_one_line() -> None:
    with pytest.raises(
        BeloteError, match=r"^node .* has another harness \(.*, here it is 01234567\)"
    ):
        play_packed("0123456789", b"", b"")


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("127.0.0.1:1", "nobody answers there"),
        ("nosuchhost.invalid:6379", "nobody answers there"),
        ("10.0.0.1", "an address is auto, or a host and port as in 10.0.0.1:6379"),
        ("ray://10.0.0.1:10001", "an address is auto, or a host and port"),
        ("local", "without --address a run starts Ray on this machine"),
    ],
)
def test_a_cluster_that_cannot_be_reached_is_one_line(
    travel: Travel, address: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(BeloteError, match="cannot play on the Ray cluster at") as refused:
        play(travel, tmp_path / "db", address=address)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_cluster_plays_with_one_core_or_more() -> None:
    with pytest.raises(BeloteError, match="--workers takes 1 to 1024 with --address, not 0"):
        workers_for(0, "auto")
