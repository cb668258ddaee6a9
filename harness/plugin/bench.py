"""The bots of one contestant that sit in processes of their own: made, kept and sent away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from harness.plugin.bot import Bot
from harness.plugin.isolation import Isolation
from harness.plugin.process import Process
from harness.plugin.program import Program
from harness.plugin.remote import Remote
from harness.plugin.waiting import ALONE, Waiting


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
        self.said: list[str] = []

    def make(self, waiting: Waiting = ALONE) -> Remote:
        """Return a bot for one seat of one match, whose answers are waited for as is said.

        Raises:
            Lost: its process cannot be started.
            NoSandboxError: bubblewrap is missing.
        """
        kept = self._kept
        process = kept.pop() if kept else self._program.start(self._isolation)
        process.waiting = waiting
        bot = Remote(process, self._isolation, self._options)
        self._seated.append(bot)
        return bot

    def dismiss(self, bots: Collection[Bot] | None = None) -> None:
        """End the processes of these bots, or of all made so far, but for those that are kept."""
        leaving = [bot for bot in self._seated if bots is None or bot in bots]
        for bot in leaving:
            if said := bot.process.said:
                self.said = [said, *self.said[:1]]
            if self._isolation.keep and bot.ready:
                self._kept.append(bot.process)
            else:
                bot.process.close()
        self._seated = [bot for bot in self._seated if bot not in leaving]

    def close(self) -> None:
        """End every process."""
        self.dismiss()
        for process in self._kept:
            process.close()
        self._kept = []
