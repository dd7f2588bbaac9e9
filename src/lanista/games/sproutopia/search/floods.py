"""Flood fills over the whole map at once: a set of cells is one large number with a bit for each cell.

Rows have an empty column behind them and the map an empty row before and after it, so that shifting a number by
one bit or by one row never wraps around.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]  # one entry for each cell of the map, row by row


class Enclosure(NamedTuple):
    """Cells as numbers: those that become a farmer's land, and the enclosed set (6.4)."""

    filled: int
    enclosed: int


class Board:
    """Conversions between cells, masks and numbers for one size of map."""

    def __init__(self, cols: int, rows: int) -> None:
        self.cols, self.rows = cols, rows
        self._stride = cols + 1
        self._bits = np.zeros((rows + 2, self._stride), np.uint8)
        self._all = self.number(np.ones(cols * rows, np.bool_))
        self._everywhere = (1 << (rows + 2) * self._stride) - 1

    def number(self, mask: Mask) -> int:
        """The cells of a mask as one number."""
        self._bits[1:-1, :-1] = mask.reshape(self.rows, self.cols)
        return int.from_bytes(np.packbits(self._bits, bitorder="little").tobytes(), "little")

    def mask(self, number: int) -> Mask:
        """The cells of a number as a mask."""
        size = (self.rows + 2) * self._stride
        data = np.frombuffer(number.to_bytes((size + 7) // 8, "little"), np.uint8)
        bits = np.unpackbits(data, bitorder="little", count=size).reshape(self.rows + 2, self._stride)
        return bits[1:-1, :-1].reshape(-1).astype(np.bool_)

    def bits(self, cells: Iterable[int]) -> int:
        """Some cells as one number."""
        number = 0
        for cell in cells:
            number |= 1 << (cell // self.cols + 1) * self._stride + cell % self.cols
        return number

    def flood(self, seeds: int, free: int) -> int:
        """The cells that steps over free cells reach from the seeds."""
        reached, before, stride = seeds, 0, self._stride
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << stride | reached >> stride) & free
        return reached

    def fill(self, base: int) -> int:
        """The base and everything that it encloses (6.3)."""
        outside = self._everywhere & ~self._all
        return self._all & ~self.flood(outside, self._everywhere & ~base)

    def claim(self, land: int, trail: list[int], bridges_fill: bool) -> Enclosure:
        """The cells that a completed trail adds to a farmer's land (6.4, 6.5)."""
        path = self.bits(trail)
        piece = self.flood(self.bits(trail[:1]) & land, land)
        is_same_piece = bool(piece & self.bits(trail[-1:]))
        filled = self.fill(piece | path) if is_same_piece or bridges_fill else path
        return Enclosure(filled, filled & ~(piece | path if is_same_piece else land))
