"""The memory that DuckDB may take for a database that is owned, by what it is needed for.

DuckDB keeps what it has read or written in memory up to its limit, whatever that is. So writing
gets what it is fast with and no more, and a run of any length takes that; questions get more while
they are answered, together, and then it is given back. What goes beyond is put on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from threading import Lock
from typing import Final

import duckdb

_MACHINE: Final = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20

# In mebibytes.
WRITING: Final = min(_MACHINE // 4, 48)
ASKING: Final = min(_MACHINE // 4, 128)
REBUILDING: Final = _MACHINE // 2
"""For what touches every row at once, before anything else is done."""


class Memory:
    """The memory of one connection's database: the largest of what is claimed at a time.

    Args:
        connection: may change the setting `memory_limit`, which is `WRITING`.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._claims = [WRITING]
        self._lock = Lock()

    def claim(self, size: int) -> Callable[[], None]:
        """Let the database take so many mebibytes until what is returned is called."""
        self._change(self._claims.append, size)
        return partial(self._change, self._claims.remove, size)

    def _change(self, change: Callable[[int], None], size: int) -> None:
        with self._lock:
            before = max(self._claims)
            change(size)
            now = max(self._claims)
            if now != before:
                self._limit(now)

    def _limit(self, size: int) -> None:
        """Set the limit; where more is in use, or the database is closed, it stays as it is."""
        with suppress(duckdb.Error), closing(self._connection.cursor()) as cursor:
            cursor.execute(f"SET memory_limit = '{size}MiB'")
