"""How tanks drive: along a path that they remember, over fields that they know."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tanks.bots.orders import FAR, angle, go, scan
from lanista.games.tanks.bots.radar import (
    BLOCK,
    BLOCKS,
    MAX_PATH,
    NOWHERE,
    UNKNOWN,
    WAYS,
    RadarMemory,
    age,
    best_scan,
    is_free,
)
from lanista.games.tanks.rules import is_on_map
from lanista.games.tanks.state import DX, DY, MAX_VISITED, ORIENTATIONS, Config, Order, Tank, Work

NO_WAY = -1
STEPS = 8  # looked at in each direction
# Scores of a direction to drive in
STEP_SCORE = 2  # for each free cell
TURN_COST = 3  # for each rotation
TARGET_SCORE = 8  # for each 45 degrees that it is closer to the target than straight away from it
NOISE = 5  # makes a long drive bend now and then
OLD = 64  # turns after which a block counts as new
AGE_SHARE = 8  # turns of age that are worth a point
LOOKS = (10, 14, 18)  # distances at which ages are looked at


@rule
def follow_path(config: Config, me: Tank, memory: RadarMemory, move: Order) -> bool:
    """Drive on along the path; it ends where the next cell is not free."""
    if memory.step >= memory.steps:
        return False
    way = memory.path[memory.step]
    if not me.mobile or not is_free(config, memory, me.x + DX[way], me.y + DY[way]):
        memory.steps = 0
        return False
    if (way - me.orientation) % (ORIENTATIONS // 2) == 0:
        memory.step += 1
    go(me, way, move)
    return True


@rule
def look_or_explore(
    config: Config,
    me: Tank,
    memory: RadarMemory,
    generator: Generator,
    work: Work,
    move: Order,
    max_age: int,
    min_cells: int,
) -> None:
    """Scan if that refreshes enough cells; otherwise drive, or scan if no way is open."""
    best = best_scan(config, me, memory, max_age, NOWHERE, NOWHERE)
    if best // WAYS >= min_cells * max_age or not explore(config, me, memory, generator, work, move):
        scan(move, best % WAYS)


@rule
def set_out(memory: RadarMemory, way: int, steps: int) -> None:
    """Plan a drive straight on."""
    memory.step = 0
    memory.steps = min(steps, MAX_PATH)
    for i in range(memory.steps):
        memory.path[i] = way


@rule
def explore(config: Config, me: Tank, memory: RadarMemory, generator: Generator, work: Work, move: Order) -> bool:
    """Drive on, or set out for cells that have not been scanned for long."""
    if follow_path(config, me, memory, move):
        return True
    if not me.mobile:
        return False
    way = best_way(config, me, memory, NO_WAY, generator)
    steps = free_cells(config, me, memory, way) if way != NO_WAY else 0
    if steps >= 2:
        set_out(memory, way, steps)
    else:
        find_path(config, me, memory, work)
    return follow_path(config, me, memory, move)


@rule
def approach(
    config: Config, me: Tank, memory: RadarMemory, target: int, steps: int, generator: Generator, move: Order
) -> bool:
    """Drive on, or set out in about a direction."""
    if follow_path(config, me, memory, move):
        return True
    way = best_way(config, me, memory, target, generator)
    if way != NO_WAY:
        set_out(memory, way, min(steps, free_cells(config, me, memory, way)))
    return follow_path(config, me, memory, move)


@rule
def best_way(config: Config, me: Tank, memory: RadarMemory, target: int, generator: Generator) -> int:
    """The direction with many free cells and few rotations, to a target or to cells not seen for long."""
    best = NO_WAY
    highest = -FAR
    for way in range(ORIENTATIONS):
        free = free_cells(config, me, memory, way)
        turns = angle(way, me.orientation)
        score = STEP_SCORE * free - TURN_COST * min(turns, ORIENTATIONS // 2 - turns)
        score += rand_below(generator, NOISE)
        if target != NO_WAY:
            score += TARGET_SCORE * (ORIENTATIONS // 2 - angle(way, target))
        else:
            score += novelty(config, me, memory, way)
        if free > 0 and score > highest:
            highest = score
            best = way
    return best


@rule
def free_cells(config: Config, me: Tank, memory: RadarMemory, way: int) -> int:
    """The number of cells in a direction that are known to be fields without a tank."""
    for i in range(1, STEPS + 1):
        if not is_free(config, memory, me.x + i * DX[way], me.y + i * DY[way]):
            return i - 1
    return STEPS


@rule
def novelty(config: Config, me: Tank, memory: RadarMemory, way: int) -> int:
    """How long the cells far ahead in a direction have not been scanned."""
    total = 0
    for i in range(len(LOOKS)):
        x = me.x + LOOKS[i] * DX[way]
        y = me.y + LOOKS[i] * DY[way]
        if is_on_map(config, x, y):
            total += age(memory, y // BLOCK * BLOCKS + x // BLOCK, OLD)
    return total // AGE_SHARE


# Around obstacles


@rule
def find_path(config: Config, me: Tank, memory: RadarMemory, work: Work) -> None:
    """Plan a shortest path to a field beside unknown cells, or one that was not seen for long (breadth first)."""
    memory.step = 0
    memory.steps = 0
    for cell in range(config.width * config.height):
        work.came_by[cell] = 0
    start = me.y * config.width + me.x
    work.visited[0] = start
    work.came_by[start] = ORIENTATIONS + 1
    end = 1
    i = 0
    while i < end < MAX_VISITED:
        x = work.visited[i] % config.width
        y = work.visited[i] // config.width
        i += 1
        if i > 1 and is_worth_a_visit(config, memory, x, y):
            trace_back(config, memory, x, y, start, work)
            return
        for way in range(ORIENTATIONS):
            if is_free(config, memory, x + DX[way], y + DY[way]):
                cell = (y + DY[way]) * config.width + x + DX[way]
                if work.came_by[cell] == 0:
                    work.came_by[cell] = way + 1
                    work.visited[end] = cell
                    end += 1


@rule
def is_worth_a_visit(config: Config, memory: RadarMemory, x: int, y: int) -> bool:
    """Whether a cell was not seen for long, or is beside an unknown one."""
    if age(memory, y // BLOCK * BLOCKS + x // BLOCK, OLD) == OLD:
        return True
    for way in range(ORIENTATIONS):
        near_x = x + DX[way]
        near_y = y + DY[way]
        if is_on_map(config, near_x, near_y) and memory.cells[near_y * config.width + near_x] == UNKNOWN:
            return True
    return False


@rule
def trace_back(config: Config, memory: RadarMemory, x: int, y: int, start: int, work: Work) -> None:
    """Write the path to a cell, or its beginning if it is long."""
    cell = y * config.width + x
    length = 0
    while cell != start:
        way = work.came_by[cell] - 1
        cell -= DY[way] * config.width + DX[way]
        length += 1
    cell = y * config.width + x
    memory.steps = min(length, MAX_PATH)
    while cell != start:
        way = work.came_by[cell] - 1
        cell -= DY[way] * config.width + DX[way]
        length -= 1
        if length < MAX_PATH:
            memory.path[length] = way
