"""What the statistics promise, held against simulated tournaments of known strengths.

    python benchmarks/rankings.py              all parts, about half an hour
    python benchmarks/rankings.py sandwich     1,000 tournaments: do 95 % intervals hold as often?
    python benchmarks/rankings.py bootstrap    1,000 tournaments, the same
    python benchmarks/rankings.py margins      1,000 tournaments, ratings by points
    python benchmarks/rankings.py sprt         2,000 tests under either claim: errors and lengths
    python benchmarks/rankings.py speed        200 bots and a million matches

A number after a part's name asks for another number of rounds. What takes out luck is held against
the truth in `luck.py`.

Tournaments have 3 to 30 bots of normal strengths, pairs whose two matches share their luck with
probability 0.6, draws, and between half and twice as many pairs in each pairing; every fourth
shares its deals between pairings. Every figure stands beside its own error: by tournaments, since
the intervals of one hang together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray
from parts import run

from harness.arena.rating.bradley_terry import fit
from harness.arena.rating.margins import fit_margins
from harness.arena.rating.method import Interval, Method
from harness.arena.rating.ranking import Ranking
from harness.arena.rating.samples import ELO, Pairs
from harness.arena.rating.sprt import Sprt

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FIELDS = ((3, 60), (5, 30), (10, 12), (30, 4))
"""Bots, and pairs that each two of them play on average."""
SHARED_LUCK = 0.6


class Played:
    """A tournament played by chance: columns of matches, and what is true of the bots."""

    def __init__(self, bots: int, pairs: int, rng: np.random.Generator, *, reuse: bool) -> None:
        self.names = [f"{bot:03}" for bot in range(bots)]
        one, other = np.triu_indices(bots, 1)
        times = rng.integers(max(pairs // 2, 1), 2 * pairs, len(one))
        first, second = np.repeat(one, times), np.repeat(other, times)
        place = np.concatenate([np.arange(count) for count in times])
        deal = place if reuse else np.arange(len(first))
        self.strength = rng.normal(0, 0.5, bots)
        self.truth = (self.strength - self.strength.mean()) * ELO
        shape = (2, len(first))
        of_deal = rng.random(int(deal.max()) + 1)[deal]
        luck = np.where(rng.random(shape) < SHARED_LUCK, of_deal, rng.random(shape))
        chance = 1 / (1 + np.exp(self.strength[second] - self.strength[first]))
        drawn = 0.1 * np.minimum(chance, 1 - chance)
        self.score = ((luck < chance - drawn) / 2 + (luck < chance + drawn) / 2).ravel()
        self.first, self.second = np.tile(first, 2), np.tile(second, 2)
        self.deal = np.tile(deal, 2)
        gap = 20 * (self.strength[first] - self.strength[second])
        swing = rng.normal(0, 60, int(deal.max()) + 1)[deal]
        own = rng.normal(0, 40, shape)
        self.hands = rng.integers(6, 14, 2 * len(first))
        points = self.hands * np.tile(gap, 2) + (own + swing).ravel() * np.sqrt(self.hands)
        self.points = points

    def by_wins(self, method: Method) -> Ranking:
        """Rank by wins."""
        return fit(self.names, self.first, self.second, self.score, self.deal, method)

    def by_points(self, method: Method) -> Ranking:
        """Rank by points a hand."""
        columns = (self.first, self.second, self.points, self.hands, self.deal)
        return fit_margins(self.names, *columns, method)


def held(ranking: Ranking, truth: Floats) -> list[bool]:
    """Say of each bot whether its interval holds the truth."""
    return [
        (row.lower is None or row.lower <= truth[int(row.name)])
        and (row.upper is None or truth[int(row.name)] <= row.upper)
        for row in ranking.rows
    ]


def percent(values: Sequence[float]) -> str:
    """Return a mean with its standard error, in percent."""
    array = np.array(values, dtype=float)
    error = array.std(ddof=1) / math.sqrt(len(array))
    return f"{100 * array.mean():6.2f} ± {100 * error:.2f}"


def coverage(
    rounds: int, interval: Interval, rate: Callable[[Played, Method], Ranking], scale: float = 1.0
) -> None:
    """Print how often intervals hold, each and all at once, by the field and by its deals."""
    print(
        f"{'bots':>5}{'pairs':>6}  {'deals':<7}{'rounds':>7}{'each, %':>16}{'all at once, %':>18}"
    )
    total: list[tuple[float, float]] = []
    for number, (bots, pairs) in enumerate(FIELDS):
        rng = np.random.default_rng([20260101, number])
        for reuse, share in ((False, 3), (True, 1)):
            found: list[tuple[float, float]] = []
            for _ in range(share * rounds // (4 * len(FIELDS))):
                played = Played(bots, pairs, rng, reuse=reuse)
                each, together = (
                    held(rate(played, Method(interval, simultaneous=at_once)), played.truth * scale)
                    for at_once in (False, True)
                )
                found.append((float(np.mean(each)), all(together)))
            deals = "shared" if reuse else "fresh"
            print(f"{bots:>5}{pairs:>6}  {deals:<7}{_shares(found)}", flush=True)
            total += found
    print(f"{'all':>5}{'':>6}  {'':<7}{_shares(total)}")


def _shares(found: list[tuple[float, float]]) -> str:
    each, together = zip(*found, strict=True)
    return f"{len(found):>7}{percent(each):>16}{percent(together):>18}"


def sandwich(rounds: int = 1_000) -> None:
    """Hold the intervals of the joint fit against the truth."""
    coverage(rounds, "sandwich", Played.by_wins)


def bootstrap(rounds: int = 1_000) -> None:
    """Hold the bootstrapped intervals against the truth."""
    coverage(rounds, "bootstrap", Played.by_wins)


def margins(rounds: int = 1_000) -> None:
    """Hold the intervals of ratings by points against the truth."""
    coverage(rounds, "sandwich", Played.by_points, scale=20 / ELO)


def sprt(rounds: int = 2_000) -> None:
    """Print errors and lengths of sequential tests, looked at after every pair."""
    print(f"{'truth':>7}{'tests':>7}{'wrong, %':>16}{'agreed, %':>11}{'pairs':>14}{'by Wald':>9}")
    rng = np.random.default_rng(7)
    test = Sprt(0, 60)
    base = np.array([0.12, 0.2, 0.36, 0.2, 0.12])
    scores = np.arange(5) / 4
    deviation = math.sqrt(base @ (scores - 0.5) ** 2)
    for elo, wrong, agreed in ((0.0, "H1", test.alpha), (60.0, "H0", test.beta)):
        chances = tilted(base, scores, elo)
        errors: list[float] = []
        lengths: list[float] = []
        for _ in range(rounds):
            seen = [0] * 5
            accepted = None
            draws = iter(rng.choice(5, 4_000, p=chances).tolist())
            while accepted is None:
                seen[next(draws)] += 1
                accepted = test.accepted(test.llr(Pairs(*seen)))
            errors.append(accepted == wrong)
            lengths.append(sum(seen))
        length = np.array(lengths)
        mean = f"{length.mean():.0f} ± {length.std() / math.sqrt(rounds):.0f}"
        wald = test.units_expected(deviation, float(chances @ scores), 2)
        wrongly = f"{percent(errors):>16}{100 * agreed:>11.0f}"
        print(f"{elo:>7.0f}{rounds:>7}{wrongly}{mean:>14}{wald:>9.0f}", flush=True)


def tilted(base: Floats, scores: Floats, elo: float) -> Floats:
    """Return chances of pairs whose normalised Elo is as wanted, by bisection of a tilt."""
    low, high = -5.0, 5.0
    while True:
        tilt = (low + high) / 2
        chances = base * np.exp(tilt * (scores - 0.5))
        chances /= chances.sum()
        mean = float(chances @ scores)
        spread = math.sqrt(2 * float(chances @ (scores - mean) ** 2))
        there = (mean - 0.5) / spread * 2 * ELO
        if high - low < 1e-12:
            return np.asarray(chances)
        low, high = (tilt, high) if there < elo else (low, tilt)


def speed(rounds: int = 3) -> None:
    """Print how long the fit of a large tournament takes."""
    rng = np.random.default_rng(3)
    strength = rng.normal(0, 0.5, 200)
    matches = 1_000_000
    first = rng.integers(0, 200, matches)
    second = (first + rng.integers(1, 200, matches)) % 200
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    score = (rng.random(matches) < chance).astype(float)
    names = [f"{bot:03}" for bot in range(200)]
    for _ in range(rounds):
        began, worked = perf_counter(), process_time()
        fit(names, first, second, score, np.arange(matches) // 2)
        wall, work = perf_counter() - began, process_time() - worked
        print(f"200 bots, {matches:,} matches: {wall:.2f} s, of which at work {work:.2f} s")


if __name__ == "__main__":
    run(
        {
            "sandwich": sandwich,
            "bootstrap": bootstrap,
            "margins": margins,
            "sprt": sprt,
            "speed": speed,
        }
    )
