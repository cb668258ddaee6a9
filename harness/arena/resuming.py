"""Going on with a run that was begun: finding it, and seeing what has changed since.

The same tournament again is the same run. What the tournament itself cannot tell is remembered with
the run: a seed that was drawn, that somebody asked for a fresh one. Where anything else is another,
nobody is given another run than the one they began without a word, and nothing is mixed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from harness.arena.heritage import Heritage, contestants_of
from harness.arena.runs import FINISHED
from harness.arena.seeds import forget_seeds, hash_of, read_seed
from harness.arena.store import Store
from harness.errors import BeloteError

if TYPE_CHECKING:
    from harness.arena.run import Run

FRESH: Final = "fresh"
"""In a run's configuration: what tells a run begun anew from those before it."""
CONTINUES: Final = "continues"
"""In a run's configuration: the run whose matches it takes over where nothing has changed."""
SEED: Final = "seed"
"""In a run's configuration: that its seed was drawn, which shows no more once it is published."""
OPEN_ENDED: Final = "open_ended"
"""In a run's configuration: that it may last longer, and how long makes no other."""
MARKS: Final = (FRESH, CONTINUES, SEED)
ASIDE: Final = (CONTINUES, SEED)
"""Marks that make no other run: its id does not come from them, and a merge looks past them."""

_RUNS: Final = """
    SELECT run_id, status, rules, config, seed, seed_hash FROM runs
    WHERE name = ? AND (config ->> 'rescored_from') IS NULL
    ORDER BY started_at DESC
"""
_DIGESTS: Final = "SELECT name, digest FROM bots WHERE run_id = ?"
_SECRET: Final = """
    SELECT run_id FROM runs
    WHERE status NOT IN ('finished', 'rescored')
        AND seed_hash NOT IN (SELECT seed_hash FROM runs WHERE seed IS NOT NULL)
"""
_PUBLISHED: Final = "SELECT any_value(seed) AS seed FROM runs WHERE seed_hash = ?"
_FEW: Final = 4
"""Changes that are told one by one."""


class Begun(NamedTuple):
    """A run as it is stored.

    Attributes:
        run_id: its id.
        finished: whether it is over.
        rules: every field of its rules.
        config: its configuration, without its marks.
        marks: those of `MARKS` that it has.
        seed: that was given to it; None for a drawn one.
        seed_hash: the hash of its seed.
        digests: of every contestant's code.
    """

    run_id: str
    finished: bool
    rules: dict[str, Any]
    config: dict[str, Any]
    marks: dict[str, str]
    seed: str | None
    seed_hash: str
    digests: dict[str, str]


def settled(run: Run, store: Store, *, fresh: bool, accept_changes: bool) -> Run:
    """Return the run to play: one that goes on or has nothing left to play, or a new one.

    Args:
        run: what would be played if nothing were stored.
        store: where it is to be kept.
        fresh: whether to begin anew whatever is stored.
        accept_changes: whether to begin a changed run that takes over what has not changed.

    Raises:
        BeloteError: the newest run of this name is not finished, and something has changed.
    """
    forget_published(store)
    if fresh:
        return run.again(marks={FRESH: secrets.token_hex(8)})
    stored = list(_stored(store, run.tournament.name))
    for begun in sorted(stored, key=lambda begun: begun.finished):
        if not any(changes(begun, run)):
            return run.again(seed=_seed(store, begun), marks=begun.marks)
    if any(begun.run_id == run.run_id for begun in stored):
        return run
    named = bool(run.tournament.name)  # two runs without a name may be anything
    unfinished = next((one for one in stored[:1] if named and not one.finished), None)
    if not accept_changes and not unfinished:
        return run
    heir = _heir(run, stored, store)
    if unfinished and not accept_changes:
        raise _changed(run, unfinished, heir)
    if unfinished and not heir:
        return _going_on(run, unfinished, store)
    return heir or run


def forget_published(store: Store) -> None:
    """Remove what was kept of seeds that are secret no more, or of runs that never began."""
    forget_seeds(store.path, but=[row["run_id"] for row in store.read(_SECRET).to_pylist()])


def _changed(run: Run, begun: Begun, heir: Run | None) -> BeloteError:
    """Say what has changed since a run that is not finished, and what may be done."""
    given_by = heir.continues if heir else begun.run_id
    kept = "what that leaves untouched"
    if given_by != begun.run_id:
        kept = f"what is the same in its run {given_by}, which is more"
    return BeloteError(
        f"{run.tournament.name!r} has changed since its run {begun.run_id}, which is not "
        f"finished: {_told(changes(begun, run))}. --accept-changes goes on with {kept}, "
        "--fresh begins anew"
    )


