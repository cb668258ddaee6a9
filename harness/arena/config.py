"""Tournaments as they are written in `tournaments.toml`, checked key by key.

[tournament.friday]
bots = ["basic", "random", { bot = "basic", name = "basic-2", some_option = 3 }]
pairs = 100
rules = "classic"

[rules.long]
base = "classic"
target = 1000
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from harness.arena.faults import DEFAULT_MAX_FAULTS, OnFault
from harness.arena.limits import (
    DEFAULT_HANGS_AFTER,
    DEFAULT_MEMORY_MB,
    HANGS_AFTER_TAKES,
    LEAST_MEMORY_MB,
)
from harness.arena.lineup import ConfigError, check_name
from harness.arena.plain import is_plain
from harness.arena.schedule import ROUND_ROBIN, formats_of
from harness.arena.sides import Partners
from harness.arena.tournament import (
    DEFAULT_PAIRS,
    MOST_PAIRS,
    SEED_TAKES,
    Deals,
    Mode,
    Seed,
    Tournament,
    build,
)
from harness.errors import BEYOND_TOML, listed, unknown
from harness.game.fields import RulesError, Value, parse_value
from harness.game.presets import preset, preset_names
from harness.game.records import FindRules
from harness.game.rules import Rules
from harness.plugin.isolation import Level
from harness.plugin.manager import Registry
from harness.plugin.room import MOST_TABLES

DEFAULT_FILE: Final = Path("tournaments.toml")
DEFAULT_RULES: Final = "classic"


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of a `[tournament.NAME]` table; a description says what one takes."""

    bots: Annotated[
        list[str | dict[str, Any]],
        Meta(description="a list of names, or of tables with bot = name"),
    ]
    pairs: Annotated[
        int,
        Meta(ge=1, le=MOST_PAIRS, description=f"a whole number from 1 to {MOST_PAIRS:,}"),
    ] = DEFAULT_PAIRS
    rules: Annotated[str, Meta(description="the name of a rule set")] = DEFAULT_RULES
    format: Annotated[
        str | dict[str, Any], Meta(description="the name of a format, or a table with its options")
    ] = ROUND_ROBIN.name
    mode: Annotated[Mode, Meta(description="'match' or 'duplicate'")] = "match"
    deals: Annotated[Deals, Meta(description="'fresh' or 'shared'")] = "fresh"
    seed: Annotated[int | str | None, Meta(description=SEED_TAKES)] = None
    isolation: Annotated[Level | None, Meta(description="'none', 'process' or 'sandbox'")] = None
    time: Annotated[
        dict[str, Any],
        Meta(description="a table with per_decision_ms, bank_s and start_s, or some of them"),
    ] = {}
    limits: Annotated[
        dict[str, Any],
        Meta(description="a table with memory_mb, processes and disk_mb, or some of them"),
    ] = {}
    keep: Annotated[bool, Meta(description="true or false")] = False
    share: Annotated[bool, Meta(description="true or false")] = False
    partners: Annotated[Partners, Meta(description="'same' or 'all'")] = "same"
    on_fault: Annotated[OnFault, Meta(description="'forfeit' or 'substitute'")] = "forfeit"
    max_faults: Annotated[int, Meta(ge=0, description="a whole number from 0 up")] = (
        DEFAULT_MAX_FAULTS
    )
    hangs_after: Annotated[float, Meta(description=HANGS_AFTER_TAKES)] = DEFAULT_HANGS_AFTER
    worker_memory_mb: Annotated[
        int,
        Meta(
            ge=LEAST_MEMORY_MB, description=f"megabytes, a whole number from {LEAST_MEMORY_MB} up"
        ),
    ] = DEFAULT_MEMORY_MB
    tables: Annotated[
        int, Meta(ge=1, le=MOST_TABLES, description=f"a whole number from 1 to {MOST_TABLES}")
    ] = 1


_TAKES: Final = {
    key: described["description"]
    for key, described in msgspec.json.schema(Entry)["$defs"]["Entry"]["properties"].items()
}
"""What each key takes, in words."""


