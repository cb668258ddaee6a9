"""The formats that come with the harness: each yields rounds, a round is who meets whom in it.

A format is called with the contestants' names, best seed first, and a list of the meetings played
so far. It may look at that list whenever it is asked for another round: by then all that it has
yielded has been played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, log2
from typing import Final, NamedTuple, TypeAlias

from harness.arena.meetings import Meeting, Pairing
from harness.arena.sequential import sequential
from harness.errors import BeloteError, unknown

Round: TypeAlias = Sequence[Pairing]
Format: TypeAlias = Callable[..., Iterable[Round]]

NEIGHBOURS: Final = 24
"""How far down the standings a Swiss round looks for an opponent, before it looks everywhere."""


class Place(NamedTuple):
    """Where a contestant stands by the meetings so far.

    Attributes:
        name: the contestant.
        score: of every meeting 0 to 1, and 1 for a round that it sat out.
        margin: points it made more than its opponents.
    """

    name: str
    score: float
    margin: int


def round_robin(contestants: Sequence[str], _: Sequence[Meeting] = ()) -> Iterator[Round]:
    """Everybody meets everybody, in one round."""
    yield list(combinations(contestants, 2))


def gauntlet(
    contestants: Sequence[str],
    _: Sequence[Meeting] = (),
    *,
    challengers: Sequence[str] | None = None,
) -> Iterator[Round]:
    """Each challenger, the first contestant by default, meets all who are none."""
    if not isinstance(challengers, list | tuple | None):
        raise BeloteError(f"challengers: a list of contestants, not {challengers!r}")
    chosen = contestants[:1] if challengers is None else challengers
    for name in chosen:
        if name not in contestants:
            raise BeloteError(f"challengers: {unknown('contestant', name, contestants)}")
    field = [name for name in contestants if name not in chosen]
    if not chosen or not field:
        raise BeloteError("challengers: some of the contestants, not all and not none of them")
    yield [(challenger, other) for challenger in dict.fromkeys(chosen) for other in field]


def swiss(
    contestants: Sequence[str], meetings: Sequence[Meeting], *, rounds: int | None = None
) -> Iterator[Round]:
    """Neighbours in the standings meet who have not met; about log2 of the field in rounds.

    With an odd field the lowest who has not sat out yet does so, and is given the win.
    """
    if rounds is None:
        rounds = ceil(log2(len(contestants)))
    most = len(contestants) - 1 + len(contestants) % 2
    if not (type(rounds) is int and 1 <= rounds <= most):
        raise BeloteError(f"rounds: a whole number from 1 to {most}, not {rounds!r}")
    sat_out: list[str] = []
    for _ in range(rounds):
        standing = [place.name for place in standings(contestants, meetings, sat_out)]
        if len(standing) % 2:
            resting = next(name for name in reversed(standing) if name not in sat_out)
            standing.remove(resting)
            sat_out.append(resting)
        yield _paired(standing, {frozenset(one[:2]) for one in meetings})


def knockout(contestants: Sequence[str], meetings: Sequence[Meeting]) -> Iterator[Round]:
    """Who loses is out; the best seeds sit out the first round where the field is no power of two.

    A level meeting goes to the side with the better margin of points, and then to the better seed.
    """
    seeds = seeded(contestants)
    bracket: list[str | None] = [
        contestants[place] if place < len(contestants) else None
        for place in _bracket(1 << ceil(log2(len(contestants))))
    ]
    while len(bracket) > 1:
        ties = list(zip(bracket[::2], bracket[1::2], strict=True))
        played = [(one, other) for one, other in ties if one and other]
        yield played
        won = {winner(meeting, seeds) for meeting in meetings[len(meetings) - len(played) :]}
        bracket = [one if other is None or one in won else other for one, other in ties]


FORMATS: Final[dict[str, Format]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knockout": knockout,
    "sequential": sequential,
}
LIMITS: Final = {"sequential": "max_pairs"}
"""Formats that are open-ended, and the option after how many pairings each gives up: a run goes on
where that is raised, so it is known by its other options alone."""


def standings(
    contestants: Sequence[str], meetings: Iterable[Meeting], sat_out: Iterable[str] = ()
) -> list[Place]:
    """Return the contestants by score, then by margin, then by seed.

    Scores are added up exactly, so that those are level that come to the same.
    """
    scores = dict.fromkeys(contestants, Fraction(0))
    margins = dict.fromkeys(contestants, 0)
    for name in sat_out:
        scores[name] += 1
    for first, second, matches, share, margin in meetings:
        score = Fraction(round(2 * matches * share), 2 * matches)
        scores[first] += score
        scores[second] += 1 - score
        margins[first] += margin
        margins[second] -= margin
    order = sorted(contestants, key=lambda name: (-scores[name], -margins[name]))
    return [Place(name, float(scores[name]), margins[name]) for name in order]


def seeded(contestants: Sequence[str]) -> dict[str, int]:
    """Return the place of each contestant in the seeding, the best at 0."""
    return {name: place for place, name in enumerate(contestants)}


def _paired(standing: Sequence[str], met: set[frozenset[str]]) -> Round:
    """Pair off an even number, as near to each other as can be, whoever has not met first."""
    import networkx as nx  # noqa: PLC0415 - needed by this format alone

    size = len(standing)
    matched: set[tuple[int, int]] = set()
    for reach in (NEIGHBOURS, size):
        graph: nx.Graph[int] = nx.Graph()
        for one, other in combinations(range(size), 2):
            again = frozenset((standing[one], standing[other])) in met
            if other - one <= reach and not (again and reach < size):
                graph.add_edge(one, other, weight=-((other - one) ** 2) - again * size**3)
        matched = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matched) == size:
            break
    return [(standing[one], standing[other]) for one, other in sorted(map(sorted, matched))]


def _bracket(size: int) -> list[int]:
    """Return the seeds of a knockout in the order of its bracket, so that the best meet last."""
    places = [0]
    while len(places) < size:
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    return places


def winner(meeting: Meeting, seeds: Mapping[str, int]) -> str:
    """Return who goes on after a meeting of a knockout: by score, then by margin, then by seed."""
    first, second, _, score, margin = meeting
    if (score, margin) != (0.5, 0):
        return first if (score, margin) > (0.5, 0) else second
    return min(first, second, key=seeds.__getitem__)
