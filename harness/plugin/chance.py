"""A bot's own generator, which can be set up again in another process."""

from __future__ import annotations

import random
from hashlib import blake2b

SEED_BITS = 128


class Chance(random.Random):
    """A `random.Random` that remembers what it was seeded with.

    Attributes:
        seeded: a number below 2¹²⁸; None for one that was made without.
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self.seeded = seed


def chance_of(seed: bytes, *whose: object) -> Chance:
    """Return a generator that comes from a hash keyed with a seed, from which none finds the seed.

    Args:
        seed: of at most 64 bytes.
        whose: what sets this one apart from others of the same seed, written by `repr`.
    """
    digest = blake2b(repr(whose).encode(), key=seed, digest_size=SEED_BITS // 8, person=b"bot")
    return Chance(int.from_bytes(digest.digest(), "little"))


def seed_of(rng: random.Random) -> int:
    """Return what sets a generator up again; of another kind than `Chance`, what it draws."""
    seeded = getattr(rng, "seeded", None)
    return rng.getrandbits(SEED_BITS) if seeded is None else seeded
