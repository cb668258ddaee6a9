"""The hooks a plugin may implement, each one signature and one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from harness.plugin.bot import Bot

PROJECT = "belote"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def register_bots(register: Callable[[str, Callable[..., Bot]], None]) -> None:
    """Call `register(name, factory)` for each bot; `factory(**options)` makes a `Bot`."""


@hookspec
def register_rules(register: Callable[[str, Mapping[str, Any]], None]) -> None:
    """Call `register(name, {"base": preset, field: value, ...})` for each rule set."""


@hookspec
def register_schedules(register: Callable[[str, Callable[..., Any]], None]) -> None:
    """Call `register(name, format)`; `format(contestants, meetings)` yields rounds of pairings."""


@hookspec
def match_finished(match: Mapping[str, Any]) -> None:
    """Follow a match whose rows are committed: one mapping with the columns of `matches`."""
