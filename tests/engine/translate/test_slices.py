"""Slices of rows: filled, and copied between rows of one width and of two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.core.errors import RuleError
from lanista.engine import native
from lanista.engine.loop import WHOLE, LoopArgument, loop
from tests.coins import RULES

LENGTH = 40
ROWS = {
    "bytes_": LoopArgument("i1"),
    "shorts": LoopArgument("i2"),
    "others": LoopArgument("i2"),
    "floats": LoopArgument("f4"),
}


@loop(**ROWS, start=WHOLE, stop=WHOLE, other=WHOLE)
def write_slices(bytes_: Any, shorts: Any, others: Any, floats: Any, start: int, stop: int, other: int) -> None:
    """Values that a slice can be set to."""
    count = stop - start
    shorts[start:stop] = others[other : other + count]
    others[other : other + count] = bytes_[start:stop]
    bytes_[start:stop] = shorts[other : other + count]
    floats[start:stop] = shorts[other : other + count]
    shorts[: start + 1] = start - 3
    floats[stop:] = 7
    others[3:] = others[: len(others) - 3]


def rows() -> tuple[Any, Any, Any, Any]:
    """Numbers of both signs; those of two bytes do not all fit into one."""
    numbers = np.arange(LENGTH) - 9
    return numbers.astype("i1"), (31 * numbers).astype("i2"), numbers.astype("i2"), numbers.astype("f4")


@pytest.mark.parametrize(
    ("start", "stop", "other"), [(0, 40, 0), (1, 24, 15), (20, 20, 40), (39, 40, 0), (5, 6, 34)]
)
def test_slices_mean_what_numpy_makes_of_them(start: int, stop: int, other: int) -> None:
    expected, got = rows(), rows()
    write_slices(*expected, start, stop, other)
    native.native(RULES).loop(write_slices)(*got, start, stop, other)
    for right, found in zip(expected, got, strict=True):
        assert found.tolist() == right.tolist()


@pytest.mark.parametrize(("start", "stop", "other"), [(-1, 3, 0), (0, 41, 0), (4, 3, 5), (0, 4, 37), (0, 4, -1)])
def test_limits_outside_the_row_are_faults_and_nothing_is_written(start: int, stop: int, other: int) -> None:
    got = rows()
    line = write_slices.__code__.co_firstlineno + 4
    with pytest.raises(RuleError, match=rf"test_slices.py:{line} in write_slices: an index is out of range"):
        native.native(RULES).loop(write_slices)(*got, start, stop, other)
    assert [row.tolist() for row in got] == [row.tolist() for row in rows()]
