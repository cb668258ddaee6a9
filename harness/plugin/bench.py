"""The bots of one contestant that sit in processes of their own: made, kept and sent away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from harness.game.seats import Seat
from harness.plugin.bot import Bot
from harness.plugin.core import ONE_CORE
from harness.plugin.isolation import Isolation, Limits
from harness.plugin.process import Line, Process
from harness.plugin.program import Program
from harness.plugin.remote import Remote
from harness.plugin.room import Place
from harness.plugin.shared import Shared
from harness.plugin.shorthand import Shorthand
from harness.plugin.telling import Teller
from harness.plugin.waiting import ALONE, Waiting

MOST_IDLE: Final = 4
"""Processes kept at a seat of shared tables though nobody asks them, and they cannot sit there."""


class Bench:
    """Makes bots that play in processes of their own, and ends those.

    Args:
        program: what runs in them.
        isolation: how they are kept apart.
        options: of the bot.

    Attributes:
        said: what bots wrote besides their answers, a text for each that wrote any.
    """

    def __init__(
        self, program: Program, isolation: Isolation, options: Mapping[str, Any] | None = None
    ) -> None:
        self._program = program
        self._isolation = isolation
        self._options = options or {}
        self._seated: list[Remote] = []
        self._kept: list[Process] = []
        self._shared: list[Shared] = []
        self.said: list[str] = []

    def is_of(
        self, program: Program, isolation: Isolation, options: Mapping[str, Any] | None = None
    ) -> bool:
        """Whether it makes its bots of just this."""
        made_of = self._program, self._isolation, self._options
        return made_of == (program, isolation, options or {})

    @property
    def limits(self) -> Limits:
        """What its bots may use."""
        return self._isolation.limits

    def make(self, waiting: Waiting = ALONE, seat: Seat = 0, deal_set: int = 0) -> Remote:
        """Return a bot for one seat of one match.

        Args:
            waiting: how its answers are waited for.
            seat: at which it sits.
            deal_set: of the match.

        Raises:
            Lost: its process cannot be started.
            NoSandboxError: bubblewrap is missing.
        """
        line = self._line(waiting, seat, deal_set)
        teller = Shorthand(line.table) if self._program.in_python else Teller()
        bot = Remote(line, self._isolation, self._options, teller)
        self._seated.append(bot)
        return bot

    def _line(self, waiting: Waiting, seat: Seat, deal_set: int) -> Line:
        if self._isolation.share and self._program.in_python and isinstance(waiting, Place):
            return self._shared_at(seat, deal_set).chair(waiting, deal_set)
        alone = self._isolation._replace(share=False)
        process = self._kept.pop() if self._kept else self._program.start(alone)
        process.waiting = waiting
        return process

    def _shared_at(self, seat: Seat, deal_set: int) -> Shared:
        """Return a process that may sit there: at no other seat, and never twice to the same deals.

        So there is nothing in it that it may not see. One that cannot go on is ended, and so are
        those that nobody asks where many of them may not sit there.
        """
        there = [shared for shared in self._shared if shared.seat == seat and not shared.left]
        for shared in there:
            if shared.lost is None and deal_set not in shared.deal_sets:
                return shared
        idle = [shared for shared in there if shared.idle][:-MOST_IDLE]
        for gone in [shared for shared in self._shared if shared.left or shared in idle]:
            gone.process.close()
            self._shared.remove(gone)
        self._shared.append(Shared(self._program.start(self._isolation), seat))
        return self._shared[-1]

    def dismiss(self, bots: Collection[Bot] | None = None) -> None:
        """End the processes of these bots, or of all made so far, but for those that are kept."""
        leaving = [bot for bot in self._seated if bots is None or bot in bots]
        for bot in leaving:
            line = bot.process
            if said := line.said:
                self.said = [said, *self.said[:1]]
            if self._isolation.keep and bot.ready and isinstance(line, Process):
                line.forget()
                self._kept.append(line)
            else:
                line.close()
        self._seated = [bot for bot in self._seated if bot not in leaving]

    def close(self) -> None:
        """End every process."""
        ONE_CORE.part()
        self.dismiss()
        for process in (*self._kept, *(shared.process for shared in self._shared)):
            process.close()
        self._kept, self._shared = [], []
