"""A competition harness for Belote bots: load them, play seeded tournaments, keep every hand, rank.

What a bot author needs is here by name: `Bot`, `View`, `hookimpl`; and `run_tournament` for those
who organise from Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.lazy import lazily

if TYPE_CHECKING:
    from harness.arena.runner import run_tournament
    from harness.game.view import View
    from harness.plugin.bot import Bot
    from harness.plugin.hookspecs import hookimpl

__version__ = "0.1.0"

__all__ = ["Bot", "View", "hookimpl", "run_tournament"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Bot": "plugin.bot",
            "View": "game.view",
            "hookimpl": "plugin.hookspecs",
            "run_tournament": "arena.runner",
        },
    )
