"""What a bot author meets: the bot, its hooks, and the manager that finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.lazy import lazily

if TYPE_CHECKING:
    from harness.plugin.blame import PluginError
    from harness.plugin.bot import Bot
    from harness.plugin.hookspecs import hookimpl
    from harness.plugin.manager import BotEntry, Registry, UnknownBot, load, load_source
    from harness.plugin.sources import Source

__all__ = [
    "Bot",
    "BotEntry",
    "PluginError",
    "Registry",
    "Source",
    "UnknownBot",
    "hookimpl",
    "load",
    "load_source",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "PluginError": "blame",
            "Bot": "bot",
            "hookimpl": "hookspecs",
            "BotEntry": "manager",
            "Registry": "manager",
            "UnknownBot": "manager",
            "load": "manager",
            "load_source": "manager",
            "Source": "sources",
        },
    )
