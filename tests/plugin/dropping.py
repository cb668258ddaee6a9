"""Plugins written down for a test."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

HEAD = """
import harness

class Plain(harness.Bot):
    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        return min(view.legal_cards)
"""


def registering(name: str, factory: str = "Plain") -> str:
    """Return the hook that registers one bot."""
    return f"""
@harness.hookimpl
def register_bots(register):
    register({name!r}, {factory})
"""


def drop(path: Path, code: str) -> Path:
    """Write a plugin's code to a file, whose folder is made, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(code), encoding="utf-8")
    return path


def drop_plain(path: Path, name: str) -> Path:
    """Write a plugin that registers a plain bot under `name`."""
    return drop(path, HEAD + registering(name))
