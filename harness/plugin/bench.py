"""The bots of one contestant that sit in processes of their own: made, kept and sent away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.plugin.isolation import Isolation
from harness.plugin.process import Process
from harness.plugin.program import Program
from harness.plugin.remote import Remote


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
        self._waiting: list[Process] = []
        self.said: list[str] = []

    def make(self) -> Remote:
        """Return a bot for one seat of one match.

        Raises:
            Lost: its process cannot be started.
            NoSandboxError: bubblewrap is missing.
        """
        waiting = self._waiting
        process = waiting.pop() if waiting else self._program.start(self._isolation)
        bot = Remote(process, self._isolation, self._options)
        self._seated.append(bot)
        return bot

    def dismiss(self) -> None:
        """End the processes of the bots made so far, but for those that may be kept."""
        for bot in self._seated:
            if said := bot.process.said:
                self.said = [said, *self.said[:1]]
            if self._isolation.keep and bot.ready:
                self._waiting.append(bot.process)
            else:
                bot.process.close()
        self._seated = []

    def close(self) -> None:
        """End every process."""
        self.dismiss()
        for process in self._waiting:
            process.close()
        self._waiting = []
