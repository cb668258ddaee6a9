"""Bots of sides with partners that matches leave out of each other's reach.

What `pools` is for sides of one bot, for sides that are as strong as their members on average.

There is a highest likelihood unless the ratings can be moved in some direction so that every match
they change went that way, and none another (Albert and Anderson 1984). The matches that such
directions change are set apart; what the others leave open, which has the mean of each pool in it,
is then placed by the matches set apart and the prior of `pools`, half a virtual draw for each bot.
So these move nobody against those that the others compare.

Bots that the others compare are a pool, and the largest that is linked is the core. Whoever can be
moved up from it has no upper limit, whoever can be moved down no lower one. A limit is that of the
model with the prior, normal, which is more cautious than the exact one of `pools`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from harness.arena.rating.columns import Bools, Floats, Ints
from harness.arena.rating.components import APART, alike, components, unmeasured
from harness.arena.rating.entries import Wins, sandwich, sums
from harness.arena.rating.fitted import Limit

_LIMITS: Final[dict[tuple[bool, bool], Limit]] = {
    (False, False): None,
    (True, False): "lower",
    (False, True): "upper",
    (True, True): "neither",
}
"""The limits of a bot by whether it can be moved up and down."""


def shares_of(
    sides: Sequence[str], members: Mapping[str, Sequence[str]]
) -> tuple[list[str], Floats]:
    """Return the bots that sides are made of, in order, and what each adds, (sides, bots)."""
    names = sorted({name for side in sides for name in members[side]})
    shares = np.zeros((len(sides), len(names)))
    for row, side in zip(shares, sides, strict=True):
        row[[names.index(name) for name in members[side]]] = 1 / len(members[side])
    return names, shares


@dataclass(frozen=True, slots=True, eq=False)
class Partners:
    """Who is in reach of whom.

    Attributes:
        pool: of each bot; those of one are compared by matches that are not set apart.
        component: of each bot.
        of_sides: of each side; those of one share their clusters.
        apart: whether the matches of each pairing are set apart.
        open_to: what the others leave open, (bots, bots).
        directions: as well, as a basis, (bots, n).
    """

    pool: Ints
    component: Ints
    of_sides: Ints
    apart: Bools
    open_to: Floats
    directions: Floats

    @classmethod
    def of(cls, overall: Wins) -> Partners:
        """Return it for matches, an entry for each pairing."""
        apart = _apart(overall)
        directions = unmeasured(overall.kept(~apart))
        told = components(overall)
        return cls(
            pool=alike(directions),
            component=told.of_nodes,
            of_sides=told.of_sides,
            apart=apart,
            open_to=directions @ directions.T,
            directions=directions,
        )

    def placed(self, links: Wins, _: Wins, __: float) -> tuple[Floats, Floats]:
        """Return what is added to each rating, in log odds, and the covariance of that.

        `links` are the pairings set apart, all won by a, with the lead that a has so far.
        """
        shares = links.shares if links.shares is not None else np.eye(links.size)
        of_sides = sums(links.won, links.a, links.size) + sums(links.won, links.b, links.size)
        met = shares.T @ of_sides
        each = shares @ np.divide(1, met, out=np.zeros_like(met), where=met > 0)
        prior = links.won * (each[links.a] + each[links.b]) / 4
        moved = replace(links, won=links.won + prior, lost=prior, shares=shares @ self.directions)
        open_to = unmeasured(moved)
        places = moved.highest(open_to @ open_to.T)
        information = moved.laplacian(moved.variance(moved.gap(places)))
        covariance = sandwich(information, information, open_to @ open_to.T)
        return self.directions @ places, self.directions @ covariance @ self.directions.T

    def sides(self, links: Wins, cores: Ints) -> list[Limit]:
        """Say which limit each bot has, as `Fitted` does; `links` as in `placed`."""
        forward = np.asarray(links.each() @ self.directions)
        sides: list[Limit] = []
        for bot, component in enumerate(self.component.tolist()):
            core = self.pool == cores[component]
            zero = core if core.any() else self.component == component
            ahead = self.directions[bot] - self.directions[zero].mean(axis=0)
            up, down = (_can_move(sign * ahead, forward) for sign in (1, -1))
            sides.append(_LIMITS[up, down])
        return sides


def _can_move(direction: Floats, forward: Floats) -> bool:
    """Say whether something can be moved that way while no pairing is moved backward."""
    if np.abs(direction).max(initial=0.0) < APART:
        return False
    best = _largest(direction, A_ub=-forward, b_ub=np.zeros(len(forward)), bounds=(-1, 1))
    return bool(direction @ best > APART)


def _apart(overall: Wins) -> Bools:
    """Say of which pairings the matches are set apart."""
    won = overall.turned(overall.won == 0)
    whole = won.lost == 0
    apart = np.zeros(len(whole), dtype=bool)
    forward = np.asarray(won.kept(whole).each() @ unmeasured(won.kept(~whole)))
    if not forward.size:
        return apart
    moves, pairings = forward.shape[1], len(forward)
    # The direction that moves as many as it can, each by at least 1 where by anything at all.
    best = _largest(
        np.concatenate([np.zeros(moves), np.ones(pairings)]),
        A_ub=np.hstack([-forward, np.eye(pairings)]),
        b_ub=np.zeros(pairings),
        bounds=[(None, None)] * moves + [(0, 1)] * pairings,
    )
    apart[whole] = best[moves:] > 0.5
    return apart


def _largest(direction: Floats, **limits: Any) -> Floats:  # noqa: ANN401 - as `linprog` takes them
    """Return what goes farthest in a direction within limits."""
    from scipy.optimize import linprog  # noqa: PLC0415 - slow to load, and not every run needs it

    return np.asarray(linprog(-direction, **limits).x)
