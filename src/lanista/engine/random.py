"""Random numbers whose whole state is one field of a record: the same on every machine, in every mode.

The generator is SplitMix64. `rand_below` is the only function that rules call. Every back end of `translate` has a
version of it written by hand, because languages differ in 64-bit unsigned arithmetic; tests compare the sequences.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

from lanista.engine.record import generator_record, u8
from lanista.engine.rule import rule

T = TypeVar("T")

MASK64 = 2**64 - 1
GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


@generator_record
class Generator:
    """The position in a stream of random numbers."""

    position: u8


def mix(value: int) -> int:
    """Scramble 64 bits: SplitMix64's output function."""
    value = ((value ^ (value >> 30)) * MIX_1) & MASK64
    value = ((value ^ (value >> 27)) * MIX_2) & MASK64
    return value ^ (value >> 31)


@rule
def rand_below(generator: Generator, n: int) -> int:
    """A whole number from 0 to n - 1, all equally likely; n from 1 to 2**31."""
    threshold = (2**32 - n) % n
    while True:
        generator.position = (generator.position + GOLDEN_GAMMA) & MASK64
        product = (mix(generator.position) >> 32) * n
        if product & 0xFFFFFFFF >= threshold:
            return product >> 32


rand_below.__native__ = True  # type: ignore[attr-defined] # every back end has a version written by hand


def derive(seed: int, *labels: object) -> int:
    """A 64-bit seed for one purpose, which reveals nothing about the seed it was derived from."""
    text = repr((seed, *labels)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


class Stream:
    """Random numbers outside the rules (built-in bots, tests): the same generator over a private record."""

    def __init__(self, seed: int) -> None:
        self._generator = Generator(memoryview(bytearray(8)), 0)  # type: ignore[call-arg]
        self._generator.position = seed & MASK64

    def __reduce__(self) -> tuple[Any, ...]:
        return Stream, (self._generator.position,)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return rand_below(self._generator, n)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]
