"""A room: several matches under way in one process, so that waiting is shared.

Each is played by the plain loop of a table that knows of no other, in a greenlet. Where it would
wait for a process, or asks a bot that answers for many tables at once, it is left as it stands and
another goes on. One runs at a time, so nothing is locked. Everybody is asked before anybody is
waited for.
"""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from subprocess import Popen
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from greenlet import greenlet

from harness.errors import Interrupted
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.view import View
from harness.plugin.blame import let_through
from harness.plugin.bot import Bot, Declared, answers_for_many, cards_for_many, followed
from harness.plugin.core import ONE_CORE
from harness.plugin.waiting import Ends, Waiting

if TYPE_CHECKING:
    from harness.plugin.shared import Shared

MOST_TABLES: Final = 256

Result = TypeVar("Result")


Turn: TypeAlias = "tuple[Place, Any, float]"
"""A match that goes on, with an answer, or the error in its place, and the seconds it took."""


class Awaited(Protocol):
    """What answers at ends of pipes, to one table or to many."""

    @property
    def ends(self) -> Ends:
        """What is waited for."""

    @property
    def until(self) -> float:
        """When it is time to wait no longer."""

    @property
    def over(self) -> bool:
        """Whether nobody waits for it."""

    def hear(self, ready: list[tuple[int, int]], when: float) -> list[Turn]:
        """Return who goes on, after something was ready at that time, or nothing in time."""


class _Wait:
    """A match that waits for a process of its own."""

    def __init__(self, place: Place, ends: Ends, began: float, seconds: float) -> None:
        self.ends = ends
        self.over = False
        self._place = place
        self._began = began
        self.until = self._began + seconds

    def hear(self, ready: list[tuple[int, int]], when: float) -> list[Turn]:
        """Return the match, with what is ready."""
        self.over = True
        return [(self._place, ready, max(when - self._began, 0.0))]


class _Question(NamedTuple):
    """A match that waits for a card from a bot that is asked for many at once."""

    place: Place
    bot: Bot
    view: View


class Place(Waiting):
    """A match's place in a room, with a clock of its own: it stands while others are busy.

    Attributes:
        room: in which it is.
        table: where the match is played.
    """

    def __init__(self, room: Room, match: Callable[[Place], object]) -> None:
        super().__init__(self._clock)
        self.room = room
        self.table = greenlet(lambda _: (self, match(self)))
        self._of_all = room.clock
        self._others = 0.0

    def _clock(self) -> float:
        return self._of_all() - self._others

    def until_ready(self, ends: Ends, seconds: float) -> list[tuple[int, int]]:
        """Let others play until something happens at one of the ends, or the time is over."""
        self.room.wait(self, ends, seconds)
        ready: list[tuple[int, int]]
        _, ready, _ = self.leave()
        return ready

    def answered(self, process: Popen[bytes], seconds: float) -> None:
        """Leave the process where it is: others play while it thinks."""

    def seated(self, bot: Bot, name: str) -> Bot:
        """Return the bot to be asked: one that can answers together with others of its name."""
        return Together(bot, name, self) if answers_for_many(bot) else bot

    def ask(self, name: str, bot: Bot, view: View) -> int:
        """Let others play until the bots of a name are asked for their cards, and return its own.

        Whatever they raise is raised at each of their tables.
        """
        self.room.gather(self, name, bot, view)
        answer: int | BaseException
        _, answer, _ = self.leave()
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def leave(self) -> Turn:
        """Let others play until there is what is waited for, and return it with what it took.

        Of the time only that counts.

        Called at the table, once the room knows what that is.
        """
        room = self.room
        left = room.changed = room.clock()
        following = room.ready.popleft() if room.ready else None
        goes_on = self.table.parent if following is None else following[0].table
        turn: Turn = goes_on.switch(following)
        self._others += room.changed - left - turn[2]
        return turn


