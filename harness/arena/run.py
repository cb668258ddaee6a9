"""A run: a tournament resolved, with who plays, on what seed, under which id."""

from __future__ import annotations

import json
import platform
import secrets
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from harness import __version__
from harness.arena.columns import BotRow, RunRow
from harness.arena.lineup import Contestant
from harness.arena.meetings import Meeting, Tally
from harness.arena.programme import Entrant, Programme
from harness.arena.resuming import CONTINUES, OPEN_ENDED, SEED, told_by_id
from harness.arena.schedule import Fixture, fixtures, identity
from harness.arena.seeds import hash_of
from harness.arena.tournament import Tournament
from harness.game.dealing import SEED_BYTES
from harness.plugin import sandbox
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation
from harness.plugin.manager import BotEntry, Registry
from harness.plugin.program import program_of
from harness.plugin.starting import see_started


class Run:
    """One run of a tournament, resolved: who plays, on what seed, under which id.

    Args:
        tournament: what to play.
        registry: where its bots are found.

    Attributes:
        total: how many matches it has, as far as can be told.
        seed, seed_hash: 16 bytes, given or drawn; their hash in hex.
        config: all that is to be stored about it, its marks included (see `resuming`).
        rules: every field of its rules, as JSON.
        digests: of each contestant's code.
        run_id: its id.

    Raises:
        BeloteError: for a bot that is unknown or cannot be made.
    """

    def __init__(self, tournament: Tournament, registry: Registry) -> None:
        self.tournament = tournament
        self.entries = [registry.bot(one.bot) for one in tournament.contestants]
        self.isolations = [
            tournament.isolation.of(one.isolation, submitted=entry.submitted)
            for one, entry in zip(tournament.contestants, self.entries, strict=True)
        ]
        for contestant, entry, isolation in self._entered():
            if isolation.level == "none":
                entry.make(**contestant.options)
            elif isolation.level == "sandbox":
                sandbox.require()
        self.total = tournament.matches
        self.rules = json.dumps(tournament.rules.as_dict() | {"base": tournament.rules.base})
        self.digests = {
            one.name: entry.digest
            for one, entry in zip(tournament.contestants, self.entries, strict=True)
        }
        self._identify(tournament.seed or secrets.token_bytes(SEED_BYTES), {})

    def see_started(self) -> None:
        """Have a bot of each isolated contestant start, so that none fails in every match.

        Raises:
            BeloteError: the first that does not.
        """
        see_started(self._benches(), self.tournament.rules)

    def again(self, *, seed: bytes | None = None, marks: Mapping[str, str]) -> Run:
        """Return this run under other marks, on a seed that was drawn before."""
        other = copy(self)
        other._identify(self.tournament.seed or seed or self.seed, marks)  # noqa: SLF001 - a run too
        return other

    def _identify(self, seed: bytes, marks: Mapping[str, str]) -> None:
        self.seed, self.seed_hash = seed, hash_of(seed)
        drawn = {} if self.tournament.seed else {SEED: "drawn"}
        self.config = {
            **_config(self.tournament, self.total),
            **_kept_apart(self.tournament.isolation, apart=self._apart),
            **drawn,
            **marks,
        }
        told = json.dumps(told_by_id(self.config))
        self.run_id = identity(told, self.rules, self.seed_hash, *self.digests.values())

    @property
    def _apart(self) -> bool:
        return any(isolation.level != "none" for isolation in self.isolations)

    @property
    def idle_keys(self) -> tuple[str, ...]:
        """The keys of its tournament that say nothing, since none of its bots is isolated."""
        given, usual = self.tournament.isolation._asdict(), Isolation()._asdict()
        idle = () if self._apart else ("time", "limits", "keep", "share")
        return tuple(key for key in idle if given[key] != usual[key])

    @property
    def continues(self) -> str | None:
        """The id of a run whose matches it takes over."""
        old: str | None = self.config.get(CONTINUES)
        return old

    def rounds(self, tally: Tally) -> Iterator[tuple[int, Iterator[Fixture]]]:
        """Yield each round's number of matches, and these in the order of the schedule.

        Args:
            tally: counts all results of a round before the next is asked for.
        """
        tournament = self.tournament
        meetings: list[Meeting] = []
        for pairings in tournament.rounds(meetings):
            start = len(meetings)
            matches = 2 * tournament.pairs * len(pairings)
            yield (
                matches,
                fixtures(
                    self.run_id,
                    pairings,
                    tournament.pairs,
                    start=start,
                    shared_deals=tournament.deals == "shared",
                ),
            )
            meetings += tally.meetings(pairings, start)

    def programme(self) -> Programme:
        """Return what workers need to know of the run."""
        entrants = tuple(
            Entrant(one.name, one.bot, one.options, entry.source, entry.digest, isolation)
            for one, entry, isolation in self._entered()
        )
        deals = 1 if self.tournament.mode == "duplicate" else None
        sides = tuple(side for side in self.tournament.sides if side.mixed)
        return Programme(
            self.run_id,
            self.tournament.rules,
            self.seed,
            entrants,
            deals,
            sides,
            self.tournament.policy,
            self.tournament.worker_limits,
            self.tournament.tables,
        )

    def row(self) -> RunRow:
        """Return the run's row; a drawn seed stays secret until the run is finished."""
        return RunRow(
            self.run_id,
            self.tournament.name,
            self.rules,
            json.dumps(self.config),
            self.seed.hex() if self.tournament.seed else None,
            self.seed_hash,
            __version__,
            platform.python_version(),
        )

    def bot_rows(self) -> list[BotRow]:
        """Return a row for each contestant."""
        return [
            _bot_row(self.run_id, one, entry, isolation)
            for one, entry, isolation in self._entered()
        ]

    def _benches(self) -> Iterator[tuple[str, Bench]]:
        """Yield what makes the bots of each isolated contestant, and whose they are."""
        for one, entry, isolation in self._entered():
            if isolation.level != "none":
                program = program_of(entry.source, entry.digest, entry.name)
                yield str(entry), Bench(program, isolation, one.options)

    def _entered(self) -> Iterator[tuple[Contestant, BotEntry, Isolation]]:
        """Yield each contestant with its bot and how that is kept apart."""
        return zip(self.tournament.contestants, self.entries, self.isolations, strict=True)


