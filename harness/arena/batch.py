"""A worker's job: some matches of a run, played one after another, as a batch of rows.

A worker needs a run's `Programme` and nothing else: it loads each bot's plugin by its source, once
per process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple

from harness.arena.columns import Batch
from harness.arena.faults import Policy
from harness.arena.limits import WorkerLimits
from harness.arena.rows import fault_row
from harness.arena.schedule import Fixture
from harness.arena.sides import Side, seating
from harness.arena.table import Played, Seated, Table
from harness.arena.watching import Watch, unwatched
from harness.errors import BeloteError
from harness.game.dealing import DealSet
from harness.game.rules import Rules
from harness.game.seats import SEATS, SIDES
from harness.plugin.bench import Bench
from harness.plugin.blame import summary
from harness.plugin.bot import Bot
from harness.plugin.isolation import Isolation
from harness.plugin.manager import load_source
from harness.plugin.program import program_of
from harness.plugin.sources import Source

SEATS_MADE: Final = 4
"""Bots that are made one after another before a match begins."""


class Entrant(NamedTuple):
    """A contestant as a worker finds it: the bot's name in a plugin, and its options.

    `source` is where the plugin is, `digest` of which code, `isolation` how bots are kept apart.
    """

    name: str
    bot: str
    options: dict[str, Any]
    source: Source
    digest: str
    isolation: Isolation = Isolation("none")


class Programme(NamedTuple):
    """What all matches of a run have in common.

    Attributes:
        run_id: of the run.
        rules: of every table.
        seed: 16 bytes, secret while bots play.
        entrants: who plays.
        deals: after how many a match ends, where it is not played to the target.
        sides: that have two partners; every entrant is a side of its own besides.
        policy: what follows from a fault.
        limits: what a bot may not exceed, where workers play.
    """

    run_id: str
    rules: Rules
    seed: bytes
    entrants: tuple[Entrant, ...]
    deals: int | None = None
    sides: tuple[Side, ...] = ()
    policy: Policy = Policy()
    limits: WorkerLimits = WorkerLimits()

    @property
    def patience(self) -> float:
        """Seconds without an answer after which a match stands still.

        Isolated bots have clocks of their own, which are to strike first.
        """
        clocks = [one.isolation.time for one in self.entrants if one.isolation.level != "none"]
        own = [SEATS_MADE * time.start_s + time.per_decision_ms / 1000 for time in clocks]
        return self.limits.hangs_after + max(own, default=0.0)


class Done(NamedTuple):
    """A finished job.

    Attributes:
        batch: its rows.
        seconds: how long it took to play.
        voids: how often a match of it was lost by nobody's fault, and played again.
    """

    batch: Batch
    seconds: float
    voids: int = 0


def play(
    programme: Programme,
    fixtures: Sequence[Fixture],
    watch: Watch = unwatched,
    begin: Callable[[int, Table], None] = lambda *_: None,
) -> Done:
    """Play matches and return their rows.

    Args:
        programme: of the run.
        fixtures: the matches.
        watch: watches the calls of bots.
        begin: called with the number of each match, from 0, and its table before it begins.
    """
    began = perf_counter()
    mixed = {side.name: side for side in programme.sides}
    matches, hands, faults = [], [], []
    with ExitStack() as processes:
        players = {entrant.name: _player(entrant, processes) for entrant in programme.entrants}
        for number, fixture in enumerate(fixtures):
            sides = [mixed.get(name) or Side(name, (name,)) for name in (fixture.ns, fixture.ew)]
            seats = seating(sides, fixture.pair, fixture.leg)
            seated = [players[name] for name in seats]
            table = _table(programme, fixture, seated, watch)
            begin(number, table)
            played = _played(table, fixture, seated)
            matches.append(_match_row(programme.run_id, fixture, played))
            hands += [(fixture.match_id, *row) for row in played.hands]
            faults += [
                (fixture.match_id, *fault_row(order, fault, seats[fault.seat]))
                for order, fault in enumerate(played.faults)
            ]
    with _told_in_one_line(f"the job of {len(fixtures)} matches"):
        return Done(Batch.of(matches, hands, faults), perf_counter() - began)


class _Player(NamedTuple):
    """What makes a contestant's bots, and what ends those that were made."""

    make: Callable[[], Bot]
    dismiss: Callable[[], None] = lambda: None


def _player(entrant: Entrant, processes: ExitStack) -> _Player:
    """Return what makes a contestant's bots; their processes end with `processes`."""
    _, bot, options, source, digest, isolation = entrant
    if isolation.level == "none":
        make = load_source(source, digest).bot(bot).make
        return _Player(partial(make, **options))
    bench = Bench(program_of(source, digest, bot), isolation, options)
    processes.callback(bench.close)
    return _Player(bench.make, bench.dismiss)


def _table(
    programme: Programme, fixture: Fixture, players: Sequence[_Player], watch: Watch
) -> Table:
    north, east, south, west = (player.make for player in players)
    deals = DealSet(programme.seed, fixture.deal_set)
    sides = Seated(fixture.ns, north, south), Seated(fixture.ew, east, west)
    return Table(programme.rules, deals, sides, programme.deals, programme.policy, watch)


def _played(table: Table, fixture: Fixture, players: Sequence[_Player]) -> Played:
    """Play a match and send its bots away."""
    with _told_in_one_line(f"match {fixture.match_id} of {fixture.ns} and {fixture.ew}"):
        try:
            return table.play()
        finally:
            for player in players:
                player.dismiss()


@contextmanager
def _told_in_one_line(what: str) -> Iterator[None]:
    """Turn an error of the table itself into one line; a bot may have changed what it was shown.

    Raises:
        BeloteError: naming the match.
    """
    try:
        yield
    except Exception as error:
        raise BeloteError(
            f"{what} cannot be played to its end: {summary(error)}; has a bot changed what its "
            "view showed it?"
        ) from error


def _match_row(run_id: str, fixture: Fixture, played: Played) -> tuple[object, ...]:
    match = played.match
    return (
        fixture.match_id,
        run_id,
        fixture.pair_id,
        fixture.pairing,
        fixture.pair,
        fixture.deal_set,
        fixture.leg,
        fixture.ns,
        fixture.ew,
        SEATS[match.first_dealer],
        *match.totals,
        None if match.winner is None else SIDES[match.winner],
        len(played.hands),
        match.ended_by,
    )
