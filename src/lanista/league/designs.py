"""Groupings of a field in which every two bots meet equally often, or nearly so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Block = tuple[int, ...]


def pairs_of_round(field: Sequence[int], round: int) -> list[tuple[int, int]]:  # noqa: A002
    """The pairs of one of the `pair_rounds`: each bot plays one other, or two if the number of bots is odd."""
    bots = len(field)
    if bots % 2:
        return [(field[number], field[(number + round + 1) % bots]) for number in range(bots)]
    ring = bots - 1
    pairs = [((round + step) % ring, (round - step) % ring) for step in range(1, bots // 2)]
    return [(field[round % ring], field[ring]), *((field[a], field[b]) for a, b in pairs)]


def pair_rounds(bots: int) -> int:
    """The number of rounds after which every bot has met every other once."""
    return (bots - 1) // 2 if bots % 2 else bots - 1


@lru_cache(maxsize=64)
def base_blocks(bots: int, seats: int, meetings: int, multiple: int) -> tuple[Block, ...]:
    """Groups of numbers below `bots`; shifted by 0, 1, 2, ... modulo `bots`, they let every two bots meet.

    They do so at least `meetings` times, and the number of blocks is a multiple of `multiple`. All shifts of one
    block have every bot once in every seat. Two bots meet as often as their difference occurs in the blocks, so
    each block is chosen to have the differences that occurred least.
    """
    counts, blocks = [meetings, *[0] * (bots - 1)], list[Block]()
    while min(counts) < meetings or len(blocks) % multiple:
        block = [0]
        while len(block) < seats:
            _add_best(block, counts)
        blocks.append(tuple(block))
    return tuple(blocks)


def _add_best(block: list[int], counts: list[int]) -> None:
    bots, least = len(counts), min(counts[1:])

    def cost(number: int) -> tuple[int, int, int]:
        differences = [(number - member) % bots for member in block]
        new = {d for difference in differences for d in (difference, bots - difference) if counts[d] == least}
        return -len(new), sum(counts[difference] for difference in differences), number

    best = min((number for number in range(bots) if number not in block), key=cost)
    for member in block:
        counts[(best - member) % bots] += 1
        counts[(member - best) % bots] += 1
    block.append(best)
