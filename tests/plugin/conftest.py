"""What the tests of plugins share."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.plugin.manifest import FILE
from tests.plugin.dropping import HEAD, drop
from tests.plugin.submissions import MANIFEST


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot with a helper, a program, and what tools leave behind."""
    home = tmp_path / "clever"
    drop(home / FILE, MANIFEST)
    drop(home / "bot.py", HEAD)
    drop(home / "deep" / "helper.py", "x = 1")
    drop(home / "run", "#!/bin/sh\n").chmod(0o700)
    drop(home / "__pycache__" / "bot.pyc", "")
    drop(home / ".git" / "config", "")
    return home
