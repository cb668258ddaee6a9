"""The standings: what was played, and the joint ratings of everybody by wins and by points.

Everything comes from the database through one function that answers SQL, so that a run, its owner
and a reader elsewhere compute the very same table. Only complete pairs of finished matches count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.columns import RATINGS, table_of
from harness.arena.gathering import results_of
from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.margins import fit_margins
from harness.arena.rating.method import DEFAULT, Method
from harness.arena.rating.ranking import Floats, Ranking, Ranks, Rating
from harness.arena.rating.samples import Wdl
from harness.arena.results import Encounter, Results
from harness.arena.runs import Ask

Order: TypeAlias = Literal["elo", "margin"]

METHOD: Final = "bradley-terry"
OF_MEMBERS: Final = "bradley-terry by member"


class Standing(NamedTuple):
    """One contestant's line.

    Attributes:
        rating: in Elo.
        margin: in points a hand; without limits where every match of it was forfeited.
        record: its matches.
        hands: those of its matches.
        points_per_hand: what its side wrote for an average hand, forfeited matches left out; None
            where there is no other.
        ranks: the best and the worst place that it may have, by what the table is ordered by; None
            where that says nothing of it.
        adjusted: as `rating` and `margin`, with the luck of the cards taken out; None where it is
            not known.
        los_next: the likelihood that it is better than the next of its component; None for the
            last of that.
    """

    rating: Rating
    margin: Rating
    record: Wdl
    hands: int
    points_per_hand: float | None
    ranks: Ranks | None = (1, 1)
    los_next: float | None = None
    adjusted: tuple[Rating, Rating] | None = None

    @property
    def name(self) -> str:
        """Of the contestant."""
        return self.rating.name


class Standings(NamedTuple):
    """The table of a run, or of several, best first, component by component.

    Attributes:
        runs: the ids of the runs.
        rows: a line a contestant; empty before the first pair is complete.
        data_digest: BLAKE2b-128 of the results that it was computed from, in hex.
        order: what the table is ordered by.
        elo: the ranking by wins.
        margins: the ranking by points.
        encounters: how each two did who met, the better first; of members none.
        of_members: whether it is of bots, each by all the sides it sat on.
        unsolved: the runs whose luck of the cards is not known, where there is some that is: none
            is taken out then.
        twice: how many matches more the runs have, that stand in several and count once.
    """

    runs: tuple[str, ...]
    rows: tuple[Standing, ...]
    data_digest: str
    order: Order = "elo"
    elo: Ranking = Ranking((), ())
    margins: Ranking = Ranking((), ())
    encounters: tuple[Encounter, ...] = ()
    of_members: bool = False
    unsolved: tuple[str, ...] = ()
    twice: int = 0

    @property
    def ranking(self) -> Ranking:
        """The one that the table is ordered by."""
        return self.margins if self.order == "margin" else self.elo

    @property
    def alone(self) -> frozenset[str]:
        """Whom no match compares with anybody: bots that always had the same partner."""
        if not self.of_members:
            return frozenset()
        sizes = Counter(row.rating.component for row in self.rows)
        return frozenset(row.name for row in self.rows if sizes[row.rating.component] == 1)

    def as_table(self) -> pa.Table:
        """Return the rows of `ratings`; of several runs each has them all."""
        now = datetime.now(UTC)
        rows = [self._row(run, standing, now) for run in self.runs for standing in self.rows]
        return table_of(RATINGS, rows)

    def _row(self, run: str, standing: Standing, now: datetime) -> tuple[object, ...]:
        rating, margin, record = standing.rating, standing.margin, standing.record
        alone = rating.name in self.alone
        return (
            run,
            f"{OF_MEMBERS if self.of_members else METHOD}, {self.elo.method}",
            rating.name,
            None if alone else rating.value,
            rating.lower,
            rating.upper,
            None if alone else rating.se,
            rating.one_sided,
            record.matches,
            record.wins,
            record.draws,
            record.losses,
            record.score,
            standing.points_per_hand,
            self.data_digest,
            now,
            self.elo.method.level,
            *(standing.ranks or (None, None)),
            standing.los_next,
            rating.component,
            rating.clusters,
            None if alone else margin.value,
            margin.lower,
            margin.upper,
            None if alone else margin.se,
            *chain.from_iterable(
                (one.value, one.lower, one.upper) if one and not alone else (None, None, None)
                for one in standing.adjusted or (None, None)
            ),
        )


def rank(
    ask: Ask,
    *runs: str,
    where: str = "",
    method: Method = DEFAULT,
    order: Order = "elo",
) -> Standings:
    """Rank the contestants of runs by all complete pairs of them together.

    Args:
        ask: answers SQL with a table: a store's `read`, or `answering.ask` of a path.
        runs: their ids.
        where: a condition in SQL that both matches of a pair must meet, on columns of `matches`.
        method: how limits are found, and what is 0.
        order: whether wins or points decide the order.

    Raises:
        BeloteError: the condition is no SQL, a run is another one rescored, or the anchor is none
            of the contestants.
    """
    return ranked(results_of(ask, runs, where), *runs, method=method, order=order)


def ranked(
    results: Results, *runs: str, method: Method = DEFAULT, order: Order = "elo"
) -> Standings:
    """Rank the contestants by results; arguments and errors are those of `rank`."""
    if not results.matches:
        return Standings(runs, (), results.digest, order)
    played = results.played_out()
    elo, margins = _by_wins(results, method), _by_points(played, method)
    adjusted: tuple[Ranking, ...] = ()
    if results.adjustable:
        won, wrote = results.less_luck(results.score), played.less_luck(played.margin)
        adjusted = _by_wins(results, method, won), _by_points(played, method, wrote)
    ranking = margins if order == "margin" else elo
    records, hands, points = results.records(), results.hands_of(), played.points_per_hand()
    said: dict[str, tuple[Ranks | None, float | None]] = {
        row.name: (ranks, los)
        for row, ranks, los in zip(ranking.rows, ranking.ranks, _los_next(ranking), strict=True)
    }
    if order == "margin":
        said |= {name: (None, None) for name in elo.names if points[name] is None}
    placed = [name for name in ranking.names if said[name][0]]
    placed += [name for name in elo.names if not said[name][0]]
    rows = tuple(
        Standing(
            elo[name],
            margins[name],
            records[name],
            hands[name],
            points[name],
            *said[name],
            (adjusted[0][name], adjusted[1][name]) if adjusted else None,
        )
        for name in placed
    )
    of_members = results.members is not None
    met = () if of_members else results.encounters(placed, method.level)
    return Standings(
        runs,
        rows,
        results.digest,
        order,
        elo,
        margins,
        met,
        of_members,
        results.unsolved,
        results.twice,
    )


def _by_wins(results: Results, method: Method, less_luck: Floats | None = None) -> Ranking:
    columns = (results.first, results.second, results.score, results.cluster)
    return fit(results.names, *columns, method, less_luck=less_luck, members=results.members)


def _by_points(results: Results, method: Method, less_luck: Floats | None = None) -> Ranking:
    margin = results.margin if less_luck is None else less_luck
    columns = (results.first, results.second, margin, results.hands, results.cluster)
    return fit_margins(results.names, *columns, method, members=results.members)


def _los_next(ranking: Ranking) -> list[float | None]:
    """Return the likelihood that each is better than the next of its component."""
    rows: Sequence[Rating | None] = (*ranking.rows, None)
    return [
        ranking.los(one.name, other.name) if other and other.component == one.component else None
        for one, other in zip(ranking.rows, rows[1:], strict=True)
    ]
