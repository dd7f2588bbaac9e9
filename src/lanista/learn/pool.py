"""The states that the matches of a vector environment begin with."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any

from lanista.engine import State
from lanista.engine.starts import Source
from lanista.learn.seeds import seed_of
from lanista.learn.setup import EpisodeSetup


def starts_of(setup: EpisodeSetup, seeds: list[int], size: int) -> Source:
    """A pool of at least `size` starts, or with 0 a new one for each match; `seeds` are those of first matches."""
    start = NumberedStart(setup, seeds)
    return [start(number) for number in range(pool_size(size, len(seeds)))] if size else start


@dataclass(frozen=True)
class NumberedStart:
    """Gives the n-th start of matches whose first seeds are known."""

    setup: EpisodeSetup
    seeds: list[int]

    def __call__(self, number: int) -> State[Any, Any]:
        """The start with a number: first one for each match, then the next for each, and so on."""
        later, match = divmod(number, len(self.seeds))
        return self.setup.start(seed_of(self.seeds[match], later))


def pool_size(size: int, matches: int) -> int:
    """As many starts that every match gets to play each of them, since it takes each `matches`-th."""
    while gcd(size, matches) > 1:
        size += 1
    return size
