"""Names that a shell completes: whatever goes wrong on the way, there is nothing to complete."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from harness.arena.runs import Ask

Names: TypeAlias = Callable[[], Iterable[str]]
Completing: TypeAlias = Callable[[str], list[str]]


def _completing(names: Names) -> Completing:
    """Return what offers those names that begin as typed; what plugins print goes nowhere."""

    @wraps(names)
    def complete(incomplete: str) -> list[str]:
        try:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                return sorted(name for name in names() if name.startswith(incomplete))
        except Exception:  # noqa: BLE001 - a plugin may raise anything
            return []

    del complete.__wrapped__  # whose signature would be read instead
    return complete


def listed(names: Completing) -> Completing:
    """Return what completes the last of names with commas between, each of which is named once."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        named = before.split(",")
        return [f"{before}{comma}{name}" for name in names(last) if name not in named]

    return complete


@_completing
def bot_names() -> Iterable[str]:
    """Name the bots that plugins offer."""
    from harness.plugin.manager import load

    return load().bots


@_completing
def submitted_names() -> Iterable[str]:
    """Name the bots that were submitted, by version and as a whole."""
    from harness.plugin.manager import load

    return [name for name, entry in load().bots.items() if entry.submitted]


@_completing
def preset_names() -> Iterable[str]:
    """Name the presets."""
    from harness.game import preset_names

    return preset_names()


@_completing
def settings() -> Iterable[str]:
    """Begin a setting of each field of the rules."""
    from harness.game.rules import describe

    return [f"{field.name}=" for field in describe()]


@_completing
def rules_names() -> Iterable[str]:
    """Name the presets and the rules of the file."""
    from harness.arena.config import configuration_of
    from harness.game import preset_names

    return [*preset_names(), *configuration_of(None).rules_names]


@_completing
def tournament_names() -> Iterable[str]:
    """Name the tournaments of the file."""
    from harness.arena.config import configuration_of

    return configuration_of(None).tournament_names


@_completing
def run_names() -> Iterable[str]:
    """Name the runs of the database, by their tournaments."""
    from harness.arena.runs import names_of_runs

    return _from_database(names_of_runs)


@_completing
def contestant_names() -> Iterable[str]:
    """Name the sides and bots that are ranked in the database."""
    from harness.arena.runs import names_of_contestants

    return _from_database(names_of_contestants)


def _from_database(names: Callable[[Ask], list[str]]) -> list[str]:
    from harness.arena import DEFAULT_DATABASE
    from harness.arena.answering import asking

    with asking(os.environ.get("BELOTE_DB", DEFAULT_DATABASE)) as ask:
        return names(ask)
