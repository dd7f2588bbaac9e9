"""Groupings of a field in which everybody meets everybody, equally often or nearly so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Block = tuple[int, ...]


def circle_pairs(field: Sequence[int], round: int) -> list[tuple[int, int]]:  # noqa: A002
    """The pairs of one of the `circle_rounds`; each bot plays once, but one does not if their number is odd."""
    ring = circle_rounds(len(field))
    pairs = [((round + step) % ring if step else ring, (round - step) % ring) for step in range((ring + 1) // 2)]
    return [(field[min(pair)], field[max(pair)]) for pair in pairs if max(pair) < len(field)]


def circle_rounds(bots: int) -> int:
    """The number of rounds after which every bot has met every other once."""
    return bots - 1 + bots % 2


@lru_cache(maxsize=64)
def base_blocks(bots: int, seats: int) -> tuple[Block, ...]:
    """Groups of numbers below `bots`; shifted by 0, 1, 2, ... modulo `bots`, they let every two bots meet.

    All shifts of one block have every bot once in every seat. Two bots meet as often as their difference occurs
    in the blocks, so each block is chosen to have differences that occurred least.
    """
    counts, blocks = [0] * bots, list[Block]()
    while not blocks or 0 in counts[1:]:
        block = [0]
        while len(block) < seats:
            _add_best(block, counts)
        blocks.append(tuple(block))
    return tuple(blocks)


def _add_best(block: list[int], counts: list[int]) -> None:
    bots = len(counts)

    def cost(number: int) -> tuple[int, int, int]:
        differences = [(number - member) % bots for member in block]
        new = {d for difference in differences for d in (difference, bots - difference) if not counts[d]}
        return -len(new), sum(counts[difference] for difference in differences), number

    best = min((number for number in range(bots) if number not in block), key=cost)
    for member in block:
        counts[(best - member) % bots] += 1
        counts[(member - best) % bots] += 1
    block.append(best)
