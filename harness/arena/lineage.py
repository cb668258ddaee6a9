"""Lineage: the matches that stand in several runs, since everything that decides them is the same.

A run that goes on with another has the matches that it took over as its own, and runs on one seed
play the same match alike, whether they know of each other or not. Where such runs are looked at
together each of these counts once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from harness.arena.heritage import Terms, same_sides, terms_of, what_decides
from harness.arena.runs import Ask, texts
from harness.errors import BeloteError

_SEEDS: Final = """
    SELECT run_id FROM runs WHERE run_id IN ({runs})
    QUALIFY count(*) OVER (PARTITION BY seed_hash) > 1 ORDER BY run_id
"""
# A pair is known by who sat NS in its first leg: with the legs the other way round partners and
# chance differ. It stands for itself in the last run that has it whole. There may be millions, so
# hashes and numbers are what is held together.
_IN_ANOTHER: Final = """(
    run_id IN ({runs})
    AND (ns IN ({sides}) AND ew IN ({others}) OR ns IN ({others}) AND ew IN ({sides}))
    AND hash({number}, {pair}) NOT IN (
        SELECT hash(max(number), same)
        FROM (
            SELECT {number} AS number, {pair} AS same
            FROM (SELECT * FROM matches WHERE run_id IN ({runs})) AS matches
            WHERE ({where}
            ) AND ended_by <> 'unfinished'
            GROUP BY ALL HAVING count(*) = 2
        )
        GROUP BY same
    )
)"""
_NUMBER: Final = "list_position([{runs}], run_id)::USMALLINT"
_PAIR: Final = "hash(deal_set, pair, if(leg = 0, ns, ew), if(leg = 0, ew, ns))"


class _Shared(NamedTuple):
    """Runs in which the matches of some sides with others go alike."""

    runs: Sequence[str]
    sides: Sequence[str]
    others: Sequence[str]


def in_another(ask: Ask, runs: Sequence[str], where: str = "true") -> str:
    """Return a condition in SQL: whether a match of whole pairs stands in another run for this one.

    Args:
        ask: answers SQL with a table.
        runs: their ids.
        where: a condition in SQL that both matches of a pair must meet, on columns of `matches`.

    Raises:
        BeloteError: a match stands in two of them and is scored by other rules in each.
    """
    found = ask(_SEEDS.format(runs=texts(runs)))["run_id"] if len(runs) > 1 else ()
    terms = {str(run): terms_of(ask, str(run)) for run in found}
    _see_scored_alike(terms)
    conditions = [
        _IN_ANOTHER.format(
            runs=texts(shared.runs),
            sides=texts(shared.sides),
            others=texts(shared.others),
            number=_NUMBER.format(runs=texts(shared.runs)),
            pair=_PAIR,
            where=where,
        )
        for shared in _shared(terms)
    ]
    return " OR ".join(conditions) or "false"


def _shared(terms: Mapping[str, Terms]) -> Iterator[_Shared]:
    """Yield the runs that have matches in common, and the sides whose these are."""
    having: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for run, its in terms.items():
        for side, decided in what_decides(its).items():
            having[side, decided].append(run)
    sides: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for (side, _), those in having.items():
        sides[tuple(those)].append(side)
    for one, other in combinations_with_replacement(sides, 2):
        common = [run for run in one if run in other]
        if len(common) > 1:
            yield _Shared(common, sides[one], sides[other])


def _see_scored_alike(terms: Mapping[str, Terms]) -> None:
    """See that no two runs are the same matches by two scoresheets, of which each would count."""
    for (one, its), (other, theirs) in combinations(terms.items(), 2):
        by_theirs = its._replace(rules=theirs.rules)
        if its.rules != theirs.rules and same_sides(by_theirs, theirs):
            raise BeloteError(
                f"runs {one} and {other} have the same matches, rescored by other rules: "
                "rank one or the other"
            )
