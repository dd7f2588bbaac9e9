"""The original's random numbers: the legacy seeded .NET generator, and normally distributed countdowns (7.1).

The original computes with floats, logarithm and sine. Here are whole numbers only, none above 2**53, so that every
machine and every language draws the same ticks.
"""

from __future__ import annotations

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


@rule
def below(chance: Chance, n: int) -> int:
    """An integer in [0, n), for n up to 2**20.

    The original truncates a product of floats. That gives the same: a fraction n * sample / MODULUS is at least
    1 / MODULUS away from a whole number (or 0), and rounding errors are far smaller.
    """
    return max(0, sample(chance)) * n // MODULUS


# Countdowns by the method of Box and Muller; fractions are multiples of 1 / ONE

ONE = 2**46
LIMB = 2**23  # ONE is LIMB * LIMB
LOG_BITS = 46
LOG_4 = 97_551_793_252_584  # natural
SINE = (  # the factors of x, -x**3, x**5 ... in the sine of x right angles
    110_534_964_875_444,
    45_455_682_325_373,
    5_607_870_029_163,
    329_449_159_051,
    11_290_044_688,
    253_246_079,
    4_005_511,
    47_063,
    427,
    3,
)


@rule
def times(a: int, b: int) -> int:
    """The rounded product of two fractions up to 64."""
    a_low = a % LIMB
    b_low = b % LIMB
    cross = (a // LIMB) * b_low + a_low * (b // LIMB) + a_low * b_low // LIMB
    return (a // LIMB) * (b // LIMB) + (cross + LIMB // 2) // LIMB


@rule
def log_2(number: int) -> int:
    """The base 2 logarithm of a number up to MODULUS, bit by bit: squaring a number doubles its logarithm."""
    result = 30
    power = number * 65_536  # in units of 2**30
    while power < ONE:
        power *= 2
        result -= 1
    for _ in range(LOG_BITS):
        power = times(power, power)
        result *= 2
        if power >= 2 * ONE:
            power //= 2
            result += 1
    return result


LOG_2_OF_MODULUS = log_2(MODULUS)


@rule
def sine(angle: int) -> int:
    """The absolute value of the sine of `angle / MODULUS` turns."""
    quarters = 4 * angle // MODULUS
    rest = 4 * angle % MODULUS
    x = rest * 32_768 + rest // 65_536  # `rest / MODULUS`, as 1 / MODULUS is 2**-31 + 2**-62 + ...
    if quarters % 2 == 1:
        x = ONE - x
    square = times(x, x)
    result = 0
    for i in range(len(SINE) - 1, -1, -1):
        result = SINE[i] - times(result, square)
    return times(result, x)


@rule
def whole_root(number: int) -> int:
    """The square root of a number below 2**34, rounded down."""
    root = 0
    bit = 65_536
    while bit > 0:
        if (root + bit) * (root + bit) <= number:
            root += bit
        bit //= 2
    return root


@rule
def countdown(chance: Chance, mean: int, deviation: int, minimum: int, maximum: int) -> int:
    """A normally distributed number of ticks, clamped, then truncated.

    It is `mean + deviation * sqrt(-2 * log(first)) * sin(2 * pi * second)`. Its distance from the mean is a square
    root, and of that only the whole ticks are needed.
    """
    first = MODULUS - max(0, sample(chance))
    second = MODULUS - max(0, sample(chance))
    spread = times(LOG_2_OF_MODULUS - log_2(first), LOG_4)
    share = times(spread, times(sine(second), sine(second)))
    n = deviation * deviation
    square = share // ONE * n + (share % ONE // LIMB * n + share % LIMB * n // LIMB) // LIMB
    distance = whole_root(square)
    if MODULUS < 2 * second < 2 * MODULUS and first < MODULUS and deviation > 0:
        distance = -1 - distance  # below the mean, rounded down
    return min(max(mean + distance, minimum), maximum)
