"""Each bot by all the sides it sat on: what partnerships say of their members.

A side is as strong as its members on average: a side of a and b is rated (a + b) / 2, one with the
same bot at both seats as that bot. So a difference means the same here as between sides of one bot.
A side rated x is expected to score 1 / (1 + exp(y − x)) of a match against one rated y, a draw
being half a win, as in `rating.bradley_terry`; Elo is 400 / ln 10 times this scale, and the mean
is 0.

The fit is logistic regression with the prior of Jeffreys (Firth 1993), which is finite even for
bots that won everything and worth about half a match. The unit of the intervals is the deal set:
the covariance is the sandwich B·M·B (Liang and Zeger 1986) times G / (G − 1) for G deal sets, with
limits of Student's t; with fewer than `FEW` it is the model's own.

Two bots that were partners in every match cannot be told apart, and neither has a rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit, stdtrit

from harness.arena.columns import RATINGS, table_of
from harness.arena.rating.samples import ELO, two_sided
from harness.arena.runs import Ask, sides_of
from harness.arena.sides import Side

METHOD: Final = "bradley-terry by member"
LEVEL: Final = 0.95
FEW: Final = 10

_LAST_STEP: Final = 1e-10  # in log odds
_STEPS: Final = 200
_APART: Final = 1e-9  # how far from what can be known a rating may be and still count as known

_PAIRS: Final = "SELECT a, b, deal_set, score FROM pairs WHERE run_id = '{run_id}' ORDER BY pair_id"
_RECORDS: Final = (
    "SELECT bot, matches, wins, draws, losses FROM standings WHERE run_id = '{run_id}'"
)

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class Member(NamedTuple):
    """One bot's rating by the matches of all its sides.

    Attributes:
        name: the contestant.
        elo, se: None where it cannot be told apart from its partner.
        lower, upper: the limits of its 95 % interval.
        sides: on how many it sat.
        matches, wins, draws, losses: of those sides, in complete pairs.
    """

    name: str
    elo: float | None
    lower: float | None
    upper: float | None
    se: float | None
    sides: int
    matches: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """Share of its matches won, a draw as half."""
        return (self.wins + self.draws / 2) / self.matches


class Figures(NamedTuple):
    """An estimate in Elo: its standard error, and how far its limits are away."""

    elo: float
    se: float
    reach: float


class Results(NamedTuple):
    """Pairs of matches between sides, an entry each.

    Attributes:
        first, second: the sides, as places in a list of them.
        score: what `first` scored of the pair, 0 to 1.
        deal_set: on which deals.
    """

    first: Ints
    second: Ints
    score: Floats
    deal_set: Ints


def rate_members(ask: Ask, run_id: str) -> tuple[Member, ...]:
    """Rate the bots of a run whose sides have partners, best first; nobody where none have.

    Args:
        ask: answers SQL with a table: a store's `read`, or `answering.ask` of a path.
        run_id: which run.
    """
    sides = {side.name: side for side in sides_of(ask, run_id)}
    if not any(side.mixed for side in sides.values()):
        return ()
    records = {row.pop("bot"): row for row in ask(_RECORDS.format(run_id=run_id)).to_pylist()}
    played = [sides[name] for name in sorted(records)]
    if not played:
        return ()
    names = sorted({member for side in played for member in side.members})
    rated = fit(_shares(played, names), _results(ask, run_id, played))
    members = []
    for name, figures in zip(names, rated, strict=True):
        of_it = [records[side.name] for side in played if name in side.members]
        counts = [sum(row[key] for row in of_it) for key in ("matches", "wins", "draws", "losses")]
        members.append(Member(name, *_limits(figures), len(of_it), *counts))
    return tuple(sorted(members, key=lambda one: (one.elo is None, -(one.elo or 0), -one.score)))


def _limits(
    figures: Figures | None,
) -> tuple[float | None, float | None, float | None, float | None]:
    """Return Elo, its limits and its standard error."""
    if figures is None:
        return None, None, None, None
    elo, se, reach = figures
    return elo, elo - reach, elo + reach, se


def ratings_of(run_id: str, members: Sequence[Member], data_digest: str) -> pa.Table:
    """Return members as rows of `ratings`; those that cannot be told apart have no figures."""
    now = datetime.now(UTC)
    rows = (
        (
            *(run_id, METHOD, one.name, one.elo, one.lower, one.upper, one.se, None),
            *(one.matches, one.wins, one.draws, one.losses, one.score, None),
            *(data_digest, now, LEVEL, *(None,) * 9),
        )
        for one in members
    )
    return table_of(RATINGS, rows)


def _results(ask: Ask, run_id: str, sides: Sequence[Side]) -> Results:
    pairs = ask(_PAIRS.format(run_id=run_id))
    names = pa.array([side.name for side in sides])
    first, second = (
        pc.index_in(pairs[column], names).to_numpy().astype(np.int64) for column in ("a", "b")
    )
    deal_set = pairs["deal_set"].to_numpy().astype(np.int64)
    return Results(first, second, pairs["score"].to_numpy(), deal_set)


def _shares(sides: Sequence[Side], names: Sequence[str]) -> Floats:
    """Return what each member adds to each side, (sides, members); a row adds up to 1."""
    shares = np.zeros((len(sides), len(names)))
    for row, side in zip(shares, sides, strict=True):
        row[[names.index(member) for member in side.members]] = 1 / len(side.members)
    return shares


def fit(shares: Floats, results: Results, *, level: float = LEVEL) -> list[Figures | None]:
    """Return the figures of each member; None for one that cannot be told from its partner.

    Args:
        shares: what each member adds to the strength of each side, (sides, members).
        results: of the sides.
        level: probability that the limits hold.
    """
    keys, cell = np.unique(results.first * len(shares) + results.second, return_inverse=True)
    gaps = shares[keys // len(shares)] - shares[keys % len(shares)]
    matches = 2 * np.bincount(cell).astype(float)
    points = 2 * np.bincount(cell, results.score).astype(float)
    _, sizes, basis = np.linalg.svd(gaps, full_matrices=False)
    basis = basis[sizes > _APART * max(sizes[0], 1)]  # what the results can tell anything of
    design = gaps @ basis.T
    found = _highest(design, matches, points)
    expected: Floats = expit(design @ found)
    bread = _inverse(_information(design, matches * expected * (1 - expected)))
    surprise = 2 * (results.score - expected[cell])
    covariance, reach = _uncertainty(bread, design[cell], surprise, results.deal_set, level)

    centre = np.eye(shares.shape[1]) - 1 / shares.shape[1]
    onto = centre @ basis.T
    known = np.abs(centre - onto @ basis).max(axis=1) < _APART
    elo = ELO * (onto @ found)
    se = ELO * np.sqrt(np.diag(onto @ covariance @ onto.T))
    return [
        Figures(float(one), float(error), float(reach * error)) if sure else None
        for one, error, sure in zip(elo, se, known, strict=True)
    ]


def _information(design: Floats, weight: Floats) -> Floats:
    return np.asarray((design.T * weight) @ design)


def _inverse(information: Floats) -> Floats:
    return np.asarray(np.linalg.inv(information), dtype=np.float64)


def _highest(design: Floats, matches: Floats, points: Floats) -> Floats:
    """Return where the likelihood with Jeffreys' prior is highest, by Fisher scoring."""
    found = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        expected = expit(design @ found)
        weight = matches * expected * (1 - expected)
        bread = _inverse(_information(design, weight))
        leverage = weight * np.einsum("ij,jk,ik->i", design, bread, design)
        step = bread @ (design.T @ (points - matches * expected + leverage * (0.5 - expected)))
        step /= max(1.0, np.abs(step).max(initial=0.0))
        found += step
        if np.abs(step).max(initial=0.0) < _LAST_STEP:
            break
    return found


def _uncertainty(
    bread: Floats, design: Floats, surprise: Floats, deal_set: Ints, level: float
) -> tuple[Floats, float]:
    """Return the covariance and how many standard errors the limits are away."""
    sets, cluster = np.unique(deal_set, return_inverse=True)
    if len(sets) < FEW:
        return bread, two_sided(level)
    rows = csr_array((surprise, (cluster, np.arange(len(cluster)))), (len(sets), len(cluster)))
    scores = np.asarray(rows @ design, dtype=float)
    meat = scores.T @ scores * (len(sets) / (len(sets) - 1))
    return bread @ meat @ bread, float(stdtrit(len(sets) - 1.0, (1 + level) / 2))
