"""The bot that somebody means by a name or a path, as a program of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from harness.plugin.manager import load
from harness.plugin.manifest import Manifest
from harness.plugin.program import Program, program_of, submitted
from harness.plugin.staging import staged
from harness.plugin.unpacking import ARCHIVES


class Target(NamedTuple):
    """A bot to be examined or asked.

    Attributes:
        name: to call it by.
        program: what runs in its process.
        presets: that it says it plays.
        foreign: whether it is somebody's submission, and so belongs into the sandbox.
    """

    name: str
    program: Program
    presets: tuple[str, ...]
    foreign: bool


@contextmanager
def target_of(meant: str) -> Iterator[Target]:
    """Yield the bot of a name, or of a path: a folder with a manifest, an archive, a .py file.

    A path is copied first, so that nobody changes it meanwhile, and none of it runs here.

    Raises:
        UnknownBot, SubmissionError, ManifestError: there is none, or it cannot be taken.
    """
    path = Path(meant).expanduser()
    if "/" in meant or meant.endswith((".py", *ARCHIVES)) or path.is_dir():
        with staged(path) as folder:
            manifest = Manifest.read(folder, path)
            manifest.check_names(str(path))
            name = f"{manifest.name} {manifest.version}"
            yield Target(name, submitted(folder, manifest), manifest.presets, foreign=True)
        return
    entry = load().bot(meant)
    program = program_of(entry.source, entry.digest, meant)
    presets = Manifest.read(Path(entry.source.value)).presets if entry.submitted else ("classic",)
    yield Target(meant, program, presets, foreign=entry.submitted)
