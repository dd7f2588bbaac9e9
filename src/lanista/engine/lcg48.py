"""The classic 48-bit linear congruential random source, one draw at a time or many at once."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

MULTIPLIER = 0x5DEECE66D
INCREMENT = 11
STATE_BITS = 48
STATE_MASK = (1 << STATE_BITS) - 1


class Lcg48:
    """A seeded source: `s = (s * 0x5DEECE66D + 11) mod 2^48`, of which a draw returns the top bits."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = _start(seed)

    def next(self, bits: int) -> int:
        """One step; the result is the top `bits` bits of the 48."""
        if not 1 <= bits <= STATE_BITS:
            raise ValueError(f"expected 1 to {STATE_BITS} bits, got {bits}")
        self._state = (self._state * MULTIPLIER + INCREMENT) & STATE_MASK
        return self._state >> (STATE_BITS - bits)

    def double(self) -> float:
        """A multiple of 2^-53 in [0, 1), made of 26 and then 27 bits."""
        high = self.next(26)
        return ((high << 27) + self.next(27)) / (1 << 53)

    def below(self, n: int) -> int:
        """An integer in 0..n-1; draws from the last, incomplete run of n are rejected."""
        if not 1 <= n < 1 << 31:
            raise ValueError(f"expected a bound from 1 to 2^31 - 1, got {n}")
        if n & (n - 1) == 0:
            return (n * self.next(31)) >> 31
        while True:
            u = self.next(31)
            v = u % n
            if u - v + (n - 1) < 1 << 31:
                return v

    def skip(self, steps: int) -> None:
        """Equivalent to `steps` calls of `next`, in one jump."""
        if steps < 0:
            raise ValueError(f"expected a number of steps from 0, got {steps}")
        # The increments add up to 11 * (a^k - 1) / (a - 1); the wider modulus keeps that division exact.
        power = pow(MULTIPLIER, steps, (MULTIPLIER - 1) << STATE_BITS)
        added = (power - 1) // (MULTIPLIER - 1) * INCREMENT
        self._state = (self._state * power + added) & STATE_MASK


def doubles(seed: int, count: int) -> npt.NDArray[np.float64]:
    """The first `count` results of `Lcg48(seed).double()`."""
    if count < 0:
        raise ValueError(f"expected a number of doubles from 0, got {count}")
    powers, added = _jumps((2 * count).bit_length())
    # Wrapping at 2^64 is exact here, since 2^48 divides it.
    states = powers[: 2 * count] * np.uint64(_start(seed)) + added[: 2 * count] & np.uint64(STATE_MASK)
    high, low = states[0::2] >> np.uint64(22), states[1::2] >> np.uint64(21)
    return ((high << np.uint64(27)) + low) * 2.0**-53


def _start(seed: int) -> int:
    """The state before the first step: the seed, sign-extended, with the multiplier's bits flipped."""
    return (seed ^ MULTIPLIER) & STATE_MASK


@lru_cache(maxsize=STATE_BITS)
def _jumps(size_bits: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Factors and summands that map a start to the states after 1, 2, .. 2^size_bits steps."""
    powers, added = np.array([MULTIPLIER], np.uint64), np.array([INCREMENT], np.uint64)
    for _ in range(size_bits):
        # k steps and then the m that are known: a^(m+k) = a^m * a^k, c_(m+k) = a^k * c_m + c_k.
        added = np.concatenate((added, powers * added[-1:] + added)) & np.uint64(STATE_MASK)
        powers = np.concatenate((powers, powers * powers[-1:])) & np.uint64(STATE_MASK)
    powers.setflags(write=False)
    added.setflags(write=False)
    return powers, added
