"""What a bot author meets: the bot, its hooks, and the manager that finds it."""

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