def _config(tournament: Tournament, matches: int) -> dict[str, Any]:
    return {
        "contestants": [contestant._asdict() for contestant in tournament.contestants],
        "pairs": tournament.pairs,
        "matches": matches,
        "format": tournament.schedule.name,
        "options": tournament.schedule.told,
        "mode": tournament.mode,
        "deals": tournament.deals,
        "partners": tournament.partners,
        "sides": [side._asdict() for side in tournament.named_sides],
        **tournament.policy._asdict(),
        "rules": tournament.rules.name,
        **({OPEN_ENDED: True} if tournament.schedule.limit is not None else {}),
    }


def _kept_apart(isolation: Isolation, *, apart: bool) -> dict[str, Any]:
    """Return what a configuration says of isolation, where it says anything.

    That processes are shared changes nothing that is played, and is no part of it; nor is any of
    it but the level where no bot is `apart`.
    """
    if isolation._replace(share=False) == Isolation():
        return {}
    if not apart:
        return {"isolation": isolation.level} if isolation.level else {}
    parts = {"time": isolation.time._asdict(), "limits": isolation.limits._asdict()}
    return {"isolation": isolation.level, **parts, "keep": isolation.keep}


def _bot_row(run_id: str, contestant: Contestant, entry: BotEntry, isolation: Isolation) -> BotRow:
    return BotRow(
        run_id,
        contestant.name,
        contestant.bot,
        entry.version,
        entry.digest,
        json.dumps(contestant.options),
        entry.author,
        isolation.level or "none",
        entry.plugin,
    )
