"""Lineage: runs that go on with each other, and the matches that therefore stand in several.

A run that goes on with another has the matches that it took over as its own, and so has every other
that goes on with the same. Where such runs are looked at together each of these counts once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from harness.arena.heritage import same_sides, terms_of
from harness.arena.runs import Ask, texts

_PARENTS: Final = """
    SELECT run_id, config ->> 'continues' AS parent FROM runs
    WHERE (config ->> 'continues') IS NOT NULL
"""
# Of whole pairs alone: where the other run has but half of one, that does not count.
_IN_ANOTHER: Final = """(
    run_id = '{one}' AND ns IN ({sides}) AND ew IN ({sides})
    AND (deal_set, pair, least(ns, ew), greatest(ns, ew)) IN (
        SELECT (deal_set, pair, least(ns, ew), greatest(ns, ew))
        FROM (SELECT * FROM matches WHERE run_id = '{other}') AS matches
        WHERE ({where}
        ) AND ended_by <> 'unfinished'
        GROUP BY ALL HAVING count(*) = 2
    )
)"""


def in_another(ask: Ask, runs: Sequence[str], where: str = "true") -> str:
    """Return a condition in SQL: whether a match of some runs stands in one of them for another.

    Args:
        ask: answers SQL with a table.
        runs: their ids.
        where: a condition in SQL that both matches of a pair must meet, on columns of `matches`.
    """
    conditions = []
    for family in _families(ask, runs) if len(runs) > 1 else ():
        terms = {run: terms_of(ask, run) for run in family}
        for one, other in combinations(family, 2):
            if sides := same_sides(terms[one], terms[other]):
                conditions.append(
                    _IN_ANOTHER.format(one=one, other=other, sides=texts(sides), where=where)
                )
    return " OR ".join(conditions) or "false"


def _families(ask: Ask, runs: Sequence[str]) -> Iterator[list[str]]:
    """Yield those of the runs that go on with each other or the same, where there are several."""
    parents = {one["run_id"]: one["parent"] for one in ask(_PARENTS).to_pylist()}
    families: dict[str, list[str]] = {}
    for run in sorted(runs):
        families.setdefault(_first_of(parents, run), []).append(run)
    yield from (family for family in families.values() if len(family) > 1)


def _first_of(parents: Mapping[str, str], run: str) -> str:
    """Return the run that one goes on with, if through others; itself where there is none."""
    passed = {run}
    while (parent := parents.get(run)) and parent not in passed:
        run = parent
        passed.add(run)
    return run
