"""How to play a run again: its tournament as it stands in a file, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from harness.arena.faults import Policy
from harness.arena.formats import LIMITS
from harness.arena.resuming import OPEN_ENDED
from harness.game.notation import rules_record
from harness.game.presets import preset_names, rules_of

_FORFEIT: Final = Policy()._asdict()
"""What follows from a fault where nothing is said of it."""


def tournament_toml(
    config: Mapping[str, Any], rules: Mapping[str, Any], run: Mapping[str, Any]
) -> str:
    """Return what `tournaments.toml` must hold for the very same run.

    A file cannot change a preset under its name, so rules that were changed by `--set` have another
    name there: such a run deals and plays the same under another id.

    Args:
        config: as the run keeps it.
        rules: every field of its rules, and the preset they are based on.
        run: its `name` and `seed`, None while that is not known.
    """
    name, record = config["rules"], rules_record(rules_of(dict(rules)))
    own = record != name
    if own and name in preset_names():
        name = f"{name}-changed"
    lines = [*_tournament({**config, "rules": name}, run), *(_rules(name, record) if own else ())]
    return "\n".join(lines) + "\n"


def _tournament(config: Mapping[str, Any], run: Mapping[str, Any]) -> Iterator[str]:
    yield f"[tournament.{_key(run['name'] or 'again')}]"
    yield f"bots = [{', '.join(map(_value, _bots(config)))}]"
    options = config["options"]
    if config.get(OPEN_ENDED):
        limit = config["matches"] // (2 * config["pairs"])
        options = {**options, LIMITS[config["format"]]: limit}
    named = {"name": config["format"], **options} if options else config["format"]
    keys = {
        "pairs": config["pairs"],
        "rules": config["rules"],
        "format": named,
        "mode": config["mode"],
        "deals": config["deals"],
        "partners": config.get("partners"),
        "seed": run["seed"],
        **{key: config.get(key) for key in ("isolation", "time", "limits", "keep")},
        **{key: config.get(key) for key, usual in _FORFEIT.items() if config.get(key) != usual},
    }
    for key, value in keys.items():
        if value is not None:
            yield f"{key} = {_value(value)}"


def _bots(config: Mapping[str, Any]) -> Iterator[object]:
    """Yield who takes part: contestants, and sides of two partners in their places."""
    contestants = {one["name"]: one for one in config["contestants"]}
    sides = config.get("sides") or [{"name": name, "members": [name]} for name in contestants]
    for side in sides:
        members = side["members"]
        if len(members) == 1:
            yield _contestant(**contestants[side["name"]])
        else:
            yield {"partners": members, "name": side["name"]}


def _contestant(
    *, name: str, bot: str, options: Mapping[str, Any], isolation: str | None = None
) -> object:
    own = {"name": None if name == bot else name, "isolation": isolation, **options}
    own = {key: value for key, value in own.items() if value is not None}
    return {"bot": bot, **own} if own else bot


def _rules(name: str, record: str | Mapping[str, Any]) -> Iterator[str]:
    fields = {"base": record} if isinstance(record, str) else record
    yield f"\n[rules.{_key(name)}]"
    for field, value in fields.items():
        yield f"{field} = {_value(value)}"


def _key(name: str) -> str:
    """Write a key of TOML."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else _value(name)


def _value(value: object) -> str:
    """Write a value of TOML: texts, numbers and truths are as in JSON, tables are not."""
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items() if each is not None)
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
