"""Tidying: what a match has left in folders that are a bot's own goes, and what was there stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path


def lying_in(folders: Sequence[str]) -> set[Path]:
    """Return all that lies in some folders, and in those in them, but for what is mounted there."""
    return {path for folder in folders for path in _below(Path(folder))}


def tidy(folders: Sequence[str], stays: set[Path]) -> None:
    """Remove all that lies in some folders but what stays, as far as it can be removed."""
    left = [path for folder in folders for path in _below(Path(folder), stays)]
    for path in sorted(set(left) - stays, reverse=True):  # what is in a folder comes first
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()


def _below(folder: Path, stays: set[Path] | None = None) -> Iterator[Path]:
    """Yield what lies in a folder; folders that do not stay, where that is given, are opened."""
    with suppress(OSError):
        device = folder.stat().st_dev
        for path in [*folder.iterdir()]:
            if path.lstat().st_dev == device:
                yield path
                if path.is_dir() and not path.is_symlink():
                    if stays is not None and path not in stays:
                        path.chmod(0o700)
                    yield from _below(path, stays)
