"""Random numbers: SplitMix64 as published, one sequence in both modes, no favoured number."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.engine import Generator, Stream, derive, over, rand_below, rule, zeros
from lanista.engine.loop import WHOLE, LoopArgument, loop
from lanista.engine.native import native
from lanista.engine.random import GOLDEN_GAMMA, MASK64, mix
from tests.coins import RULES
from tests.rows import every_row

# The generator's published first outputs.
KNOWN = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}
AWKWARD = [1, 2, 3, 5, 7, 10, 130, 2**16, 2**16 + 1, 10**9, 2**31 - 1, 2**31]


@pytest.mark.parametrize(("seed", "outputs"), KNOWN.items())
def test_the_outputs_are_those_of_splitmix64(seed: int, outputs: list[int]) -> None:
    positions = [(seed + GOLDEN_GAMMA * i) & MASK64 for i in range(1, 5)]
    assert [mix(position) for position in positions] == outputs


def test_a_draw_scales_the_top_32_bits_of_an_output() -> None:
    stream = Stream(0)
    assert [stream.below(1000) for _ in range(4)] == [(output >> 32) * 1000 >> 32 for output in KNOWN[0]]


def draws(seed: int, n: int, count: int) -> tuple[list[int], int]:
    """Interpreted draws, and where the generator then stands."""
    generator: Generator = over(Generator, bytearray(8))
    generator.position = seed
    return [rand_below(generator, n) for _ in range(count)], generator.position


@loop(generators=LoopArgument("generator"), n=WHOLE, out=LoopArgument("i8"))
def many(generators: Any, n: int, out: Any) -> None:
    """Draw until the row is full."""
    for i in range(len(out)):
        out[i] = rand_below(generators[0], n)


@every_row("n", AWKWARD)
@every_row("seed", [0, 1, 2**63, MASK64])
def test_compiled_and_interpreted_draws_are_one_sequence(seed: int, n: int) -> None:
    generators, out = zeros(Generator), np.zeros(200, dtype=np.int64)
    generators["position"] = np.uint64(seed)
    native(RULES).loop(many)(generators, n, out)
    assert (out.tolist(), int(generators["position"][0])) == draws(seed, n, 200)


@settings(deadline=None, derandomize=True)
@given(st.integers(0, MASK64), st.sampled_from(AWKWARD) | st.integers(1, 2**31))
def test_a_draw_is_in_its_range(seed: int, n: int) -> None:
    values, _ = draws(seed, n, 20)
    assert all(0 <= value < n for value in values)


@pytest.mark.parametrize("n", [2, 3, 7, 10, 130])
def test_no_number_is_favoured(n: int) -> None:
    """Chi-squared of 20,000 draws; five standard deviations is more than any fair sequence would show."""
    values, _ = draws(derive(1, "fair", n), n, 20_000)
    expected = 20_000 / n
    chi = sum((count - expected) ** 2 / expected for count in Counter(values).values())
    assert len(set(values)) == n
    assert abs(chi - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5


def test_a_large_bound_throws_the_incomplete_run_away() -> None:
    """2**32 outputs are two and two thirds runs of this bound: a quarter of them is drawn again."""
    n = 3 * 2**29
    values, position = draws(0, n, 3000)
    used = (position * pow(GOLDEN_GAMMA, -1, 2**64)) & MASK64
    assert 1.25 < used / 3000 < 1.42
    thirds = Counter(value * 3 // n for value in values)
    assert all(abs(thirds[third] - 1000) < 130 for third in range(3))


def test_a_stream_is_the_same_generator() -> None:
    stream = Stream(99)
    assert [stream.below(50) for _ in range(20)] == draws(99, 50, 20)[0]


def test_a_choice_is_one_of_the_items() -> None:
    stream = Stream(3)
    assert {stream.choice("abc") for _ in range(100)} == set("abc")


def test_a_stream_takes_any_integer_as_its_seed() -> None:
    assert Stream(-1).below(2**31) == Stream(MASK64).below(2**31)


def test_derived_seeds_are_fixed_and_differ_by_every_label() -> None:
    assert derive(1, "moves") == 12517431105564946841
    seeds = {
        derive(*labels) for labels in ((1,), (2,), (1, "moves"), (1, "bot", 0), (1, "bot", 1), (1, "bot", "0"))
    }
    assert len(seeds) == 6
    assert all(0 <= seed <= MASK64 for seed in seeds)


@rule
def unused(generator: Generator) -> int:
    """A rule that draws."""
    return rand_below(generator, 3)


def test_a_rule_draws_from_the_record_that_it_is_given() -> None:
    generator: Generator = over(Generator, bytearray(8))
    unused(generator)
    assert generator.position == GOLDEN_GAMMA
