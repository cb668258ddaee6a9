"""One process at its seat of several tables at once: they write together what they have to ask.

Each table sees a `Chair` where it would have a process of its own. Questions in shorthand name
their table, anything else has a line before it that does. Answers come in the order of the
questions, and the time that passes before some of them come is shared among these.
"""

from __future__ import annotations

from collections import deque
from itertools import count, filterfalse
from typing import TypeAlias

from harness.game.seats import Seat
from harness.plugin.process import Line, Lost, Patience, Process
from harness.plugin.protocol import AtTable, line_of
from harness.plugin.room import Place, Turn
from harness.plugin.waiting import Ends

Asking: TypeAlias = tuple[Place, bytes, Patience]
"""A match, with the lines that it has to ask, and its patience with whoever is to answer."""


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
        self._unasked: list[Asking] = []
        self._asked: deque[Asking] = deque()
        self._since = 0.0

    def chair(self, place: Place, deal_set: int) -> Chair:
        """Return its place at one more table."""
        self.deal_sets.add(deal_set)
        number = next(filterfalse(self._numbers.__contains__, count()))
        self._numbers.add(number)
        return Chair(self, number, place)

    def leave(self, number: int) -> None:
        """Give the number of a table free for another."""
        self._numbers.discard(number)

    def ask(self, question: Asking) -> None:
        """Note what is to be asked, together with other tables; the match then leaves its place."""
        if not self._unasked:
            question[0].room.ask_later(self)
        self._unasked.append(question)

    # What the room does between tables

    def write(self, now: float) -> None:
        """Write all that has been asked.

        Args:
            now: by the clock of the room.
        """
        owes_nothing = not self._asked
        if owes_nothing:
            self._since = now
        self._asked += self._unasked
        lines, self._unasked = b"".join([question[1] for question in self._unasked]), []
        try:
            if owes_nothing:
                self.process.be_silent()
            _, _, patience = self._asked[0]
            self.process.tell(lines, patience)
        except Lost as lost:
            self.lost = lost

    @property
    def ends(self) -> Ends:
        """What is waited for."""
        return self.process.ends

    @property
    def until(self) -> float:
        """When those who wait have waited long enough, all of them in turn."""
        if self.lost is not None:
            return self._since
        return self._since + sum(patience.seconds for _, _, patience in self._asked)

    @property
    def over(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._asked

    @property
    def idle(self) -> bool:
        """Whether it sits at no table."""
        return not self._numbers

    @property
    def left(self) -> bool:
        """Whether it cannot go on, and every table that had asked it knows so."""
        return self.lost is not None and not self._asked and not self._unasked

    def hear(self, ready: list[tuple[int, int]], when: float) -> list[Turn]:
        """Return who goes on, with an answer or with what happened to the process."""
        lines: list[bytes] = []
        try:
            if self.lost is None:
                if not ready:
                    _, _, patience = self._asked[0]
                    self.lost = self.process.lost(*patience.fault)
                self.process.hear(ready)
                while owed := len(self._asked) - len(lines):
                    if not (answers := self.process.answers(owed)):
                        break
                    lines += answers
        except Lost as lost:
            self.lost = lost
        when = max(when, self._since)  # somebody may have looked last before this was asked
        share = (when - self._since) / max(len(lines), 1)
        due = [self._asked.popleft() for _ in lines]
        heard: list[Turn] = [
            (place, line if share <= patience.seconds else Lost(*patience.fault), share)
            for (place, _, patience), line in zip(due, lines, strict=True)
        ]
        if due:
            self._since = when
        while self.lost is not None and self._asked:
            heard.append((self._asked.popleft()[0], self.lost, 0.0))
        return heard


class Chair(Line):
    """A shared process as one of its tables sees it.

    Attributes:
        shared: it.
        place: of the match in its room.
    """

    def __init__(self, shared: Shared, number: int, place: Place) -> None:
        self.shared = shared
        self.table = number
        self.named = line_of(AtTable(number))
        self.waiting = self.place = place

    def ask(
        self,
        lines: bytes,
        patience: Patience,
        *,
        last: bool = False,  # noqa: ARG002 - others may still play
    ) -> bytes:
        """Write some lines together with other tables and return the answer; see `Line.ask`."""
        shared, place = self.shared, self.place
        if shared.lost is not None:
            raise shared.lost
        shared.ask((place, lines, patience))
        answer: bytes | Lost
        _, answer, self.took = place.leave()
        if isinstance(answer, Lost):
            raise answer
        return answer

    @property
    def said(self) -> str:
        """The end of what the bot has written besides its answers, at whichever table."""
        return self.shared.process.said

    def close(self) -> None:
        """Leave the table; the process stays."""
        self.shared.leave(self.table)
