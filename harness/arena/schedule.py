"""Who meets whom: schedules yield pairings, pairings become mirrored pairs of matches.

A *pair* is two matches on one deal set with the sides swapped; each is a `Fixture`. Ids are hashes
of content, so that the same match has the same id wherever and whenever it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.plugin.blame import PluginError, blaming
from harness.plugin.manager import Registry

Pairing: TypeAlias = tuple[str, str]
Schedule: TypeAlias = Callable[[Sequence[str]], Iterable[Pairing]]


class Fixture(NamedTuple):
    """One match to be played.

    Attributes:
        match_id, pair_id: hex hashes of run, pairing, pair (and leg).
        pairing: the pairing's place in the schedule.
        pair: which pair of that pairing.
        leg: 0, or 1 with the sides swapped.
        deal_set: the number of the deal set that both legs share.
        ns, ew: the contestants' names.
    """

    match_id: str
    pair_id: str
    pairing: int
    pair: int
    leg: int
    deal_set: int
    ns: str
    ew: str


def round_robin(contestants: Sequence[str]) -> Iterator[Pairing]:
    """Everybody meets everybody."""
    yield from combinations(contestants, 2)


SCHEDULES: Final[dict[str, Schedule]] = {"round-robin": round_robin}


def schedules_of(registry: Registry | None) -> dict[str, Schedule]:
    """Return the schedules there are by name, those of plugins included."""
    return {**(registry.schedules if registry else {}), **SCHEDULES}


def pairings_of(format: str, schedule: Schedule, names: Sequence[str]) -> list[Pairing]:  # noqa: A002 - the key's name
    """Return who meets whom, in the order of the schedule.

    Args:
        format: the schedule's name, for what is wrong with it.
        schedule: yields pairings of names.
        names: the contestants.

    Raises:
        BeloteError: where it fails, or pairs what cannot be paired.
    """
    with blaming(f"format {format!r}", "fails"):
        pairings = [(first, second) for first, second in schedule(names)]
        for first, second in pairings:
            if first not in names or second not in names or first == second:
                raise PluginError(
                    f"format {format!r} pairs {(first, second)!r}: give two of the contestants"
                )
    if not pairings:
        raise BeloteError(f"format {format!r} pairs nobody")
    return pairings


def identity(*parts: str | int) -> str:
    """Return the hash of a tuple of texts and numbers, as 16 hex digits."""
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def fixtures(
    run_id: str, pairings: Sequence[Pairing], pairs: int, *, shared_deals: bool = False
) -> Iterator[Fixture]:
    """Yield every match of a run: the first pair of every pairing, then the second, and so on.

    Both legs of a pair follow each other. A run that is cut short has met everybody about equally.

    Args:
        run_id: goes into the ids.
        pairings: in the order of the schedule.
        pairs: how many pairs each pairing plays.
        shared_deals: whether pair *k* of every pairing uses deal set *k*, rather than one of its
            own.
    """
    for pair in range(pairs):
        for number, (first, second) in enumerate(pairings):
            deal_set = pair if shared_deals else pair * len(pairings) + number
            pair_id = identity(run_id, number, first, second, pair)
            for leg, (ns, ew) in enumerate(((first, second), (second, first))):
                match_id = identity(run_id, number, first, second, pair, leg)
                yield Fixture(match_id, pair_id, number, pair, leg, deal_set, ns, ew)
