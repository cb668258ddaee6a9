"""Tournaments: configuration, schedule, table, runner, store and ratings."""

from pathlib import Path
from typing import Final

DEFAULT_DATABASE: Final = Path("results/belote.duckdb")
"""Where results go unless somebody says otherwise."""
