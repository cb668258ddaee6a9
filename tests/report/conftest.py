"""What is drawn is drawn for a terminal of 80 columns."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
