"""The line-up: who takes part in a tournament, as its bots are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from harness.arena.sides import Side, partnership
from harness.errors import BeloteError, unknown
from harness.plugin.isolation import LEVELS, Level
from harness.plugin.manager import Registry

_ENDLESS: Final = (float("inf"), float("-inf"))


class ConfigError(BeloteError):
    """A key of the configuration that is missing, unknown or has a value it cannot take."""


class Contestant(NamedTuple):
    """Somebody who takes part: a bot with its options, under a name of its own.

    `isolation` is its own level, None for the tournament's.
    """

    name: str
    bot: str
    options: dict[str, Any]
    isolation: Level | None = None


def line_up(
    bots: Sequence[str | Mapping[str, Any]], where: str
) -> tuple[tuple[Contestant, ...], tuple[Side, ...]]:
    """Return the contestants, and the sides where some have two partners.

    A partner that is no contestant is the bot of that name, and only plays with its partner.
    """
    entries = [_entry(bot, where) for bot in bots]
    if len(entries) < 2:
        raise ConfigError(f"{where}: a tournament needs two or more, not {len(entries)}")
    names = [entry.name for entry in entries]
    for twice in (one for one in names if names.count(one) > 1):
        raise ConfigError(
            f"{where}: {twice!r} stands twice; give one of them another name, as in "
            f'{{ bot = "{twice}", name = "{twice}-2" }}'
        )
    contestants = {entry.name: entry for entry in entries if isinstance(entry, Contestant)}
    sides = [
        entry if isinstance(entry, Side) else Side(entry.name, (entry.name,)) for entry in entries
    ]
    mixed = [side for side in sides if side.mixed]
    for member in (member for side in mixed for member in side.members):
        if member in {side.name for side in mixed}:
            raise ConfigError(f"{where}: partners: {member!r} is a side itself: name two bots")
        contestants.setdefault(member, Contestant(member, member, {}))
    return tuple(contestants.values()), tuple(sides) if mixed else ()


def see_entered(contestants: Iterable[Contestant], registry: Registry, where: str) -> None:
    """See that the bots there are have the options given, as far as shows without making one.

    Raises:
        ConfigError: naming the first that has not, or that is not there.
    """
    for one in contestants:
        try:
            registry.bot(one.bot).see_takes(**one.options)
        except BeloteError as error:
            raise ConfigError(f"{where}: bots: {error}") from None


def _entry(entry: str | Mapping[str, Any], where: str) -> Contestant | Side:
    if isinstance(entry, str) or "partners" not in entry or "bot" in entry:
        return _contestant(entry, where)
    members = entry["partners"]
    if (
        not isinstance(members, list | tuple)
        or len(members) != 2
        or not all(isinstance(member, str) for member in members)
        or members[0] == members[1]
    ):
        raise ConfigError(f"{where}: partners takes the names of two bots, not {members!r}")
    for key in entry.keys() - {"partners", "name"}:
        raise ConfigError(f"{where}: {unknown('key of partners', key, ('partners', 'name'))}")
    name = entry.get("name")
    if name is not None:
        check_name(name, where)
    return partnership(*members, name=name)


def _contestant(entry: str | Mapping[str, Any], where: str) -> Contestant:
    if isinstance(entry, str):
        check_name(entry, where)
        return Contestant(entry, entry, {})
    options = dict(entry)
    bot = options.pop("bot", None)
    if not isinstance(bot, str):
        raise ConfigError(f"{where}: a table needs bot = the name of a bot")
    name = options.pop("name", bot)
    isolation = options.pop("isolation", None)
    check_name(name, where)
    for option, value in options.items():
        check_option(value, f"{where}: {name}: {option}")
    level = None if isolation is None else level_of(isolation, f"{where}: {name}: isolation")
    return Contestant(name, bot, options, level)


def level_of(level: object, where: str) -> Level:
    """Return the level of isolation that is named.

    Raises:
        ConfigError: there is no such level.
    """
    if level not in LEVELS:
        raise ConfigError(f"{where}: {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not {level!r}")
    return level


def check_name(name: object, where: str) -> None:
    """Refuse a name that would break the line it is shown in, or look like another.

    Raises:
        ConfigError: it is no text, not one line of printable characters, or begins or ends in one
            that is not seen.
    """
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"{where}: name must be text, not {name!r}")
    if not name.isprintable():
        raise ConfigError(f"{where}: name: one line of printable characters, not {name!r}")
    if name != name.strip():
        raise ConfigError(f"{where}: name: no spaces before or after it, not {name!r}")


def check_option(value: object, where: str) -> None:
    """See that an option can be stored and sent: it may be text, a number, a switch, or several."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            check_option(one, where)
    elif not isinstance(value, str | int | float) or value != value or value in _ENDLESS:  # noqa: PLR0124 - nan
        raise ConfigError(f"{where}: an option is text, a number, true or false, not {value}")
