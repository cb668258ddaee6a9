"""A tournament ready to be run: who plays, how, by which rules; checked part by part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from harness.arena.faults import DEFAULT_MAX_FAULTS, OnFault, Policy
from harness.arena.formats import FORMATS, LIMITS, Format, Round, knockout, swiss
from harness.arena.limits import (
    DEFAULT_HANGS_AFTER,
    DEFAULT_MEMORY_MB,
    HANGS_AFTER_TAKES,
    LONGEST_SILENCE,
    WorkerLimits,
)
from harness.arena.lineup import ConfigError, Contestant, check_option, level_of, line_up
from harness.arena.meetings import Meeting
from harness.arena.schedule import ROUND_ROBIN, Schedule
from harness.arena.sides import (
    FEWEST_PARTNERS,
    MOST_PARTNERS,
    Partners,
    Side,
    every_partnership,
)
from harness.errors import unknown
from harness.game.dealing import SEED_BYTES
from harness.game.rules import Rules
from harness.plugin.isolation import Isolation, Level, Limits, Time

DEFAULT_PAIRS: Final = 100
MOST_PAIRS: Final = 10_000_000
SEED_TAKES: Final = f"a number below 2^{8 * SEED_BYTES} or {2 * SEED_BYTES} hexadecimal digits"
MOST_OF_ANYTHING: Final = 1_000_000
"""Of milliseconds, seconds, megabytes or processes."""

_Amounts = TypeVar("_Amounts", Time, Limits)
Seed: TypeAlias = int | str
Mode: TypeAlias = Literal["match", "duplicate"]
Deals: TypeAlias = Literal["fresh", "shared"]


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
        partners: whether the sides are those named, or every two contestants form one.
        named_sides: those named, where some have two partners; else every contestant is one.
        isolation: how bots are kept apart, and what they may use.
        policy: what follows from a fault.
        worker_limits: what a bot may not exceed where workers play.
        tables: how many matches each worker has under way at once.
    """

    name: str
    contestants: tuple[Contestant, ...]
    pairs: int
    rules: Rules
    schedule: Schedule = ROUND_ROBIN
    mode: Mode = "match"
    deals: Deals = "fresh"
    seed: bytes | None = None
    partners: Partners = "same"
    named_sides: tuple[Side, ...] = ()
    isolation: Isolation = Isolation()
    policy: Policy = Policy()
    worker_limits: WorkerLimits = WorkerLimits()
    tables: int = 1

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who meets: contestants alone, or partners."""
        names = [contestant.name for contestant in self.contestants]
        if self.partners == "all":
            return every_partnership(names)
        return self.named_sides or tuple(Side(name, (name,)) for name in names)

    @property
    def matches(self) -> int:
        """How many matches it has; see `Schedule.pairings` where results decide that."""
        names = [side.name for side in self.sides]
        return 2 * self.pairs * self.schedule.pairings(names, self.may_meet)

    def rounds(self, meetings: Sequence[Meeting]) -> Iterator[Round]:
        """Yield who meets whom, round by round; see `Schedule.rounds`."""
        return self.schedule.rounds([side.name for side in self.sides], meetings, self.may_meet)

    @property
    def may_meet(self) -> Callable[[str, str], bool]:
        """Whether two sides may: where every two contestants form one, not if they share one."""
        if self.partners == "same":
            return lambda *_: True
        members = {side.name: set(side.members) for side in self.sides}
        return lambda one, other: members[one].isdisjoint(members[other])

    def but(
        self,
        *,
        pairs: int | None = None,
        rules: Rules | None = None,
        seed: Seed | None = None,
        isolation: str | None = None,
        mode: Mode | None = None,
    ) -> Tournament:
        """Return it with what is given changed, as the command line does.

        Raises:
            ConfigError: naming the option.
        """
        if pairs is not None:
            check_pairs(pairs, "--pairs")
            _check_one_by_one(self.schedule, pairs, "--pairs")
        if rules is not None or mode is not None:
            said = "--rules" if mode is None else "--mode"
            _check_mode(mode or self.mode, rules or self.rules, said)
            _check_seats(self.sides, rules or self.rules, "--rules")
        return self._replace(
            pairs=self.pairs if pairs is None else pairs,
            rules=self.rules if rules is None else rules,
            seed=self.seed if seed is None else parse_seed(seed, "--seed"),
            mode=mode or self.mode,
            isolation=self.isolation
            if isolation is None
            else self.isolation._replace(level=level_of(isolation, "--isolation")),
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
    partners: Partners = "same",
    isolation: Level | None = None,
    time: Mapping[str, int] | None = None,
    limits: Mapping[str, int] | None = None,
    keep: bool = False,
    share: bool = False,
    on_fault: OnFault = "forfeit",
    max_faults: int = DEFAULT_MAX_FAULTS,
    hangs_after: float = DEFAULT_HANGS_AFTER,
    worker_memory_mb: int = DEFAULT_MEMORY_MB,
    tables: int = 1,
    where: str = "tournament",
    formats: Mapping[str, Format] = FORMATS,
) -> Tournament:
    """Build a tournament from its parts, checking them.

    Raises:
        ConfigError: naming the part.
    """
    check_pairs(pairs, f"{where}: pairs")
    _check_mode(mode, rules, f"{where}: mode")
    if not 0 < hangs_after <= LONGEST_SILENCE:
        raise ConfigError(f"{where}: hangs_after: {HANGS_AFTER_TAKES}, not {hangs_after:g}")
    contestants, named_sides = line_up(bots, f"{where}: bots")
    schedule = _schedule(format, formats, where)
    _check_one_by_one(schedule, pairs, f"{where}: pairs")
    tournament = Tournament(
        name,
        contestants,
        pairs,
        rules,
        schedule,
        mode,
        deals,
        parse_seed(seed, f"{where}: seed"),
        partners,
        named_sides,
        Isolation(
            None if isolation is None else level_of(isolation, f"{where}: isolation"),
            _amounts(Time(), time or {}, f"{where}: time"),
            _amounts(Limits(), limits or {}, f"{where}: limits"),
            keep,
            share,
        ),
        Policy(on_fault, max_faults),
        WorkerLimits(hangs_after, worker_memory_mb),
        tables,
    )
    if partners == "all":
        _check_partners(tournament, f"{where}: partners")
    _check_seats(tournament.sides, rules, f"{where}: rules")
    return tournament


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


def _amounts(usual: _Amounts, given: Mapping[str, int], where: str) -> _Amounts:
    """Return times or limits with those changed that are given."""
    for key, amount in given.items():
        if key not in usual._fields:
            raise ConfigError(f"{where}: {unknown('key', key, usual._fields)}")
        if type(amount) is not int or not 1 <= amount <= MOST_OF_ANYTHING:
            takes = f"a whole number from 1 to {MOST_OF_ANYTHING:,}"
            raise ConfigError(f"{where}: {key}: {takes}, not {amount!r}")
    return usual._replace(**given)


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
        raise ConfigError(f"{where}: format: {unknown('format', name, formats)}")
    for option, value in options.items():
        check_option(value, f"{where}: format: {name}: {option}")
    schedule = Schedule(name, formats[name], options, where)
    if schedule.limit is not None:
        check_pairs(schedule.limit, f"{where}: format: {name}: {LIMITS[name]}")
    return schedule


def check_pairs(pairs: object, where: str) -> None:
    """Refuse a number of pairs that cannot be played, which `where` says the place of.

    Raises:
        ConfigError: it is no whole number from 1 to `MOST_PAIRS`.
    """
    if type(pairs) is not int or not 1 <= pairs <= MOST_PAIRS:
        shown = f"{pairs:,}" if type(pairs) is int else repr(pairs)
        raise ConfigError(f"{where}: from 1 to {MOST_PAIRS:,}, not {shown}")


def _check_one_by_one(schedule: Schedule, pairs: int, where: str) -> None:
    """Refuse more than a pair at a time where results are looked at pair by pair."""
    if schedule.limit is not None and pairs != 1:
        raise ConfigError(
            f"{where}: format {schedule.name!r} looks at pairs one by one: 1, not {pairs:,}"
        )


def _check_mode(mode: Mode, rules: Rules, where: str) -> None:
    if mode == "duplicate" and rules.dealing == "cut":
        raise ConfigError(
            f"{where}: a board is one deal, and dealing = cut makes each from the last: choose "
            "rules with dealing = shuffle"
        )


def _check_seats(sides: Sequence[Side], rules: Rules, where: str) -> None:
    if rules.seats == 2 and any(side.mixed for side in sides):
        raise ConfigError(
            f"{where}: {rules.name} has two seats, which leaves no place for partners"
        )


def _check_partners(tournament: Tournament, where: str) -> None:
    """See that every two contestants can form a side, and these can meet by the format."""
    if tournament.named_sides:
        raise ConfigError(f"{where}: all forms every side there is: name bots alone")
    if not FEWEST_PARTNERS <= len(tournament.contestants) <= MOST_PARTNERS:
        raise ConfigError(
            f"{where}: all takes {FEWEST_PARTNERS} to {MOST_PARTNERS} bots, not "
            f"{len(tournament.contestants)}: two sides need four, and of more there are too many"
        )
    if tournament.schedule.format in (swiss, knockout):
        raise ConfigError(
            f"{where}: with all, sides that share a bot never meet, and {tournament.schedule.name} "
            "may pair them: choose round-robin or gauntlet"
        )