def _heir(run: Run, stored: Iterable[Begun], store: Store) -> Run | None:
    """Return the run that takes over most, from the newest that gives so much; None for nothing."""
    best, most = None, 0
    for begun in stored:
        try:
            heir = _going_on(run, begun, store)
        except BeloteError:  # its seed is lost
            continue
        gives = Heritage(heir, store).gives()
        if gives > most:
            best, most = heir, gives
    return best


def _going_on(run: Run, begun: Begun, store: Store) -> Run:
    """Return a run that takes over what it can of another, and its seed where that is secret.

    A drawn one that is published is secret no more, and nothing more is played on it.
    """
    open_to_all = run.tournament.seed or begun.seed or _published(store, begun)
    seed = None if open_to_all else read_seed(store.path, begun.run_id, begun.seed_hash)
    return run.again(seed=seed, marks={CONTINUES: begun.run_id})


def changes(begun: Begun, run: Run) -> Iterator[str]:
    """Yield, in a few words each, what is another in a run than it was in one that was begun."""
    if begun.seed is None and run.tournament.seed:
        yield "the seed (drawn, now given)"
    elif begun.seed and run.tournament.seed is None:
        yield "the seed (given, now drawn)"
    elif run.tournament.seed and hash_of(run.tournament.seed) != begun.seed_hash:
        yield "the seed"
    if begun.finished and begun.seed is None and run.total > begun.config.get("matches", run.total):
        yield "how many matches (its drawn seed is secret no more)"
    yield from _differing("rule ", begun.rules, json.loads(run.rules))
    config = json.loads(json.dumps(run.config))
    yield from _of_contestants(begun, run, contestants_of(config))
    yield from _differing("", _conditions(begun.config), _conditions(config))


def _of_contestants(begun: Begun, run: Run, now: Mapping[str, Any]) -> Iterator[str]:
    before = contestants_of(begun.config)
    for name, entry in before.items():
        if name not in now:
            yield f"{name} takes part no more"
        elif entry != now[name]:
            yield f"the options of {name}"
        elif begun.digests[name] != run.digests[name]:
            yield f"the code of {name}"
    for name in now:
        if name not in before:
            yield f"{name} takes part"
    if before.keys() == now.keys() and list(before) != list(now):
        yield "the order of the contestants"


def _differing(what: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in now:
        if key in before and before[key] != now[key]:
            yield f"{what}{key} ({before[key]}, now {now[key]})"
        elif key not in before:
            yield f"{what}{key} (now {now[key]})"
    for key in before.keys() - now.keys():
        yield f"{what}{key} (no more {before[key]})"


def told_by_id(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a configuration the id of its run comes from."""
    aside = {*ASIDE, "matches"} if config.get(OPEN_ENDED) else ASIDE
    return {key: value for key, value in config.items() if key not in aside}


def _conditions(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a configuration says, but for who plays and what follows from the rest."""
    aside = ("contestants", "matches", *MARKS)
    return {key: value for key, value in config.items() if key not in aside}


def _told(changed: Iterable[str]) -> str:
    every = list(changed)
    more = [f"and {len(every) - _FEW} more"] if len(every) > _FEW else []
    return ", ".join([*every[:_FEW], *more])


def _stored(store: Store, name: str) -> Iterator[Begun]:
    """Yield the runs of a name that were played, the newest first."""
    for row in store.read(_RUNS, [name]).to_pylist():
        config = json.loads(row["config"])
        marks = {mark: config.pop(mark) for mark in MARKS if mark in config}
        digests = store.read(_DIGESTS, [row["run_id"]]).to_pylist()
        yield Begun(
            row["run_id"],
            row["status"] == FINISHED,
            json.loads(row["rules"]),
            config,
            marks,
            None if SEED in marks else row["seed"],
            row["seed_hash"],
            {bot["name"]: bot["digest"] for bot in digests},
        )


def _seed(store: Store, begun: Begun) -> bytes:
    """Return the seed of a run; it, or another run of the same seed, may have published that."""
    return _published(store, begun) or read_seed(store.path, begun.run_id, begun.seed_hash)


def _published(store: Store, begun: Begun) -> bytes | None:
    (published,) = store.read(_PUBLISHED, [begun.seed_hash])["seed"].to_pylist()
    return bytes.fromhex(published) if published else None
