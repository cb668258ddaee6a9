"""Playing two contestants until a sequential test of them is decided, and keeping its path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa

from harness.arena.columns import SEQUENTIAL, table_of
from harness.arena.rating.sprt import Claim, Sprt
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import Ask
from harness.arena.schedule import Schedule
from harness.arena.sequential import NAME, Step, sequential, walk
from harness.arena.store import Store
from harness.arena.tournament import MOST_PAIRS, Tournament
from harness.errors import BeloteError
from harness.game.dealing import SEED_BYTES
from harness.plugin.manager import Registry

_PAIRS: Final = """
    SELECT pair_id, score FROM pairs WHERE run_id = '{run_id}'
    QUALIFY pairing = row_number() OVER (ORDER BY pairing) - 1
    ORDER BY pairing
"""
"""Up to the first that is missing, as some are while a round is on or where it was broken off."""
_LIMIT: Final = "max_pairs"


class Trial(NamedTuple):
    """What came of a test.

    Attributes:
        names: of the two, the first being the one that the claims are about.
        sprt: its claims.
        path: pair by pair, up to the decision.
        outcome: of the run that played it.
        goes_on: whether the same claims with more pairs at most go on with it.
    """

    names: tuple[str, ...]
    sprt: Sprt
    path: tuple[Step, ...]
    outcome: Outcome
    goes_on: bool = True

    @property
    def accepted(self) -> Claim | None:
        """The claim that it decided for."""
        return self.path[-1].accepted if self.path else None


class Sequential(Schedule):
    """The schedule of a test, which is known by its claims, however soon it gives up."""

    __slots__ = ()

    @property
    def told(self) -> dict[str, Any]:
        """The claims alone."""
        return {key: value for key, value in self.options.items() if key != _LIMIT}

    def pairings(self, *_: object) -> int:
        """Return how many pairs are played at most."""
        return int(self.options[_LIMIT])


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
    where it was interrupted or gave up, and other bots are dealt other cards.

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
    if max_pairs > MOST_PAIRS:
        raise BeloteError(f"--max-pairs: at most {MOST_PAIRS:,}, not {max_pairs:,}")
    claims = asdict(sprt)
    seed = tournament.seed or (None if fresh else _seed(tournament, claims, registry))
    schedule = Sequential(NAME, partial(sequential, told=told), {**claims, _LIMIT: max_pairs})
    played = tournament._replace(schedule=schedule, pairs=1, seed=seed)
    outcome = run_tournament(played, registry, database=database, fresh=fresh, **how)
    with Store.open(database, owner=True) as store:
        path = tuple(path_of(store.read, outcome.run_id, sprt))
        ids = store.read(_PAIRS.format(run_id=outcome.run_id))["pair_id"].to_pylist()
        store.save_path(_table(outcome.run_id, path, map(str, ids)))
    return Trial(tuple(side.name for side in tournament.sides), sprt, path, outcome, not fresh)


def path_of(ask: Ask, run_id: str, sprt: Sprt) -> Iterator[Step]:
    """Yield the steps of a stored test, from its pairs alone, up to the first not played yet."""
    scores = ask(_PAIRS.format(run_id=run_id))["score"].to_numpy()
    return walk(sprt, map(float, scores))


def _table(run_id: str, path: Sequence[Step], ids: Iterable[str]) -> pa.Table:
    rows = (
        (run_id, step.sample.units, pair_id, step.score, step.llr, step.accepted)
        for step, pair_id in zip(path, ids, strict=False)
    )
    return table_of(SEQUENTIAL, rows)


def _seed(tournament: Tournament, claims: dict[str, Any], registry: Registry) -> bytes:
    bots = [(one, registry.bot(one.bot).digest) for one in tournament.contestants]
    what = repr((bots, sorted(claims.items()), tournament.rules.as_dict(), tournament.mode))
    return blake2b(what.encode(), digest_size=SEED_BYTES).digest()
