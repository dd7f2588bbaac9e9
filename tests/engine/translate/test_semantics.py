"""Rules mean the same interpreted, as C and as a script: every sample, over many arguments."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from lanista.engine import over
from tests.engine.translate import running
from tests.engine.translate.running import FAULT, Answer, Call
from tests.engine.translate.samples import SAMPLES, Memory

NUMBERS = (-7, -3, -2, -1, 0, 1, 2, 3, 5, 6, 7, 31, 40)
FEW = (-2, 0, 1, 3)
CALLS = [Call(name, values) for name in SAMPLES for values in product(NUMBERS, NUMBERS, FEW)]
# Arguments that Python takes, and that translated rules refuse rather than compute something else.
STRICTER: dict[str, Callable[[int, int, int], bool]] = {"shifts_out_of_range": lambda a, b, c: a > 31}


def start() -> bytes:
    """Numbers of both signs everywhere."""
    buffer = bytearray(Memory.dtype.itemsize)  # type: ignore[attr-defined]
    memory = over(Memory, buffer)
    memory.generator.position = 0x0123456789ABCDEF
    memory.big, memory.number, memory.count, memory.narrow, memory.tiny = -12345678901, 5, 1, -300, -5
    for i, point in enumerate([*memory.points, memory.first]):
        point.x, point.y, point.small = 7 * i - 9, 1000 - 500 * i, i - 3
    for i in range(6):
        memory.row[i] = i * 3 - 4
    for i in range(5):
        memory.bytes[i] = i - 2
    for i in range(12):
        memory.grid[i // 4, i % 4] = i * 11 - 40
    return bytes(buffer)


@pytest.fixture(scope="module")
def expected() -> list[Answer]:
    return running.interpreted(SAMPLES, Memory, start(), CALLS)


def differences(expected: list[Answer], got: list[Answer]) -> dict[str, tuple[Call, Answer, Answer]]:
    """The first call of each sample that answers something else."""
    found: dict[str, tuple[Call, Answer, Answer]] = {}
    for call, right, answer in zip(CALLS, expected, got, strict=True):
        is_stricter = call.name in STRICTER and STRICTER[call.name](*call.values)
        if answer != right and not (is_stricter and answer[0] == FAULT):
            found.setdefault(call.name, (call, right, answer))
    return found


def test_in_c(expected: list[Answer], tmp_path: Path) -> None:
    program = running.program_of(SAMPLES, Memory)
    assert differences(expected, running.in_c(program, start(), CALLS, tmp_path)) == {}


def test_as_a_checked_script(expected: list[Answer], tmp_path: Path) -> None:
    program = running.program_of(SAMPLES, Memory)
    assert differences(expected, running.in_javascript(program, start(), CALLS, tmp_path, checked=True)) == {}


def test_as_a_script_without_checks(expected: list[Answer], tmp_path: Path) -> None:
    program = running.program_of(SAMPLES, Memory)
    got = running.in_javascript(program, start(), CALLS, tmp_path, checked=False)
    fine = [one if right[0] != FAULT else right for right, one in zip(expected, got, strict=True)]
    assert differences(expected, fine) == {}


def test_every_sample_is_tried_with_arguments_that_work(expected: list[Answer]) -> None:
    worked = {call.name for call, answer in zip(CALLS, expected, strict=True) if answer[0] != FAULT}
    assert worked == set(SAMPLES)
