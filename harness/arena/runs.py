"""Stored runs: finding the one that somebody means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.sides import Side
from harness.errors import BeloteError, listed, meant

Ask: TypeAlias = Callable[[str], pa.Table]
"""Answers SQL with a table: a store's `read`, or `answering.ask` of a path."""

RUNNING: Final = "running"
FINISHED: Final = "finished"
RESCORED: Final = "rescored"
INTERRUPTED: Final = "interrupted"
FAILED: Final = "failed"
"""What became of a run so far; a rescored one was never played."""

_RUN: Final = """
    SELECT run_id, name, status, rules, config,
        (SELECT count(*) FROM matches WHERE matches.run_id = runs.run_id) AS stored
    FROM runs WHERE {where}
    ORDER BY (config ->> 'rescored_from') IS NOT NULL, started_at DESC, run_id {limit}
"""

GONE_ON: Final = "runs.run_id IN (SELECT config ->> 'continues' FROM runs)"
"""Of runs that another goes on with, which has their matches too as far as they are the same."""
_SIDES: Final = "SELECT side, bot FROM sides WHERE run_id = '{run_id}' ORDER BY side, place"
_NAMES: Final = "SELECT DISTINCT name FROM runs WHERE name <> '' ORDER BY name"
_CONTESTANTS: Final = "SELECT name FROM bots UNION SELECT side FROM sides ORDER BY name"

_LAST_RATINGS: Final = """
    SELECT split_part(bots.bot, '@', 1) AS bot, bots.digest,
           arg_max(ratings.elo, ratings.computed_at) AS elo
    FROM ratings JOIN bots ON bots.run_id = ratings.run_id AND bots.name = ratings.bot
    WHERE bots.options = '{}' AND ratings.elo IS NOT NULL
    GROUP BY ALL
"""


class RunInfo(NamedTuple):
    """What identifies a stored run, and how many of its matches are stored."""

    run_id: str
    name: str
    status: str
    rules: str
    config: str
    stored: int = 0


def find_run(ask: Ask, run_id: str | None = None) -> RunInfo:
    """Return a run by id, the start of one, or its tournament's name; the newest where None.

    Where several are meant it is the newest that was played rather than rescored.

    Raises:
        BeloteError: where there is none.
    """
    wanted = (run_id or "").replace("'", "''")
    where = f"starts_with(run_id, '{wanted}') OR name = '{wanted}'" if run_id else "true"
    found = ask(_RUN.format(where=where, limit="LIMIT 1")).to_pylist()
    if found:
        return RunInfo(**found[0])
    known = names_of_runs(ask)
    what = f"run {run_id!r}" if run_id else "run"
    near = meant(run_id, known) if run_id else ""
    there = f"{near} (known: {listed(known)})" if known else ": `belote run` makes one"
    raise BeloteError(f"there is no {what} in this database{there}")


def names_of_runs(ask: Ask) -> list[str]:
    """Return what runs are called, each name once."""
    return [str(name) for name in ask(_NAMES)["name"].to_pylist()]


def names_of_contestants(ask: Ask) -> list[str]:
    """Return what the bots and sides of all runs are called, each name once."""
    return [str(name) for name in ask(_CONTESTANTS)["name"].to_pylist()]


def find_runs(ask: Ask, wanted: Sequence[str] = (), *, every: bool = False) -> list[RunInfo]:
    """Return the runs that are meant, each once.

    Args:
        ask: answers SQL with a table.
        wanted: what `find_run` takes, for each.
        every: whether no name means every run that was played and not gone on with as another,
            and not the newest.

    Raises:
        BeloteError: where there is none.
    """
    if every and not wanted:
        played = f"(config ->> 'rescored_from') IS NULL AND ({GONE_ON}) IS NOT TRUE"
        found = [RunInfo(**one) for one in ask(_RUN.format(where=played, limit="")).to_pylist()]
        return found or [find_run(ask)]
    return list(dict.fromkeys(find_run(ask, run) for run in wanted or (None,)))


def sides_of(ask: Ask, run_id: str) -> list[Side]:
    """Return the sides of a run; none where it is older than they are, or has no such run."""
    rows = ask(_SIDES.format(run_id=run_id)).to_pylist()
    return [
        Side(name, tuple(dict.fromkeys(row["bot"] for row in places)))
        for name, places in groupby(rows, itemgetter("side"))
    ]


def last_ratings(ask: Ask) -> dict[tuple[str, str], float]:
    """Return the newest Elo of each bot that has any, by its name (without version) and digest."""
    return {(one["bot"], one["digest"]): one["elo"] for one in ask(_LAST_RATINGS).to_pylist()}


def names_of(config: Mapping[str, Any]) -> list[str]:
    """Return who plays, as the configuration of a run has it: sides, best seed first."""
    return [one["name"] for one in config.get("sides") or config["contestants"]]


def texts(values: Iterable[str]) -> str:
    """Return a list of texts in SQL."""
    return ", ".join("'{}'".format(text.replace("'", "''")) for text in values) or "NULL"
