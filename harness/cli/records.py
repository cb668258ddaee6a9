"""Records that a verb reads: from a file, a pipe or the standard input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from harness.errors import BeloteError

_STANDARD_INPUT = 0


@contextmanager
def opened(path: Path | None) -> Iterator[IO[bytes]]:
    """Open a file of records, or the standard input where the path is None or `-`.

    Raises:
        BeloteError: it cannot be read, or is a device or a socket.
    """
    from harness.arena.plain import is_plain

    given = None if path == Path("-") else path
    try:
        if given and given.exists() and not (is_plain(given) or given.is_fifo() or given.is_dir()):
            raise BeloteError(f"cannot read {given}: it is no plain file and no pipe")
        with open(given or _STANDARD_INPUT, "rb", closefd=given is not None) as stream:
            yield stream
    except OSError as error:
        name = given or "standard input"
        raise BeloteError(f"cannot read {name}: {error.strerror}") from None
