"""How a ranking is to be computed: the zero of its scale, and how its limits are found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from harness.arena.rating.samples import two_sided
from harness.errors import BeloteError, unknown

Interval: TypeAlias = Literal["sandwich", "bootstrap", "model"]
INTERVALS: Final[tuple[Interval, ...]] = get_args(Interval)

LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class Method:
    """How limits are found, and what is 0.

    Attributes:
        interval: `sandwich` and `bootstrap` take what shares deals as one observation, `model`
            takes every match as independent.
        level: probability that a limit holds; with `simultaneous`, that all of a table do at once.
        simultaneous: whether the limits of all bots are to hold together.
        anchor: the bot that has 0; the mean has it where None.
        seed: of the bootstrap.

    Raises:
        BeloteError: The level is not between 0 and 1, or there is no such interval.
    """

    interval: Interval = "sandwich"
    level: float = LEVEL
    simultaneous: bool = False
    anchor: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        two_sided(self.level)
        if self.interval not in INTERVALS:
            raise BeloteError(unknown("method", self.interval, INTERVALS))

    def __str__(self) -> str:
        """Say it in words, as it is stored with the ratings."""
        unit = "match" if self.interval == "model" else "deal set"
        seed = f" seed {self.seed}" if self.interval == "bootstrap" else ""
        together = " together" if self.simultaneous else ""
        zero = f"{self.anchor} 0" if self.anchor else "mean 0"
        return f"{self.interval}{seed} by {unit}, {self.level:.4g}{together}, {zero}"

    def level_of_each(self, bots: int) -> float:
        """Return the level of each limit where `bots` of them are to hold, together or not.

        Together they hold at least with the product of what each holds with, however normal errors
        depend on each other (Šidák 1967). Two bots with mean 0 are one difference.
        """
        together = bots if bots > 2 else 1
        return self.level ** (1 / together) if self.simultaneous else self.level


DEFAULT: Final = Method()
"""Sandwich intervals of 95 % each, the mean being 0."""
