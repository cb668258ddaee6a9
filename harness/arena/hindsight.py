"""Hindsight: what each card played was worth, had everybody seen all cards from there on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from harness.arena.replays import Replay
from harness.game.cards import Card
from harness.search import Position, solve_many

SEATS_SOLVED: Final = 4
"""Positions of how many seats can be solved."""

Values: TypeAlias = dict[Card, int]
"""By legal card, the card points that the side to play then has at the end of the hand."""


class Judged(NamedTuple):
    """A card played, seen from the end.

    Attributes:
        values: what each legal card was worth to the side that played.
        card: the one played.
    """

    values: Values
    card: Card

    @property
    def cost(self) -> int:
        """The card points that the play gave away: 0 for the best card."""
        return max(self.values.values()) - self.values[self.card]


def judged(replay: Replay, *, threads: int | None = None) -> tuple[Judged, ...]:
    """Judge each card played of a hand; none where its positions cannot be solved.

    Each is held against the best play with all cards seen, which nobody at the table could do: a
    cost is a question to ask of a bot, not yet a mistake. `threads` is as for `solve_many`.
    """
    if replay.match.rules.seats != SEATS_SOLVED:
        return ()
    solutions = solve_many(_positions(replay), threads=threads)
    return tuple(
        Judged(solution.values, play.card)
        for solution, play in zip(solutions, replay.plays, strict=True)
    )


def _positions(replay: Replay) -> Iterator[Position]:
    hand = replay.opening.copy()
    for play in replay.plays:
        yield Position.of_hand(hand)
        hand.push(play.card)
