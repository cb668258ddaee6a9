"""What the tests of the arena share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is to be; its folder is not there yet."""
    return tmp_path / "results" / "quick.db"
