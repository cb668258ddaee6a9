"""Records on their way out: one JSON object a line, to the screen or into a file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from harness.errors import BeloteError
from harness.printable import printable
from harness.report.output import output


def write_records(records: Iterable[Mapping[str, Any]], path: Path | None = None) -> int:
    """Write records to a file, or to standard output where none is named.

    Returns:
        How many.

    Raises:
        BeloteError: the file cannot be written; what stood there before is untouched.
    """
    count = 0
    with _output(path) as out:
        for record in records:
            out.write(printable(json.dumps(record, ensure_ascii=False)) + "\n")
            count += 1
    return count


@contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
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
