"""What `belote doctor` looks at: versions, the machine, plugins, the database and its folder.

It speaks also where a library is missing, so what needs one is imported when its turn comes.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.text import Text

from harness import __version__
from harness.errors import BeloteError
from harness.report.tables import cell, plural, print_json, say, show

LIBRARIES: Final = (
    "duckdb",
    "greenlet",
    "jinja2",
    "msgspec",
    "networkx",
    "numpy",
    "pluggy",
    "pyarrow",
    "ray",
    "rich",
    "scipy",
    "typer",
)
"""What the harness stands on everywhere, by the names they are imported under."""


class Finding(NamedTuple):
    """One thing looked at: what was found there, and what is amiss where something is."""

    what: str
    found: Any
    amiss: str | None = None


def examine(database: Path) -> Iterator[Finding]:
    """Look at everything that a run needs; `database` is the file it would own."""
    yield Finding("belote", __version__)
    yield Finding("python", platform.python_version())
    yield from map(_library, LIBRARIES)
    yield _search()
    yield from _guarded("sandbox", _sandbox)
    yield Finding("cores", _cores())
    yield Finding("memory", os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    yield from _guarded("plugins", _plugins)
    yield from _guarded("database", lambda: [_database(database)])
    yield _folder(database.parent)


def _guarded(what: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yield what a look finds, or that it could not be taken for want of a library."""
    try:
        yield from look()
    except ImportError as error:
        yield Finding(what, None, f"cannot be looked at: {error}")


def _library(name: str) -> Finding:
    try:
        import_module(name)
        return Finding(name, metadata.version(name))
    except ImportError as error:  # of which a package that is not found is one
        return Finding(name, None, f"cannot be used: {error}")


def _search() -> Finding:
    """Say which form of the compiled extension this machine uses."""
    try:
        info = import_module("harness.search").build_info()
    except ImportError as error:
        return Finding("search", None, f"cannot be used: {error}")
    return Finding("search", f"{info['machine']}, {info['instructions']} instructions")


def _sandbox() -> Iterator[Finding]:
    """Say whether submitted bots can be kept in."""
    from harness.plugin import sandbox  # noqa: PLC0415 - see above

    reason = sandbox.why_not()
    if reason is None:
        yield Finding("sandbox", f"works, by {sandbox.find_bubblewrap()}")
        yield Finding(
            "processor",
            "shared by bot"
            if sandbox.shares_by_session()
            else "shared by process: a bot with many starves the others, see limits.processes",
        )
    else:
        yield Finding("sandbox", None, f"{reason}; submitted bots need --isolation process")


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _plugins() -> Iterator[Finding]:
    """Load plugin after plugin, whatever is wrong with one."""
    from harness.plugin.manager import PLUGIN_DIRS, Registry  # noqa: PLC0415 - see above
    from harness.plugin.sources import (  # noqa: PLC0415 - see above
        find_unsubmitted,
        import_plugin,
        look_for_sources,
        never_submitted,
    )

    registry = Registry()
    for source in look_for_sources(PLUGIN_DIRS, os.environ):
        if isinstance(source, BeloteError):
            yield Finding("plugins", None, str(source))
            continue
        known = set(registry.bots)
        try:
            registry.add(import_plugin(source))
        except BeloteError as error:
            yield Finding(f"plugin {source}", None, str(error))
        else:
            yield Finding(f"plugin {source}", sorted(registry.bots.keys() - known))
    for folder in PLUGIN_DIRS:
        for home in find_unsubmitted(folder):
            yield Finding(f"folder {home}", None, never_submitted(home))


def _database(path: Path) -> Finding:
    from harness.arena.answering import ask  # noqa: PLC0415 - see above
    from harness.arena.connection import DatabaseHeldError, resolved  # noqa: PLC0415 - see above
    from harness.arena.damage import damage_of  # noqa: PLC0415 - see above

    try:
        if not resolved(path).exists():
            return Finding("database", f"{path}: none yet, the first run makes it")
        damage = damage_of(path)
    except DatabaseHeldError as held:
        try:
            ask(path, "SELECT 1")
        except BeloteError:
            return Finding("database", None, str(held))
        whose, _, _ = str(held).rpartition(": ")
        return Finding("database", f"{whose} and answers questions")
    except BeloteError as error:
        return Finding("database", None, str(error))
    if damage:
        tables, why = ", ".join(damage), next(iter(damage.values()))
        return Finding("database", None, f"{tables} cannot be read: {why}")
    return Finding("database", f"{path}: can be read, and nobody holds it")


def _folder(folder: Path) -> Finding:
    """Say whether a folder, or the nearest one above it that exists, may be written."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return Finding("folder", f"{folder}: writable")
    return Finding("folder", None, f"{folder} cannot be written: {nearest} refuses it")


# For people and machines


def print_findings(findings: list[Finding]) -> None:
    """Draw what was found, what is amiss marked, and how much that is."""
    show(("What", "Found"), [(one.what, _found(one)) for one in findings])
    amiss = sum(one.amiss is not None for one in findings)
    there = f"{plural(amiss, 'thing')} {'is' if amiss == 1 else 'are'}" if amiss else "Nothing is"
    say(f"\n{there} amiss.")


def print_findings_as_json(findings: list[Finding]) -> None:
    """Print an object: whether all is well, and every finding."""
    print_json(
        {
            "ok": all(one.amiss is None for one in findings),
            "findings": [one._asdict() for one in findings],
        }
    )


def _found(one: Finding) -> Text:
    if one.amiss is None:
        return cell(_as_text(one))
    return cell(f"amiss: {one.amiss}", "bold red")


def _as_text(one: Finding) -> str:
    if one.what == "memory":
        return f"{one.found / 2**30:.1f} GB"
    return ", ".join(one.found) if isinstance(one.found, list) else str(one.found)
