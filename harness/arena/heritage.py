"""Heritage: the matches that a run takes over from one it continues under other conditions.

What a match comes to hangs on the rules, the seed, its deal set, and who sits where with which code
and options; which pair and leg it is says where partners sit. Where all of that is the same it need
not be played again: it is written down once more, as a match of the new run, which so has the very
rows it would have had from the start.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.columns import FAULTS, HANDS, MATCHES, Batch, with_columns
from harness.arena.meetings import Tally
from harness.arena.runs import Ask, sides_of
from harness.arena.schedule import Fixture
from harness.arena.sides import Side
from harness.arena.store import Store

Key: TypeAlias = tuple[Any, ...]
"""What a match is known by in any run: its deal set, pair, leg, ns and ew."""

if TYPE_CHECKING:
    from harness.arena.run import Run

PAGE: Final = 1000
"""Matches copied at a time."""
DECISIVE: Final = ("mode", "on_fault", "max_faults", "isolation", "time", "limits", "keep")
"""What of a run's configuration decides how a match goes, apart from who plays it."""

_RUN: Final = """
    SELECT runs.rules, runs.seed_hash, runs.config,
        coalesce(origin.rules, runs.config ->> 'rescored_from', runs.rules) AS played_by
    FROM runs LEFT JOIN runs AS origin ON origin.run_id = runs.config ->> 'rescored_from'
    WHERE runs.run_id = '{run_id}'
"""
_DIGESTS: Final = "SELECT name, digest FROM bots WHERE run_id = '{run_id}'"
_MATCHES: Final = "SELECT match_id, deal_set, pair, leg, ns, ew FROM matches WHERE run_id = ?"
_ROWS: Final = "FROM {table} WHERE list_contains(?, match_id)"


class Heritage:
    """What a run may take over; nothing where it continues no other.

    Args:
        run: the run that is to be played.
        store: where both are kept.
    """

    def __init__(self, run: Run, store: Store) -> None:
        self._run = run
        self._store = store
        self._aside: list[tuple[Fixture, str]] = []
        self._matches: dict[Key, str] = {}
        if run.continues:
            self._matches = dict(_inherited(run, run.continues, store))

    def without(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """Yield the matches that must be played, setting the others aside."""
        for one in fixtures:
            known = self._matches.get((one.deal_set, one.pair, one.leg, one.ns, one.ew))
            if known is None:
                yield one
            else:
                self._aside.append((one, known))

    def batches(self) -> Iterator[Batch]:
        """Yield what has been set aside so far as matches of the new run."""
        for page in self._pages():
            yield self._batch(page)

    def gives(self) -> int:
        """Return how many matches it may take over, up to the first round that needs others."""
        taken, tally = 0, Tally()
        for matches, scheduled in self._run.rounds(tally) if self._matches else ():
            missing = sum(1 for _ in self.without(scheduled))
            taken += matches - missing
            for page in self._pages():
                if not missing:  # else who meets next is not known
                    tally.count(self._matches_of(page))
            if missing:
                break
        return taken

    def _pages(self) -> Iterator[dict[str, Fixture]]:
        """Yield what has been set aside so far, by the ids of before."""
        while self._aside:
            page, self._aside = self._aside[:PAGE], self._aside[PAGE:]
            yield {known: one for one, known in page}

    def _batch(self, fixtures: Mapping[str, Fixture]) -> Batch:
        renamed = {known: one.match_id for known, one in fixtures.items()}
        hands, faults = (
            self._rows(table, schema, fixtures)
            for table, schema in (("hands", HANDS), ("faults", FAULTS))
        )
        return Batch(
            self._matches_of(fixtures),
            *(
                with_columns(rows, {"match_id": _renamed(rows, renamed)})
                for rows in (hands, faults)
            ),
        )

    def _matches_of(self, fixtures: Mapping[str, Fixture]) -> pa.Table:
        matches = self._rows("matches", MATCHES, fixtures)
        taken = [fixtures[str(match_id)] for match_id in matches["match_id"].to_pylist()]
        labels = ("match_id", "pair_id", "pairing")
        places = {label: [getattr(one, label) for one in taken] for label in labels}
        return with_columns(matches, {"run_id": [self._run.run_id] * len(taken), **places})

    def _rows(self, table: str, schema: pa.Schema, fixtures: Iterable[str]) -> pa.Table:
        return self._store.read(_ROWS.format(table=table), [list(fixtures)]).cast(schema)


def _renamed(rows: pa.Table, names: Mapping[str, str]) -> list[str]:
    return [names[str(match_id)] for match_id in rows["match_id"].to_pylist()]


def _inherited(run: Run, old: str, store: Store) -> Iterator[tuple[Key, str]]:
    """Yield the matches of an old run that would go in the new one as they went there."""
    config = json.loads(json.dumps(run.config))
    now = Terms(run.rules, run.rules, run.seed_hash, config, run.digests, run.tournament.sides)
    sides = same_sides(terms_of(store.read, old), now)
    if not sides:
        return
    for match_id, *key in zip(*store.read(_MATCHES, [old]).to_pydict().values(), strict=True):
        if sides.issuperset(key[-2:]):
            yield tuple(key), match_id


class Terms(NamedTuple):
    """What decides how the matches of a run go: what is stored of it, and who plays together.

    Attributes:
        rules: what it is scored by.
        played_by: what it was played by, which is other than that where it was rescored.
        seed_hash, config, digests: as stored.
        sides: who plays together.
    """

    rules: str
    played_by: str
    seed_hash: str
    config: Mapping[str, Any]
    digests: Mapping[str, str]
    sides: Sequence[Side]


def terms_of(ask: Ask, run_id: str) -> Terms:
    """Return the terms of a stored run."""
    (run,) = ask(_RUN.format(run_id=run_id)).to_pylist()
    bots = ask(_DIGESTS.format(run_id=run_id)).to_pylist()
    digests = {bot["name"]: bot["digest"] for bot in bots}
    return Terms(
        run["rules"],
        run["played_by"],
        run["seed_hash"],
        json.loads(run["config"]),
        digests,
        sides_of(ask, run_id),
    )


def same_sides(before: Terms, now: Terms) -> set[str]:
    """Return the sides whose matches go in one run as they go in another."""
    then = what_decides(before)
    return {name for name, terms in what_decides(now).items() if then.get(name) == terms}


def what_decides(terms: Terms) -> dict[str, str]:
    """Return by side all that decides how its matches go, as a text; those of whom it is known."""
    table = [*terms[:3], *(terms.config.get(key) for key in DECISIVE)]
    entered = contestants_of(terms.config)
    players = {name: (entry, terms.digests.get(name)) for name, entry in entered.items()}
    return {
        side.name: json.dumps([*table, side, *map(players.get, side.members)], sort_keys=True)
        for side in terms.sides
        if players.keys() >= set(side.members)
    }


def contestants_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contestants of a stored configuration by name: their bot and its options."""
    return {one["name"]: one for one in config.get("contestants", ())}
