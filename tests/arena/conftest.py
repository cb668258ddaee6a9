"""What the tests of the arena share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import duckdb
import pytest

from harness.arena import store
from harness.arena.connection import connect

MADE_THERE: Final = ("test_connection", "test_store", "test_memory")
"""Modules about databases as they are made, which have each of theirs made."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is to be; its folder is not there yet."""
    return tmp_path / "results" / "quick.db"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the newest schema and nothing in it."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    store.Store.open(path, owner=True).close()
    return path


@pytest.fixture(scope="module", autouse=True)
def copied(request: pytest.FixtureRequest, empty: Path) -> Iterator[None]:
    """Begin new databases as copies of an empty one: to make the tables and views takes longer."""

    def connect_to_copy(
        path: Path, *, owner: bool, settings: Mapping[str, str]
    ) -> duckdb.DuckDBPyConnection:
        if owner and path.parent.is_dir() and not path.exists():
            shutil.copyfile(empty, path)
        return connect(path, owner=owner, settings=settings)

    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem not in MADE_THERE:
            patch.setattr(store, "connect", connect_to_copy)
        yield
