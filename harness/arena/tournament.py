"""A tournament ready to be run: who plays, how, by which rules; checked part by part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from harness.arena.faults import DEFAULT_MAX_FAULTS, OnFault, Policy
from harness.arena.formats import FORMATS, Format
from harness.arena.limits import DEFAULT_HANGS_AFTER, DEFAULT_MEMORY_MB, Limits
from harness.arena.schedule import ROUND_ROBIN, Schedule
from harness.errors import BeloteError, unknown
from harness.game.dealing import SEED_BYTES
from harness.game.rules import Rules

DEFAULT_PAIRS: Final = 100
MOST_PAIRS: Final = 10_000_000
SEED_TAKES: Final = f"a number below 2^{8 * SEED_BYTES} or {2 * SEED_BYTES} hexadecimal digits"
_ENDLESS: Final = (float("inf"), float("-inf"))

Seed: TypeAlias = int | str
Mode: TypeAlias = Literal["match", "duplicate"]
Deals: TypeAlias = Literal["fresh", "shared"]


class ConfigError(BeloteError):
    """A key of the configuration that is missing, unknown or has a value it cannot take."""


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
        mode: whether a match is played to the target, or is a board (`duplicate`): one deal that
            both legs of a pair play.
        deals: whether each pair has deals of its own, or pair *k* of every pairing the same.
        seed: 16 bytes, or None to draw a secret one.
        policy: what follows from a fault.
        limits: what a bot may not exceed.
    """

    name: str
    contestants: tuple[Contestant, ...]
    pairs: int
    rules: Rules
    schedule: Schedule = ROUND_ROBIN
    mode: Mode = "match"
    deals: Deals = "fresh"
    seed: bytes | None = None
    policy: Policy = Policy()
    limits: Limits = Limits()

    @property
    def names(self) -> list[str]:
        """The contestants' names."""
        return [contestant.name for contestant in self.contestants]

    @property
    def matches(self) -> int:
        """How many matches it has; where results decide that, if the first named always won."""
        return 2 * self.pairs * self.schedule.pairings(self.names)

    def but(
        self, *, pairs: int | None = None, rules: Rules | None = None, seed: Seed | None = None
    ) -> Tournament:
        """Return it with what is given changed, as the command line does.

        Raises:
            ConfigError: naming the option.
        """
        if pairs is not None:
            _check_pairs(pairs, "--pairs")
        if rules is not None:
            _check_mode(self.mode, rules, "--rules")
        return self._replace(
            pairs=self.pairs if pairs is None else pairs,
            rules=self.rules if rules is None else rules,
            seed=self.seed if seed is None else parse_seed(seed, "--seed"),
        )


def build(  # noqa: PLR0913 - the keys of a tournament
    name: str,
    bots: Sequence[str | Mapping[str, Any]],
    *,
    rules: Rules,
    pairs: int = DEFAULT_PAIRS,
    format: str | Mapping[str, Any] = ROUND_ROBIN.name,  # noqa: A002 - the key's name
    mode: Mode = "match",
    deals: Deals = "fresh",
    seed: Seed | None = None,
    on_fault: OnFault = "forfeit",
    max_faults: int = DEFAULT_MAX_FAULTS,
    hangs_after: float = DEFAULT_HANGS_AFTER,
    memory_mb: int = DEFAULT_MEMORY_MB,
    where: str = "tournament",
    formats: Mapping[str, Format] = FORMATS,
) -> Tournament:
    """Build a tournament from its parts, checking them.

    Raises:
        ConfigError: naming the part.
    """
    _check_pairs(pairs, f"{where}: pairs")
    _check_mode(mode, rules, f"{where}: mode")
    return Tournament(
        name,
        _contestants(bots, f"{where}: bots"),
        pairs,
        rules,
        _schedule(format, formats, f"{where}: format"),
        mode,
        deals,
        parse_seed(seed, f"{where}: seed"),
        Policy(on_fault, max_faults),
        Limits(hangs_after, memory_mb),
    )


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
    raise ConfigError(f"{where}: {SEED_TAKES}, not {text!r}")


def _contestants(bots: Sequence[str | Mapping[str, Any]], where: str) -> tuple[Contestant, ...]:
    contestants = tuple(_contestant(bot, where) for bot in bots)
    if len(contestants) < 2:
        raise ConfigError(f"{where}: a tournament needs two or more, not {len(contestants)}")
    names = [contestant.name for contestant in contestants]
    for twice in (one for one in names if names.count(one) > 1):
        raise ConfigError(
            f"{where}: {twice!r} stands twice; give one of them another name, as in "
            f'{{ bot = "{twice}", name = "{twice}-2" }}'
        )
    return contestants


def _contestant(entry: str | Mapping[str, Any], where: str) -> Contestant:
    if isinstance(entry, str):
        return Contestant(entry, entry, {})
    options = dict(entry)
    bot = options.pop("bot", None)
    if not isinstance(bot, str):
        raise ConfigError(f"{where}: a table needs bot = the name of a bot")
    name = options.pop("name", bot)
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"{where}: name must be text, not {name!r}")
    for option, value in options.items():
        _check_option(value, f"{where}: {name}: {option}")
    return Contestant(name, bot, options)


def _schedule(
    format: str | Mapping[str, Any],  # noqa: A002 - the key's name
    formats: Mapping[str, Format],
    where: str,
) -> Schedule:
    options = {"name": format} if isinstance(format, str) else dict(format)
    name = options.pop("name", None)
    if not isinstance(name, str):
        raise ConfigError(f"{where}: a table needs name = the name of a format")
    if name not in formats:
        raise ConfigError(f"{where}: {unknown('format', name, formats)}")
    for option, value in options.items():
        _check_option(value, f"{where}: {name}: {option}")
    return Schedule(name, formats[name], options)


def _check_pairs(pairs: int, where: str) -> None:
    if not 1 <= pairs <= MOST_PAIRS:
        raise ConfigError(f"{where}: from 1 to {MOST_PAIRS:,}, not {pairs:,}")


def _check_mode(mode: Mode, rules: Rules, where: str) -> None:
    if mode == "duplicate" and rules.dealing == "cut":
        raise ConfigError(
            f"{where}: a board is one deal, and dealing = cut makes each from the last: choose "
            "rules with dealing = shuffle"
        )


def _check_option(value: object, where: str) -> None:
    """See that an option can be stored and sent: it may be text, a number, a switch, or several."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _check_option(one, where)
    elif not isinstance(value, str | int | float) or value != value or value in _ENDLESS:  # noqa: PLR0124 - nan
        raise ConfigError(f"{where}: an option is text, a number, true or false, not {value}")
