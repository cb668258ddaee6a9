"""A supervisor: has matches played in processes of their own, and finds the bot that breaks one.

A bot may end its process, never answer, or take all the memory there is. So the matches of a job
are played in a *player*, a process that can be ended. When one dies or stands still, the match it
was at is played again alone, in a process of its own with every call of a bot noted. A call that
does it again is that bot's fault: it is not made once more, and the match ends, or goes on, as
after any fault. What does not happen again was a *void*: nobody's fault, and the match counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Final

import pyarrow as pa

from harness.arena.batch import Done
from harness.arena.closing import Closing
from harness.arena.columns import Batch
from harness.arena.nursery import Death, Nursery, Played, Supervised
from harness.arena.player import Task
from harness.arena.programme import Programme
from harness.arena.schedule import Fixture
from harness.arena.watching import Call, Loss
from harness.errors import BeloteError
from harness.plugin.process import CRASHED, MEMORY, SILENT

MOST_DEATHS: Final = 24
"""Deaths of one match after which its last culprit is not asked anything any more."""
MOST_VOIDS: Final = 5
"""How often in a row a match may be lost by nobody's fault before the run ends."""
_BREAKING: Final = {CRASHED, MEMORY, SILENT}


class Supervisor(Closing):
    """Has jobs played, one after another, in a player that it keeps while all goes well."""

    def __init__(self) -> None:
        self._nursery: Nursery | None = None
        self._player: Supervised | None = None

    @property
    def player_id(self) -> int | None:
        """The process that plays now."""
        return None if self._player is None else self._player.pid

    def play(self, programme: Programme, fixtures: Sequence[Fixture]) -> Done:
        """Have matches played and return their rows, whatever their bots do.

        Raises:
            BeloteError: a match cannot be played at all, or its process is killed again and again.
        """
        began = perf_counter()
        parts: list[Done] = []
        left = list(fixtures)
        unloaded = 0
        while left:
            end = self._together(programme, left)
            if isinstance(end, Played):
                parts += self._confirmed(programme, left, end)
                break
            if end.match is None:
                unloaded += 1
                if end.certain or unloaded > MOST_VOIDS:
                    raise BeloteError(f"who loads the bots is gone: {end.loss.message}")
                continue
            if programme.tables > 1:  # any of those under way may have done it
                again = self.play(programme._replace(tables=1), left)
                parts.append(again if _blames(again) else _void(again, end.loss.message))
                break
            if end.match:
                parts.append(self.play(programme, left[: end.match]))
            parts.append(self._alone(programme, left[end.match], end.loss.message))
            left = left[end.match + 1 :]
        done = _joined(parts, perf_counter() - began)
        return done._replace(voids=done.voids + unloaded)

    def close(self) -> None:
        """End the player and the nursery."""
        self._end_player()
        if self._nursery is not None:
            self._nursery.close()
            self._nursery = None

    def _end_player(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None

    def _new_player(self) -> Supervised:
        """Return a fresh player, once the one before it has ended."""
        self._end_player()
        if self._nursery is not None and self._nursery.over:
            self._nursery.close()
            self._nursery = None
        if self._nursery is None:
            self._nursery = Nursery()
        return Supervised(self._nursery)

    def _together(self, programme: Programme, fixtures: Sequence[Fixture]) -> Played | Death:
        """Have matches played by the player that is there; one that is spent is not kept."""
        if self._player is None:
            self._player = self._new_player()
        end = self._player.play(Task(programme, fixtures))
        least = self._player.least_memory
        if isinstance(end, Death) or (least and _is_spent(least, end.memory, programme)):
            self._end_player()
        return end

    def _confirmed(
        self, programme: Programme, fixtures: Sequence[Fixture], played: Played
    ) -> list[Done]:
        """Return what was played, but for matches that ran out of memory: others had their share.

        Those are played again, each with all the memory for itself.
        """
        batch = played.done.batch
        short = {
            fault["match_id"]: fault["message"]
            for fault in batch.faults.to_pylist()
            if fault["kind"] == MEMORY
        }
        alone = [
            self._alone(programme, one, short[one.match_id])
            for one in fixtures
            if one.match_id in short
        ]
        return [played.done._replace(batch=batch.without(set(short))), *alone]

    def _alone(self, programme: Programme, fixture: Fixture, why: str) -> Done:
        """Have one match played in a process of its own, until whoever ends that is found.

        Args:
            programme: what is played.
            fixture: the match.
            why: what went wrong when it was played with others.
        """
        losses: dict[Call, Loss] = {}
        suspect: Call | None = None
        voids = 0
        while True:
            with self._new_player() as watched:
                end = watched.play(Task(programme._replace(tables=1), [fixture], losses))
            if isinstance(end, Played):
                done = end.done._replace(voids=0)
                return done if _blames(done) else _void(done, why)
            why = end.loss.message
            if end.call is None or not (end.certain or end.call == suspect):
                suspect, voids = end.call, voids + 1
            elif len(losses) < MOST_DEATHS:
                losses[end.call] = end.loss
                suspect, voids = None, 0
            else:  # it dies elsewhere each time: it is not even made
                losses[Call(end.call.seat, 0)] = end.loss
            if voids > MOST_VOIDS:
                raise BeloteError(
                    f"match {fixture.match_id} of {fixture.ns} and {fixture.ew} cannot be played: "
                    f"its process was ended {voids} times, by nobody at the table"
                )


def _blames(done: Done) -> bool:
    """Say whether somebody was found who breaks a process."""
    return not _BREAKING.isdisjoint(done.batch.faults["kind"].to_pylist())


def _void(done: Done, why: str) -> Done:
    """Count one more void, and keep the first reason."""
    return done._replace(voids=done.voids + 1, why=done.why or why)


def _is_spent(least: int, memory: int, programme: Programme) -> bool:
    """Say whether a player has used up half of the memory that it had to spare at first."""
    most = programme.limits.memory_mb * 1024
    return 2 * (memory - least) > max(most - least, 0)


def _joined(parts: Sequence[Done], seconds: float) -> Done:
    """Return the parts of a job as one, in the order that they stand in."""
    if len(parts) == 1:
        return parts[0]._replace(seconds=seconds)
    tables = (
        pa.concat_tables([getattr(part.batch, name) for part in parts])
        for name in ("matches", "hands", "faults")
    )
    why = next((part.why for part in parts if part.why), "")
    return Done(Batch(*tables), seconds, sum(part.voids for part in parts), why)
