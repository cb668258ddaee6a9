"""Bringing what somebody submits into a folder of our own: whole or not at all, and never run.

A folder is copied, an archive unpacked, and a single file in Python gets a manifest. Nothing but
plain files and folders comes through, none of it outside, no more than there is room for.
"""

from __future__ import annotations

import ast
import json
import re
import stat
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from harness.errors import BeloteError, reason_of
from harness.plugin.incoming import incoming
from harness.plugin.manifest import FILE
from harness.plugin.unpacking import (
    ARCHIVES,
    Entry,
    SubmissionError,
    in_archive,
    left_out,
    refused,
)

MOST_FILES: Final = 2000
MOST_BYTES: Final = 256 << 20
LARGEST_ALONE: Final = 256 << 10
"""Bytes of a file in Python that is submitted alone: parsing may take a thousand times as many."""
DEEPEST: Final = 16
_BESIDE: Final = ("*.dist-info", "*.data", "__MACOSX", ".DS_Store")
"""What packers lay beside the one folder of an archive."""
_PIECE: Final = 1 << 20
_CHOOSING: Final = ("choose_card", "choose_cards")
"""What the class of a bot has one of, by which it is found in a file of its own."""


@contextmanager
def staged(path: Path, within: Path | None = None) -> Iterator[Path]:
    """Yield a folder with what is submitted, which is gone afterwards unless it was moved.

    Args:
        path: a folder with a manifest, an archive of one, or a file in Python.
        within: where to make the folder; the system's place for such where None.

    Raises:
        SubmissionError: it is none of these, or holds what cannot be taken.
    """
    place = within or Path(tempfile.gettempdir())
    with ExitStack() as stack:
        try:
            place.mkdir(parents=True, exist_ok=True)
            made = stack.enter_context(incoming(place))
            folder = made / "bot"
            folder.mkdir(mode=0o755)
            made.chmod(0o755)
        except OSError as error:
            raise SubmissionError(f"{place} cannot be written: {error.strerror}") from None
        try:
            _bring(path, folder)
        except BeloteError:
            raise
        except (RuntimeError, NotImplementedError) as error:  # a password, or a method of packing
            raise SubmissionError(f"{path} cannot be unpacked: {error}") from None
        except EOFError:
            raise SubmissionError(f"{path} cannot be read: it ends before its files do") from None
        except (ValueError, LookupError):
            why = "what it says of its files makes no sense"
            raise SubmissionError(f"{path} cannot be read: {why}") from None
        except Exception as error:  # noqa: BLE001 - what reading nonsense raises has no end
            raise SubmissionError(f"{path} cannot be read: {reason_of(error)}") from None
        yield _top(folder, path)


def _bring(path: Path, folder: Path) -> None:
    if path.is_dir():
        _write(_in_folder(path), folder, path)
    elif not path.is_file():
        why = "is no plain file" if path.exists() else "does not exist"
        raise SubmissionError(f"{path} {why}: give a folder, an archive or a .py file")
    elif path.suffix == ".py":
        manifest = _manifest_for(path)
        _write(_alone(path), folder, path)
        with _keeping(path, FILE):
            (folder / FILE).write_text(manifest, "utf-8")
    elif path.name.lower().endswith(ARCHIVES):
        _write(in_archive(path), folder, path)
    else:
        raise SubmissionError(
            f"{path} is no folder, no .py file and no archive ({', '.join(ARCHIVES)})"
        )


def _top(folder: Path, path: Path) -> Path:
    """Return where the manifest is: at the top, or in the one folder that an archive has there."""
    if (folder / FILE).is_file():
        return folder
    inside = [one for one in folder.iterdir() if not any(map(one.match, _BESIDE))]
    if len(inside) == 1 and (inside[0] / FILE).is_file():
        return inside[0]
    raise SubmissionError(f"{path} holds no {FILE}: `belote new-bot` writes one to start from")


# What there is


def _alone(path: Path) -> Generator[Entry, None, None]:
    with path.open("rb") as stream:
        yield Entry(path.name, 0o644, stream)