class Room:
    """Plays matches, up to so many at once.

    The matches begin in their order. Which of them goes on next hangs on who answers first, so
    nothing that one does may change another.

    Args:
        tables: how many.
        clock: tells the time in seconds.

    Attributes:
        ready: the matches that can go on: whoever leaves a table goes to the next of them, or,
            where there is none, to see who has answered.
        changed: when somebody left a table last, or came to one.
    """

    def __init__(self, tables: int, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self._tables = tables
        self._playing: dict[Place, int] = {}
        self.ready: deque[Turn] = deque()
        self.changed = 0.0
        self._coming: deque[Turn] = deque()
        self._unwritten: dict[Shared, None] = {}
        self._awaited: dict[Awaited, tuple[int, ...]] = {}
        self._at: dict[int, Awaited] = {}
        self._poll = select.poll()
        self._looked = 0.0
        self._asked: dict[str, list[_Question]] = {}

    def play(self, matches: Iterable[Callable[[Place], Result]]) -> list[Result]:
        """Play every match, each at a place of its own, and return their results in order."""
        ONE_CORE.part()
        coming = enumerate(matches)
        results: dict[int, Result] = {}
        try:
            self._begin(islice(coming, self._tables))
            while self._playing:
                turn = self._next()
                self.changed = self.clock()
                over = turn[0].table.switch(turn)
                if over is not None:
                    place, result = over
                    results[self._playing.pop(place)] = result
                    self._begin(islice(coming, 1))
        finally:
            self._break_off()
        return [result for _, result in sorted(results.items(), key=lambda each: each[0])]

    def _begin(self, matches: Iterator[tuple[int, Callable[[Place], Result]]]) -> None:
        for number, match in matches:
            place = Place(self, match)
            self._playing[place] = number
            self._coming.append((place, None, 0.0))

    def _break_off(self) -> None:
        """End what is still under way where another match, or somebody, has ended it all."""
        self.ready.clear()
        self._coming.clear()
        for place in self._playing:
            with suppress(Interrupted):
                place.table.throw(Interrupted)

    # Called at the tables, which then leave their places

    def wait(self, place: Place, ends: Ends, seconds: float) -> None:
        """Note that somebody waits for ends of pipes."""
        self._await(_Wait(place, ends, self.clock(), seconds))

    def ask_later(self, shared: Shared) -> None:
        """Note that a process is to be asked once every table has played as far as it can."""
        self._unwritten[shared] = None

    def gather(self, place: Place, name: str, bot: Bot, view: View) -> None:
        """Note that somebody waits until the bots of a name are asked."""
        self._asked.setdefault(name, []).append(_Question(place, bot, view))

    # Called between them

    def _next(self) -> Turn:
        """Return a match that can go on, and what with."""
        while not self.ready:
            if self._coming:
                return self._coming.popleft()
            self._write()
            self._look()
            if self.ready:
                break
            if self._asked:
                self._ask_together()
            else:
                self._look(patiently=True)
        return self.ready.popleft()

    def _look(self, *, patiently: bool = False) -> None:
        """See which processes have answered; patiently: wait for the first that does.

        An answer that is there already came at some time since anybody looked. The bot gets the
        benefit: nobody is late because others took long.
        """
        if not self._awaited:
            return
        most = 0.0
        if patiently:
            left = min(awaited.until for awaited in self._awaited) - self.clock()
            most = max(left, 0.0) * 1000 + 1
        found: dict[Awaited, list[tuple[int, int]]] = {}
        for end, event in self._poll.poll(most):
            found.setdefault(self._at[end], []).append((end, event))
        now = self.clock()
        if patiently:
            found |= {one: [] for one in self._awaited if one.until <= now and one not in found}
        for awaited, ready in found.items():
            self.ready += awaited.hear(ready, now if patiently else self._looked)
            if awaited.over or len(awaited.ends.events) != len(self._awaited[awaited]):
                self._forget(awaited)
            if not awaited.over:
                self._await(awaited)
        self._looked = now

    def _write(self) -> None:
        """Write what tables have to ask of processes that they share."""
        for shared in self._unwritten:
            shared.write(self.clock())
            self._await(shared)
        self._unwritten.clear()

    def _await(self, awaited: Awaited) -> None:
        if awaited not in self._awaited:
            self._awaited[awaited] = tuple(awaited.ends.events)
            for end, event in awaited.ends.events.items():
                self._at[end] = awaited
                self._poll.register(end, event)

    def _forget(self, awaited: Awaited) -> None:
        for end in self._awaited.pop(awaited):
            del self._at[end]
            self._poll.unregister(end)

    def _ask_together(self) -> None:
        """Ask the bots for which most tables wait; each is charged its share of the time."""
        name = max(self._asked, key=lambda name: len(self._asked[name]))
        asked = self._asked.pop(name)
        began = self.clock()
        answers = _answers([question.view for question in asked], asked[0].bot)
        share = (self.clock() - began) / len(asked)
        for question, answer in zip(asked, answers, strict=True):
            self.ready.append((question.place, answer, share))


def _answers(views: list[View], bot: Bot) -> list[Any]:
    """Return a bot's answer for each view; where it fails, what it raised."""
    try:
        return cards_for_many(bot, views)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the bot raised it
        let_through(error)
        return [error] * len(views)


class Together(Bot):
    """A bot that is asked for cards together with those of its name at other tables."""

    def __init__(self, bot: Bot, name: str, place: Place) -> None:
        self._bot = bot
        self._name = name
        self._place = place
        self._choose_bid, self._choose_declarations = bot.choose_bid, bot.choose_declarations
        self._follows = followed(bot)

    def choose_card(self, view: View) -> int:
        """Wait for the others, and return the answer to this view."""
        return self._place.ask(self._name, self._bot, view)

    def choose_bid(self, view: View) -> str:
        """Ask the bot itself."""
        return self._choose_bid(view)

    def choose_declarations(self, view: View) -> Declared:
        """As `choose_bid`."""
        return self._choose_declarations(view)

    def start_match(self, rules: Rules, seat: int) -> None:
        """Tell the bot, if it follows that."""
        self._tell("start_match", rules, seat)

    def start_hand(self, view: View) -> None:
        """As `start_match`."""
        self._tell("start_hand", view)

    def end_hand(self, view: View, score: HandScore) -> None:
        """As `start_match`."""
        self._tell("end_hand", view, score)

    def end_match(self, totals: tuple[int, int], winner: int | None) -> None:
        """As `start_match`."""
        self._tell("end_match", totals, winner)

    def _tell(self, event: str, *told: object) -> None:
        if event in self._follows:
            self._follows[event](*told)
