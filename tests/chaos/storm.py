"""A storm: a tournament of hostile bots that is run while its processes are killed, and compared.

Everything is killed with the signal that nobody can refuse, at moments that a seed decides. Only
descendants of the command that the storm itself started are ever touched.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import pyarrow as pa

from harness.arena import wire
from harness.arena.answering import ask
from harness.arena.batch import play
from harness.arena.columns import FAULTS, HANDS, MATCHES, RATINGS, Batch
from harness.arena.meetings import Tally
from harness.arena.ranking import rate_run
from harness.arena.run import Run
from harness.arena.schedule import Fixture
from harness.arena.store import Store
from harness.arena.supervisor import Supervisor
from harness.arena.tournament import Tournament, build
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import Registry, load
from tests.chaos import hostile
from tests.cli.commands import start
from tests.processes import Process, descendants

HONEST: Final = ("random", "basic", "lowest", "slow")
BOTS: Final = (*HONEST, *(bot.__name__.lower() for bot in hostile.HOSTILE))
TIMED: Final = ("think_us_ns", "think_us_ew", "computed_at")
LIMITS: Final = {"hangs_after": 1.0, "worker_memory_mb": 400}
PATIENCE: Final = 600.0
"""Seconds after which a storm is given up."""

PLAYER, WORKER, HEAD, DRIVER = "player", "worker", "Ray's head", "driver"
VICTIMS: Final = {
    PLAYER: ("harness.arena.player",),
    WORKER: ("ray::play_remotely", "ray::IDLE"),
    HEAD: ("/gcs_server ", "/raylet "),
}
"""Words in the command lines of what may be killed, besides the driver."""


class Storm:
    """One tournament in one folder, started as often as it takes.

    Args:
        folder: where its file and its database are.
        seed: of the moments and victims.
        pairs: of each pairing.
        format: who meets whom.
    """

    def __init__(self, folder: Path, seed: int, *, pairs: int, format: str) -> None:  # noqa: A002 - the key's name
        self.folder = folder
        self.database = folder / "storm.duckdb"
        self.kills: Counter[str] = Counter()
        self.starts = 0
        self._pairs = pairs
        self._format = format
        self._rng = random.Random(seed)
        self._seen: set[Process] = set()
        self._over = monotonic() + PATIENCE
        keys = "\n".join(f"{key} = {value}" for key, value in LIMITS.items())
        (folder / "tournaments.toml").write_text(
            f"[tournament.storm]\nbots = {list(BOTS)}\npairs = {pairs}\n"
            f'format = "{format}"\nrules = "long"\n{keys}\n\n'
            '[rules.long]\nbase = "classic"\ntarget = 1000\n'
        )

    # Killing

    def blow(self, *victims: str) -> int:
        """Start the run, kill one victim after another, and return its exit status.

        Ray gives itself half a minute to start, which a busy machine may not have: then once more.
        """
        status, again = self._blow(*victims), 2
        while "Ray cannot start" in self.error and again:
            status, again = self._blow(*victims), again - 1
        self.starts += 1
        return status

    def _blow(self, *victims: str) -> int:
        env = {"BELOTE_PLUGINS": str(hostile.__file__)}
        command = ("run", "storm", "--workers", 2, "--json", "--db", self.database)
        with start(*command, cwd=self.folder, env=env) as driver:
            try:
                for victim in victims:
                    self._wait(driver)
                    self._kill(driver, victim)
                _, error = driver.communicate(timeout=self._over - monotonic())
            finally:
                driver.kill()
        self.error = error
        return driver.returncode

    def _wait(self, driver: subprocess.Popen[str]) -> None:
        """Wait until some more has been committed, and a moment that the seed decides."""
        wanted = self._stored() + 1
        while self._stored() < wanted and driver.poll() is None:
            assert monotonic() < self._over, "the storm does not end"
            sleep(0.05)
        sleep(self._rng.uniform(0.0, 0.8))

    def _kill(self, driver: subprocess.Popen[str], victim: str) -> None:
        found = descendants(driver.pid)
        self._seen.update(found)
        words = VICTIMS.get(victim, ())
        pids = [one.pid for one in found if any(word in one.command for word in words)]
        if victim == DRIVER:
            pids = [driver.pid]
        if pids and driver.poll() is None:
            os.kill(self._rng.choice(pids), signal.SIGKILL)
            self.kills[victim] += 1

    def _stored(self) -> int:
        """Return how many matches its owner has stored; nobody else must open the file now."""
        try:
            wire.call(wire.socket_path(self.database), 1.0).close()
            counted = ask(self.database, "SELECT count(*) AS n FROM matches")
        except (OSError, BeloteError):
            return 0
        return int(counted["n"][0].as_py())

    def left(self) -> list[Process]:
        """Return the processes seen that are still there, once they have had time to go.

        Ray's agents take a minute to see that whoever started them was killed.
        """
        patience = monotonic() + 120
        while (there := [one for one in self._seen if one.there]) and monotonic() < patience:
            sleep(0.1)
        return there

    # Comparing

    def tournament(self) -> Tournament:
        """Return what was played, on the seed that is published now."""
        rules = preset("classic", target=1000).named("long")
        (run,) = ask(self.database, "FROM runs").to_pylist()
        return build(
            "storm",
            BOTS,
            rules=rules,
            pairs=self._pairs,
            format=self._format,
            seed=run["seed"],
            **LIMITS,  # type: ignore[arg-type]
        )

    def run(self) -> Run:
        """Return the run, as it would be on its seed."""
        return Run(self.tournament(), registry())

    def tables(self) -> Mapping[str, list[dict[str, Any]]]:
        """Return the rows that are stored."""
        return tables(self.database)

    def calm(self) -> Mapping[str, list[dict[str, Any]]]:
        """Return the rows of the same run where nobody is killed, and no Ray plays."""
        run = self.run()
        with Supervisor() as supervisor:
            batch = supervisor.play(run.programme(), scheduled(run)).batch
        path = self.folder / "calm.duckdb"
        with Store.open(path, owner=True) as store:
            store.begin_run(run.row(), run.bot_rows(), run.tournament.sides)
            store.append(batch)
            rate_run(store, run.run_id)
        return tables(path)

    def honest(self) -> Batch:
        """Return what honest bots play among themselves at a table of this very process."""
        run = self.run()
        fixtures = [one for one in scheduled(run) if {one.ns, one.ew} <= set(HONEST)]
        return play(run.programme(), fixtures).batch


def registry() -> Registry:
    """Return the hostile bots, and those that are always there."""
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(hostile.__file__)})


def scheduled(run: Run) -> list[Fixture]:
    """Return the matches of a run of one round."""
    return list(next(run.rounds(Tally()))[1])


def tables(database: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a database without what a clock measured, in an order of their own."""
    schemas = {"matches": MATCHES, "hands": HANDS, "faults": FAULTS, "ratings": RATINGS}
    return {
        table: plain(ask(database, f"FROM {table}").cast(schema))
        for table, schema in schemas.items()
    }


def plain(table: pa.Table) -> list[dict[str, Any]]:
    """Return rows without what a clock measured, in an order of their own."""
    timed: list[str] = [name for name in TIMED if name in table.column_names]
    return sorted(table.drop_columns(timed).to_pylist(), key=repr)
