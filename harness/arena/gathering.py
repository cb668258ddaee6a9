"""The complete pairs of runs, read into columns: what a ranking is made from."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harness.arena.connection import one_line
from harness.arena.lineage import in_another
from harness.arena.rating.columns import Ints, dense
from harness.arena.results import Results
from harness.arena.runs import Ask, texts
from harness.arena.twins import luck_of
from harness.errors import BeloteError

Sat: TypeAlias = tuple[str, str]
"""A run, and what a contestant is called there."""

# There may be millions of rows. So columns are narrow: what is a text there is a number here, and
# the hash of a pair only holds its two matches together. And they come as they are stored: to order
# them, or to find the other match of each, the database would have to hold them all. Names are
# those that were asked for first, since a run that is on may store others meanwhile.
_MATCHES: Final = """
    SELECT (list_position([{runs}], run_id) - 1)::USMALLINT AS run,
        (list_position([{names}], ns) - 1)::USMALLINT AS ns,
        (list_position([{names}], ew) - 1)::USMALLINT AS ew,
        hash(run_id, pair_id) AS pair, leg, deal_set,
        CASE winner WHEN 'NS' THEN 1.0 WHEN 'EW' THEN 0.0 ELSE 0.5 END::FLOAT AS score,
        score_ns, score_ew, hands, ended_by = 'forfeit' AS forfeited,
        md5_number_lower(concat_ws(' ', run_id, match_id, pair_id, deal_set, ns, ew,
            coalesce(winner, '-'), score_ns, score_ew, hands, ended_by)) AS told,
        {twice} AS twice
    FROM (SELECT * FROM matches WHERE run_id IN ({runs})) AS matches
    WHERE ({where}
    ) AND ended_by <> 'unfinished' AND ns IN ({names}) AND ew IN ({names})
"""
_NAMES: Final = """
    SELECT DISTINCT unnest([ns, ew]) AS name FROM matches WHERE run_id IN ({runs}) ORDER BY name
