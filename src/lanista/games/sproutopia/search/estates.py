"""Whose land the cells out of sight are: as last seen, changed until everybody has the public share of the map."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lanista.games.sproutopia.search.floods import Mask
from lanista.games.sproutopia.search.memory import NOBODY, Memory, Sighting

NOISE = 6.0  # cells by which the edge of land that was never seen is blurred
VARIANTS = 4  # divisions of the land that are imagined at the same time

Owners = npt.NDArray[np.int8]


class Estates:
    """One possible division of the land; cells that are not open never change.

    Floored percentages leave a range of counts open. The variants divide it evenly, so that together they are
    fair, and a farmer keeps its part of the range until its percentage changes.
    """

    def __init__(self, memory: Memory, is_open: Mask, variant: int) -> None:
        self._memory, self._open, self._variant = memory, is_open, variant
        self._random = np.random.default_rng(variant)
        self.owner: Owners = memory.owner.copy()
        self._size, self._seats = len(self.owner), memory.config.seats
        self._shared = np.zeros(self._size, np.int8)  # second owners (D8, D9)
        self._targets = [self._target(farmer) for farmer in memory.farmers]
        self._balance()

    def bits(self) -> Owners:
        """The owners of each cell as bits."""
        return np.where(self.owner == NOBODY, 0, 1 << self.owner.clip(0)).astype(np.int8) | self._shared

    def _target(self, farmer: Sighting) -> int:
        """The number of cells that a farmer has in this variant; its memory of its land is exact."""
        lowest, highest = cells_of(farmer.share, self._size)
        known = self._count(farmer.seat)
        if farmer.seat == self._memory.seat:
            return min(max(known, lowest), highest)
        lowest = min(max(lowest, known - self._count(farmer.seat, self._open)), highest)
        parts = np.random.default_rng((farmer.seat, farmer.settled)).permutation(VARIANTS)
        part = (int(parts[self._variant]) + 0.5) / VARIANTS
        return lowest + int(part * (highest - lowest + 1))

    def _count(self, seat: int, among: Mask | None = None) -> int:
        mine = self.owner == seat
        return int(np.count_nonzero(mine if among is None else mine & among))

    def _balance(self) -> None:
        """Take land from those who have too much, and give it to those who have too little."""
        for seat in range(self._seats):
            surplus = self._count(seat) - self._targets[seat]
            if surplus > 0:
                self._take(seat, surplus)
        missing = [self._give(seat, self._targets[seat] - self._count(seat)) for seat in range(self._seats)]
        if any(missing):
            self._redivide()

    def _take(self, seat: int, surplus: int) -> None:
        """A farmer loses the cells that were last seen longest ago."""
        cells = np.flatnonzero(self._open & (self.owner == seat))
        oldest = np.argsort(self._memory.seen[cells] + self._random.random(len(cells)))
        self.owner[cells[oldest[:surplus]]] = NOBODY

    def _give(self, seat: int, wanted: int) -> int:
        """Give a farmer cells near its land that may have changed since they were seen; the number missing."""
        if wanted <= 0:
            return 0
        cells = np.flatnonzero(self._open & (self.owner == NOBODY))
        if wanted < len(cells):
            order = self._memory.reach(seat)[cells] + NOISE * self._random.random(len(cells), np.float32)
            self.owner[cells[np.argpartition(order, wanted)[:wanted]]] = seat
        else:
            self.owner[cells] = seat
        return max(0, wanted - len(cells))

    def _redivide(self) -> None:
        """Forget cells out of sight, and divide them anew."""
        self.owner[self._open] = NOBODY
        for seat in range(self._seats):
            missing = self._give(seat, self._targets[seat] - self._count(seat))
            self._share(seat, missing)

    def _share(self, seat: int, missing: int) -> None:
        """Where lands overlap, a farmer also owns cells that are shown as others' (2.5)."""
        if missing > 0:
            below = (self.owner != NOBODY) & (self.owner < seat)
            cells = np.flatnonzero(below | self._open & (self.owner != seat))
            self._shared[self._random.permutation(cells)[:missing]] |= 1 << seat


def cells_of(share: int, size: int) -> tuple[int, int]:
    """The fewest and the most cells of a map whose percentage, rounded down, is a share."""
    return -(-share * size // 100), -(-(share + 1) * size // 100) - 1
