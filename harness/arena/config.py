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
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from harness.arena.formats import FORMATS, Format
from harness.arena.schedule import ROUND_ROBIN, Schedule, formats_of
from harness.errors import BeloteError, unknown
from harness.game.dealing import SEED_BYTES
from harness.game.fields import RulesError, Value, parse_value
from harness.game.presets import preset, preset_names
from harness.game.records import FindRules
from harness.game.rules import Rules
from harness.plugin.manager import Registry

DEFAULT_FILE: Final = Path("tournaments.toml")
DEFAULT_RULES: Final = "classic"
DEFAULT_PAIRS: Final = 100
_ENDLESS: Final = (float("inf"), float("-inf"))
MOST_PAIRS: Final = 10_000_000

Seed: TypeAlias = int | str


class ConfigError(BeloteError):
    """A key of the configuration that is missing, unknown or has a value it cannot take."""


class _Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of a `[tournament.NAME]` table."""

    bots: list[str | dict[str, Any]]
    pairs: Annotated[int, msgspec.Meta(ge=1, le=MOST_PAIRS)] = DEFAULT_PAIRS
    rules: str = DEFAULT_RULES
    format: str | dict[str, Any] = ROUND_ROBIN.name
    mode: Literal["match", "duplicate"] = "match"
    deals: Literal["fresh", "shared"] = "fresh"
    seed: Annotated[int, msgspec.Meta(ge=0)] | str | None = None


_SEED: Final = f"a number below 2^{8 * SEED_BYTES} or {2 * SEED_BYTES} hexadecimal digits"
_TAKES: Final = {
    "bots": "a list of names, or of tables with bot = name",
    "pairs": f"a whole number from 1 to {MOST_PAIRS:,}",
    "rules": "the name of a rule set",
    "format": "the name of a schedule",
    "deals": "'fresh' or 'shared'",
    "seed": _SEED,
}
"""What each key takes, in words."""


class Contestant(NamedTuple):
    """Somebody who takes part: a bot with its options, under a name of its own."""

    name: str
    bot: str
    options: dict[str, Any]


class Tournament(NamedTuple):
    """A tournament ready to be run.

    Attributes:
        name: what it is called; "" where it was given on the command line.
        contestants: who plays.
        pairs: pairs of matches for each pairing.
        rules: the table's rules.
        schedule: pairs the contestants.
        duplicate: whether a match is a board, one deal that both legs of a pair play, rather than
            hands to the target.
        shared_deals: whether every pairing plays the same deals.
        seed: 16 bytes, or None to draw a secret one.
    """

    name: str
    contestants: tuple[Contestant, ...]
    pairs: int
    rules: Rules
    schedule: Schedule = ROUND_ROBIN
    duplicate: bool = False
    shared_deals: bool = False
    seed: bytes | None = None

    @property
    def names(self) -> list[str]:
        """The contestants' names."""
        return [contestant.name for contestant in self.contestants]

    @property
    def matches(self) -> int:
        """How many matches it has; where results decide that, if the first named always won."""
        return 2 * self.pairs * self.schedule.pairings(self.names)


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
            ConfigError: where it is missing, or not TOML.
        """
        try:
            return cls(tomllib.loads(path.read_text("utf-8")), str(path), registry)
        except FileNotFoundError:
            raise ConfigError(f"{path} does not exist: write tournaments there") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path} cannot be read: {error}") from None
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path} is not TOML: {error}") from None

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

    def tournament(self, name: str) -> Tournament:
        """Return one tournament, every key checked.

        Raises:
            ConfigError, RulesError: naming the table, key or value.
        """
        if name not in self._tournaments:
            complaint = unknown("tournament", name, self.tournament_names)
            raise ConfigError(f"{self.where}: {complaint}")
        where = f"{self.where}: [tournament.{name}]"
        entry = _converted(self._tournaments[name], where)
        try:
            rules = self.rules(entry.rules)
        except ConfigError as error:
            raise ConfigError(f"{where}: rules: {error}") from None
        return build(
            name,
            entry.bots,
            pairs=entry.pairs,
            rules=rules,
            format=entry.format,
            duplicate=entry.mode == "duplicate",
            shared_deals=entry.deals == "shared",
            seed=entry.seed,
            where=where,
            formats=self._formats,
        )


def build(  # noqa: PLR0913 - the keys of a tournament
    name: str,
    bots: Sequence[str | Mapping[str, Any]],
    *,
    rules: Rules,
    pairs: int = DEFAULT_PAIRS,
    format: str | Mapping[str, Any] = ROUND_ROBIN.name,  # noqa: A002 - the key's name
    duplicate: bool = False,
    shared_deals: bool = False,
    seed: Seed | None = None,
    where: str = "tournament",
    formats: Mapping[str, Format] = FORMATS,
) -> Tournament:
    """Build a tournament from its parts, checking them.

    Raises:
        ConfigError: naming the part.
    """
    contestants = tuple(_contestant(bot, where) for bot in bots)
    names = [contestant.name for contestant in contestants]
    if len(contestants) < 2:
        raise ConfigError(f"{where}: bots: a tournament needs two or more, not {len(names)}")
    for twice in {one for one in names if names.count(one) > 1}:
        raise ConfigError(
            f"{where}: bots: {twice!r} stands twice; give one of them another name, as in "
            f'{{ bot = "{twice}", name = "{twice}-2" }}'
        )
    _check_pairs(pairs, f"{where}: pairs")
    _check_mode(rules, f"{where}: mode", duplicate=duplicate)
    return Tournament(
        name,
        contestants,
        pairs,
        rules,
        _schedule(format, formats, where),
        duplicate,
        shared_deals,
        parse_seed(seed, f"{where}: seed"),
    )


def _check_mode(rules: Rules, where: str, *, duplicate: bool) -> None:
    if duplicate and rules.dealing == "cut":
        raise ConfigError(
            f"{where}: a board is one deal, and dealing = cut makes each from the last: choose "
            "rules with dealing = shuffle"
        )


def _schedule(
    format: str | Mapping[str, Any],  # noqa: A002 - the key's name
    formats: Mapping[str, Format],
    where: str,
) -> Schedule:
    options = {"name": format} if isinstance(format, str) else dict(format)
    name = options.pop("name", None)
    if not isinstance(name, str):
        raise ConfigError(f"{where}: format: a table needs name = the name of a format")
    if name not in formats:
        raise ConfigError(f"{where}: {unknown('format', name, formats)}")
    for option, value in options.items():
        _check_option(f"{where}: format: {name}: {option}", value)
    return Schedule(name, formats[name], options)


def parse_seed(seed: Seed | None, where: str = "seed") -> bytes | None:
    """Read a seed: a whole number below 2¹²⁸ or 32 hexadecimal digits."""
    if seed is None:
        return None
    if isinstance(seed, int) and 0 <= seed < 1 << 8 * SEED_BYTES:
        return seed.to_bytes(SEED_BYTES, "big")
    text = str(seed)
    if re.fullmatch(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"[0-9]{1,39}", text) and int(text) < 1 << 8 * SEED_BYTES:
        return int(text).to_bytes(SEED_BYTES, "big")
    raise ConfigError(f"{where}: {_SEED}, not {text!r}")


def _contestant(entry: str | Mapping[str, Any], where: str) -> Contestant:
    if isinstance(entry, str):
        return Contestant(entry, entry, {})
    options = dict(entry)
    bot = options.pop("bot", None)
    if not isinstance(bot, str):
        raise ConfigError(f"{where}: bots: a table needs bot = the name of a bot")
    name = options.pop("name", bot)
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"{where}: bots: name must be text, not {name!r}")
    for option, value in options.items():
        _check_option(f"{where}: bots: {name}: {option}", value)
    return Contestant(name, bot, options)


def _check_option(where: str, value: object) -> None:
    """See that an option can be stored and sent: it may be text, a number, a switch, or several."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _check_option(where, one)
    elif not isinstance(value, str | int | float) or value != value or value in _ENDLESS:  # noqa: PLR0124 - nan
        raise ConfigError(f"{where}: an option is text, a number, true or false, not {value}")


