"""Taking out luck held against the truth: are adjusted ratings right on average, and narrower?

    python benchmarks/luck.py                  both parts, a few minutes
    python benchmarks/luck.py tournaments      3,000 tournaments of four bots, ranked as a run is
    python benchmarks/luck.py samples          2,000 samples each of 20, 100 and 500 pairs

A number after a part's name asks for another number of rounds. The tournaments are those of
`races.py`, their matches races to so many hands. An error is how much too far apart bots are
ranked, in percent of how far apart they are, beside its standard error; so is what adjusting
changes. `spread` is how much ratings vary from one tournament to the next, `interval` how wide
they say they are.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from parts import run
from races import Races

from harness.arena.rating.ranking import Rating
from harness.arena.rating.variate import adjust
from harness.arena.standings import Standing, ranked

Floats = NDArray[np.float64]

STRENGTHS = (120.0, 40.0, -40.0, -120.0)
TARGETS = (3, 7, 15)


def tournaments(rounds: int = 3_000) -> None:
    """Print errors of plain and adjusted ratings, by wins and by points, and what is narrower."""
    headings = ("error, plain", "adjusted", "difference", "spread left", "interval left")
    print(f"{'hands':>5}  {'by':<7}{'rounds':>7}", *(f"{each:>15}" for each in headings))
    for target in TARGETS:
        races = Races(STRENGTHS, target=target, pairs=25)
        rng = np.random.default_rng([20260202, target])
        tables = [ranked(races.play(rng)).rows for _ in range(rounds // len(TARGETS))]
        for name, truth, which in (("wins", races.elo, 0), ("points", races.margin, 1)):
            rows = [sorted(table, key=_name) for table in tables]
            plain = [[(row.rating, row.margin)[which] for row in table] for table in rows]
            adjusted = [[_adjusted(row)[which] for row in table] for table in rows]
            off = [_apart(each, truth) for each in (plain, adjusted)]
            errors = [_percent(each) for each in (*off, off[1] - off[0])]
            left = [f"{100 * of(adjusted) / of(plain):.1f}" for of in (_spread, _width)]
            counts = f"{target:>5}  {name:<7}{len(tables):>7}"
            print(counts, *(f"{each:>15}" for each in (*errors, *left)), flush=True)


def _name(standing: Standing) -> str:
    return standing.name


def _adjusted(standing: Standing) -> tuple[Rating, Rating]:
    return standing.adjusted or (standing.rating, standing.margin)


def _values(tables: list[list[Rating]]) -> Floats:
    return np.array([[rating.value for rating in table] for table in tables])


def _apart(tables: list[list[Rating]], truth: Floats) -> Floats:
    """Return by how many percent bots are ranked too far apart in each tournament."""
    return np.asarray(100 * ((_values(tables) - truth) @ truth) / (truth @ truth))


def _percent(values: Floats) -> str:
    return f"{values.mean():+.2f} ± {values.std(ddof=1) / math.sqrt(len(values)):.2f}"


def _spread(tables: list[list[Rating]]) -> float:
    return float(np.sqrt(_values(tables).var(axis=0).mean()))


def _width(tables: list[list[Rating]]) -> float:
    return float(
        np.mean([(one.upper or 0) - (one.lower or 0) for table in tables for one in table])
    )


def samples(rounds: int = 2_000) -> None:
    """Print the mean error of adjusted means, and what is left of their spread."""
    print(f"{'samples':>8}{'pairs':>7}{'mean error':>14}{'its error':>11}{'spread left, %':>16}")
    rng = np.random.default_rng(11)
    for pairs in (20, 100, 500):
        plain, adjusted = np.zeros(rounds), np.zeros(rounds)
        for sample in range(rounds):
            skill, chance = rng.exponential(size=(2, pairs)) - 1
            values = skill + 1.5 * chance + 0.5 * chance * skill
            group, cluster = np.zeros(pairs, dtype=np.int64), np.arange(pairs)
            adjustment = adjust(values, chance, group, cluster)
            plain[sample], adjusted[sample] = values.mean(), adjustment.values.mean()
        error = adjusted.std(ddof=1) / math.sqrt(rounds)
        left = 100 * adjusted.std() / plain.std()
        print(f"{rounds:>8}{pairs:>7}{adjusted.mean():>14.5f}{error:>11.5f}{left:>16.1f}")


if __name__ == "__main__":
    run({"tournaments": tournaments, "samples": samples})
