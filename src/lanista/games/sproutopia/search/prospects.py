"""The expected land of a farmer: its cells, and the loop that it is walking, as far as nobody cuts its trail."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.sproutopia.land import is_on_map, next_trail_cell, owns
from lanista.games.sproutopia.search.areas import (
    count_rows,
    enclosed_by_step,
    enclosed_by_trail,
    enclosed_to_start,
)
from lanista.games.sproutopia.state import DX, DY, Config, Garden, Item, Work

CELL = 100  # expected cells are in hundredths ...
SURE = 1000  # ... and probabilities in thousandths
CUT = 500  # that somebody cuts a trail in sight, if there is all the time for it
SIGHT = 8  # steps; the further away somebody is, the less likely the trail is found
MAX_DANGER = 800


@rule
def expected_cells(garden: Garden, config: Config, seat: int, work: Work) -> int:
    """A farmer's cells and the part of its loop that is walked, less what a cut would cost; in hundredths."""
    farmer = garden.farmers[seat]
    if farmer.trail == 0:
        return CELL * farmer.cells
    measure_box(garden, config, seat, work)
    gain, steps = loop_of(garden, config, seat, work)
    if steps > config.MaxTicks - garden.tick:
        gain = 0
    risk = danger(garden, config, seat, work, steps)
    loss = CELL * farmer.cells * risk // SURE * config.seats // max(1, config.seats - 1)  # somebody gets them
    return (
        CELL * farmer.cells - loss + CELL * gain * (SURE - risk) // SURE * farmer.trail // (farmer.trail + steps)
    )


@rule
def loop_of(garden: Garden, config: Config, seat: int, work: Work) -> tuple[int, int]:
    """The cells that a farmer's loop will add, about, and the steps to its end: first those that it has queued."""
    farmer = garden.farmers[seat]
    count_rows(garden, config, seat, work, work.trail_top, work.trail_bottom)
    total = enclosed_by_trail(garden, config, seat, work)
    x = farmer.x + 0
    y = farmer.y + 0
    steps = 0
    is_back = False
    while steps < farmer.queued and not is_back:
        way = farmer.queue[steps]
        steps += 1
        if is_on_map(config, x + DX[way], y + DY[way]):
            x += DX[way]
            y += DY[way]
            total += enclosed_by_step(config, work, x, y, way)
            is_back = owns(garden, seat, y * config.Cols + x)
    if not is_back:  # it may return along its row, and then along the column in which it set out
        steps += abs(farmer.start % config.Cols - x) + abs(farmer.start // config.Cols - y)
        x = farmer.start % config.Cols
    total += enclosed_to_start(config, work, farmer, x, y)
    return abs(total) + (farmer.trail + steps) // 2, steps


@rule
def measure_box(garden: Garden, config: Config, seat: int, work: Work) -> None:
    """The box around a farmer's trail and the path that it has queued."""
    farmer = garden.farmers[seat]
    cell = farmer.start
    work.trail_left = farmer.x
    work.trail_right = farmer.x
    work.trail_top = farmer.y
    work.trail_bottom = farmer.y
    for i in range(farmer.trail):
        if i > 0:
            cell = next_trail_cell(garden, config, seat, cell)
        stretch(work, cell % config.Cols, cell // config.Cols)
    x = farmer.x + 0
    y = farmer.y + 0
    for i in range(farmer.queued):
        way = farmer.queue[i]
        if is_on_map(config, x + DX[way], y + DY[way]):
            x += DX[way]
            y += DY[way]
            stretch(work, x, y)


@rule
def stretch(work: Work, x: int, y: int) -> None:
    """Extend the box to a cell."""
    work.trail_left = min(work.trail_left, x)
    work.trail_right = max(work.trail_right, x)
    work.trail_top = min(work.trail_top, y)
    work.trail_bottom = max(work.trail_bottom, y)


@rule
def danger(garden: Garden, config: Config, seat: int, work: Work, steps: int) -> int:
    """The probability that somebody cuts a farmer's trail before it is completed, some steps from now."""
    if garden.farmers[seat].power_up == Item.UNPRUNABLE:
        return 0
    total = 0
    for other in range(config.seats):
        if other != seat:
            x = garden.farmers[other].x
            y = garden.farmers[other].y
            away = max(work.trail_left - x, x - work.trail_right, 0)
            away += max(work.trail_top - y, y - work.trail_bottom, 0)
            if away < steps:
                total += CUT * (steps - away) // steps * SIGHT // max(SIGHT, away)
    return min(total, MAX_DANGER)
