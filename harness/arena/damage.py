"""Damage: which tables of a database cannot be read, found by reading all that there is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from harness.arena.answering import read
from harness.arena.columns import TABLES
from harness.arena.connection import SPARING
from harness.arena.store import Store
from harness.errors import BeloteError

_ALL: Final = "SELECT {hashes} FROM {table}"


def damage_of(path: Path) -> dict[str, str]:
    """Return why tables of a database cannot be read, by their names; of the others nothing.

    Every column of every row is read once, in little memory.

    Raises:
        DatabaseHeldError, BeloteError: as `Store.open`.
    """
    found = {}
    with Store.open(path, owner=False, settings=SPARING) as store:
        for table, schema in TABLES.items():
            hashes = ", ".join(f'bit_xor(hash("{column}"))' for column in schema.names)
            try:
                read(store, _ALL.format(hashes=hashes, table=table))
            except BeloteError as error:
                found[table] = str(error)
    return found
