"""Running Python as somebody who is not root, wherever the tests run."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NOBODY: Final = 54_321
_NEEDED: Final = (Path(sys.base_prefix), Path(sys.prefix), ROOT)


def as_nobody(code: str, stage: Path) -> list[str]:
    """Return a command that runs some code, to be run in `ROOT`.

    Args:
        code: in Python.
        stage: an empty folder. Where root's home holds Python or the project, nobody may pass it:
            in mounts of its own they are put aside there, and back into an open folder.
    """
    command = [sys.executable, "-c", code]
    if os.geteuid():
        return command
    barred = {path: bar for path in _NEEDED if (bar := _barred_by(path))}
    aside = {path: stage / str(number) for number, path in enumerate(barred)}
    steps = [
        *(step for path, place in aside.items() for step in _bound(path, place)),
        *(
            ["mount", "-t", "tmpfs", "-o", "mode=755", "none", str(bar)]
            for bar in sorted(set(barred.values()))
        ),
        *(step for path, place in aside.items() for step in _bound(place, path)),
        ["exec", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command],
    ]
    return ["unshare", "--mount", "sh", "-ec", "\n".join(map(shlex.join, steps))]


def _barred_by(path: Path) -> Path | None:
    """Return the outermost folder above that others may not pass."""
    return next((one for one in reversed(path.parents) if not one.stat().st_mode & 0o001), None)


def _bound(path: Path, place: Path) -> tuple[list[str], list[str]]:
    return ["mkdir", "-p", str(place)], ["mount", "--bind", str(path), str(place)]
