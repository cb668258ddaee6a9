"""The results that a ranking is made from, as columns, whichever runs they come from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import DTypeLike, NDArray

from harness.arena.rating.margins import pairing_margins
from harness.arena.rating.samples import Estimate, Pairs, Wdl
from harness.arena.rating.variate import adjust
from harness.arena.runs import Ask

Ints: TypeAlias = NDArray[np.signedinteger[Any]]
"""Whole numbers, of 32 bits where they are read from a database: there may be millions of them."""

# Narrow columns, since there may be millions of rows: a pair and what the digest is made of are
# numbers here. The hash of a pair only holds its two matches together.
_MATCHES: Final = """
    WITH chosen AS (
        SELECT * FROM (SELECT * FROM matches WHERE run_id IN ({runs})) AS matches WHERE ({where}
    )),
    whole AS (
        SELECT run_id, pair_id FROM chosen WHERE ended_by <> 'unfinished'
        GROUP BY run_id, pair_id HAVING count(DISTINCT leg) > 1
    )
    SELECT list_position([{runs}], run_id) - 1 AS run, hash(run_id, pair_id) AS pair, ns, ew,
        CASE winner WHEN 'NS' THEN 1.0 WHEN 'EW' THEN 0.0 ELSE 0.5 END::DOUBLE AS score,
        score_ns, score_ew, hands, ended_by = 'forfeit' AS forfeited, deal_set,
        md5_number_lower(concat_ws(' ', run_id, match_id, pair_id, deal_set, ns, ew,
            coalesce(winner, '-'), score_ns, score_ew, hands, ended_by)) AS told
    FROM chosen SEMI JOIN whole USING (run_id, pair_id)
    ORDER BY match_id
"""
# Asked first, so that nothing closes a parenthesis there that it did not open.
_ALONE: Final = "SELECT 1 FROM matches WHERE {where}\nLIMIT 0"
_LUCK: Final = """
    SELECT hash(own.run_id, own.pair_id) AS pair, own.ns,
        sum(CASE WHEN played.ns = own.ns THEN luck ELSE -luck END) / 2 AS luck
    FROM luck JOIN matches AS played USING (match_id)
    JOIN matches AS own ON own.run_id = played.run_id AND own.pair_id = played.pair_id
    WHERE own.run_id IN ({runs}) GROUP BY ALL
"""
_SEEDS: Final = "SELECT run_id, seed_hash FROM runs WHERE run_id IN ({runs})"
_BOTS: Final = "SELECT run_id, name, bot, digest, options FROM bots WHERE run_id IN ({runs})"


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
    first: Ints
    second: Ints
    score: NDArray[np.float64]
    points: Ints
    hands: Ints
    forfeited: NDArray[np.bool_]
    cluster: Ints
    pair: Ints
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
    if where:
        ask(_ALONE.format(where=where))
    table = ask(_MATCHES.format(runs=listed, where=where or "true"))
    names, (first, second) = _named(table, _aliases(ask, listed, runs), runs)
    seeds = {one["run_id"]: one["seed_hash"] for one in ask(_SEEDS.format(runs=listed)).to_pylist()}
    of_run = np.unique([seeds.get(run, run) for run in runs], return_inverse=True)[1]
    deal_set = _column(table, "deal_set")
    luck = _luck(ask, listed, table)
    return Results(
        names=names,
        digest=_digest(table, luck),
        first=first,
        second=second,
        score=_column(table, "score", float),
        points=np.array([_column(table, name, np.int32) for name in ("score_ns", "score_ew")]),
        hands=_column(table, "hands", np.int32),
        forfeited=_column(table, "forfeited", bool),
        cluster=_numbered(
            of_run[_column(table, "run")] * (int(deal_set.max(initial=0)) + 1) + deal_set
        ),
        pair=_numbered(table["pair"].to_numpy()),
        luck=luck,
    )


def _column(table: pa.Table, name: str, kind: DTypeLike = np.int64) -> NDArray[Any]:
    return table[name].to_numpy().astype(kind)


def _luck(ask: Ask, listed: str, table: pa.Table) -> NDArray[np.float64]:
    """Return the luck of NS in each match, half of what its pair has; empty where none is known."""
    known = ask(_LUCK.format(runs=listed)).to_pylist()
    if not known:
        return np.zeros(0)
    of_pair = {(one["pair"], one["ns"]): one["luck"] for one in known}
    columns = (table[name].to_pylist() for name in ("pair", "ns"))
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


def _named(
    table: pa.Table, aliases: dict[tuple[str, str], str], runs: Sequence[str]
) -> tuple[tuple[str, ...], list[Ints]]:
    """Return the names there are, in order, and who of them sat NS and EW in each match."""
    run = _column(table, "run")
    sides = [table[side].combine_chunks().dictionary_encode() for side in ("ns", "ew")]
    codes = [run * len(each.dictionary) + each.indices.to_numpy() for each in sides]
    found = []
    for each, code in zip(sides, codes, strict=True):
        kinds, kind = np.unique(code, return_inverse=True)
        said = each.dictionary.to_pylist()
        keys = [(runs[one // len(said)], said[one % len(said)]) for one in kinds.tolist()]
        found.append(([aliases.get(key, key[1]) for key in keys], kind))
    names = sorted({name for called, _ in found for name in called})
    place = {name: number for number, name in enumerate(names)}
    return tuple(names), [
        np.array([place[name] for name in called], dtype=np.int32)[kind] for called, kind in found
    ]


def _numbered(values: NDArray[Any]) -> Ints:
    """Number the values from 0, in their order."""
    return np.unique(values, return_inverse=True)[1].astype(np.int32)


def _digest(table: pa.Table, luck: NDArray[np.float64]) -> str:
    """Return the hash of all that a ranking hangs on, in hex."""
    told = table["told"].to_numpy().astype("<u8").tobytes()
    return blake2b(told + luck.astype("<f8").tobytes(), digest_size=16).hexdigest()
