"""Functions on which the tool itself is tested."""

from __future__ import annotations


def clamp(value: int, low: int) -> int:
    """A value, but not less than the lowest one; `<=` instead of `<` changes nothing."""
    return low if value < low else value


def count_down(number: int) -> int:
    """The number of steps to zero; without the step it never ends."""
    steps = 0
    while number > 0:
        number -= 1
        steps += 1
    return steps


def half_tested(number: int) -> int:
    """No check covers this boundary."""
    return 1 if number > 10 else 0
