"""A bot as somebody submits it, and what becomes of it where it is staged."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.plugin.manifest import FILE
from harness.plugin.staging import staged
from harness.plugin.unpacking import SubmissionError

MANIFEST = '[bot]\nname = "clever"\nversion = "1"\nentry = "bot:Plain"\n'
WHOLE = {FILE: 0o644, "bot.py": 0o644, "deep/helper.py": 0o644, "run": 0o755}


def brought(path: Path) -> dict[str, int]:
    """Return the files that come through, with their modes."""
    with staged(path) as home:
        return {
            one.relative_to(home).as_posix(): one.stat().st_mode & 0o777
            for one in home.rglob("*")
            if one.is_file()
        }


def refusal(path: Path, within: Path | None = None) -> str:
    with pytest.raises(SubmissionError) as caught, staged(path, within):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)
