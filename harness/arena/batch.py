"""A worker's job: some matches of a run, played one after another, as a batch of rows.

A worker needs a run's `Programme` and nothing else: it loads each bot's plugin by its source, once
per process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from harness.arena.columns import Batch
from harness.arena.faults import Policy
from harness.arena.limits import Limits
from harness.arena.rows import fault_row
from harness.arena.schedule import Fixture
from harness.arena.table import Played, Seated, Table
from harness.arena.watching import Watch, unwatched
from harness.errors import BeloteError
from harness.game.dealing import DealSet
from harness.game.rules import Rules
from harness.game.seats import SEATS, SIDES
from harness.plugin.blame import summary
from harness.plugin.manager import load_source
from harness.plugin.sources import Source


class Entrant(NamedTuple):
    """A contestant as a worker finds it: the bot's name in a plugin, and its options.

    `source` is where the plugin is, `digest` of which code.
    """

    name: str
    bot: str
    options: dict[str, Any]
    source: Source
    digest: str


class Programme(NamedTuple):
    """What all matches of a run have in common.

    Attributes:
        run_id: of the run.
        rules: of every table.
        seed: 16 bytes, secret while bots play.
        entrants: who plays.
        deals: after how many a match ends, where it is not played to the target.
        policy: what follows from a fault.
        limits: what a bot may not exceed, where workers play.
    """

    run_id: str
    rules: Rules
    seed: bytes
    entrants: tuple[Entrant, ...]
    deals: int | None = None
    policy: Policy = Policy()
    limits: Limits = Limits()


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
    seated = {entrant.name: _seated(entrant) for entrant in programme.entrants}
    matches, hands, faults = [], [], []
    for number, fixture in enumerate(fixtures):
        table = _table(programme, fixture, seated, watch)
        begin(number, table)
        with _told_in_one_line(f"match {fixture.match_id} of {fixture.ns} and {fixture.ew}"):
            played = table.play()
        matches.append(_match_row(programme.run_id, fixture, played))
        hands += [(fixture.match_id, *row) for row in played.hands]
        faults += [
            (fixture.match_id, *fault_row(number, fault, (fixture.ns, fixture.ew)[fault.seat & 1]))
            for number, fault in enumerate(played.faults)
        ]
    with _told_in_one_line(f"the job of {len(fixtures)} matches"):
        return Done(Batch.of(matches, hands, faults), perf_counter() - began)


def _seated(entrant: Entrant) -> Seated:
    make = load_source(entrant.source, entrant.digest).bot(entrant.bot).make
    return Seated(entrant.name, partial(make, **entrant.options))


def _table(
    programme: Programme, fixture: Fixture, seated: Mapping[str, Seated], watch: Watch
) -> Table:
    deals = DealSet(programme.seed, fixture.deal_set)
    sides = seated[fixture.ns], seated[fixture.ew]
    return Table(programme.rules, deals, sides, programme.deals, programme.policy, watch)


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
