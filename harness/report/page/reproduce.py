"""How to play a run again: its tournament as it stands in a file, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from harness.game.notation import rules_record
from harness.game.presets import preset_names, rules_of


def tournament_toml(
    config: Mapping[str, Any], rules: Mapping[str, Any], run: Mapping[str, Any]
) -> str:
    """Return what `tournaments.toml` must hold for the very same run.

    Args:
        config: as the run keeps it.
        rules: every field of its rules, and the preset they are based on.
        run: its `name` and `seed`, None while that is not known.
    """
    return "\n".join([*_tournament(config, run), *_rules(config["rules"], rules)]) + "\n"


def _tournament(config: Mapping[str, Any], run: Mapping[str, Any]) -> Iterator[str]:
    yield f"[tournament.{_key(run['name'] or 'again')}]"
    yield f"bots = [{', '.join(_contestant(**one) for one in config['contestants'])}]"
    yield f"pairs = {config['pairs']}"
    yield f"rules = {_value(config['rules'])}"
    options = config["options"]
    named = {"name": config["format"], **options} if options else config["format"]
    yield f"format = {_value(named)}"
    yield f"mode = {_value(config['mode'])}"
    yield f"deals = {_value(config['deals'])}"
    if run["seed"]:
        yield f"seed = {_value(run['seed'])}"


def _contestant(*, name: str, bot: str, options: Mapping[str, Any]) -> str:
    if name == bot and not options:
        return _value(bot)
    named = {} if name == bot else {"name": name}
    return _value({"bot": bot, **named, **options})


def _rules(name: str, rules: Mapping[str, Any]) -> Iterator[str]:
    if name in preset_names():
        return
    record = rules_record(rules_of(dict(rules)))
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
