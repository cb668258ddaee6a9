"""The manifest of a submitted bot: `belote-bot.toml`, in its folder.

[bot]
name = "clever"
version = "1.0"
author = "Ada"
entry = "clever:Clever"
presets = ["classic", "contree"]
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from harness.errors import BEYOND_TOML, BeloteError, unknown
from harness.game.presets import preset_names

FILE: Final = "belote-bot.toml"
LARGEST: Final = 1 << 16
DIGEST: Final = ".digest"
WITHDRAWN: Final = ".withdrawn"
"""What ends the name of the file beside a submitted bot that holds its digest, and its name once
the bot was withdrawn."""
_TAKEN: Final = (".py", DIGEST, WITHDRAWN, FILE)
"""What no name or version ends in, since something else is known by it among the plugins."""
_SHOWN: Final = 60
"""Characters shown of a value that is not what it should be."""
_NAME: Final = r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z"
_ENTRY: Final = r"\w+(\.\w+)*:\w+(\.\w+)*"


class ManifestError(BeloteError):
    """A manifest that is missing, cannot be read, or says something it cannot say."""


class Manifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The keys of the `[bot]` table."""

    name: Annotated[str, Meta(pattern=_NAME, max_length=64)]
    version: Annotated[str, Meta(pattern=_NAME, max_length=32)]
    author: str | None = None
    entry: str | None = None
    command: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None
    presets: Annotated[tuple[str, ...], Meta(min_length=1)] = ("classic",)

    @classmethod
    def read(cls, folder: Path, origin: Path | None = None) -> Manifest:
        """Read the manifest in a folder.

        Args:
            folder: the folder.
            origin: where its files are from, for what is wrong with them.

        Raises:
            ManifestError: naming the file and the key.
        """
        path = folder / FILE
        where = str(path) if origin is None else f"{origin}: {FILE}"
        try:
            if path.stat().st_size > LARGEST:
                raise ManifestError(f"{where} is larger than {LARGEST:,} bytes")
            return cls.parse(path.read_text("utf-8"), where)
        except FileNotFoundError:
            raise ManifestError(
                f"{folder} has no {FILE}: `belote new-bot` writes one to start from"
            ) from None
        except UnicodeDecodeError:
            raise ManifestError(f"{where} is not UTF-8") from None
        except OSError as error:
            raise ManifestError(f"{where} cannot be read: {error.strerror}") from None

    @classmethod
    def parse(cls, text: str, where: str = FILE) -> Manifest:
        """Read a manifest from its text; see `read`."""
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ManifestError(f"{where} is not TOML: {error}") from None
        except (ValueError, RecursionError):
            raise ManifestError(f"{where} cannot be read: {BEYOND_TOML}") from None
        table = tables.get("bot")
        if not isinstance(table, dict) or len(tables) > 1:
            raise ManifestError(f"{where}: all that it says stands in one table, [bot]")
        manifest = _converted(table, where)
        manifest.check(where)
        return manifest

    def check(self, where: str) -> None:
        """See that its keys go together.

        Raises:
            ManifestError: naming the key.
        """
        if (self.entry is None) == (self.command is None):
            raise ManifestError(
                f'{where}: give entry = "module:Class" for a bot in Python, or '
                'command = ["./mybot"] for another: one of the two'
            )
        if self.command and (not self.command[0] or "\0" in "".join(self.command)):
            raise ManifestError(
                f"{where}: command: the first text names a program, and none has a NUL in it"
            )
        if self.entry is not None and not re.fullmatch(_ENTRY, self.entry):
            raise ManifestError(f'{where}: entry: "module:Class", not {self.entry!r}')
        for name in self.presets:
            if name not in preset_names():
                raise ManifestError(f"{where}: presets: {unknown('preset', name, preset_names())}")

    def check_names(self, where: str) -> None:
        """See that it can lie in `plugins/NAME/VERSION`, which is asked of what comes anew.

        Raises:
            ManifestError: naming the key.
        """
        for key, name in (("name", self.name), ("version", self.version)):
            if why := why_taken(name):
                raise ManifestError(f"{where}: {key}: {name!r} {why}")


def why_taken(name: str) -> str | None:
    """Return why a name or version would be taken for something else; None where it would not."""
    for end in _TAKEN:
        if name.lower().endswith(end):
            return f"ends in {end}, by which something else is known there: leave that out"
    return None


_TAKES: Final = {
    "name": "a text: letters, digits and . _ - after a letter or digit",
    "version": 'a text such as "1.0": letters, digits and . _ - after a letter or digit',
    "author": "a text",
    "entry": '"module:Class", for a bot in Python',
    "command": 'a list of texts such as ["./mybot"], for a bot in any other language',
    "presets": "a list of the rule sets that it plays",
}
"""What each key takes, in words."""


def _converted(table: dict[str, Any], where: str) -> Manifest:
    for key in table:
        if key not in _TAKES:
            raise ManifestError(f"{where}: {unknown('key', key, _TAKES)}")
    for key in ("name", "version"):
        if key not in table:
            raise ManifestError(f"{where}: {key} is missing; it takes {_TAKES[key]}")
    try:
        return msgspec.convert(table, Manifest)
    except msgspec.ValidationError as error:
        place = re.search(r"`\$\.(\w+)", str(error))
        key = place[1] if place else "name"
        raise ManifestError(f"{where}: {key}: {_TAKES[key]}, not {_shown(table[key])}") from None


def _shown(value: object) -> str:
    """Return the beginning of a value as a line shows it, whatever somebody wrote."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits; tables in tables
        return "what stands there"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
