"""A bot's own generator, which can be set up again in another process."""

from __future__ import annotations

import random

SEED_BITS = 128


class Chance(random.Random):
    """A `random.Random` that remembers what it was seeded with.

    Attributes:
        seeded: a number below 2¹²⁸; None for one that was made without.
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self.seeded = seed


def seed_of(rng: random.Random) -> int:
    """Return what sets a generator up again; of another kind than `Chance`, what it draws."""
    seeded = getattr(rng, "seeded", None)
    return rng.getrandbits(SEED_BITS) if seeded is None else seeded
