"""What runs in a bot's process: found from its source, and started as its isolation says."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from harness.plugin import launch, sandbox
from harness.plugin.blame import PluginError
from harness.plugin.isolation import Isolation
from harness.plugin.manifest import Manifest
from harness.plugin.process import Process
from harness.plugin.sources import SUBMITTED, Source, code_of, digest_of_submitted
from harness.plugin.syscalls import refusing

_LAUNCH: Final = str(Path(launch.__file__).resolve())


class Program(NamedTuple):
    """A bot as a process of its own runs it.

    Attributes:
        told: what `launch` is told of it: a `command`, or a `bot` in Python.
        reads: the files and folders that it needs, besides Python and the harness.
        folder: where it runs; None for anywhere.
    """

    told: dict[str, Any]
    reads: tuple[Path, ...]
    folder: str | None = None

    @property
    def in_python(self) -> bool:
        """Whether it is in Python: then it reads shorthand, and can sit at several tables."""
        return "bot" in self.told

    def asked_one_by_one(self) -> Program:
        """Return it so that at several tables its bots are asked for no cards together."""
        if not self.in_python:
            return self
        return self._replace(told={"bot": self.told["bot"] | {"together": False}})

    def start(self, isolation: Isolation) -> Process:
        """Start it.

        Raises:
            Lost: it cannot be started.
            NoSandboxError: bubblewrap is missing.
        """
        sandboxed = isolation.level == "sandbox"
        told = self.told | {
            "limits": isolation.resources(),
            "uid": sandbox.own_uid() if sandboxed else None,
            # A sandbox ends with its parent by itself, and has its own numbers for processes.
            "parent": None if sandboxed else os.getpid(),
            "keep": isolation.keep,
            "share": isolation.share,
            "own": sandbox.OWN if sandboxed else (),
        }
        # What a command runs is none of Python's business, and it starts at once without.
        bare = ("-I", "-S") if "command" in self.told else ("-I", "-B")
        command = [sys.executable, *bare, _LAUNCH, json.dumps(told)]
        if not sandboxed:
            return Process(command, sandbox.ENVIRONMENT | {"HOME": str(Path.home())}, self.folder)
        with refusing() as filtered:
            confined = sandbox.confined(
                command,
                reads=(*_python(), *self.reads),
                folder=self.folder,
                disk_mb=isolation.limits.disk_mb,
                filtered=filtered,
            )
            return Process(confined, {}, None, () if filtered is None else (filtered,))


def program_of(source: Source, digest: str, name: str) -> Program:
    """Return the program of a registered bot.

    Raises:
        PluginError: a submitted bot is no longer what it was when the run began.
    """
    if source.kind == SUBMITTED:
        folder = Path(source.value)
        if digest_of_submitted(folder) != digest:
            raise PluginError(
                f"bot {name!r} in {source} has changed since the run began: run again"
            )
        return submitted(folder, Manifest.read(folder))
    told = {"source": source, "digest": digest, "name": name, "path": [*sys.path]}
    return Program({"bot": told}, tuple(filter(None, [code_of(source)])))


def submitted(folder: Path, manifest: Manifest) -> Program:
    """Return the program of a bot that lies in a folder with its manifest."""
    folder = folder.resolve()
    if manifest.command:
        return Program({"command": list(manifest.command)}, (folder,), str(folder))
    told: dict[str, Any] = {"entry": manifest.entry, "folder": str(folder), "path": []}
    return Program({"bot": told}, (folder,), str(folder))


def _python() -> Iterable[Path]:
    """Return the folders of Python, of installed packages, of the harness and its own bots."""
    found = {Path(sys.prefix), Path(sys.base_prefix)}
    for package in ("harness", "bots"):
        spec = find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            found |= {Path(each) for each in spec.submodule_search_locations}
    return sorted(
        path for path in found if path.is_dir() and Path("/usr") not in (path, *path.parents)
    )
