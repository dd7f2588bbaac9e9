"""Cells that a path encloses.

`work.sums` holds, for each cell, how many cells of its row up to it are not the farmer's land: vertical steps of a
closed path, added with their sign, give the number of cells that a claim adds.
"""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.sproutopia.land import next_trail_cell, owns
from lanista.games.sproutopia.state import Config, Direction, Farmer, Garden, Work


@rule
def count_rows(garden: Garden, config: Config, seat: int, work: Work, top: int, bottom: int) -> None:
    """For every cell of some rows, how many cells of its row up to it are not the farmer's land."""
    for y in range(top, bottom + 1):
        count = 0
        for cell in range(y * config.Cols, (y + 1) * config.Cols):
            count += 0 if owns(garden, seat, cell) else 1
            work.sums[cell] = count


@rule
def enclosed_by_step(config: Config, work: Work, x: int, y: int, way: int) -> int:
    """The cells enclosed by a step to (x, y), signed by its direction."""
    if way == Direction.DOWN:
        return work.sums[y * config.Cols + x]
    if way == Direction.UP:
        return -work.sums[(y + 1) * config.Cols + x]
    return 0


@rule
def enclosed_by_trail(garden: Garden, config: Config, seat: int, work: Work) -> int:
    """The sum over the steps of the farmer's trail."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    total = 0
    for _ in range(farmer.trail - 1):
        after = next_trail_cell(garden, config, seat, cell)
        x = after % config.Cols
        y = after // config.Cols
        if after == cell + config.Cols:
            total += enclosed_by_step(config, work, x, y, Direction.DOWN)
        elif after == cell - config.Cols:
            total += enclosed_by_step(config, work, x, y, Direction.UP)
        cell = after
    return total


@rule
def enclosed_to_start(config: Config, work: Work, farmer: Farmer, x: int, y: int) -> int:
    """The sum over the steps up or down from (x, y) to the row in which the farmer's trail begins."""
    top = farmer.start // config.Cols if farmer.trail > 0 else farmer.y
    total = 0
    while y < top:
        y += 1
        total += enclosed_by_step(config, work, x, y, Direction.DOWN)
    while y > top:
        y -= 1
        total += enclosed_by_step(config, work, x, y, Direction.UP)
    return total
