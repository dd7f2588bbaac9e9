"""Spaces of observations, actions and masks, as Gymnasium describes them."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from lanista.engine import ObservationSpec

INT8, FLOAT32 = "int8", "float32"

Numbers = npt.NDArray[Any]
MASK = np.int8


def observation_space(spec: ObservationSpec, kind: str) -> spaces.Box:
    """The numbers of an observation, each within its limits."""
    low, high = (in_kind(limit, spec, kind) for limit in (spec.low, spec.high))
    return spaces.Box(low.reshape(spec.shape), high.reshape(spec.shape), dtype=np.dtype(kind).type)


def mask_space(actions: int) -> spaces.Box:
    """1 for each legal action, 0 for the others."""
    return spaces.Box(0, 1, (actions,), MASK)


def as_whole(action: Any) -> int | None:
    """The number that a `Discrete` space sees in an action, such as an array of one number; None for others."""
    try:
        return index(action)
    except TypeError:
        return None


def in_kind(rows: npt.NDArray[np.int16], spec: ObservationSpec, kind: str) -> Numbers:
    """Observations as 16-bit numbers in another kind: saturated at 8 bits, or scaled."""
    if kind == INT8:
        limits = np.iinfo(np.int8)
        return np.clip(rows, limits.min, limits.max).astype(np.int8)
    return rows * (1 / spec.scale) if kind == FLOAT32 else rows
