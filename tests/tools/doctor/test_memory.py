"""When memory counts as growing: tables of samples, without any process."""

import pytest

from lanista.tools.doctor import CheckStatus
from lanista.tools.doctor.memory import MemoryGrowth, growth_of, judge

TURNS = range(1, 101)
SERIES: dict[str, tuple[list[float], bool, float]] = {
    "constant": ([50.0] * 100, False, 50),
    "a steady leak": ([50 + 0.5 * turn for turn in TURNS], True, 50 + 0.5 * 400),
    "a leak with a collector that frees some of it": (
        [50 + 0.5 * turn + (5 if turn % 7 < 3 else 0) for turn in TURNS],
        True,
        250,
    ),
    "caches that fill at the start": ([50 + min(turn, 20) for turn in TURNS], False, 70),
    "a single step": ([50.0 if turn < 60 else 80.0 for turn in TURNS], False, 80),
    "a leak in steps": ([50 + 4.0 * (turn // 8) for turn in TURNS], True, 250),
    "a saw": ([50 + turn % 10 for turn in TURNS], False, 55),
}


@pytest.mark.parametrize("name", SERIES)
def test_growth(name):
    sizes, grows, at_end = SERIES[name]
    growth = growth_of(list(zip(TURNS, sizes, strict=True)), 400)
    assert growth is not None
    assert (growth.is_steady and growth.mb_per_turn > 0.1) == grows
    assert growth.at_end_mb == pytest.approx(at_end, abs=12)


@pytest.mark.parametrize(
    ("last", "at_end", "is_near", "status"),
    [
        (79, 164, True, CheckStatus.OK),  # the heap of a runtime
        (300, 600, True, CheckStatus.WARNING),
        (300, 2000, True, CheckStatus.FAILED),
        (100, 2000, False, CheckStatus.WARNING),  # too far ahead to be certain
        (1500, 2000, False, CheckStatus.FAILED),
    ],
)
def test_the_limit_decides(last, at_end, is_near, status):
    assert judge(MemoryGrowth(last, 1.0, at_end, True), 1024, is_near=is_near) is status


def test_a_few_samples_say_nothing():
    assert growth_of([(turn, 50.0 * turn) for turn in range(1, 9)], 400) is None
