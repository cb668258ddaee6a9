"""Playing two contestants until a sequential test of them is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from harness.arena.formats import LIMITS
from harness.arena.rating.sprt import Claim, Sprt
from harness.arena.runner import Outcome, run_tournament
from harness.arena.schedule import Schedule
from harness.arena.sequential import NAME, Step, sequential
from harness.arena.tournament import Tournament, check_pairs
from harness.game.dealing import SEED_BYTES
from harness.plugin.isolation import Isolation
from harness.plugin.manager import Registry


class Trial(NamedTuple):
    """What came of a test.

    Attributes:
        names: of the two, the first being the one that the claims are about.
        sprt: its claims.
        path: pair by pair, up to the decision.
        outcome: of the run that played it.
        max_pairs: after how many it was to give up, though more may be stored.
        fresh: whether it was begun anew, so that nothing goes on with it.
        drawn: whether its seed was, so that once it is over nothing does.
    """

    names: tuple[str, ...]
    sprt: Sprt
    path: tuple[Step, ...]
    outcome: Outcome
    max_pairs: int
    fresh: bool = False
    drawn: bool = False

    @property
    def accepted(self) -> Claim | None:
        """The claim that it decided for."""
        return self.path[-1].accepted if self.path else None


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
    """Play pairs of two contestants until a test is decided.

    Without a seed it follows from the bots' code and the claims, so that the same test goes on
    where it was interrupted or gave up, and other bots are dealt other cards. A bot that is kept
    apart could work that out, and with it the cards: where there is one, the seed is drawn.

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
    check_pairs(max_pairs, "--max-pairs")
    claims = asdict(sprt)
    drawn = fresh or any(one.level != "none" for one in _isolations(tournament, registry))
    seed = tournament.seed or (None if drawn else _seed(tournament, claims, registry))
    options = {**claims, LIMITS[NAME]: max_pairs}
    schedule = Schedule(NAME, partial(sequential, told=told), options)
    played = tournament._replace(schedule=schedule, pairs=1, seed=seed)
    outcome = run_tournament(played, registry, database=database, fresh=fresh, **how)
    names = tuple(side.name for side in tournament.sides)
    return Trial(names, sprt, outcome.path, outcome, max_pairs, fresh=fresh, drawn=seed is None)


def _isolations(tournament: Tournament, registry: Registry) -> Iterator[Isolation]:
    for one in tournament.contestants:
        submitted = registry.bot(one.bot).submitted
        yield tournament.isolation.of(one.isolation, submitted=submitted)


def _seed(tournament: Tournament, claims: dict[str, Any], registry: Registry) -> bytes:
    bots = [(one, registry.bot(one.bot).digest) for one in tournament.contestants]
    what = repr((bots, sorted(claims.items()), tournament.rules.as_dict(), tournament.mode))
    return blake2b(what.encode(), digest_size=SEED_BYTES).digest()
