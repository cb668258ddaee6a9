"""What makes a bot in its own process: a name in a plugin, or a class in a submitted folder."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from harness.plugin.blame import PluginError
from harness.plugin.bot import Bot


def factory_of(told: dict[str, Any]) -> Callable[..., Bot]:
    """Import what `harness.plugin.program` told of a bot in Python, and return what makes it.

    Raises:
        PluginError: the plugin is not what it was when the run began, or has no such bot.
    """
    sys.path += [each for each in told["path"] if each not in sys.path]
    if "entry" in told:
        return _class_in(told["folder"], told["entry"])
    from harness.plugin.manager import load_source  # noqa: PLC0415 - not for a submitted bot
    from harness.plugin.sources import Source  # noqa: PLC0415 - as above

    return load_source(Source(*told["source"]), told["digest"]).bot(told["name"]).make


def _class_in(folder: str, entry: str) -> Callable[..., Bot]:
    """Return the class or function that `module:name` stands for in a folder."""
    sys.path.insert(0, folder)
    module, _, name = entry.partition(":")
    made: Any = importlib.import_module(module)
    for part in name.split("."):
        if not hasattr(made, part):
            raise PluginError(f"the module {module!r} has no {name!r}, which its entry names")
        made = getattr(made, part)
    if not callable(made):
        raise PluginError(f"{entry} cannot be called: name a class or a function that makes a bot")
    factory: Callable[..., Bot] = made
    return factory
