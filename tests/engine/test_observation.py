"""Specs describe the numbers of an observation."""

from __future__ import annotations

import numpy as np
import pytest

from lanista.core.errors import InputError, RecordError
from lanista.engine import Number, ObservationSpec, Plane

SPEC = ObservationSpec.of(
    Plane("blocks", (2, 3), 0, 4, codes=((0, "empty"), (1, "mud"))),
    [Number("speed", 0, 15), Number("lead", -1500, 1500, unit=100)],
)


@pytest.mark.parametrize(("i", "name"), [(0, "blocks[0, 0]"), (5, "blocks[1, 2]"), (6, "speed"), (7, "lead")])
def test_every_number_has_a_name(i: int, name: str) -> None:
    assert SPEC.name_of(i) == name


@pytest.mark.parametrize("i", [-1, 8])
def test_there_are_no_other_numbers(i: int) -> None:
    with pytest.raises(InputError, match=f"expected a number from 0 to 7, got {i}"):
        SPEC.name_of(i)


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(RecordError, match="two parts named 'speed'"):
        ObservationSpec.of(Number("speed"), Plane("blocks", (3,), 0, 1), Number("speed"))


def test_limits_and_scales_are_those_of_the_parts() -> None:
    assert SPEC.shape == (8,)
    assert SPEC.low.tolist() == [0] * 6 + [0, -1500]
    assert SPEC.high.tolist() == [4] * 6 + [15, 1500]
    assert SPEC.scale.tolist() == [1] * 6 + [15, 100]


def test_rows_are_split_into_parts() -> None:
    rows = np.arange(16).reshape(2, 8)
    parts = {part.name: values.tolist() for part, values in SPEC.split(rows)}
    assert parts == {
        "blocks": [[[0, 1, 2], [3, 4, 5]], [[8, 9, 10], [11, 12, 13]]],
        "speed": [6, 14],
        "lead": [7, 15],
    }


def test_a_single_number_is_found_by_name_and_a_plane_is_refused() -> None:
    assert SPEC.index("lead") == 7
    with pytest.raises(InputError, match="'blocks' is a plane"):
        SPEC.index("blocks")
    with pytest.raises(InputError, match="the observation has no 'sped'; it has: blocks, speed, lead"):
        SPEC.index("sped")