class Configuration:
    """What a `tournaments.toml` holds: tournaments and rule sets by name.

    Args:
        tables: the file's tables.
        where: the file's name, for what is wrong with it.
        registry: the loaded plugins, whose rule sets and schedules count too.
    """

    def __init__(
        self, tables: Mapping[str, Any], where: str, registry: Registry | None = None
    ) -> None:
        self.where = where
        self._registered = registry.rules if registry else {}
        self._formats = formats_of(registry)
        for key in tables:
            if key not in ("tournament", "rules"):
                raise ConfigError(f"{where}: {unknown('table', key, ('tournament', 'rules'))}")
        self._tournaments = _tables(tables, "tournament", where)
        self._rules = _tables(tables, "rules", where)
        taken = dict.fromkeys(preset_names(), "preset")
        taken |= dict.fromkeys(self._registered, "rule set of a plugin")
        for name in self._rules.keys() & taken.keys():
            raise ConfigError(
                f"{where}: [rules.{name}] has the name of a {taken[name]}: choose another"
            )

    @classmethod
    def read(cls, path: Path = DEFAULT_FILE, registry: Registry | None = None) -> Configuration:
        """Read a file.

        Raises:
            ConfigError: where it is missing, no plain file, or not TOML.
        """
        try:
            if path.exists() and not is_plain(path):
                raise ConfigError(f"{path} is no plain file: write tournaments in one")
            tables = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise ConfigError(f"{path} does not exist: write tournaments there") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path} cannot be read: {error}") from None
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path} is not TOML: {error}") from None
        except (ValueError, RecursionError):
            raise ConfigError(f"{path} cannot be read: {BEYOND_TOML}") from None
        return cls(tables, str(path), registry)

    @property
    def tournament_names(self) -> list[str]:
        """The tournaments, in the order of the file."""
        return list(self._tournaments)

    @property
    def rules_names(self) -> list[str]:
        """The file's own rule sets, in the order of the file."""
        return list(self._rules)

    def rules(self, name: str) -> Rules:
        """Return rules by name: the file's own, a plugin's, or a preset.

        Raises:
            ConfigError, RulesError: naming the table, key or value.
        """
        return self._rules_of(name, ())

    def _rules_of(self, name: str, path: tuple[str, ...]) -> Rules:
        if name in path:
            raise ConfigError(f"{self.where}: [rules.{name}] is based on itself")
        if name in self._rules:
            check_name(name, f"{self.where}: rules")
            table = dict(self._rules[name])
            base = table.pop("base", None)
            if not isinstance(base, str):
                raise ConfigError(f"{self.where}: [rules.{name}] needs base = the rules to change")
            try:
                return self._rules_of(base, (*path, name)).but(**table).named(name)
            except RulesError as error:
                raise ConfigError(f"{self.where}: [rules.{name}]: {error}") from None
        if name in self._registered:
            return self._registered[name]
        known = sorted({*self._rules, *self._registered, *preset_names()})
        if name not in known:
            raise ConfigError(unknown("rule set", name, known))
        return preset(name)

    def place_of(self, name: str) -> str:
        """Return where a tournament stands: the file and its table."""
        return f"{self.where}: [tournament.{name}]"

    def tournament(self, name: str) -> Tournament:
        """Return one tournament, every key checked.

        Raises:
            ConfigError, RulesError: naming the table, key or value.
        """
        if name not in self._tournaments:
            complaint = unknown("tournament", name, self.tournament_names)
            raise ConfigError(f"{self.where}: {complaint}")
        check_name(name, f"{self.where}: tournament")
        where = self.place_of(name)
        entry = _converted(self._tournaments[name], where)
        try:
            rules = self.rules(entry.rules)
        except ConfigError as error:
            raise ConfigError(f"{where}: rules: {error}") from None
        keys = msgspec.structs.asdict(entry) | {"rules": rules, "formats": self._formats}
        return build(name, **keys, where=where)


def _tables(tables: Mapping[str, Any], key: str, where: str) -> dict[str, dict[str, Any]]:
    found = tables.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise ConfigError(f"{where}: {key} must be written as [{key}.NAME] tables")
    return found


