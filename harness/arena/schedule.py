"""Who meets whom: formats yield rounds of pairings, which become mirrored pairs of matches.

A *pair* is two matches on one deal set with the sides swapped; each is a `Fixture`. Ids are hashes
of content, so that the same match has the same id wherever and whenever it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from inspect import Parameter, signature
from typing import Any, Final, NamedTuple

from harness.arena.formats import FORMATS, LIMITS, Format, Round, round_robin
from harness.arena.meetings import Meeting, Pairing
from harness.errors import BeloteError, reason_of, unknown
from harness.plugin.blame import PluginError, blaming
from harness.plugin.manager import Registry


class Fixture(NamedTuple):
    """One match to be played.

    Attributes:
        match_id, pair_id: hex hashes of run, pairing, pair (and leg).
        pairing: the pairing's place in the schedule.
        pair: which pair of that pairing.
        leg: 0, or 1 with the sides swapped.
        deal_set: the number of the deal set that both legs share.
        ns, ew: the contestants' names.
    """

    match_id: str
    pair_id: str
    pairing: int
    pair: int
    leg: int
    deal_set: int
    ns: str
    ew: str


class Schedule(NamedTuple):
    """A format with its options.

    Attributes:
        name: as it is registered.
        format: what yields its rounds.
        options: keywords for that.
        where: the tournament that has it, for what is wrong with it; "" where that is known.
    """

    name: str = "round-robin"
    format: Format = round_robin
    options: Mapping[str, Any] = {}
    where: str = ""

    @property
    def told(self) -> Mapping[str, Any]:
        """The options that a run is known by."""
        limit = LIMITS.get(self.name)
        return {key: value for key, value in self.options.items() if key != limit}

    @property
    def limit(self) -> int | None:
        """After how many pairings an open-ended format gives up; None for those that end."""
        option = LIMITS.get(self.name)
        if option is None:
            return None
        limit: int = self.options.get(option, signature(self.format).parameters[option].default)
        return limit

    def rounds(
        self,
        names: Sequence[str],
        meetings: Sequence[Meeting],
        may_meet: Callable[[str, str], bool] = lambda *_: True,
    ) -> Iterator[Round]:
        """Yield who meets whom, round by round.

        Args:
            names: the contestants.
            meetings: those played so far; a later round may hang on those of the rounds before it.
            may_meet: says which pairings are played; the others are left out.

        Raises:
            BeloteError: where the format fails, or pairs what cannot be paired.
        """
        pairs_somebody = False
        with self._blamed():
            self._check_options()
            rounds = iter(self.format(names, meetings, **self.options))
        while (round_ := self._next(rounds, names)) is not None:
            played = [pairing for pairing in round_ if may_meet(*pairing)]
            pairs_somebody = pairs_somebody or bool(played)
            yield played
        if not pairs_somebody:
            raise BeloteError(f"{self._who} pairs nobody")

    def _next(self, rounds: Iterator[Iterable[Pairing]], names: Sequence[str]) -> Round | None:
        with self._blamed():
            for yielded in rounds:
                round_ = [(first, second) for first, second in yielded]
                self._check(round_, names)
                return round_
        return None

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Name the format where it refuses its options or fails."""
        with blaming(self._who, "fails"):
            try:
                yield
            except BeloteError as error:
                raise PluginError(f"{self._who}: {reason_of(error)}") from error

    @property
    def _who(self) -> str:
        return f"{self.where}{': ' if self.where else ''}format {self.name!r}"

    def _check_options(self) -> None:
        """See that the format takes each option, which is what follows its two arguments."""
        takes = list(signature(self.format).parameters.values())[2:]
        known = [one.name for one in takes if one.kind is not Parameter.VAR_KEYWORD]
        for option in self.options if len(known) == len(takes) else ():
            if option not in known:
                raise BeloteError(unknown("option", option, known))

    def _check(self, round_: Round, names: Sequence[str]) -> None:
        for pairing in round_:
            if not set(pairing) <= set(names) or pairing[0] == pairing[1]:
                raise BeloteError(f"it pairs {pairing!r}: give two of the contestants")

    def pairings(
        self, names: Sequence[str], may_meet: Callable[[str, str], bool] = lambda *_: True
    ) -> int:
        """Return how many pairings there would be if whoever is named first won everything.

        Of an open-ended format it is its limit.
        """
        meetings: list[Meeting] = []
        rounds = self.rounds(names, meetings, may_meet)
        if self.limit is not None:
            next(rounds)  # so that it refuses what it cannot pair
            return self.limit
        for round_ in rounds:
            meetings += [Meeting(first, second, 2, 1.0, 1) for first, second in round_]
        return len(meetings)


ROUND_ROBIN: Final = Schedule()


def formats_of(registry: Registry | None) -> dict[str, Format]:
    """Return the formats there are by name, those of plugins included."""
    return {**(registry.schedules if registry else {}), **FORMATS}


def identity(*parts: str | int) -> str:
    """Return the hash of a tuple of texts and numbers, as 16 hex digits."""
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def fixtures(
    run_id: str,
    pairings: Sequence[Pairing],
    pairs: int,
    *,
    start: int = 0,
    shared_deals: bool = False,
) -> Iterator[Fixture]:
    """Yield every match of a round: the first pair of every pairing, then the second, and so on.

    Both legs of a pair follow each other. A round that is cut short has met everybody about
    equally.

    Args:
        run_id: goes into the ids.
        pairings: of the round, in the order of the schedule.
        pairs: how many pairs each pairing plays.
        start: how many pairings the rounds before it had.
        shared_deals: whether pair *k* of every pairing uses deal set *k*, rather than one of its
            own.
    """
    for pair in range(pairs):
        for place, (first, second) in enumerate(pairings):
            number = start + place
            deal_set = pair if shared_deals else pairs * start + pair * len(pairings) + place
            pair_id = identity(run_id, number, first, second, pair)
            for leg, (ns, ew) in enumerate(((first, second), (second, first))):
                match_id = identity(run_id, number, first, second, pair, leg)
                yield Fixture(match_id, pair_id, number, pair, leg, deal_set, ns, ew)
