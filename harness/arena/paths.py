"""The path of a sequential test: found in the stored pairs of its run, and kept with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from harness.arena.columns import SEQUENTIAL, table_of
from harness.arena.runs import Ask
from harness.arena.sequential import NAME, Step, walk
from harness.arena.store import Store

if TYPE_CHECKING:
    from harness.arena.rating.sprt import Sprt

_PAIRS: Final = """
    SELECT pair_id, score FROM pairs WHERE run_id = '{run_id}'
    QUALIFY pairing = row_number() OVER (ORDER BY pairing) - 1
    ORDER BY pairing
"""
"""Up to the first that is missing, as some are while a round is on or where it was broken off."""
_DECIDED: Final = """
    SELECT pairs FROM sequential JOIN runs USING (run_id)
    WHERE run_id = '{run_id}' AND status = 'finished' AND accepted IS NOT NULL
"""


def claims_of(config: Mapping[str, Any]) -> Sprt | None:
    """Return the claims that a run tests; None where it is no test, or was scored again."""
    if config.get("format") != NAME or "rescored_from" in config:
        return None
    from harness.arena.rating.sprt import Sprt  # noqa: PLC0415 - `scipy.optimize` is for tests alone

    claims = {field.name for field in fields(Sprt)}
    return Sprt(**{name: value for name, value in config["options"].items() if name in claims})


def path_of(ask: Ask, run_id: str, sprt: Sprt) -> Iterator[Step]:
    """Yield the steps of a stored test, from its pairs alone, up to the first not played yet."""
    return walk(sprt, map(float, _pairs(ask, run_id)["score"].to_numpy()))


def is_settled(ask: Ask, run_id: str) -> bool:
    """Say whether a run is a test that is over and decided: nothing more is played in it."""
    return ask(_DECIDED.format(run_id=run_id)).num_rows > 0


def keep_path(store: Store, run_id: str, config: Mapping[str, Any]) -> tuple[Step, ...]:
    """Store the path of a run as far as it has come and return it; empty where it is no test."""
    sprt = claims_of(config)
    if sprt is None:
        return ()
    pairs = _pairs(store.read, run_id)
    path = tuple(walk(sprt, map(float, pairs["score"].to_numpy())))
    store.save_path(_table(run_id, path, map(str, pairs["pair_id"].to_pylist())))
    return path


def _pairs(ask: Ask, run_id: str) -> pa.Table:
    return ask(_PAIRS.format(run_id=run_id))


def _table(run_id: str, path: Iterable[Step], ids: Iterable[str]) -> pa.Table:
    rows = (
        (run_id, step.sample.units, pair_id, step.score, step.llr, step.accepted)
        for step, pair_id in zip(path, ids, strict=False)
    )
    return table_of(SEQUENTIAL, rows)
