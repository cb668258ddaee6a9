"""The supervisor: whatever a bot does to its process, its match ends and the fault is its own."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, Self

import pytest

from harness.arena import supervisor as supervising
from harness.arena.batch import Done, play
from harness.arena.columns import Batch
from harness.arena.meetings import Tally
from harness.arena.nursery import Death
from harness.arena.player import Task
from harness.arena.programme import Programme
from harness.arena.run import Run
from harness.arena.schedule import Fixture
from harness.arena.supervisor import Supervisor
from harness.arena.tournament import build
from harness.arena.watching import Call, Loss
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import Registry, load
from tests.chaos import hostile

PLUGIN = hostile.__file__
UNTIMED = ("think_us_ns", "think_us_ew")


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": PLUGIN})


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    """One for all, whose next players come from where those before have been broken."""
    with Supervisor() as supervisor:
        yield supervisor


def programme(
    registry: Registry,
    *bots: str,
    pairs: int = 1,
    **keys: Any,  # noqa: ANN401 - a tournament's
) -> tuple[Programme, list[Fixture]]:
    keys = {"seed": 5, "hangs_after": 0.7, "worker_memory_mb": 400} | keys
    run = Run(
        build("", list(bots), rules=preset("classic", target=1000), pairs=pairs, **keys), registry
    )
    return run.programme(), list(next(run.rounds(Tally()))[1])


def rows(batch: Batch) -> list[list[dict[str, Any]]]:
    """Return the rows of a batch without what a clock measured, in an order of their own."""
    tables = (batch.matches, batch.hands, batch.faults)
    return [sorted(table.drop_columns(_timed(table)).to_pylist(), key=repr) for table in tables]


def _timed(table: Any) -> list[str]:  # noqa: ANN401 - a table of Arrow's
    return [name for name in table.column_names if name in UNTIMED]


@pytest.mark.parametrize("bot", hostile.FAULTS)
def test_a_bot_that_breaks_its_process_is_blamed_and_loses_its_matches(
    registry: Registry, supervisor: Supervisor, bot: str
) -> None:
    done = supervisor.play(*programme(registry, "random", bot))
    faults = done.batch.faults.to_pylist()
    matches = {row["match_id"]: row for row in done.batch.matches.to_pylist()}
    assert len(matches) == 2
    assert {(fault["bot"], fault["kind"], fault["forfeits"]) for fault in faults} == {
        (bot, hostile.FAULTS[bot], True)
    }
    for fault in faults:
        match = matches[fault["match_id"]]
        assert match["ended_by"] == "forfeit"
        assert match["winner"] == ("EW" if match["ns"] == bot else "NS")
        assert fault["seat"] in ("NS" if match["ns"] == bot else "EW")
    assert done.voids == 0


def test_the_fault_of_a_lost_process_tells_where_it_was_as_any_other_does(
    registry: Registry, supervisor: Supervisor
) -> None:
    done = supervisor.play(*programme(registry, "random", "exits"))
    for fault in done.batch.faults.to_pylist():
        assert fault["message"] == "ended its process with status 3"
        assert fault["hand_no"] == 1
        assert 8 <= fault["place"] < 12, "two tricks have been played"
        assert '"record": ' in fault["evidence"]
        hands = [
            row for row in done.batch.hands.to_pylist() if row["match_id"] == fault["match_id"]
        ]
        assert [hand["hand_no"] for hand in hands] == [0, 1]
        assert (hands[1]["outcome"], len(hands[1]["plays"])) == ("forfeit", fault["place"])


@pytest.mark.parametrize("bot", ["forks", "shouts"])
def test_a_bot_that_forks_or_writes_to_every_descriptor_disturbs_nobody(
    registry: Registry, supervisor: Supervisor, bot: str
) -> None:
    asked, fixtures = programme(registry, "random", bot, pairs=2)
    done = supervisor.play(asked, fixtures)
    assert done.batch.faults.num_rows == 0
    ids = done.batch.matches["match_id"].to_pylist()
    assert ids == [fixture.match_id for fixture in fixtures]


def test_honest_bots_in_the_same_job_have_the_rows_of_a_calm_table(
    registry: Registry, supervisor: Supervisor
) -> None:
    asked, fixtures = programme(registry, "random", "basic", "exits", "stalls")
    done = supervisor.play(asked, fixtures)
    assert done.batch.match_ids() == {fixture.match_id for fixture in fixtures}
    honest = [one for one in fixtures if {one.ns, one.ew} == {"random", "basic"}]
    others = {one.match_id for one in fixtures if one not in honest}
    assert rows(done.batch.without(others)) == rows(play(asked, honest).batch)


def test_what_a_bot_does_to_its_process_is_forgiven_as_any_fault_is(
    registry: Registry, supervisor: Supervisor
) -> None:
    done = supervisor.play(
        *programme(registry, "random", "exits", on_fault="substitute", max_faults=1)
    )
    # Each of its two seats dies in the third trick: one is forgiven, the other loses the match.
    faults = done.batch.faults.to_pylist()
    assert [(fault["kind"], fault["fault_no"], fault["forfeits"]) for fault in faults] == [
        ("crashed", 0, False),
        ("crashed", 1, True),
    ] * 2
    for forgiven, last in batched_in_twos(faults):
        assert forgiven["substitute"] in json.loads(forgiven["evidence"])["legal"].split()
        played = json.loads(last["evidence"])["record"]["plays"].split()
        assert played[forgiven["place"]] == forgiven["substitute"]
        assert last["substitute"] is None


def test_a_process_that_somebody_kills_is_a_void_and_the_rows_are_those_of_a_calm_table(
    registry: Registry,
) -> None:
    asked, fixtures = programme(registry, "slow", "random", pairs=3)
    done: list[Done] = []
    with Supervisor() as supervisor:
        playing = Thread(target=lambda: done.append(supervisor.play(asked, fixtures)))
        playing.start()
        patience = monotonic() + 60
        while supervisor.player_id is None:
            assert monotonic() < patience
            sleep(0.01)
        sleep(0.3)
        os.kill(supervisor.player_id, signal.SIGKILL)
        playing.join()
    assert done[0].voids == 1
    assert rows(done[0].batch) == rows(play(asked, fixtures).batch)


def batched_in_twos(found: list[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(found[::2], found[1::2], strict=True)


class Dying:
    """Stands in for players: dies as it is told to, and notes what it is given."""

    def __init__(self, deaths: Iterator[Death]) -> None:
        self.deaths = deaths
        self.losses: list[dict[Call, Loss]] = []
        self.least_memory = None

    def play(self, task: Task) -> Death:
        self.losses.append(dict(task.losses or {}))
        return next(self.deaths)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    close = __exit__


def dying(monkeypatch: pytest.MonkeyPatch, deaths: Iterator[Death]) -> Dying:
    players = Dying(deaths)
    monkeypatch.setattr(Supervisor, "_new_player", lambda _: players)
    return players


def death(call: Call | None, *, certain: bool, match: int | None = 0) -> Death:
    return Death(match, call, Loss("crashed", "gone"), certain=certain)


def test_a_match_that_is_lost_by_nobody_again_and_again_ends_the_run_in_one_line(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying(monkeypatch, (death(Call(0, number), certain=False) for number in count()))
    asked, fixtures = programme(registry, "random", "basic")
    with pytest.raises(BeloteError, match="its process was ended 6 times, by nobody at the table"):
        Supervisor().play(asked, fixtures)


def test_a_signal_that_may_come_from_outside_is_blamed_on_a_bot_only_when_it_comes_again(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Sequence[Call | None] = (None, Call(1, 4), Call(1, 5), Call(1, 5))
    deaths = (death(call, certain=False) for call in calls)
    players = dying(monkeypatch, deaths)
    asked, fixtures = programme(registry, "random", "basic")
    with pytest.raises(StopIteration):
        Supervisor().play(asked, fixtures)
    assert players.losses == [{}, {}, {}, {}, {Call(1, 5): Loss("crashed", "gone")}]


def test_a_bot_that_dies_elsewhere_each_time_is_not_even_made_in_the_end(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = supervising.MOST_DEATHS
    calls = [None, *(Call(2, number) for number in range(1, most + 2))]
    players = dying(monkeypatch, (death(call, certain=True) for call in calls))
    asked, fixtures = programme(registry, "random", "basic")
    with pytest.raises(StopIteration):
        Supervisor().play(asked, fixtures)
    assert len(players.losses[-1]) == most + 1
    assert Call(2, 0) in players.losses[-1]


@pytest.mark.parametrize(("certain", "deaths"), [(True, 1), (False, 6)])
def test_bots_that_end_whoever_loads_them_are_one_line(
    registry: Registry,
    monkeypatch: pytest.MonkeyPatch,
    certain: bool,  # noqa: FBT001 - a parameter of pytest
    deaths: int,
) -> None:
    dying(monkeypatch, iter([death(None, certain=certain, match=None)] * deaths))
    with pytest.raises(BeloteError, match=r"^who loads the bots is gone: gone$"):
        Supervisor().play(*programme(registry, "random", "basic"))


def test_a_plugin_that_has_changed_is_told_by_the_player_in_one_line(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    plugin = tmp_path / "moody.py"
    plugin.write_text(Path(PLUGIN).read_text())
    asked, fixtures = programme(
        load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)}), "random", "slow"
    )
    plugin.write_text(Path(PLUGIN).read_text() + "\n")
    with pytest.raises(BeloteError, match=r"moody\.py has changed since the run began"):
        supervisor.play(asked, fixtures)
