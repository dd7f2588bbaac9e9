"""Whose land the cells out of sight are: as last seen, changed until everybody has the public share of the map."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lanista.games.sproutopia.search.floods import Mask
from lanista.games.sproutopia.search.memory import NOBODY, Memory

NOISE = 6.0  # cells by which the edge of land that was never seen is blurred

Owners = npt.NDArray[np.int8]


class Estates:
    """One possible division of the land; cells that are not open never change."""

    def __init__(self, memory: Memory, is_open: Mask, random: np.random.Generator) -> None:
        self._memory, self._open, self._random = memory, is_open, random
        self.owner: Owners = memory.owner.copy()
        self._size, self._seats = len(self.owner), memory.config.seats
        self._shared = np.zeros(self._size, np.int8)  # second owners (D8, D9)
        self._bounds = [self._cells_of(farmer.share) for farmer in memory.farmers]
        self._balance()

    def bits(self) -> Owners:
        """The owners of each cell as bits."""
        return np.where(self.owner == NOBODY, 0, 1 << self.owner.clip(0)).astype(np.int8) | self._shared

    def _cells_of(self, share: int) -> tuple[int, int]:
        """The numbers of cells that a public percentage allows."""
        return -(-share * self._size // 100), -(-(share + 1) * self._size // 100) - 1

    def _count(self, seat: int) -> int:
        return int(np.count_nonzero(self.owner == seat))

    def _balance(self) -> None:
        """Take land from those who have too much, and give it to those who have too little."""
        for seat in range(self._seats):
            surplus = self._count(seat) - self._bounds[seat][1]
            if surplus > 0:
                self._take(seat, surplus)
        missing = [self._give(seat, self._bounds[seat][0] - self._count(seat)) for seat in range(self._seats)]
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
        """Forget cells out of sight, and give each farmer the fewest cells that agree with the shares."""
        self.owner[self._open] = NOBODY
        for seat in range(self._seats):
            missing = self._give(seat, self._bounds[seat][0] - self._count(seat))
            self._share(seat, missing)

    def _share(self, seat: int, missing: int) -> None:
        """Where lands overlap, a farmer also owns cells that are shown as others' (2.5)."""
        if missing > 0:
            below = (self.owner != NOBODY) & (self.owner < seat)
            cells = np.flatnonzero(below | self._open & (self.owner != seat))
            self._shared[self._random.permutation(cells)[:missing]] |= 1 << seat
