"""The hall: who sits down to the matches of a job, and leaves afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import starmap
from typing import NamedTuple, Protocol

from harness.arena.benches import Benches
from harness.arena.programme import Entrant, Programme
from harness.arena.schedule import Fixture
from harness.arena.sides import Side, seating
from harness.arena.table import Played, Seated, Table
from harness.arena.watching import Watch
from harness.errors import BeloteError
from harness.game.dealing import DealSet
from harness.game.seats import Seat
from harness.plugin.blame import summary
from harness.plugin.bot import Bot
from harness.plugin.manager import load_source
from harness.plugin.room import Place, Room
from harness.plugin.waiting import ALONE, Waiting


class Counting(Protocol):
    """Whoever counts answers."""

    @property
    def answers(self) -> int:
        """A number that changes with every answer; another thread may look at it."""


class _Player(NamedTuple):
    """What makes a contestant's bots, and what ends those that were made."""

    name: str
    make: Callable[[Waiting, Seat, int], Bot]
    dismiss: Callable[[Collection[Bot]], None] = lambda _: None


class Hall:
    """Where the matches of a job are played, one by one or at several tables at once.

    Args:
        programme: of the run.
        fixtures: the matches.
        watch, begin: as in `harness.arena.batch.play`.
        benches: of isolated bots.

    Attributes:
        wrong: by the number of a match, what went wrong in it at several tables.
    """

    def __init__(
        self,
        programme: Programme,
        fixtures: Sequence[Fixture],
        watch: Watch,
        begin: Callable[[int, Counting], None],
        benches: Benches,
    ) -> None:
        self.wrong: dict[int, str] = {}
        self._programme = programme
        self._fixtures = fixtures
        self._watch = watch
        self._begin = begin
        self._mixed = {side.name: side for side in programme.sides}
        playing = {name for fixture in fixtures for name in self.seats(fixture)}
        benches.only(playing)
        self._players = {
            each.name: _player(each, benches) for each in programme.entrants if each.name in playing
        }

    def seats(self, fixture: Fixture) -> list[str]:
        """Return who sits N, E, S and W."""
        names = fixture.ns, fixture.ew
        sides = [self._mixed.get(name) or Side(name, (name,)) for name in names]
        return seating(sides, fixture.pair, fixture.leg)

    def alone(self, number: int) -> Played:
        """Play a match, with nothing else under way."""
        return self._play(number, ALONE)

    def together(self) -> dict[int, Played]:
        """Play all matches, several at once; return by number those in which nothing went wrong."""
        room = Room(self._programme.tables)
        under_way = _UnderWay()

        def played(number: int, place: Place) -> Played | None:
            try:
                one = self._play(number, place, under_way)
            except BeloteError as error:
                self.wrong[number] = str(error)
                return None
            if one.faults:
                fault = one.faults[0]
                bot = self.seats(self._fixtures[number])[fault.seat]
                self.wrong[number] = f"{bot}: {fault.message}"
            return one

        matches = [partial(played, number) for number in range(len(self._fixtures))]
        return {
            number: one
            for number, one in enumerate(room.play(matches))
            if one is not None and number not in self.wrong
        }

    def _play(self, number: int, waiting: Waiting, under_way: _UnderWay | None = None) -> Played:
        """Play a match and send its bots away."""
        fixture = self._fixtures[number]
        players = [self._players[name] for name in self.seats(fixture)]
        made: list[tuple[_Player, Bot]] = []

        def making(seat: Seat, player: _Player) -> Callable[[], Bot]:
            def make() -> Bot:
                bot = player.make(waiting, seat, fixture.deal_set)
                made.append((player, bot))
                return waiting.seated(bot, player.name)

            return make

        north, east, south, west = starmap(making, enumerate(players))
        table = Table(
            self._programme.rules,
            DealSet(self._programme.seed, fixture.deal_set),
            (Seated(fixture.ns, north, south), Seated(fixture.ew, east, west)),
            self._programme.deals,
            self._programme.policy,
            self._watch,
            waiting.clock,
        )
        self._begin(number, table if under_way is None else under_way.with_one_more(table))
        with told_in_one_line(f"match {fixture.match_id} of {fixture.ns} and {fixture.ew}"):
            try:
                return table.play()
            finally:
                for player, bot in made:
                    player.dismiss([bot])
                if under_way is not None:
                    under_way.tables.remove(table)


class _UnderWay:
    """The tables that are under way."""

    def __init__(self) -> None:
        self.tables: list[Table] = []

    def with_one_more(self, table: Table) -> _UnderWay:
        """Return it with another table."""
        self.tables.append(table)
        return self

    @property
    def answers(self) -> int:
        """A number that changes with every answer; another thread may look at it."""
        return hash(tuple(table.answers for table in self.tables))


def _player(entrant: Entrant, benches: Benches) -> _Player:
    """Return what makes a contestant's bots."""
    name, bot, options, source, digest, isolation = entrant
    if isolation.level == "none":
        make = load_source(source, digest).bot(bot).make
        return _Player(name, lambda *_: make(**options))
    bench = benches.of(entrant)
    return _Player(name, bench.make, bench.dismiss)


@contextmanager
def told_in_one_line(what: str) -> Iterator[None]:
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
