"""The memory of a tank: the scanned map with the times of scans, and sightings of other tanks."""

from __future__ import annotations

from typing import Annotated

from lanista.engine import Ints, Records, i1, i2, record, rule
from lanista.games.tanks.bots.orders import distance
from lanista.games.tanks.rules import NOBODY, is_on_map
from lanista.games.tanks.state import MAX_CELLS, MAX_SEATS, MAX_SIDE, Arena, Config, Tank, Terrain
from lanista.games.tanks.views import ABOVE, LEFT, OMNI, is_seen, scan_left, scan_top, scan_way

UNKNOWN = -1  # in place of a terrain
OCCUPIED = 8  # added to the terrain of a cell with a tank
NEVER = -1000  # in place of a turn
NOWHERE = -1  # in place of a coordinate
MAX_STILL = 100
MAX_PATH = 60
WAYS = OMNI + 1  # scans: in eight directions and all around
# The age of what was scanned is remembered for blocks of 4 x 4 cells, by one cell of each.
BLOCK = 4
BLOCKS = MAX_SIDE // BLOCK
MIDDLE = 1  # the column and row of that cell in its block


@record
class RadarSighting:
    """The last sighting of a live tank."""

    x: i2
    y: i2
    turn: i2  # 1 in the first turn; 0: nowhere
    still: i2  # consecutive scans that found it on the same cell


@record
class RadarMemory:
    """All that a tank has learnt, and the path on which it is driving."""

    turn: i2  # 1 in the first turn; 0: nothing is known yet
    health: i2
    lost: i2  # health lost in the last turn
    step: i2  # how much of the path is done
    steps: i2
    path: Annotated[Ints, i1, MAX_PATH]  # orientations, one for each step
    tanks: Annotated[Records[RadarSighting], MAX_SEATS]
    seen: Annotated[Ints, i2, BLOCKS * BLOCKS]  # the turn in which a block was last scanned, or NEVER
    cells: Annotated[Ints, i1, MAX_CELLS]  # as `config.terrain`


# Learning


@rule
def learn(arena: Arena, config: Config, seat: int, memory: RadarMemory) -> bool:
    """Store the seat's view of this turn; returns whether its tank is alive."""
    mine = config.tank_of[seat]
    me = arena.tanks[mine]
    if me.health == 0:
        return False
    if memory.turn == 0:
        begin(config, me, memory)
    memory.turn = arena.turn + 1
    memory.lost = memory.health - me.health
    memory.health = me.health
    if memory.lost > 0:
        memory.steps = 0  # a tank that was hit leaves its path
    way = scan_way(me)
    if way >= 0:
        learn_terrain(config, me, way, memory)
        learn_tanks(arena, config, mine, way, memory)
    return True


@rule
def begin(config: Config, me: Tank, memory: RadarMemory) -> None:
    """Reset the memory to the tank itself."""
    memory.health = me.health
    for cell in range(config.width * config.height):
        memory.cells[cell] = UNKNOWN
    for block in range(len(memory.seen)):
        memory.seen[block] = NEVER


@rule
def learn_terrain(config: Config, me: Tank, way: int, memory: RadarMemory) -> None:
    """Copy the scanned square."""
    left = scan_left(config, me, way)
    top = scan_top(config, me, way)
    first = max(0, left)
    last = min(config.width, left + config.scanning_distance)
    for y in range(max(0, top), min(config.height, top + config.scanning_distance)):
        row = y * config.width
        memory.cells[row + first : row + last] = config.terrain[row + first : row + last]
    for y in range(first_block(top), end_block(top, config.scanning_distance, config.height)):
        for x in range(first_block(left), end_block(left, config.scanning_distance, config.width)):
            memory.seen[y * BLOCKS + x] = memory.turn


@rule
def first_block(start: int) -> int:
    """The first block whose middle is not before a column or row."""
    return (max(0, start) + BLOCK - 1 - MIDDLE) // BLOCK


@rule
def end_block(start: int, side: int, size: int) -> int:
    """The block after the last one whose middle is in a part of the map."""
    return (min(size, start + side) + BLOCK - 1 - MIDDLE) // BLOCK


@rule
def learn_tanks(arena: Arena, config: Config, mine: int, way: int, memory: RadarMemory) -> None:
    """Store the cells of scanned tanks; tanks that have left their remembered cells are forgotten."""
    me = arena.tanks[mine]
    for i in range(config.seats):
        seen = memory.tanks[i]
        tank = arena.tanks[i]
        is_gone = seen.turn > 0 and is_seen(config, me, way, seen.x, seen.y)
        if i != mine and i < arena.n_tanks and is_seen(config, me, way, tank.x, tank.y):
            if seen.turn > 0 and not is_gone:
                memory.cells[seen.y * config.width + seen.x] -= OCCUPIED  # those in the scan were copied again
            memory.cells[tank.y * config.width + tank.x] += OCCUPIED
            sight(memory, seen, tank)
        elif is_gone:
            seen.turn = 0


@rule
def sight(memory: RadarMemory, seen: RadarSighting, tank: Tank) -> None:
    """Store where a tank is; wrecks are no longer of interest."""
    is_still = seen.turn > 0 and seen.x == tank.x and seen.y == tank.y
    seen.still = min(seen.still + 1, MAX_STILL) if is_still else 0
    seen.x = tank.x
    seen.y = tank.y
    seen.turn = memory.turn if tank.health > 0 else 0


# What is known


@rule
def is_free(config: Config, memory: RadarMemory, x: int, y: int) -> bool:
    """Whether a cell is known to be a field without a tank."""
    return is_on_map(config, x, y) and memory.cells[y * config.width + x] == Terrain.FIELD


@rule
def nearest(config: Config, me: Tank, memory: RadarMemory, max_age: int) -> int:
    """The nearest tank that was seen at most some turns ago, or NOBODY."""
    best = NOBODY
    lowest = config.width + config.height
    for i in range(config.seats):
        seen = memory.tanks[i]
        away = distance(me, seen.x, seen.y)
        if seen.turn > 0 and memory.turn - seen.turn <= max_age and away < lowest:
            best = i
            lowest = away
    return best


@rule
def age(memory: RadarMemory, block: int, max_age: int) -> int:
    """For how many turns a block has not been scanned."""
    return min(memory.turn - memory.seen[block], max_age)


@rule
def best_scan(config: Config, me: Tank, memory: RadarMemory, max_age: int, x: int, y: int) -> int:
    """The scan that refreshes most of the map, and how much: WAYS times that plus the way.

    It must show a cell, if that is on the map; -1 if none does.
    """
    best = -1
    anywhere = not is_on_map(config, x, y)
    for way in range(WAYS):
        if anywhere or is_seen(config, me, way, x, y):
            best = max(best, WAYS * scan_worth(config, me, memory, max_age, way) + way)
    return best


@rule
def scan_worth(config: Config, me: Tank, memory: RadarMemory, max_age: int, way: int) -> int:
    """The ages of the cells that a scan would show, in all; those all around count twice, as shells reach them."""
    side = config.scanning_distance
    left = me.x - LEFT[way] * (side // 2)
    top = me.y - ABOVE[way] * (side // 2)
    total = 0
    for block_y in range(first_block(top), end_block(top, side, config.height)):
        for block_x in range(first_block(left), end_block(left, side, config.width)):
            total += age(memory, block_y * BLOCKS + block_x, max_age)
    return total * BLOCK * BLOCK * (2 if way == OMNI else 1)
