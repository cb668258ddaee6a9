"""One process at its seat of several tables at once: they write together what they have to ask.

Each table sees a `Chair` where it would have a process of its own. What is said of which table is
told by a line before it, answers come in the order of the questions, and the time that passes
before some of them come is shared among these.
"""

from __future__ import annotations

from collections import deque
from itertools import count
from typing import Any, Final, NamedTuple

from greenlet import getcurrent, greenlet

from harness.game.seats import Seat
from harness.plugin.process import Line, Lost, Process
from harness.plugin.protocol import AtTable, line_of
from harness.plugin.room import Place, Room, Turn
from harness.plugin.waiting import Ends

_WRITING: Final = 1.0
"""Seconds that a process has to take in what is written to it."""


class _Question(NamedTuple):
    """A table that waits for its answer: how long it may take, and what is said if it does."""

    table: greenlet
    seconds: float
    late: tuple[str, str]


class Shared:
    """A bot's process that sits at one seat of many tables.

    Args:
        process: it.
        seat: at which it sits.

    Attributes:
        deal_sets: of the matches it has sat at: it is never to see one twice.
        lost: why it cannot go on.
    """

    def __init__(self, process: Process, seat: Seat) -> None:
        self.process = process
        self.seat = seat
        self.deal_sets: set[int] = set()
        self.lost: Lost | None = None
        self._numbers: set[int] = set()
        self._said_of = -1
        self._unwritten: list[bytes] = []
        self._unasked: list[_Question] = []
        self._asked: deque[_Question] = deque()
        self._since = 0.0

    def chair(self, place: Place, deal_set: int) -> Chair:
        """Return its place at one more table."""
        self.deal_sets.add(deal_set)
        number = next(number for number in count() if number not in self._numbers)
        self._numbers.add(number)
        return Chair(self, number, place)

    def leave(self, number: int) -> None:
        """Give the number of a table free for another."""
        self._numbers.discard(number)

    def ask(
        self, room: Room, number: int, lines: bytes, seconds: float, late: tuple[str, str]
    ) -> Turn:
        """Ask together with other tables, and let these play until there is an answer.

        Called at a table, as `Room.wait` is.
        """
        if number != self._said_of:
            self._said_of = number
            self._unwritten.append(line_of(AtTable(number)))
        self._unwritten.append(lines)
        self._unasked.append(_Question(getcurrent(), seconds, late))
        return room.ask_later(self)

    # What the room does between tables

    def write(self, now: float) -> bool:
        """Write all that has been asked; say whether there is anything to wait for.

        Args:
            now: by the clock of the room.
        """
        owes_nothing = not self._asked
        if owes_nothing:
            self._since = now
        self._asked += self._unasked
        self._unasked = []
        lines, self._unwritten = b"".join(self._unwritten), []
        try:
            if owes_nothing:
                self.process.be_silent()
            self.process.write(lines, self.process.waiting.clock() + _WRITING)
        except Lost as lost:
            self.lost = lost
        return bool(self._asked)

    @property
    def ends(self) -> Ends:
        """What is waited for."""
        return self.process.ends

    @property
    def until(self) -> float:
        """When those who wait have waited long enough, all of them in turn."""
        if self.lost is not None:
            return self._since
        return self._since + sum(question.seconds for question in self._asked)

    @property
    def over(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._asked

    @property
    def left(self) -> bool:
        """Whether it cannot go on, and every table that had asked it knows so."""
        return self.lost is not None and not self._asked and not self._unasked

    def hear(self, ready: list[tuple[int, int]], when: float) -> list[tuple[greenlet, Turn]]:
        """Return who goes on, with an answer or with what happened to the process."""
        lines: list[bytes] = []
        try:
            if self.lost is None:
                if not ready:
                    self.lost = self.process.lost(*self._asked[0].late)
                self.process.hear(ready)
                while len(lines) < len(self._asked) and (line := self.process.line()) is not None:
                    lines.append(line)
        except Lost as lost:
            self.lost = lost
        heard: list[tuple[greenlet, Turn]] = []
        share = max(when - self._since, 0.0) / max(len(lines), 1)
        for line in lines:
            question = self._asked.popleft()
            heard.append((question.table, _turn(question, line, share)))
            self._since = when
        while self.lost is not None and self._asked:
            heard.append((self._asked.popleft().table, Turn(self.lost, 0.0)))
        return heard


def _turn(question: _Question, line: bytes, seconds: float) -> Turn:
    """Return what a table goes on with, for which so much of the time was taken."""
    answer = line if seconds <= question.seconds else Lost(*question.late)
    return Turn(answer, seconds)


class Chair(Line):
    """A shared process as one of its tables sees it.

    Attributes:
        shared: it.
    """

    def __init__(self, shared: Shared, number: int, place: Place) -> None:
        self.shared = shared
        self._number = number
        self._place = place
        self.waiting = place

    def ask(
        self,
        lines: bytes,
        seconds: float,
        kind: str,
        late: str,
        *,
        last: bool = False,  # noqa: ARG002 - others may still play
    ) -> bytes:
        """Write some lines together with other tables and return the answer; see `Line.ask`."""
        shared = self.shared
        if shared.lost is not None:
            raise shared.lost
        place = self._place
        asked = place.room, self._number, lines, seconds, (kind, late)
        answer: Any = place.leave(shared.ask, *asked)
        if isinstance(answer, Lost):
            raise answer
        line: bytes = answer
        return line

    @property
    def said(self) -> str:
        """The end of what the bot has written besides its answers, at whichever table."""
        return self.shared.process.said

    def close(self) -> None:
        """Leave the table; the process stays."""
        self.shared.leave(self._number)
