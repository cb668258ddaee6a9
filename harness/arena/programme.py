"""A run's programme: all that a worker needs to know of it.

A worker loads each bot's plugin by its source, once per process.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from harness.arena.faults import Policy
from harness.arena.limits import WorkerLimits
from harness.arena.sides import Side
from harness.game.rules import Rules
from harness.plugin.isolation import Isolation
from harness.plugin.sources import Source

SEATS_MADE: Final = 4
"""Bots that are made one after another before a match begins."""


class Entrant(NamedTuple):
    """A contestant as a worker finds it: the bot's name in a plugin, and its options.

    `source` is where the plugin is, `digest` of which code, `isolation` how bots are kept apart.
    """

    name: str
    bot: str
    options: dict[str, Any]
    source: Source
    digest: str
    isolation: Isolation = Isolation("none")


class Programme(NamedTuple):
    """What all matches of a run have in common.

    Attributes:
        run_id: of the run.
        rules: of every table.
        seed: 16 bytes, secret while bots play.
        entrants: who plays.
        deals: after how many a match ends, where it is not played to the target.
        sides: that have two partners; every entrant is a side of its own besides.
        policy: what follows from a fault.
        limits: what a bot may not exceed, where workers play.
        tables: how many matches are under way at once, by each who plays.
    """

    run_id: str
    rules: Rules
    seed: bytes
    entrants: tuple[Entrant, ...]
    deals: int | None = None
    sides: tuple[Side, ...] = ()
    policy: Policy = Policy()
    limits: WorkerLimits = WorkerLimits()
    tables: int = 1

    @property
    def patience(self) -> float:
        """Seconds without an answer after which a match stands still.

        Isolated bots have clocks of their own, which are to strike first.
        """
        clocks = [one.isolation.time for one in self.entrants if one.isolation.level != "none"]
        own = [SEATS_MADE * time.start_s + time.per_decision_ms / 1000 for time in clocks]
        return self.limits.hangs_after + max(own, default=0.0)
