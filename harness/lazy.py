"""Packages whose names are imported when they are first asked for.

A bot's own process, which may live for one match, and the command line need few of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazily(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return what imports a name of a package once, and what lists all: `__getattr__`, `__dir__`.

    Args:
        package: its own name.
        homes: by name, the module in the package where it lives.
    """

    def look_up(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return look_up, lambda: sorted({*vars(sys.modules[package]), *homes})
