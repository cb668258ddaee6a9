"""A competition harness for Belote bots: load them, play seeded tournaments, keep every hand, rank.

What a bot author needs is here by name: `Bot`, `View`, `hookimpl`; and `run_tournament` for those
who organise from Python.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from harness.arena.runner import run_tournament
    from harness.game.view import View
    from harness.plugin.bot import Bot
    from harness.plugin.hookspecs import hookimpl

__version__ = "0.1.0"

__all__ = ["Bot", "View", "hookimpl", "run_tournament"]

_HOMES: Final = {
    "Bot": "harness.plugin.bot",
    "View": "harness.game.view",
    "hookimpl": "harness.plugin.hookspecs",
    "run_tournament": "harness.arena.runner",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first asked for: the command line starts without any of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