def _in_folder(path: Path) -> Generator[Entry, None, None]:
    """Yield the files of a folder; what tools leave there is left out."""
    for one in sorted(path.rglob("*")):
        name = one.relative_to(path).as_posix()
        if left_out(name):
            continue
        mode = one.lstat().st_mode
        if stat.S_ISDIR(mode):
            continue
        if not stat.S_ISREG(mode):
            raise refused(path, name, "is no plain file")
        with one.open("rb") as stream:
            yield Entry(name, mode, stream)


# What is taken


def _write(entries: Generator[Entry, None, None], folder: Path, path: Path) -> None:
    """Write files into a folder: readable by all, by nobody to be written but their owner."""
    left = MOST_BYTES
    with closing(entries):
        for number, (name, mode, stream) in enumerate(entries):
            if number >= MOST_FILES:
                raise SubmissionError(f"{path} holds more than {MOST_FILES:,} files")
            target = folder / _place(name, path)
            with _keeping(path, name):
                for above in reversed(target.relative_to(folder).parents[:-1]):
                    (folder / above).mkdir(mode=0o755, exist_ok=True)
                if target.exists():
                    raise refused(path, name, "stands there twice")
                file = target.open("xb", buffering=0)
            with file:
                while piece := stream.read(_PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise SubmissionError(f"{path} holds more than {MOST_BYTES >> 20} MB")
                    with _keeping(path, name):
                        while piece:
                            piece = piece[file.write(piece) :]
            target.chmod(0o755 if mode & 0o111 else 0o644)


@contextmanager
def _keeping(path: Path, name: str) -> Iterator[None]:
    """Say of a file that it cannot be kept: a full disk is no fault of what is submitted."""
    try:
        yield
    except OSError as error:
        raise refused(path, name, f"cannot be kept: {error.strerror}") from None


def _place(name: str, path: Path) -> PurePosixPath:
    """Return where a file goes; nothing goes out of the folder."""
    place = PurePosixPath(name)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise refused(path, name, "has a name that is not UTF-8") from None
    if place.is_absolute() or ".." in place.parts or "\\" in name or "\0" in name:
        raise refused(path, name, "leads out of its folder")
    if not place.parts or len(place.parts) > DEEPEST:
        raise refused(path, name, "has no place in a folder")
    return place


# A single file


def version_is_said(path: Path) -> str:
    """Say where what is submitted has its version, as the end of a sentence."""
    if path.suffix == ".py":
        return f'as __version__ = "2" in {path.name}'
    return f"in its {FILE}"


def _manifest_for(path: Path) -> str:
    """Write the manifest of a file in Python, from what can be read of it without running it."""
    with path.open("rb") as file:
        source = file.read(LARGEST_ALONE + 1)
    if len(source) > LARGEST_ALONE:
        raise SubmissionError(
            f"{path} has more than {LARGEST_ALONE >> 10} kB, which is the most for a file alone: "
            f"put it in a folder with a {FILE}"
        )
    try:
        tree = ast.parse(source, str(path))
    except (SyntaxError, ValueError) as error:
        raise SubmissionError(f"{path} is not Python: {error}") from None
    except (RecursionError, MemoryError):
        why = "what it says stands too deep within itself"
        raise SubmissionError(f"{path} cannot be read: {why}") from None
    bots = [
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(one, ast.FunctionDef) and one.name in _CHOOSING for one in node.body)
    ]
    if len(bots) != 1 or not path.stem.isidentifier():
        raise SubmissionError(
            f"{path}: a file is submitted alone where its name is a module's and it has one class "
            f"with a method {' or '.join(_CHOOSING)}, not {len(bots)}; else put it in a folder "
            f"with a {FILE}"
        )
    said = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }
    keys = {
        "name": re.sub(r"^_+", "", path.stem),
        "version": said.get("__version__", "1"),
        "author": said.get("__author__"),
        "entry": f"{path.stem}:{bots[0]}",
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items() if value is not None]
    return "\n".join(["[bot]", *lines, ""])
