"""Opening a DuckDB file, and saying in one line why that failed.

One process may hold a file for writing and then nobody else may open it; several may read it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import duckdb

from harness.arena.interruption import signals_held_back
from harness.arena.memory import WRITING
from harness.errors import BeloteError

# Nothing but the file itself is reached from SQL: no other files, no extensions, no variables of
# the program. Reading the file by another door would also drop the lock on it, which is a lock of
# the process. Settings are locked, so that no statement can take this back.
_SETTINGS: Final[dict[str, str | list[str]]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
}
# What is committed stays in memory up to a checkpoint, which holds up the next commit. One of this
# size has about as many hands as DuckDB packs together, so that none are packed again at the next.
# How much may be taken in all changes with what is done: see `harness.arena.memory`.
_OWNER_SETTINGS: Final[dict[str, str | list[str]]] = {
    "allowed_configs": ["memory_limit"],
    "checkpoint_threshold": "32MB",
    "memory_limit": f"{WRITING}MiB",
    "threads": str(min(os.cpu_count() or 1, 4)),  # each takes memory of its own
}

SPARING: Final[Mapping[str, str]] = {"memory_limit": "256MiB", "threads": "2"}
"""Settings for who reads a database of any size from end to end, and keeps nothing of it."""

_HELD: Final = re.compile(r"Could not set lock on file")
_HOLDER: Final = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")
_NOT_A_DATABASE: Final = re.compile(r"not a valid DuckDB database|Loading external extensions")
_DAMAGED: Final = re.compile(
    r"Corrupt database file: .* at location (?P<place>\d+)|Could not read enough bytes from file"
)
_LOG: Final = re.compile(r'Failure while replaying WAL file "(?P<log>[^"]+)": (?P<why>.*)')
_OF_THE_LOG: Final = {
    re.compile(r"does not match (?:the )?database file"): (
        "is the log of another database than {path}, or of another state of it: put them back "
        "together, or move the log away"
    ),
    re.compile(r"corrupt", re.IGNORECASE): (
        "is damaged, which holds what was committed last to {path}: take copies of both from "
        "before, or move it away, and only what it holds is lost"
    ),
}
"""What is wrong with a log, and what to do, by what DuckDB says of it."""
_OPEN_HERE: Final = re.compile(r"same database file with a different configuration")
_KIND: Final = re.compile(
    r"^[\w ]+ Error: (?:Failed to (?:commit|create checkpoint because of error): )*"
)
_POSITION: Final = re.compile(
    r"^LINE (?P<number>\d+): (?P<text>.*)\n(?P<marker> *)\^", re.MULTILINE
)
_EXCERPT: Final = 40


class DatabaseHeldError(BeloteError):
    """The file is held by a process, another or this very one; the text says which."""


class NoRoomError(BeloteError):
    """What the owner may use of the memory is taken, by its questions most likely."""


def resolved(path: Path | str) -> Path:
    """Return a path as an absolute one, without links.

    Raises:
        BeloteError: there can be no such file.
    """
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        raise BeloteError(f"cannot open {path}: {error}") from None


def connect(
    path: Path, *, owner: bool, settings: Mapping[str, str] = MappingProxyType({})
) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`: for writing, made where missing, or for reading only.

    Args:
        path: of the file.
        owner: whether it is to be written.
        settings: more of DuckDB's, such as `SPARING`.

    Raises:
        DatabaseHeldError: another process holds the file.
        BeloteError: the file cannot be opened, made, or is no database.
    """
    try:
        if path.is_dir():
            raise BeloteError(f"{path} is a folder: name a file in it")
        for one in (path, path.with_name(f"{path.name}.wal")):  # of which DuckDB would wait for one
            if one.exists() and not one.is_file():
                raise BeloteError(f"{one} is no plain file, as a database and its log are")
        if owner:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists():
            raise BeloteError(f"there are no results at {path}: a run makes them")
        config: dict[str, Any] = {**_SETTINGS, **(_OWNER_SETTINGS if owner else {}), **settings}
        with signals_held_back():
            return duckdb.connect(path, read_only=not owner, config=config)
    except OSError as error:
        raise BeloteError(f"cannot open {path}: {error.strerror}: {error.filename}") from None
    except duckdb.Error as error:
        raise _opening_error(path, str(error)) from None


def one_line(error: duckdb.Error | OSError, name: str = "the database") -> str:
    """Say in one line what DuckDB says in several, with the place in the SQL where it knows it.

    Args:
        error: what it says.
        name: of the database, where it is that which is damaged.
    """
    text = str(error)
    if damage := _damage(text):
        return f"{name} {damage}"
    said = " ".join(line.strip() for line in text.split("\n\n", maxsplit=1)[0].splitlines())
    position = _POSITION.search(text)
    if position is None:
        return said
    start = len(position["marker"]) - len(f"LINE {position['number']}: ")
    return f"{said} (line {position['number']}, at: {position['text'][start:][:_EXCERPT]})"


def writing_error(path: Path, error: duckdb.Error) -> BeloteError:
    """Return the error to raise where a transaction could not be written."""
    reason = _KIND.sub("", one_line(error))
    kind = NoRoomError if isinstance(error, duckdb.OutOfMemoryException) else BeloteError
    return kind(f"cannot write to {path}: {reason}; what was committed before is kept")


def _damage(text: str) -> str | None:
    """Say of a database that it is damaged, and what to do, where that is what DuckDB says."""
    damaged = _DAMAGED.search(text)
    if damaged is None:
        return None
    where = f"at byte {damaged['place']}" if damaged["place"] else "and ends too early"
    return f"is damaged {where}: take a copy from before"


def _damage_of_log(path: Path, text: str) -> str | None:
    """Say what is wrong with the log beside a database, and what to do, where DuckDB says that."""
    log = _LOG.search(text)
    if log is None:
        return None
    told = [told for says, told in _OF_THE_LOG.items() if says.search(log["why"])]
    return f"{log['log']} {told[0].format(path=path)}" if told else None


def _opening_error(path: Path, text: str) -> BeloteError:
    if told := _damage_of_log(path, text):
        return BeloteError(told)
    if damage := _damage(text):
        return BeloteError(f"{path} {damage}")
    if _HELD.search(text):
        return DatabaseHeldError(
            f"{path} is held by {_holder(text)}: end it, or wait until it is done"
        )
    if _NOT_A_DATABASE.search(text):
        return BeloteError(f"{path} is not a DuckDB database: choose another file")
    if _OPEN_HERE.search(text):
        return DatabaseHeldError(f"{path} is already open in this process")
    return BeloteError(f"cannot open {path}: {_KIND.sub('', text.splitlines()[0])}")


def _holder(text: str) -> str:
    """Name the process that DuckDB says holds the file, by its command line where that is known."""
    holder = _HOLDER.search(text)
    if holder is None:
        return "another process"
    command = _command_line(holder["pid"]) or holder["program"]
    return f"process {holder['pid']} ({command})"


def _command_line(pid: str) -> str:
    """Return the command line of a process, empty where it cannot be read."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return " ".join(" ".join(os.fsdecode(word) for word in words).split())