def _tables(tables: Mapping[str, Any], key: str, where: str) -> dict[str, dict[str, Any]]:
    found = tables.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise ConfigError(f"{where}: {key} must be written as [{key}.NAME] tables")
    return found


def _converted(table: Mapping[str, Any], where: str) -> _Entry:
    unknown_keys = table.keys() - set(_Entry.__struct_fields__)
    for key in sorted(unknown_keys):
        raise ConfigError(f"{where}: {unknown('key', key, _Entry.__struct_fields__)}")
    try:
        return msgspec.convert(table, _Entry)
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
    file: Path | None = None,
    registry: Registry | None = None,
) -> Tournament:
    """Return a tournament of the file, or one of the bots given, with what else is said changed.

    Args:
        name: a tournament of the file; or None, with `bots`.
        bots: who plays, where no tournament is named.
        pairs: instead of the file's, where given; so are `rules` and `seed`.
        rules: the name of a rule set.
        seed: a number or 32 hexadecimal digits.
        settings: rules to change, as `field=value`.
        file: the configuration; `tournaments.toml` where None, which need not exist with `bots`.
        registry: the loaded plugins.

    Raises:
        ConfigError, RulesError: saying what is wrong, where.
    """
    configuration = configuration_of(file, needed=bots is None, registry=registry)
    if (name is None) == (bots is None):
        known = ", ".join(configuration.tournament_names) or "none yet"
        raise ConfigError(
            f"give the name of a tournament of {configuration.where} ({known}), or bots to play: "
            "one of the two"
        )
    if name is not None:
        tournament = configuration.tournament(name)
    else:
        tournament = build("", bots or (), rules=configuration.rules(DEFAULT_RULES))
    chosen = tournament.rules if rules is None else configuration.rules(rules)
    chosen = with_settings(chosen, settings)
    _check_mode(chosen, "--rules", duplicate=tournament.duplicate)
    if pairs is not None:
        _check_pairs(pairs, "--pairs")
    return tournament._replace(
        pairs=tournament.pairs if pairs is None else pairs,
        rules=chosen,
        seed=tournament.seed if seed is None else parse_seed(seed, "--seed"),
    )


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


def _check_pairs(pairs: int, where: str) -> None:
    if not 1 <= pairs <= MOST_PAIRS:
        raise ConfigError(f"{where}: from 1 to {MOST_PAIRS:,}, not {pairs:,}")
