"""The seed of a run that is not finished, kept beside its database for whoever goes on with it.

Whoever knows a drawn seed can compute every card to come. So the database holds only its hash until
the end, and the seed itself lies in a file that its owner alone may read: `NAME.duckdb.RUN.seed`,
written before the run begins, removed once the seed is published. A bot that plays in the
harness's own process has never been kept from the seed, which is in that process too; one that is
isolated sees neither.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from harness.errors import BeloteError

_RUN_ID: Final = re.compile(r"[0-9a-f]{16}")


def hash_of(seed: bytes) -> str:
    """Return what is told of a seed from the start: its BLAKE2b-256, in hex."""
    return blake2b(seed, digest_size=32).hexdigest()


def seed_path(database: Path, run_id: str) -> Path:
    """Return where the seed of a run is kept."""
    return database.with_name(f"{database.name}.{run_id}.seed")


def keep_seed(database: Path, run_id: str, seed: bytes) -> None:
    """Write down the seed of a run so that it outlasts a loss of power; what is there stays.

    Raises:
        BeloteError: the file cannot be written.
    """
    path = seed_path(database, run_id)
    if path.exists():
        return
    fresh = path.with_name(f".{secrets.token_hex(4)}.seed")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123 - by number, made for its owner alone
            file.write(f"{seed.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync(path.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise BeloteError(f"the seed cannot be kept in {path}: {error.strerror}") from None


def read_seed(database: Path, run_id: str, seed_hash: str) -> bytes:
    """Return the seed of a run.

    Raises:
        BeloteError: it is not there, or is another.
    """
    path = seed_path(database, run_id)
    try:
        seed = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError):
        seed = b""
    if hash_of(seed) != seed_hash:
        raise BeloteError(
            f"run {run_id} cannot go on without its secret seed, which should be in {path}: "
            "put it back, or begin another run with --fresh"
        )
    return seed


def forget_seeds(database: Path, *, but: Collection[str] = ()) -> None:
    """Remove the seeds of all runs of a database but some."""
    for run_id in _runs_with_seeds(database):
        if run_id not in but:
            with suppress(OSError):  # nobody needs it, or is harmed by it
                seed_path(database, run_id).unlink()


def _runs_with_seeds(database: Path) -> Iterator[str]:
    for path in database.parent.iterdir():
        run_id = path.name.removeprefix(f"{database.name}.").removesuffix(".seed")
        if _RUN_ID.fullmatch(run_id) and path == seed_path(database, run_id):
            yield run_id


def _sync(folder: Path) -> None:
    """See that the names in a folder are on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
