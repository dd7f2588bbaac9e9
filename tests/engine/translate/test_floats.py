"""Floats of 4 bytes: what is computed in them is what doubles give when they are rounded."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanista.engine import native
from lanista.engine.loop import LoopArgument, loop
from tests.coins import RULES

COUNT = 5000


@loop(shorts=LoopArgument("i2"), factors=LoopArgument("f4"), products=LoopArgument("f4"), sums=LoopArgument("f4"))
def combine(shorts: Any, factors: Any, products: Any, sums: Any) -> None:
    """Products and sums of a whole number and a float."""
    for i in range(len(shorts)):
        products[i] = shorts[i] * factors[i]
        sums[i] = factors[i] - shorts[i]


def test_products_and_sums_are_those_of_doubles_rounded() -> None:
    random = np.random.default_rng(7)
    shorts = random.integers(-(2**15), 2**15, COUNT).astype(np.int16)
    factors = (random.standard_normal(COUNT) * 10.0 ** random.integers(-42, 34, COUNT)).astype(np.float32)
    products, sums = np.zeros((2, COUNT), dtype=np.float32)
    native.native(RULES).loop(combine)(shorts, factors, products, sums)
    assert products.tobytes() == (shorts.astype(np.float64) * factors).astype(np.float32).tobytes()
    assert sums.tobytes() == (factors.astype(np.float64) - shorts).astype(np.float32).tobytes()
