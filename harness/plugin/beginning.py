"""A bot to begin with: a folder that works and is to be changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from string import Template
from typing import Final

from harness.errors import BeloteError, unknown
from harness.plugin.manifest import FILE, why_taken

TEMPLATES: Final = resources.files(__package__) / "templates"
LANGUAGES: Final = ("python", "c")


def begin(name: str, language: str, folder: Path, taken: Callable[[str], str | None]) -> list[str]:
    """Write a bot to begin with into a folder that does not exist yet; return the files' names.

    Args:
        name: of the bot.
        language: one of `LANGUAGES`.
        folder: to make.
        taken: says who has a name that is no submitted bot's; None for nobody.

    Raises:
        BeloteError: the name is none or taken, the folder is there, or cannot be written.
    """
    if language not in LANGUAGES:
        raise BeloteError(unknown("language", language, LANGUAGES))
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
        raise BeloteError(
            f"{name!r} cannot name a bot: a name is letters, digits and . _ - after a letter or "
            "digit"
        )
    if why := why_taken(name):
        raise BeloteError(f"{name!r} cannot name a bot: it {why}")
    if whose := taken(name):
        raise BeloteError(f"the name {name!r} is taken by {whose}: give the bot another")
    if folder.exists():
        raise BeloteError(f"{folder} is there already: choose another name, or take it away")
    files = {
        file.name.removesuffix(".txt"): file.read_text("utf-8")
        for file in sorted((TEMPLATES / language).iterdir(), key=lambda one: one.name)
        if file.is_file()
    }
    files[FILE] = Template(files[FILE]).substitute(name=name)
    try:
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, "utf-8")
    except OSError as error:
        raise BeloteError(f"{folder} cannot be written: {error.strerror}") from None
    return list(files)
