"""The results that a ranking is made from, as columns, whichever runs they come from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harness.arena.rating.margins import pairing_margins
from harness.arena.rating.samples import Estimate, Pairs, Wdl
from harness.arena.rating.variate import adjust
from harness.arena.runs import Ask

FORFEIT: Final = "forfeit"

_MATCHES: Final = """
    WITH chosen AS (
        SELECT * FROM (SELECT * FROM matches WHERE run_id IN ({runs})) AS matches WHERE ({where}
    ))
    SELECT one.run_id, one.match_id, one.pair_id, one.ns, one.ew, one.winner, one.score_ns,
        one.score_ew, one.hands, one.ended_by, one.deal_set,
        coalesce(runs.seed_hash, one.run_id) AS seed
    FROM chosen AS one JOIN chosen AS two USING (run_id, pair_id)
    LEFT JOIN runs ON runs.run_id = one.run_id
    WHERE one.leg <> two.leg AND 'unfinished' NOT IN (one.ended_by, two.ended_by)
    ORDER BY one.match_id
"""
_LUCK: Final = """
    SELECT own.run_id, own.pair_id, own.ns,
        sum(CASE WHEN played.ns = own.ns THEN luck ELSE -luck END) / 2 AS luck
    FROM luck JOIN matches AS played USING (match_id)
    JOIN matches AS own ON own.run_id = played.run_id AND own.pair_id = played.pair_id
    WHERE own.run_id IN ({runs}) GROUP BY ALL
"""
_BOTS: Final = "SELECT run_id, name, bot, digest, options FROM bots WHERE run_id IN ({runs})"
_DIGESTED: Final = (
    *("run_id", "match_id", "pair_id", "seed", "deal_set", "ns", "ew"),
    *("winner", "score_ns", "score_ew", "hands", "ended_by"),
)
_SCORES: Final = {"NS": 1.0, None: 0.5, "EW": 0.0}


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
        pair: the same for both matches of a pair.
        luck: of NS over the match as far as its pair does not take it back, in card points; half of
            what the pair as a whole has. Empty where it is not known.
        members: of each contestant, where that is a side whose bots are to be ranked.
    """

    names: tuple[str, ...]
    digest: str
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    score: NDArray[np.float64]
    points: NDArray[np.int64]
    hands: NDArray[np.int64]
    forfeited: NDArray[np.bool_]
    cluster: NDArray[np.int64]
    pair: NDArray[np.int64]
    luck: NDArray[np.float64]
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
        same = ("names", "digest", "members")
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
        return self.kept(~self.forfeited & (self.hands > 0))

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
        adjusted = adjust(of_pairs, luck, group, self.cluster[at]).values
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
        place = {name: number for number, name in enumerate(order)}
        rank = np.array([place[name] for name in self.names], dtype=np.int64)
        first, second = rank[self.first], rank[self.second]
        key = np.minimum(first, second) * len(order) + np.maximum(first, second)
        halves = (2 * np.where(first < second, self.score, 1 - self.score)).astype(np.int64)
        records = _counted(key, halves, 3)
        pairs, at = np.unique(self.pair, return_index=True)
        quarters = np.bincount(np.searchsorted(pairs, self.pair), halves).astype(np.int64)
        by_pair = _counted(key[at], quarters, 5)
        margins = self.played_out().margins(level)

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


def _counted(
    key: NDArray[np.int64], step: NDArray[np.int64], steps: int
) -> dict[int, tuple[int, ...]]:
    """Count the steps of each key."""
    found, counts = np.unique(key * steps + step, return_counts=True)
    counted: defaultdict[int, list[int]] = defaultdict(lambda: [0] * steps)
    for one, count in zip(found.tolist(), counts.tolist(), strict=True):
        counted[one // steps][one % steps] = count
    return {key: tuple(counts) for key, counts in counted.items()}


def results_of(ask: Ask, runs: Sequence[str], where: str = "") -> Results:
    """Return the complete pairs of finished matches of some runs.

    Matches share deals where seed and deal set are the same, in whichever run. A name that stands
    for different bots in different runs is told apart by the start of their digests.

    Args:
        ask: answers SQL with a table.
        runs: their ids.
        where: a condition in SQL that both matches of a pair must meet, on columns of `matches`.

    Raises:
        BeloteError: the condition is no SQL.
    """
    listed = ", ".join(f"'{run}'" for run in runs)
    table = ask(_MATCHES.format(runs=listed, where=where or "true"))
    sides = [_named(table, side, _aliases(ask, listed, runs)) for side in ("ns", "ew")]
    names, seated = np.unique(np.array(sides, dtype=object), return_inverse=True)
    first, second = seated.reshape(2, -1)
    winner = table["winner"].to_pylist()
    luck = _luck(ask, listed, table)
    return Results(
        names=tuple(names.tolist()),
        digest=_digest(table, luck),
        first=first.astype(np.int64),
        second=second.astype(np.int64),
        score=np.array([_SCORES[side] for side in winner], dtype=float),
        points=np.array(
            [table[name].to_numpy() for name in ("score_ns", "score_ew")], dtype=np.int64
        ),
        hands=table["hands"].to_numpy().astype(np.int64),
        forfeited=np.array([how == FORFEIT for how in table["ended_by"].to_pylist()], dtype=bool),
        cluster=_numbered(table, "seed", "deal_set"),
        pair=_numbered(table, "run_id", "pair_id"),
        luck=luck,
    )


def _luck(ask: Ask, listed: str, table: pa.Table) -> NDArray[np.float64]:
    """Return the luck of NS in each match, half of what its pair has; empty where none is known."""
    known = ask(_LUCK.format(runs=listed)).to_pylist()
    if not known:
        return np.zeros(0)
    of_pair = {(one["run_id"], one["pair_id"], one["ns"]): one["luck"] for one in known}
    columns = (table[name].to_pylist() for name in ("run_id", "pair_id", "ns"))
    return np.array([of_pair.get(key, 0.0) for key in zip(*columns, strict=True)], dtype=float)


def _aliases(ask: Ask, listed: str, runs: Sequence[str]) -> dict[tuple[str, str], str]:
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


def _named(table: pa.Table, side: str, aliases: dict[tuple[str, str], str]) -> list[str]:
    runs, sides = (map(str, table[column].to_pylist()) for column in ("run_id", side))
    return [aliases.get((run, name), name) for run, name in zip(runs, sides, strict=True)]


def _numbered(table: pa.Table, *columns: str) -> NDArray[np.int64]:
    """Number the rows from 0 by what stands in some columns, in the order of that."""
    number = np.zeros(table.num_rows, dtype=np.int64)
    for column in columns:
        kinds, kind = np.unique(table[column].to_numpy(), return_inverse=True)
        number = number * len(kinds) + kind
    return np.unique(number, return_inverse=True)[1].astype(np.int64)


def _digest(table: pa.Table, luck: NDArray[np.float64]) -> str:
    """Return the hash of all that a ranking hangs on."""
    rows = list(zip(*(table[name].to_pylist() for name in _DIGESTED), strict=True))
    return blake2b(repr((rows, luck.tolist())).encode(), digest_size=16).hexdigest()
