"""How a format ended that has an end of its own: the final of a knockout, the places of a Swiss.

Each is told by what paired the rounds, and need not agree with the ranking by Elo. Between two
rounds it is told how far that has come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from math import ceil, log2
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from harness.arena.formats import Place, knockout, seeded, standings, swiss, winner
from harness.arena.meetings import Meeting, Tally, tallies_of
from harness.arena.runs import FINISHED, Ask, RunInfo, names_of, texts

_PAIRINGS: Final = """
    SELECT run_id, pairing, count(*) AS matches,
           any_value(CASE leg WHEN 0 THEN ns ELSE ew END) AS first,
           any_value(CASE leg WHEN 0 THEN ew ELSE ns END) AS second,
           sum(CASE leg WHEN 0 THEN score_ns ELSE score_ew END)::BIGINT AS points,
           sum(CASE leg WHEN 0 THEN score_ew ELSE score_ns END)::BIGINT AS against,
           count(*) FILTER (ended_by = 'forfeit' AND (winner = 'EW') = (leg = 0)) AS given_up,
           count(*) FILTER (ended_by = 'forfeit' AND (winner = 'NS') = (leg = 0)) AS given
    FROM matches WHERE run_id IN ({runs}) GROUP BY run_id, pairing ORDER BY run_id, pairing
"""

Row: TypeAlias = Mapping[str, Any]


class Decided(NamedTuple):
    """A final as its winner sees it.

    Attributes:
        winner: of the knockout.
        loser: the other one.
        won: how many matches of the final were the winner's, a draw counting half.
        lost: how many were the other's.
        points: the winner's, over all matches of the final.
        against: the other's.
        forfeited: how many matches of the final the other lost by a fault.
    """

    winner: str
    loser: str
    won: float
    lost: float
    points: int
    against: int
    forfeited: int = 0


class StillIn(NamedTuple):
    """Who is left of a knockout, best seed first, after how many whole rounds of how many."""

    rounds: int
    of: int
    names: tuple[str, ...]


class Placed(NamedTuple):
    """The places of a Swiss, the first one first.

    Attributes:
        rounds: after how many whole ones.
        of: how many there are.
        places: of all contestants.
        sat_out: who was given the win of a round, in the order of these.
    """

    rounds: int
    of: int
    places: tuple[Place, ...]
    sat_out: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every round has been played."""
        return self.rounds == self.of

    @property
    def leader(self) -> str:
        """Who is first."""
        return self.places[0].name


Ended: TypeAlias = Decided | StillIn | Placed


def has_end(config: Mapping[str, Any]) -> bool:
    """Say whether the format of a run, by its configuration, has an end of its own."""
    return config.get("format") in _TOLD


def final_of(ask: Ask, run: RunInfo) -> Ended | None:
    """Return how a run ended by its format, or how far its rounds have come.

    None where the format has no end of its own, where no round is over, and of a rescored run:
    its rounds were paired by other scores.
    """
    return finals_of(ask, [run])[0]


def finals_of(ask: Ask, runs: Sequence[RunInfo]) -> list[Ended | None]:
    """Return what `final_of` does for each of many runs, asking together for all of them."""
    configs = {run.run_id: json.loads(run.config) for run in runs}
    ending = [
        run_id
        for run_id, config in configs.items()
        if has_end(config) and "rescored_from" not in config
    ]
    if not ending:
        return [None] * len(runs)
    rows = ask(_PAIRINGS.format(runs=texts(ending))).to_pylist()
    pairings = {run_id: list(part) for run_id, part in groupby(rows, itemgetter("run_id"))}
    tallies = tallies_of(ask, ending)
    return [
        _ended(run, configs[run.run_id], pairings.get(run.run_id, []), tallies[run.run_id])
        if run.run_id in tallies
        else None
        for run in runs
    ]


def _ended(
    run: RunInfo, config: Mapping[str, Any], rows: Sequence[Row], tally: Tally
) -> Ended | None:
    planned = len(rows)
    if run.status != FINISHED:
        planned = config["matches"] // (2 * config["pairs"])
        told = enumerate(rows)
        whole = takewhile(lambda one: _is_whole(*one, 2 * config["pairs"]), told)
        rows = [row for _, row in whole]
    meetings = [
        meeting
        for row in rows
        for meeting in tally.meetings([(row["first"], row["second"])], row["pairing"])
    ]
    return _TOLD[config["format"]](names_of(config), meetings, rows, planned)


def _is_whole(number: int, row: Row, matches: int) -> bool:
    """Whether a pairing is the one of a number, with all its matches."""
    return bool(row["pairing"] == number and row["matches"] == matches)


def _final(
    names: Sequence[str], meetings: Sequence[Meeting], rows: Sequence[Row], _: int
) -> Decided | StillIn | None:
    """Return the last meeting, by what decided every round before; or who is left for it."""
    planned, seeds = ceil(log2(len(names))), seeded(names)
    rounds = list(_knocked_out(names, meetings))
    if not rounds:
        return None
    if len(rounds) < planned:
        out = {
            name
            for round_ in rounds
            for meeting in round_
            for name in meeting[:2]
            if name != winner(meeting, seeds)
        }
        return StillIn(len(rounds), planned, tuple(name for name in names if name not in out))
    (meeting,), row = rounds[-1], rows[-1]
    won, lost = meeting.score * meeting.matches, (1 - meeting.score) * meeting.matches
    first, second = meeting[:2]
    if winner(meeting, seeds) == first:
        return Decided(first, second, won, lost, row["points"], row["against"], row["given"])
    return Decided(second, first, lost, won, row["against"], row["points"], row["given_up"])


def _places(
    names: Sequence[str], meetings: Sequence[Meeting], _: Sequence[Row], planned: int
) -> Placed | None:
    """Return the order in which another round would be paired."""
    size = len(names) // 2
    whole = len(meetings) // size
    rounds = [meetings[size * number : size * (number + 1)] for number in range(whole)]
    if not rounds:
        return None
    sat_out = [
        name
        for round_ in rounds
        for name in set(names).difference(*(meeting[:2] for meeting in round_))
    ]
    played = [meeting for round_ in rounds for meeting in round_]
    places = tuple(standings(names, played, sat_out))
    return Placed(len(rounds), planned // size, places, tuple(sat_out))


def _knocked_out(names: Sequence[str], meetings: Sequence[Meeting]) -> Iterator[Sequence[Meeting]]:
    """Yield the meetings of a knockout round by round, as far as these are whole."""
    seen: list[Meeting] = []
    for pairings in knockout(names, seen):
        round_ = meetings[len(seen) : len(seen) + len(pairings)]
        if len(round_) < len(pairings):
            return
        seen += round_
        yield round_


_TOLD: Final[
    dict[str, Callable[[Sequence[str], Sequence[Meeting], Sequence[Row], int], Ended | None]]
] = {knockout.__name__: _final, swiss.__name__: _places}
