"""The seeds of an environment's matches."""

from __future__ import annotations

import secrets

from lanista.engine import derive
from lanista.engine.arguments import at_least

SEED_BITS = 62  # of seeds that are drawn; a vector counts on from there, and must stay within 64 bits


class MatchSeeds:
    """Seeds one after the other, the first of which is the given one; without a seed they differ each time."""

    def __init__(self, seed: int | None = None) -> None:
        self.first = secrets.randbits(SEED_BITS) if seed is None else at_least("seed", seed, 0)
        self.drawn = 0

    def next(self) -> int:
        """The seed of the next match."""
        self.drawn += 1
        return seed_of(self.first, self.drawn - 1)


def seed_of(first: int, number: int) -> int:
    """The seed of a later match, from that of the first."""
    return first if number == 0 else derive(first, "match", number) % 2**SEED_BITS
