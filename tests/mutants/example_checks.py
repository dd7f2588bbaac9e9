"""The checks of `example`, collected by the tool only: pytest does not look for files of this name."""

from __future__ import annotations

from tests.mutants.example import clamp, count_down, half_tested


def test_clamp() -> None:
    assert [clamp(value, 3) for value in (1, 3, 5)] == [3, 3, 5]


def test_count_down() -> None:
    assert count_down(4) == 4


def test_half_tested() -> None:
    assert (half_tested(0), half_tested(20)) == (0, 1)
