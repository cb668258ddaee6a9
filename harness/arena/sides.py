"""Sides: one contestant at both seats, or two partners, and which of them sits where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

Partners: TypeAlias = Literal["same", "all"]

AND: Final = " + "
"""What stands between the names of two partners."""
FEWEST_PARTNERS: Final = 4
"""Contestants that it takes for two sides without a common one."""
MOST_PARTNERS: Final = 20
"""Contestants beyond whom there would be too many sides: 20 make 190, which meet 14,535 times."""


class Side(NamedTuple):
    """Who plays together: a name, and the contestant at both seats or the two partners."""

    name: str
    members: tuple[str, ...]

    @property
    def mixed(self) -> bool:
        """Whether two contestants share it."""
        return len(self.members) > 1

    def seated(self, *, turned: bool) -> tuple[str, str]:
        """Return who sits at its first seat, N or E, and at its second; `turned` swaps them."""
        first, second = self.members[0], self.members[-1]
        return (second, first) if turned else (first, second)


def partnership(*members: str, name: str | None = None) -> Side:
    """Return the side of two partners."""
    return Side(name or AND.join(members), members)


def every_partnership(names: Iterable[str]) -> tuple[Side, ...]:
    """Return a side for every two contestants."""
    return tuple(partnership(*members) for members in combinations(names, 2))


def seating(sides: Sequence[Side], pair: int, leg: int) -> list[str]:
    """Return who sits N, E, S and W in one leg of a pair.

    In the second leg each sits where an opponent sat in the first, so every holding is played by
    both of them. In every other pair the partners of the pairing's second side change seats, so
    that both partners meet both opponents.

    Args:
        sides: NS and EW.
        pair: which pair of the pairing.
        leg: 0, or 1 where the pairing's second side sits NS.
    """
    turned = pair % 2 == 1
    north, south = sides[0].seated(turned=turned and leg == 1)
    east, west = sides[1].seated(turned=turned and leg == 0)
    return [north, east, south, west]
