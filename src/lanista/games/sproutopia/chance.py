"""The original's random numbers: the legacy seeded .NET generator, and normally distributed countdowns (7.1).

Square root, logarithm and sine come from the C library in both modes. Countdowns are truncated to whole ticks, so
a last bit that differs between machines matters only if a value lies exactly on the boundary of two.
"""

from __future__ import annotations

from math import log, pi, sin, sqrt

from lanista.engine import rule
from lanista.games.sproutopia.state import Chance

MODULUS = 2_147_483_647
WRAP = 2**32
FIRST = 161_803_398
SIZE = 55
LAG = 21


@rule
def seed_chance(chance: Chance, seed: int) -> None:
    """Fill the table from a seed."""
    j = FIRST - min(abs(seed), MODULUS)
    k = 1
    chance.table[SIZE] = j
    for i in range(1, SIZE):
        slot = LAG * i % SIZE
        chance.table[slot] = k
        k = positive(j - k)
        j = chance.table[slot]
    for _ in range(4):
        for i in range(1, SIZE + 1):
            chance.table[i] = positive(chance.table[i] - chance.table[1 + (i + 30) % SIZE])
    chance.a = 0
    chance.b = LAG


@rule
def positive(value: int) -> int:
    """A difference wrapped to 32 bits, made non-negative by adding the modulus."""
    if value > MODULUS:
        value -= WRAP
    elif value < -MODULUS - 1:
        value += WRAP
    return value + MODULUS if value < 0 else value


@rule
def sample(chance: Chance) -> int:
    """The next raw number."""
    a = 1 if chance.a >= SIZE else chance.a + 1
    b = 1 if chance.b >= SIZE else chance.b + 1
    value = chance.table[a] - chance.table[b]
    if value == MODULUS:
        value -= 1
    value = positive(value)
    chance.table[a] = value
    chance.a = a
    chance.b = b
    return value


@rule(floats=True)
def uniform(chance: Chance) -> float:
    """A number in [0, 1)."""
    return sample(chance) * (1.0 / MODULUS)


@rule(floats=True)
def below(chance: Chance, n: int) -> int:
    """An integer in [0, n)."""
    return int(uniform(chance) * n)


@rule(floats=True)
def countdown(chance: Chance, mean: int, deviation: int, minimum: int, maximum: int) -> int:
    """A normally distributed number of ticks, clamped, then truncated."""
    first = 1.0 - uniform(chance)
    second = 1.0 - uniform(chance)
    value = mean + deviation * (sqrt(-2.0 * log(first)) * sin(2.0 * pi * second))
    return int(min(max(value, float(minimum)), float(maximum)))