def _converted(table: Mapping[str, Any], where: str) -> Entry:
    unknown_keys = table.keys() - set(Entry.__struct_fields__)
    for key in sorted(unknown_keys):
        raise ConfigError(f"{where}: {unknown('key', key, Entry.__struct_fields__)}")
    try:
        return msgspec.convert(table, Entry)
    except msgspec.ValidationError as error:
        place = re.search(r"`\$\.(\w+)", str(error))
        key = place[1] if place else "bots"  # the only one that must be there
        given = f"not {table[key]!r}" if key in table else "and it is missing"
        raise ConfigError(f"{where}: {key}: {_TAKES[key]}, {given}") from None


def configured(
    name: str | None = None,
    *,
    bots: Sequence[str | Mapping[str, Any]] | None = None,
    pairs: int | None = None,
    rules: str | None = None,
    settings: Sequence[str] = (),
    seed: Seed | None = None,
    isolation: str | None = None,
    file: Path | None = None,
    registry: Registry | None = None,
) -> Tournament:
    """Return a tournament of the file, or one of the bots given, with what else is said changed.

    Args:
        name: a tournament of the file; or None, with `bots`.
        bots: who plays, where no tournament is named.
        pairs: instead of the file's, where given; so are `rules`, `seed` and `isolation`.
        rules: the name of a rule set.
        seed: a number or 32 hexadecimal digits.
        isolation: the level of every contestant that has none of its own.
        settings: rules to change, as `field=value`.
        file: the configuration; `tournaments.toml` where None, which need not exist with `bots`.
        registry: the loaded plugins.

    Raises:
        ConfigError, RulesError: saying what is wrong, where.
    """
    configuration = configuration_of(file, needed=bots is None, registry=registry)
    if (name is None) == (bots is None):
        known = listed(configuration.tournament_names) or "none yet"
        raise ConfigError(
            f"give the name of a tournament of {configuration.where} ({known}), or bots to play: "
            "one of the two"
        )
    if name is not None:
        tournament = configuration.tournament(name)
    else:
        tournament = build("", bots or (), rules=configuration.rules(DEFAULT_RULES))
    chosen = tournament.rules if rules is None else configuration.rules(rules)
    rules_set = with_settings(chosen, settings)
    return tournament.but(pairs=pairs, rules=rules_set, seed=seed, isolation=isolation)


def rules_named(name: str, settings: Sequence[str] = (), file: Path | None = None) -> Rules:
    """Return a preset or rules of the file, with some fields changed as `field=value`.

    Raises:
        ConfigError, RulesError: saying what is wrong, where.
    """
    return with_settings(configuration_of(file).rules(name), settings)


def with_settings(rules: Rules, settings: Sequence[str]) -> Rules:
    """Return rules with some fields changed, each as `field=value`.

    Raises:
        ConfigError, RulesError: naming the field or value.
    """
    return rules.but(**dict(map(_setting, settings)))


def rules_finder(file: Path | None = None) -> FindRules:
    """Return what finds the rules that a record names: a preset or the file's, changed or not."""
    configuration = configuration_of(file)

    def find(spec: object) -> Rules:
        if isinstance(spec, str):
            return configuration.rules(spec)
        if isinstance(spec, dict) and isinstance(spec.get("base"), str):
            changes = {field: value for field, value in spec.items() if field != "base"}
            return configuration.rules(spec["base"]).but(**changes)
        raise RulesError('rules are a name, or {"base": name, field: value}')

    return find


def configuration_of(
    file: Path | None, *, needed: bool = False, registry: Registry | None = None
) -> Configuration:
    """Read the file named; or the usual one, where it exists or is needed."""
    if file is None and not needed and not DEFAULT_FILE.exists():
        return Configuration({}, str(DEFAULT_FILE), registry)
    return Configuration.read(file or DEFAULT_FILE, registry)


def _setting(text: str) -> tuple[str, Value]:
    field, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"--set takes field=value, not {text!r}")
    return field.strip(), parse_value(value.strip())
