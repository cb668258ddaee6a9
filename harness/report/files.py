"""Files that commands write: whole or not at all, and never over the database."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from harness.errors import BeloteError
from harness.report.output import output


def keep_database(path: Path | None, database: Path) -> None:
    """Refuse to write over the database itself.

    Raises:
        BeloteError: `path` is the database.
    """
    with suppress(OSError):  # there is no such file yet
        if path is not None and path.samefile(database):
            raise BeloteError(f"{path} is the database itself: write to another file")


@contextmanager
def writing(path: Path | None) -> Iterator[TextIO]:
    """Yield the file that takes the place of `path` once it is whole; the output where None.

    Raises:
        BeloteError: it cannot be written; what stood there before is untouched.
    """
    if path is None:
        yield output()
        return
    try:
        with _replacing(path.resolve()) as file:
            yield file
    except (OSError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        reason = getattr(error, "strerror", None) or error
        raise BeloteError(f"cannot write {path}: {reason}") from None


@contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    """Yield a file that takes the place of `path` once it is whole; a pipe is written directly."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    number, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    fresh = Path(name)
    try:
        with open(number, "w", encoding="utf-8") as file:  # noqa: PTH123 - open by its number
            yield file
        fresh.chmod(0o666 & ~_umask())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _umask() -> int:
    """Return the mask for new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
