"""A folder for what comes in, which is gone afterwards, however that ends."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from harness.ending import ending_is_a_request, whole

PREFIX: Final = ".incoming-"


@contextmanager
def incoming(within: Path) -> Iterator[Path]:
    """Yield a new folder, which is removed afterwards, whenever an end is asked for.

    It is locked meanwhile. What lies there unlocked was left by a process that was killed, and is
    removed too.

    Args:
        within: where to make it.

    Raises:
        OSError: it cannot be made.
        Interrupted: inside, for a signal that would end the process.
    """
    with ending_is_a_request():
        _sweep(within)
        made = None
        try:
            with whole():
                made, lock = _locked(within)
            yield made
        finally:
            if made is not None:
                try:
                    with whole():
                        shutil.rmtree(made, ignore_errors=True)
                finally:  # a request to end may have struck before that; another changes nothing
                    shutil.rmtree(made, ignore_errors=True)
                    os.close(lock)


def _locked(within: Path) -> tuple[Path, int]:
    """Make a folder and lock it; another if somebody has swept it before."""
    while True:
        made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=within))
        with suppress(FileNotFoundError):
            lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
            with suppress(OSError):  # where there are no locks, nobody sweeps
                fcntl.flock(lock, fcntl.LOCK_EX)
            if made.exists():
                return made, lock
            os.close(lock)


def _sweep(folder: Path) -> None:
    """Remove what processes that are gone have left in a folder."""
    for left in folder.glob(f"{PREFIX}*"):
        with whole(), suppress(OSError):  # it is locked, or gone, or somebody else's
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_uid == os.geteuid():
                    shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(lock)