"""
_ALONE: Final = "SELECT 1 FROM matches WHERE ({where}\n) LIMIT 0"
_LINE: Final = re.compile(r"\(line \d+, at: ")
_SEEDS: Final = "SELECT run_id, seed_hash FROM runs WHERE run_id IN ({runs})"
_BOTS: Final = "SELECT run_id, name, bot, digest, options FROM bots WHERE run_id IN ({runs})"


def results_of(ask: Ask, runs: Sequence[str], where: str = "") -> Results:
    """Return the complete pairs of finished matches of some runs, in an order of their own.

    A match that stands in several runs, since all that decides it is the same, counts once. Matches
    share deals where seed and deal set are the same, in whichever run. A name that stands for
    different bots in different runs is told apart by the start of their digests.

    Args:
        ask: answers SQL with a table.
        runs: their ids.
        where: a condition in SQL that both matches of a pair must meet, on columns of `matches`.

    Raises:
        BeloteError: the condition is no SQL, or a run is another one rescored.
    """
    listed = texts(runs)
    if where:
        _check(ask, where)
    said = [one["name"] for one in ask(_NAMES.format(runs=listed)).to_pylist()]
    with _told_as_written(where):
        asked = {"where": where or "true", "twice": in_another(ask, runs, where or "true")}
        columns = _columns(ask(_MATCHES.format(runs=listed, names=texts(said), **asked)))
    twice = columns.pop("twice")
    for name in columns if twice.any() else ():
        columns[name] = columns[name][~twice]
    pair, told, run = columns.pop("pair"), columns.pop("told"), columns.pop("run")
    luck, unsolved = luck_of(ask, listed, pair, columns.pop("leg"))
    aliases = _aliases(ask, listed, runs)
    names, (first, second) = _named(
        [run * np.int32(len(said)) + columns.pop(side) for side in ("ns", "ew")],
        [aliases.get((one, name), name) for one in runs for name in said],
    )
    return Results(
        names=names,
        digest=_digest(told, luck),
        first=first,
        second=second,
        score=columns.pop("score").astype(np.float64),
        points=np.array([columns.pop(name) for name in ("score_ns", "score_ew")]),
        hands=columns.pop("hands").astype(np.int32),
        forfeited=columns.pop("forfeited"),
        cluster=_clusters(ask, listed, runs, run, columns.pop("deal_set")),
        pair=dense(pair),
        luck=luck,
        unsolved=unsolved,
        twice=int(twice.sum()),
    )


def _check(ask: Ask, where: str) -> None:
    """See that a condition is one expression, which matches can be asked for."""
    with _told_as_written(where):
        try:
            duckdb.SQLExpression(where)  # alone, so that it closes no parenthesis of ours
        except duckdb.Error as error:
            raise BeloteError(one_line(error)) from None
        ask(_ALONE.format(where=where))


@contextmanager
def _told_as_written(where: str) -> Iterator[None]:
    """Say what is wrong with a condition without the SQL that it stands in."""
    try:
        yield
    except BeloteError as error:
        if not where:
            raise
        raise BeloteError(f"--where {where!r}: {_LINE.sub('(at: ', str(error))}") from None


def _columns(table: pa.Table) -> dict[str, NDArray[Any]]:
    """Return the columns of the matches of whole pairs, pair by pair in the order of hashes."""
    columns = {name: table[name].to_numpy() for name in table.column_names}
    del table  # what an array was made from can go
    pair, leg = dense(columns["pair"]), columns["leg"]
    there = [np.bincount(pair[leg == one], minlength=len(pair)) > 0 for one in (0, 1)]
    whole = (there[0] & there[1])[pair]
    order = np.lexsort((columns["told"], columns["pair"]))
    rows = order[whole[order]]
    for name in columns:
        columns[name] = columns[name][rows]
    return columns


def _clusters(
    ask: Ask, listed: str, runs: Sequence[str], run: Ints, deal_set: NDArray[np.uint64]
) -> Ints:
    """Return the same number for all matches that share deals."""
    seeds = {one["run_id"]: one["seed_hash"] for one in ask(_SEEDS.format(runs=listed)).to_pylist()}
    seed = dense(np.array([seeds.get(one, one) for one in runs])).astype(np.uint64)
    return dense(seed[run] * (deal_set.max(initial=0) + 1) + deal_set)


def _aliases(ask: Ask, listed: str, runs: Sequence[str]) -> Mapping[Sat, str]:
    """Return what to call a contestant of a run that has another name than its own."""
    if len(runs) < 2:
        return {}
    bots = ask(_BOTS.format(runs=listed)).to_pylist()
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for bot in bots:
        bot["what"] = blake2b(
            repr((bot["bot"], bot["digest"], bot["options"])).encode(), digest_size=3
        ).hexdigest()
        meant[bot["name"]].add(bot["what"])
    return {
        (bot["run_id"], bot["name"]): f"{bot['name']}@{bot['what']}"
        for bot in bots
        if len(meant[bot["name"]]) > 1
    }


def _named(sides: Sequence[Ints], called: Sequence[str]) -> tuple[tuple[str, ...], list[Ints]]:
    """Return the names there are, in order, and in their place whose each side is.

    Args:
        sides: a number for each match.
        called: what each number stands for, some for the same.
    """
    names = sorted({called[one] for side in sides for one in np.unique(side).tolist()})
    place = {name: number for number, name in enumerate(names)}
    places = np.array([place.get(name, -1) for name in called], dtype=np.int32)
    return tuple(names), [places[side] for side in sides]


def _digest(told: NDArray[Any], luck: NDArray[np.float64]) -> str:
    """Return the hash of all that a ranking hangs on, in hex."""
    order = np.argsort(told)  # a pair's hash is nothing to rely on
    hashed = [told[order].astype("<u8"), luck[order].astype("<f8") if luck.size else luck]
    return blake2b(b"".join(each.tobytes() for each in hashed), digest_size=16).hexdigest()
