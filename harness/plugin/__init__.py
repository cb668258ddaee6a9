"""What a bot author meets: the bot, its hooks, and the manager that finds it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

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

_HOMES: Final = {
    "PluginError": "blame",
    "Bot": "bot",
    "hookimpl": "hookspecs",
    "BotEntry": "manager",
    "Registry": "manager",
    "UnknownBot": "manager",
    "load": "manager",
    "load_source": "manager",
    "Source": "sources",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first asked for: a bot's own process needs few of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
