"""The rule sets that come with the harness, one file each, and what is based on them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from harness.errors import unknown
from harness.game.fields import RulesError, Span, Value
from harness.game.rules import Rules, read_fields

PRESETS: Final = Path(__file__).parent
"""The folder of the files."""


def preset_names() -> list[str]:
    """Return the names of the presets that come with the harness, sorted."""
    return sorted(file.stem for file in PRESETS.glob("*.toml"))


def preset(name: str, **overrides: Value) -> Rules:
    """Return a preset that comes with the harness, with some fields overridden.

    Raises:
        RulesError: for a name, field or value that does not exist.
    """
    rules = _load(name)
    return rules.but(**overrides) if overrides else rules


@cache
def _load(name: str) -> Rules:
    if name not in preset_names():
        raise RulesError(unknown("rule set", name, preset_names()))
    return _from_table(name, tomllib.loads((PRESETS / f"{name}.toml").read_text("utf-8")))


def _from_table(name: str, table: Mapping[str, Any]) -> Rules:
    """Build rules from a preset's table: `rules` gives fields, `limits` narrows what they take."""
    values: dict[str, Any] = read_fields(table["rules"])
    limits = tuple((name, Span(*span)) for name, span in table.get("limits", {}).items())
    return Rules(name=name, base=name, limits=limits, **values)


def rules_of(spec: str | Mapping[str, Value] | Rules) -> Rules:
    """Return the rules that a record or a configuration names.

    Args:
        spec: a preset's name, or a table `{"base": name, field: value, ...}`.
    """
    if isinstance(spec, Rules):
        return spec
    if isinstance(spec, str):
        return preset(spec)
    changes = dict(spec)
    base = changes.pop("base", None)
    if not isinstance(base, str):
        raise RulesError('rules need a "base": the name of a preset to start from')
    return preset(base).but(**changes)
