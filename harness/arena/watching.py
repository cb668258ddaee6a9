"""Watching: noting every call of a bot before it is made, so that one that never ends has a name.

It takes some microseconds a call, and is done only where a match is played again to find out which
bot ended, or held up, the process it played in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from harness.game.seats import Seat
from harness.plugin.process import Lost

Watch: TypeAlias = Callable[[Seat, str, Callable[..., Any]], Callable[..., Any]]
"""Given a seat, what is asked or told and the bot's method for it, returns what is called."""


class Call(NamedTuple):
    """One call of a bot in a match: of which seat, and how many that seat had had before it."""

    seat: Seat
    number: int


class Loss(NamedTuple):
    """Why a call never ends, in the words of its fault."""

    kind: str
    message: str


def unwatched(_: Seat, __: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return the bot's method as it is: the way of a match that nobody watches."""
    return method


class Watcher:
    """Watches the bots of one match.

    Args:
        note: called before each call of a bot.
        losses: the calls that are known never to end: they are not made again, and fail at once.
    """

    def __init__(self, note: Callable[[Call], None], losses: Mapping[Call, Loss]) -> None:
        self._note = note
        self._losses = losses
        self._calls: Counter[Seat] = Counter()

    def __call__(self, seat: Seat, _: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method that is noted before it is called."""

        def watched(*told: Any) -> Any:  # noqa: ANN401 - as the method takes and returns
            call = Call(seat, self._calls[seat])
            self._calls[seat] += 1
            if call in self._losses:
                raise Lost(*self._losses[call])
            self._note(call)
            return method(*told)

        return watched
