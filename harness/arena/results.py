"""The results that a ranking is made from, as columns; `harness.arena.gathering` reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from harness.arena.rating.columns import Ints
from harness.arena.rating.margins import pairing_margins
from harness.arena.rating.samples import Estimate, Pairs, Wdl
from harness.arena.rating.variate import adjust


class Encounter(NamedTuple):
    """How two contestants did against each other, as the first sees it.

    Attributes:
        first: of the two.
        second: the other.
        record: their matches.
        pairs: their pairs of matches by score.
        margin: in points a hand, by the matches that were played out; None where none was.
    """

    first: str
    second: str
    record: Wdl
    pairs: Pairs
    margin: Estimate | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Matches of complete pairs, a value each in every column.

    Attributes:
        names: the contestants, in order.
        digest: BLAKE2b-128 of what was read, in hex.
        first, second: who sat NS and EW, as indices into `names`.
        score: of NS: 0, ½ or 1.
        points: what each side wrote, (2, matches).
        hands: deals, those passed out included.
        forfeited: whether a fault ended the match.
        cluster: the same for all that shares deals.
        pair: the same for both matches of a pair, numbered from 0.
        luck: of NS over the match as far as its pair does not take it back, in card points; half of
            what the pair as a whole has. Empty where it is not known of all there is.
        unsolved: the runs whose luck is not known, where there is some that is.
        twice: how many stand in several runs beyond those that count.
        members: of each contestant, where that is a side whose bots are to be ranked.
    """

    names: tuple[str, ...]
    digest: str
    first: Ints
    second: Ints
    score: NDArray[np.float64]
    points: Ints
    hands: Ints
    forfeited: NDArray[np.bool_]
    cluster: Ints
    pair: Ints
    luck: NDArray[np.float64]
    unsolved: tuple[str, ...] = ()
    twice: int = 0
    members: Mapping[str, Sequence[str]] | None = None

    @property
    def bots(self) -> tuple[str, ...]:
        """Who is ranked, in order: the contestants, or the members of their sides."""
        if self.members is None:
            return self.names
        return tuple(sorted({bot for name in self.names for bot in self.members[name]}))

    @property
    def matches(self) -> int:
        """How many there are."""
        return len(self.first)

    @property
    def margin(self) -> NDArray[np.int64]:
        """Points of NS less those of EW."""
        margin: NDArray[np.int64] = self.points[0] - self.points[1]
        return margin

    def kept(self, mask: NDArray[np.bool_]) -> Results:
        """Return the matches that the mask chooses; the contestants stay."""
        same = ("names", "digest", "unsolved", "twice", "members")
        return Results(
            *(
                getattr(self, field.name)
                if field.name in same or not getattr(self, field.name).size
                else getattr(self, field.name)[..., mask]
                for field in fields(self)
            )
        )

    def played_out(self) -> Results:
        """Return the matches whose points were made by playing."""
        made = ~self.forfeited & (self.hands > 0)
        return self if made.all() else self.kept(made)

    @property
    def adjustable(self) -> bool:
        """Whether there is luck to be taken out."""
        return bool(self.luck.any())

    def less_luck(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return values of NS with the luck of the cards taken out, pair by pair."""
        low, high = np.minimum(self.first, self.second), np.maximum(self.first, self.second)
        sign = np.where(self.first > low, -1.0, 1.0)
        pairs, at, pair = np.unique(self.pair, return_index=True, return_inverse=True)
        group = np.unique((low * len(self.names) + high)[at], return_inverse=True)[1]
        of_pairs, luck = (
            np.bincount(pair, sign * each, len(pairs)).astype(float) for each in (values, self.luck)
        )
        adjusted = adjust(of_pairs, luck, group, self.cluster[at].astype(np.int64)).values
        shift = (of_pairs - adjusted) / np.bincount(pair)
        return np.asarray(values - sign * shift[pair], dtype=float)

    def records(self) -> dict[str, Wdl]:
        """Return what each bot won, drew and lost."""
        counts = [
            self._by_name(self.score == points, self.score == 1 - points)
            for points in (1.0, 0.5, 0.0)
        ]
        return {name: Wdl(*map(int, one)) for name, *one in zip(self.bots, *counts, strict=True)}

    def hands_of(self) -> dict[str, int]:
        """Return how many hands were dealt to each bot."""
        return dict(zip(self.bots, map(int, self._by_name(self.hands, self.hands)), strict=True))

    def points_per_hand(self) -> dict[str, float | None]:
        """Return what each bot's side wrote for an average hand; None without a hand."""
        points, hands = self._by_name(*self.points), self._by_name(self.hands, self.hands)
        return {
            name: own / count if count else None
            for name, own, count in zip(self.bots, points.tolist(), hands.tolist(), strict=True)
        }

    def encounters(self, order: Sequence[str], level: float) -> tuple[Encounter, ...]:
        """Return how each two did who met, in this order of the contestants.

        Limits of margins hold with probability `level`.
        """
        margins = self.played_out().margins(level)
        place = {name: number for number, name in enumerate(order)}
        rank = np.array([place[name] for name in self.names], dtype=np.int32)
        first, second = rank[self.first], rank[self.second]
        key = np.minimum(first, second) * len(order) + np.maximum(first, second)
        halves = (2 * np.where(first < second, self.score, 1 - self.score)).astype(np.int32)
        records = _counted(key, halves, 3)
        quarters = np.bincount(self.pair, halves).astype(np.int32)
        met = np.zeros_like(quarters)
        met[self.pair] = key
        there = np.bincount(self.pair) > 0
        by_pair = _counted(met[there], quarters[there], 5)

        def encounter(met: int) -> Encounter:
            two = order[met // len(order)], order[met % len(order)]
            return Encounter(*two, Wdl(*records[met][::-1]), Pairs(*by_pair[met]), margins.get(two))

        return tuple(map(encounter, sorted(records)))

    def margins(self, level: float) -> dict[tuple[str, str], Estimate]:
        """Return what each two who met made of each other, in points a hand of the first."""
        columns = (self.first, self.second, self.margin, self.hands, self.cluster)
        return pairing_margins(self.names, *columns, level)

    def _by_name(self, ns: NDArray[Any], ew: NDArray[Any]) -> NDArray[np.float64]:
        """Add up what NS and EW have, by bot."""
        size = len(self.names)
        added = np.bincount(self.first, ns, size) + np.bincount(self.second, ew, size)
        if self.members is None:
            return added.astype(float)
        sat = [[bot in self.members[name] for name in self.names] for bot in self.bots]
        by_member: NDArray[np.float64] = np.array(sat, dtype=float).reshape(-1, size) @ added
        return by_member


def _counted(key: Ints, step: Ints, steps: int) -> dict[int, tuple[int, ...]]:
    """Count the steps of each key."""
    found, counts = np.unique(key * steps + step, return_counts=True)
    counted: defaultdict[int, list[int]] = defaultdict(lambda: [0] * steps)
    for one, count in zip(found.tolist(), counts.tolist(), strict=True):
        counted[one // steps][one % steps] = count
    return {key: tuple(counts) for key, counts in counted.items()}
