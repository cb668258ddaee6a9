"""Random play to the end of a hand: what each card brings when nobody thinks."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from harness.game.cards import Card
from harness.game.hand import Hand
from harness.search.native import native
from harness.search.position import Position
from harness.search.terms import capot_of, whole_of

MOST: Final = 1_000_000_000
"""Hands after each card, at most: so many can be added up exactly."""


class Rollout(NamedTuple):
    """What a card brought the side that played it, over hands played out at random.

    Attributes:
        hands: how many.
        mean: card points that the side had at the end, on average: those won before and the last
            trick's included, a capot counted as the rules say.
        deviation: their standard deviation from one hand to another.
    """

    hands: int
    mean: float
    deviation: float


def rollouts(
    position: Position | Hand, n: int, seed: int, *, sensible: bool = False
) -> dict[Card, Rollout]:
    """Play each legal card, and then the hand out at random, `n` times.

    Every later card is drawn from the legal ones, each as likely as the others; or chosen with some
    sense: whoever has as many trumps as all others draws them, masters are led, the partner is
    given points, tricks are won where that is sure and cheaply by whoever plays last, else little
    is thrown away; one card in eight is drawn as before.

    Args:
        position: where the hand stands, or the hand itself.
        n: hands after each legal card.
        seed: of the draws; the same seed gives the same numbers on every machine.
        sensible: whether later cards are chosen with some sense.

    Raises:
        ValueError: saying what is wrong with the position or the number.
    """
    check_hands(n)
    here = Position.of_hand(position) if isinstance(position, Hand) else position
    won = here.points[here.side]
    capot = capot_of(here.rules, whole_of(here.terms))
    tallies = native.rollouts(here.terms, here.data, won, capot, n, seed % 2**64, sensible)
    return {card: _rollout(n, total, squares) for card, total, squares in tallies}


def check_hands(n: int) -> None:
    """See that a number of hands after each card can be played and added up.

    Raises:
        ValueError: it cannot.
    """
    if not 1 <= n <= MOST:
        raise ValueError(f"hands after each card are from 1 to {MOST:,}, not {n}")


def _rollout(hands: int, total: int, squares: int) -> Rollout:
    return Rollout(hands, total / hands, sqrt(squares * hands - total * total) / hands)
