"""A worker's job: some matches of a run, as a batch of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from time import perf_counter
from typing import NamedTuple

from harness.arena.benches import Benches
from harness.arena.columns import Batch
from harness.arena.hall import Counting, Hall, told_in_one_line
from harness.arena.programme import Programme
from harness.arena.rows import fault_row
from harness.arena.schedule import Fixture
from harness.arena.table import Played
from harness.arena.watching import Watch, unwatched
from harness.game.seats import SEATS, SIDES
from harness.plugin.core import ONE_CORE


class Done(NamedTuple):
    """A finished job.

    Attributes:
        batch: its rows.
        seconds: how long it took to play.
        voids: how often a match of it was lost by nobody's fault, and played again.
        why: what went wrong in one of those, where that is known.
    """

    batch: Batch
    seconds: float
    voids: int = 0
    why: str = ""


def play(
    programme: Programme,
    fixtures: Sequence[Fixture],
    watch: Watch = unwatched,
    begin: Callable[[int, Counting], None] = lambda *_: None,
    benches: Benches | None = None,
) -> Done:
    """Play matches and return their rows.

    With several tables they are under way at once. A match in which anything goes wrong there is
    played again at a table of its own, and what happens there counts: so every fault is on the
    account of who made it, and the rows are those of one match after another.

    Args:
        programme: of the run.
        fixtures: the matches.
        watch: watches the calls of bots, one match after another.
        begin: called with the number of each match, from 0, and who counts its answers, before it
            begins.
        benches: of isolated bots, to play on with; where None their processes end with the job.
    """
    began = perf_counter()
    voids: list[str] = []
    matches, hands, faults = [], [], []
    with nullcontext(benches) if benches else Benches() as kept, ONE_CORE:
        hall = Hall(programme, fixtures, watch, begin, kept)
        several = programme.tables > 1 and watch is unwatched
        together = hall.together() if several else {}
        for number, fixture in enumerate(fixtures):
            played = together.get(number) or hall.alone(number)
            if number in hall.wrong and not played.faults:
                voids.append(hall.wrong[number])
            matches.append(_match_row(programme.run_id, fixture, played))
            hands += [(fixture.match_id, *row) for row in played.hands]
            faults += [
                (fixture.match_id, *fault_row(order, fault, hall.seats(fixture)[fault.seat]))
                for order, fault in enumerate(played.faults)
            ]
    with told_in_one_line(f"the job of {len(fixtures)} matches"):
        batch = Batch.of(matches, hands, faults)
        return Done(batch, perf_counter() - began, len(voids), next(iter(voids), ""))


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
