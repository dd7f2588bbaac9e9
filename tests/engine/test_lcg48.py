"""The 48-bit source, held to its definition and to itself: one at a time and many at once."""

import numpy as np
import pytest

from lanista.engine.lcg48 import Lcg48, doubles
from tests.rows import every_row

SEEDS = [0, 1, -1, 42, -7, 2**31 - 1, -(2**31), 2**48 - 1, 0x5DEECE66D]


@every_row("seed", SEEDS)
def test_a_step_is_the_recurrence_and_shows_the_top_bits(seed: int) -> None:
    source, state = Lcg48(seed), (seed ^ 0x5DEECE66D) % 2**48
    for bits in [1, 8, 26, 27, 31, 32, 48]:
        state = (state * 0x5DEECE66D + 11) % 2**48
        assert source.next(bits) == state // 2 ** (48 - bits)


def test_known_first_draws_of_seed_42() -> None:
    source = Lcg48(42)
    assert [source.next(32) for _ in range(4)] == [0xBA419D35, 0x0DFE8AF7, 0xAEE7BBE1, 0x0C45C028]
    assert Lcg48(42).double() == 0.7275636800328681


def test_a_double_takes_26_and_then_27_bits() -> None:
    source, bits = Lcg48(7), Lcg48(7)
    for _ in range(100):
        assert source.double() == (bits.next(26) * 2**27 + bits.next(27)) / 2**53


@pytest.mark.parametrize("n", [1, 2, 64, 2**30])
def test_below_a_power_of_two_scales_one_draw(n: int) -> None:
    source, bits = Lcg48(3), Lcg48(3)
    assert [source.below(n) for _ in range(50)] == [n * bits.next(31) >> 31 for _ in range(50)]


@pytest.mark.parametrize("n", [3, 10, 1000, 2**30 + 1, 2**31 - 1])
def test_below_another_bound_throws_the_incomplete_run_away(n: int) -> None:
    source, bits = Lcg48(3), Lcg48(3)
    kept = [u % n for u in (bits.next(31) for _ in range(200)) if u < 2**31 // n * n]
    assert [source.below(n) for _ in range(len(kept))] == kept


@every_row("steps", [0, 1, 2, 510, 12345])
@every_row("seed", SEEDS)
def test_skip_is_that_many_steps(seed: int, steps: int) -> None:
    jumped, walked = Lcg48(seed), Lcg48(seed)
    jumped.skip(steps)
    for _ in range(steps):
        walked.next(32)
    assert jumped.next(48) == walked.next(48)


@every_row("count", [0, 1, 2, 3, 127, 128, 129, 5976])
@every_row("seed", SEEDS)
def test_many_doubles_at_once_equal_the_doubles_one_by_one(seed: int, count: int) -> None:
    source, many = Lcg48(seed), doubles(seed, count)
    assert many.dtype == np.float64
    assert many.tolist() == [source.double() for _ in range(count)]


@pytest.mark.parametrize("bits", [0, -1, 49])
def test_a_draw_of_no_or_too_many_bits_is_refused(bits: int) -> None:
    with pytest.raises(ValueError, match=f"expected 1 to 48 bits, got {bits}"):
        Lcg48(1).next(bits)


@pytest.mark.parametrize("n", [0, -3, 2**31])
def test_a_bound_out_of_range_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"got {n}"):
        Lcg48(1).below(n)


def test_a_negative_number_of_steps_or_doubles_is_refused() -> None:
    with pytest.raises(ValueError, match="got -1"):
        Lcg48(1).skip(-1)
    with pytest.raises(ValueError, match="got -1"):
        doubles(1, -1)
