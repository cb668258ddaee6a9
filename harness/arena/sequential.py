"""Sequential testing: two meet until it is clear which of two claims about them is right.

A pairing of this format is one pair of matches. The test looks at pairs one by one in the order of
the schedule, whichever came in first, so that neither workers nor interruptions change its path. A
round is an eighth of what was played, and played to its end: what a decision leaves over counts in
the standings but not in the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa

from harness.arena.columns import SEQUENTIAL, table_of
from harness.arena.meetings import Meeting, Pairing
from harness.arena.rating.samples import Pairs
from harness.arena.rating.sprt import Claim, Sprt
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import Ask
from harness.arena.schedule import Schedule
from harness.arena.store import Store
from harness.arena.tournament import Tournament
from harness.errors import BeloteError
from harness.game.dealing import SEED_BYTES
from harness.plugin.manager import Registry

NAME: Final = "sequential"
SMALLEST_ROUND: Final = 16
SHARE_OF_PLAYED: Final = 8

_PAIRS: Final = """
    SELECT pair_id, score FROM pairs WHERE run_id = '{run_id}' ORDER BY pairing, pair
"""


class Step(NamedTuple):
    """Where a test is after one pair more.

    Attributes:
        sample: all pairs so far, as the first contestant sees them.
        score: of the last pair, 0 to 1 by quarters.
        llr: the log likelihood ratio.
        accepted: the claim that this decides for.
    """

    sample: Pairs
    score: float
    llr: float
    accepted: Claim | None


class Trial(NamedTuple):
    """What came of a test.

    Attributes:
        names: of the two, the first being the one that the claims are about.
        sprt: its claims.
        path: pair by pair, up to the decision.
        outcome: of the run that played it.
    """

    names: tuple[str, ...]
    sprt: Sprt
    path: tuple[Step, ...]
    outcome: Outcome

    @property
    def accepted(self) -> Claim | None:
        """The claim that it decided for."""
        return self.path[-1].accepted if self.path else None


class Sequential(Schedule):
    """The schedule of a test."""

    __slots__ = ()

    def pairings(self, names: Sequence[str]) -> int:  # noqa: ARG002 - as of every schedule
        """Return how many pairs are played at most."""
        return int(self.options["max_pairs"])


def walk(sprt: Sprt, scores: Iterable[float]) -> Iterator[Step]:
    """Yield where a test is after each pair, up to the one that decides it."""
    sample = Pairs()
    for score in scores:
        counts = [0] * 5
        counts[round(4 * score)] = 1
        sample += Pairs(*counts)
        llr = sprt.llr(sample)
        accepted = sprt.accepted(llr)
        yield Step(sample, score, llr, accepted)
        if accepted:
            return


def sequential(
    contestants: Sequence[str],
    meetings: Sequence[Meeting],
    told: Callable[[Step], None],
    *,
    max_pairs: int,
    **claims: Any,  # noqa: ANN401 - those of the test, which checks them
) -> Iterator[list[Pairing]]:
    """Two meet in rounds until a test of the first is decided; `told` hears of every step."""
    first, second = contestants
    sprt = Sprt(**claims)
    steps = walk(sprt, (meeting.score for meeting in _as_they_come(meetings)))
    played = 0
    while played < max_pairs:
        size = min(max(SMALLEST_ROUND, played // SHARE_OF_PLAYED), max_pairs - played)
        yield [(first, second)] * size
        for _ in range(size):
            step = next(steps)
            told(step)
            if step.accepted:
                return
        played += size


def _as_they_come(meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    """Yield the meetings of a list that grows."""
    place = 0
    while True:
        yield meetings[place]
        place += 1


def play_until_decided(
    tournament: Tournament,
    sprt: Sprt,
    registry: Registry,
    *,
    max_pairs: int,
    database: Path,
    fresh: bool = False,
    told: Callable[[Step], None] = lambda _: None,
    **how: Any,  # noqa: ANN401 - they go on by name, and are typed there
) -> Trial:
    """Play pairs of two contestants until a test is decided, and store its path.

    Without a seed it follows from the bots' code and the claims, so that the same test goes on
    where it was interrupted, and other bots are dealt other cards.

    Args:
        tournament: of two contestants; its schedule and pairs are replaced.
        sprt: the claims about the first.
        registry: where its bots are found.
        max_pairs: when to give up.
        database: the DuckDB file, which this process owns meanwhile.
        fresh: whether to begin anew, on other deals.
        told: hears of every step.
        how: `workers` and `follow`, as `run_tournament` takes them.

    Raises:
        BeloteError: with all that was committed kept.
    """
    if max_pairs < 1:
        raise BeloteError(f"--max-pairs: at least 1, not {max_pairs}")
    options = {**asdict(sprt), "max_pairs": max_pairs}
    seed = tournament.seed or (None if fresh else _seed(tournament, options, registry))
    schedule = Sequential(NAME, partial(sequential, told=told), options)
    played = tournament._replace(schedule=schedule, pairs=1, seed=seed)
    outcome = run_tournament(played, registry, database=database, fresh=fresh, **how)
    with Store.open(database, owner=True) as store:
        path = tuple(path_of(store.read, outcome.run_id, sprt))
        ids = store.read(_PAIRS.format(run_id=outcome.run_id))["pair_id"].to_pylist()
        store.save_path(_table(outcome.run_id, path, map(str, ids)))
    return Trial(tuple(tournament.names), sprt, path, outcome)


def path_of(ask: Ask, run_id: str, sprt: Sprt) -> Iterator[Step]:
    """Yield the steps of a stored test, from its pairs alone."""
    scores = ask(_PAIRS.format(run_id=run_id))["score"].to_numpy()
    return walk(sprt, map(float, scores))


def _table(run_id: str, path: Sequence[Step], ids: Iterable[str]) -> pa.Table:
    rows = (
        (run_id, step.sample.units, pair_id, step.score, step.llr, step.accepted)
        for step, pair_id in zip(path, ids, strict=False)
    )
    return table_of(SEQUENTIAL, rows)


def _seed(tournament: Tournament, options: dict[str, Any], registry: Registry) -> bytes:
    bots = [(one, registry.bot(one.bot).digest) for one in tournament.contestants]
    what = repr((bots, sorted(options.items()), tournament.rules.as_dict(), tournament.mode))
    return blake2b(what.encode(), digest_size=SEED_BYTES).digest()
