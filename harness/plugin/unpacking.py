"""The files of an archive, read without trust: none of it fills the memory before it is counted."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, NamedTuple, cast

from harness.errors import BeloteError

ARCHIVES: Final = (".zip", ".whl", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")
MOST_UNPACKED: Final = 512 << 20
"""Bytes of an archive, with what is left out of it."""
MOST_HEADERS: Final = 20_000
LARGEST_HEADER: Final = 1 << 16
LARGEST_DIRECTORY: Final = 4 << 20
"""Bytes of what a tar says of one file, and a zip of all."""
_LEFT_OUT: Final = ("__pycache__", ".git", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that `zipfile` unpacks piece by piece."""
_PACKED: Final[dict[bytes, Callable[..., Any]]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
"""What opens a packed tar, by its first bytes."""


class SubmissionError(BeloteError):
    """What was submitted cannot be taken; the line says why."""


class Entry(NamedTuple):
    """A file of what is submitted: its place, its mode, and what opens it."""

    name: str
    mode: int
    stream: IO[bytes]


def left_out(name: str) -> bool:
    """Whether a file is one of those that tools leave behind, which are no part of a bot."""
    return any(part in _LEFT_OUT for part in PurePosixPath(name).parts)


def refused(path: Path, name: str, why: str) -> SubmissionError:
    """Return the refusal of what was submitted for one of its files."""
    return SubmissionError(f"{path}: {name!r} {why}")


class _Bounded:
    """A file that is read from, and no further than it may be.

    Args:
        file: to read from.
        path: of it, for what is said of it.
        left: bytes that may be read before somebody allows more.
        end: how many bytes it has, where that is known.

    Attributes:
        left: as above.
    """

    def __init__(self, file: IO[bytes], path: Path, left: int, end: int | None = None) -> None:
        self._file = file
        self._path = path
        self._end = end
        self.left = left

    def read(self, size: int = -1) -> bytes:
        """Read as of a file; one byte more than may be is refused."""
        most = self.left + 1
        piece = self._file.read(most if size < 0 else min(size, most))
        self.left -= len(piece)
        if self.left < 0:
            raise SubmissionError(f"{self._path} says more of its files than can be read")
        return piece

    def seek(self, position: int, whence: int = 0) -> int:
        """Seek as in a file; what it does not have, or beyond the most unpacked, is refused."""
        if whence == os.SEEK_SET and self._end is not None and not 0 <= position <= self._end:
            raise SubmissionError(f"{self._path} cannot be read: it refers to bytes it has not got")
        if position > MOST_UNPACKED:
            raise SubmissionError(f"{self._path} holds more than {MOST_UNPACKED >> 20} MB")
        return self._file.seek(position, whence)

    def tell(self) -> int:
        """Tell as of a file."""
        return self._file.tell()

    def seekable(self) -> bool:
        """Say that it can be sought in."""
        return True


def in_archive(path: Path) -> Generator[Entry, None, None]:
    """Yield the files of an archive; what tools leave behind is left out.

    Raises:
        SubmissionError: it holds something else than plain files, or too much.
        Exception: whatever unpacking raises of what is no archive.
    """
    if path.name.lower().endswith((".zip", ".whl")):
        yield from _in_zip(path)
    else:
        yield from _in_tar(path)


def _in_zip(path: Path) -> Iterator[Entry]:
    with path.open("rb") as file:
        bounded = _Bounded(file, path, LARGEST_DIRECTORY, os.fstat(file.fileno()).st_size)
        with zipfile.ZipFile(cast("IO[bytes]", bounded)) as archive:
            bounded.left = 2 * MOST_UNPACKED
            for one in archive.infolist():
                mode = one.external_attr >> 16
                if one.is_dir() or left_out(one.filename):
                    continue
                if stat.S_IFMT(mode) not in (0, stat.S_IFREG):  # 0 where the archive does not tell
                    raise refused(path, one.filename, "is no plain file")
                if one.compress_type not in _METHODS:
                    raise refused(path, one.filename, "is packed by another method than deflate")
                with archive.open(one) as stream:
                    yield Entry(one.filename, mode, stream)


def _in_tar(path: Path) -> Iterator[Entry]:
    with path.open("rb") as file:
        start = file.read(max(map(len, _PACKED)))
    opened = next((each for first, each in _PACKED.items() if start.startswith(first)), open)
    with opened(path, "rb") as file:
        bounded = _Bounded(file, path, LARGEST_HEADER)
        with tarfile.open(fileobj=cast("IO[bytes]", bounded), mode="r:") as archive:
            for one in _headers(archive, bounded, path):
                if one.isdir() or left_out(one.name):
                    continue
                stream = archive.extractfile(one) if one.isreg() else None
                if stream is None:
                    raise refused(path, one.name, "is no plain file")
                yield Entry(one.name, one.mode, stream)


def _headers(archive: tarfile.TarFile, bounded: _Bounded, path: Path) -> Iterator[tarfile.TarInfo]:
    """Yield what a tar says of each of its files, of which no more is read than it may say."""
    for _ in range(MOST_HEADERS):
        bounded.left = LARGEST_HEADER
        one = archive.next()
        if one is None:
            bounded.left = MOST_UNPACKED
            while bounded.read(tarfile.RECORDSIZE):  # to the end, where a checksum may stand
                pass
            return
        if one.size < 0:
            raise refused(path, one.name, "has no size")
        bounded.left = MOST_UNPACKED
        yield one
    raise SubmissionError(f"{path} holds more than {MOST_HEADERS:,} files and folders")
