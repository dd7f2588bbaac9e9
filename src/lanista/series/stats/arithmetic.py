"""The operations that differ between one number and an array of them, so that formulas are written once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Number = Any  # a float, or an array of floats with one for each sample


@dataclass(frozen=True)
class Arithmetic:
    """Operations on numbers of one kind."""

    where: Callable[[Any, Number, Number], Number]  # the first number if the condition holds, otherwise the second
    greatest: Callable[[Sequence[Number]], Number]  # of several numbers
    least: Callable[[Sequence[Number]], Number]
    largest: Callable[[Number], float]  # the largest entry
    log: Callable[[Number], Number]


def _choose(condition: bool, one: float, other: float) -> float:
    return one if condition else other


FLOATS = Arithmetic(_choose, max, min, float, math.log)


def arrays() -> Arithmetic:
    """The operations on arrays; a function, since importing NumPy takes longer than a single test."""
    import numpy as np

    def greatest(numbers: Sequence[Number]) -> Number:
        return np.max(numbers, axis=0)

    def least(numbers: Sequence[Number]) -> Number:
        return np.min(numbers, axis=0)

    return Arithmetic(np.where, greatest, least, np.max, np.log)
