"""The pages of the docs, and what stands in them: blocks, sections, tables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
VIEWS: Final = ("plays", "tricks", "holdings", "auctions", "seats", "pairs", "standings")


def blocks(language: str) -> list[Any]:
    """Return the fenced blocks in a language, each named by its page and place."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [
        pytest.param(text, id=f"{page} {number}")
        for page, content in PAGES.items()
        for number, text in enumerate(fence.findall(content), 1)
    ]


def section(page: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its kind or a greater one."""
    _, found, rest = PAGES[page].partition(f"\n{heading}\n")
    assert found, f"{page} has no {heading}"
    level, _ = heading.split(maxsplit=1)
    return re.split(rf"^#{{2,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables in a text, without their headings."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith(("|---", "| ---")):
            found.pop()
        elif line.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def names(text: str) -> list[str]:
    """Return what stands in backticks in the first column of a table."""
    return [name for row in rows(text) for name in re.findall(r"`([^`]+)`", row[0])]


def commands_in(page: str) -> Iterator[list[str]]:
    for line in re.findall(r"^\$ (.*)$|`(belote [^`]+)`", PAGES[page], re.MULTILINE):
        yield shlex.split("".join(line))
