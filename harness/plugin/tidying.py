"""Tidying: what a match has left in folders that are a bot's own goes, and what was there stays."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


def lying_in(folders: Sequence[str]) -> set[Path]:
    """Return all that lies in some folders, and in those in them."""
    return {path for folder in folders for path in Path(folder).rglob("*")}


def tidy(folders: Sequence[str], stays: set[Path]) -> None:
    """Remove all that lies in some folders but what stays, as far as it can be removed."""
    for path in sorted(lying_in(folders) - stays, reverse=True):  # what is in a folder comes first
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()
