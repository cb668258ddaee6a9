"""Verifying: playing some of a run's matches again, and comparing every hand with what is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.answering import ask, asking
from harness.arena.columns import FAULTS, HANDS, MATCHES, Batch
from harness.arena.faults import FORFEIT, Policy
from harness.arena.interruption import interruptible
from harness.arena.jobs import Jobs
from harness.arena.programme import Entrant, Programme
from harness.arena.runs import Ask, RunInfo, find_run, sides_of
from harness.arena.schedule import Fixture
from harness.arena.workers import workers_for
from harness.errors import BeloteError
from harness.game.presets import rules_of
from harness.plugin.manager import Registry

TIMED: Final = frozenset({"think_us_ns", "think_us_ew", "traceback"})
"""What differs though the play does not: times, and paths of files in tracebacks."""
PAGE: Final = 2000
"""Matches that are chosen, played and compared at a time."""

# A hash that any version of DuckDB computes alike, so a seed always chooses the same matches.
_SAMPLE: Final = """
    SELECT match_id, pair_id, pairing, pair, leg, deal_set, ns, ew
    FROM matches WHERE run_id = '{run_id}'
    ORDER BY md5(match_id || ' {seed}'), match_id LIMIT {size} OFFSET {start}
"""
_BOTS: Final = "SELECT name, digest FROM bots WHERE run_id = '{run_id}'"
_SEED: Final = "SELECT seed FROM runs WHERE run_id = '{run_id}'"
_OF_MATCHES: Final = "FROM {table} WHERE match_id IN ({ids})"


class Difference(NamedTuple):
    """Something that was not played as it is stored.

    Attributes:
        match_id: of which match.
        hand_no: in which hand; None where it is the match's own row.
        column: in which column; `hand`, `match` or `fault` where a whole row is there only once.
        stored, played: the values; None for what is not there.
    """

    match_id: str
    hand_no: int | None
    column: str
    stored: object
    played: object


class Verdict(NamedTuple):
    """What came of playing again: how many matches and hands, and what differs."""

    run: RunInfo
    seed: int
    matches: int
    hands: int
    differences: list[Difference]


def verify(
    database: Path,
    run: str | None,
    registry: Registry,
    *,
    sample: int,
    seed: int,
    workers: int | None = 0,
    follow: Callable[[int], None] = lambda _: None,
) -> Verdict:
    """Play a sample of a run again.

    Args:
        database: the DuckDB file; it is only read, also while a run is on.
        run: its id, the start of one, or its tournament's name; the newest where None.
        registry: the loaded plugins, with the bots that played.
        sample: how many matches; all where there are no more.
        seed: chooses them.
        workers: how many processes play, as for a run.
        follow: called with how many matches have been played.

    Raises:
        BeloteError: there is no such run, its seed is still secret, or a bot has changed.
        Interrupted: somebody asked for an end.
    """
    with asking(database) as question:
        found = find_run(question, run)
        programme = programme_of(question, found, registry)
    verdict = Verdict(found, seed, 0, 0, [])
    playing = workers_for(workers)
    with interruptible() as interruption, playing:
        for fixtures in _sampled(partial(ask, database), found.run_id, sample, seed):
            jobs = Jobs(fixtures, len(fixtures), playing.count)
            with closing(playing.play(programme, jobs, interruption)) as done:
                for one in done:
                    with asking(database) as question:
                        verdict = _compared(question, verdict, one.batch)
                    follow(verdict.matches)
    return verdict._replace(differences=sorted(verdict.differences, key=repr))


def programme_of(ask: Ask, run: RunInfo, registry: Registry) -> Programme:
    """Return what it takes to play a stored run again.

    Raises:
        BeloteError: where that is not to be had.
    """
    config = json.loads(run.config)
    if origin := config.get("rescored_from"):
        raise BeloteError(f"run {run.run_id} is rescored from run {origin}: verify that one")
    seed = ask(_SEED.format(run_id=run.run_id))["seed"][0].as_py()
    if seed is None:
        raise BeloteError(
            f"run {run.run_id} keeps its seed secret until it is finished: verify it then"
        )
    digests = {
        row["name"]: row["digest"] for row in ask(_BOTS.format(run_id=run.run_id)).to_pylist()
    }
    entrants = []
    for one in config["contestants"]:
        entry = registry.bot(one["bot"])
        if entry.digest != digests[one["name"]]:
            raise BeloteError(
                f"{entry} is not the code that played run {run.run_id} (its digest was "
                f"{digests[one['name']]}, and is {entry.digest}): bring that back to verify it"
            )
        entrants.append(
            Entrant(one["name"], one["bot"], one["options"], entry.source, entry.digest)
        )
    return Programme(
        run.run_id,
        rules_of(json.loads(run.rules)),
        bytes.fromhex(seed),
        tuple(entrants),
        1 if config["mode"] == "duplicate" else None,
        tuple(side for side in sides_of(ask, run.run_id) if side.mixed),
        Policy(config.get("on_fault", FORFEIT.on_fault), config.get("max_faults", 0)),
    )


def _sampled(ask: Ask, run_id: str, sample: int, seed: int) -> Iterator[list[Fixture]]:
    for start in range(0, sample, PAGE):
        size = min(PAGE, sample - start)
        page = ask(_SAMPLE.format(run_id=run_id, seed=seed, size=size, start=start))
        if page.num_rows:
            yield [Fixture(**row) for row in page.to_pylist()]
        if page.num_rows < size:
            return


def _compared(ask: Ask, verdict: Verdict, played: Batch) -> Verdict:
    """Return a verdict with some matches added to it."""
    ids = ", ".join(f"'{match_id}'" for match_id in sorted(played.match_ids()))
    differences = list(verdict.differences)
    for table, schema, what, key in (
        ("matches", MATCHES, "match", ("match_id",)),
        ("hands", HANDS, "hand", ("match_id", "hand_no")),
        ("faults", FAULTS, "fault", ("match_id", "fault_no")),
    ):
        stored = _rows(ask(_OF_MATCHES.format(table=table, ids=ids)), key)
        columns = [name for name in schema.names if name not in TIMED]
        differences += _between(stored, _rows(getattr(played, table), key), columns, what)
    return verdict._replace(
        matches=verdict.matches + played.matches.num_rows,
        hands=verdict.hands + played.hands.num_rows,
        differences=differences,
    )


Rows: TypeAlias = Mapping[tuple[Any, ...], Mapping[str, Any]]


def _rows(table: pa.Table, key: Sequence[str]) -> Rows:
    return {tuple(row[name] for name in key): row for row in table.to_pylist()}


def _between(stored: Rows, played: Rows, columns: Sequence[str], what: str) -> Iterator[Difference]:
    for key in sorted(stored.keys() | played.keys()):
        before, now = stored.get(key), played.get(key)
        match_id, hand_no = key[0], key[1] if what == "hand" else None
        if before is None or now is None:
            there = (what if before else None, what if now else None)
            yield Difference(match_id, hand_no, what, *there)
            continue
        for column in columns:
            if before[column] != now[column]:
                at = before.get("hand_no") if what == "fault" else hand_no
                yield Difference(match_id, at, column, before[column], now[column])
