"""Sets of small numbers as the bits of one number: rules without lists keep choices in them."""

from __future__ import annotations

from lanista.engine.rule import rule


@rule
def count_bits(bits: int) -> int:
    """The size of a set of numbers from 0 to 15."""
    pairs = bits - (bits >> 1 & 0x5555)
    fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333)
    eights = fours + (fours >> 4) & 0x0F0F
    return eights + (eights >> 8) & 31


@rule
def nth_bit(bits: int, n: int) -> int:
    """The member of a set with n smaller ones, of numbers from 0 to 15."""
    rest = bits
    for _ in range(n):
        rest &= rest - 1
    return count_bits(rest ^ (rest - 1)) - 1
