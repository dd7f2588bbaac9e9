"""Paths worth a try, as queues of commands: home, to trails of others, to items."""

from __future__ import annotations

from lanista.engine import Records, rule
from lanista.games.sproutopia.land import is_on_map, owns
from lanista.games.sproutopia.state import DX, DY, REVERSE, WEED, Config, Direction, Garden, ItemStore, Order, Work

MAX_LENGTH = 160  # of a plan
UNREACHED = 30_000
HUNT = 8  # cells around the farmer in which trails of others are looked for
STROLL = 40  # steps on the farmer's land
MAX_ERRAND = 16  # steps to an item


@rule
def is_walkable(garden: Garden, config: Config, seat: int, x: int, y: int) -> bool:
    """Whether a cell is on the map, without a weed or the farmer's trail."""
    if not is_on_map(config, x, y):
        return False
    marks = garden.marks[y * config.Cols + x]
    return marks & WEED == 0 and marks >> seat & 1 == 0


@rule
def write_home(garden: Garden, config: Config, seat: int, move: Order, work: Work) -> bool:
    """Write the shortest way to the farmer's land; False if it is there, or has none."""
    farmer = garden.farmers[seat]
    x = farmer.x
    y = farmer.y
    nearest = UNREACHED
    n = 0
    while nearest > 0 and n < MAX_LENGTH and not owns(garden, seat, y * config.Cols + x):
        best = 0
        for way in range(1, 5):
            if (n > 0 or way != REVERSE[farmer.direction]) and is_walkable(
                garden, config, seat, x + DX[way], y + DY[way]
            ):
                steps = work.reach[(y + DY[way]) * config.Cols + x + DX[way]]
                if steps < nearest:
                    nearest = steps
                    best = way
        if best == 0:
            return False
        x += DX[best]
        y += DY[best]
        move.commands[n] = best
        move.ranks[n] = 0
        n += 1
        move.length = n
    return n > 0


@rule
def write_stroll(garden: Garden, config: Config, seat: int, move: Order) -> bool:
    """Write a walk on the farmer's land, where nobody can hurt it; False if it is not there."""
    farmer = garden.farmers[seat]
    x = farmer.x + 0
    y = farmer.y + 0
    way = farmer.direction + 0
    move.length = 0
    while move.length < STROLL and owns(garden, seat, y * config.Cols + x):
        way = next_way_inside(garden, config, seat, x, y, way)
        if way == Direction.IDLE:
            return move.length > 0
        x += DX[way]
        y += DY[way]
        move.commands[move.length] = way
        move.ranks[move.length] = 0
        move.length += 1
    return move.length > 0


@rule
def next_way_inside(garden: Garden, config: Config, seat: int, x: int, y: int, way: int) -> int:
    """A step that stays on the farmer's land, straight on if possible; 0: none."""
    for turn in range(5):
        step = way if turn == 0 else turn
        if (
            step != Direction.IDLE
            and (way == Direction.IDLE or step != REVERSE[way])
            and is_walkable(garden, config, seat, x + DX[step], y + DY[step])
            and owns(garden, seat, (y + DY[step]) * config.Cols + x + DX[step])
        ):
            return step
    return Direction.IDLE


@rule
def write_attacks(garden: Garden, config: Config, seat: int, moves: Records[Order], work: Work, count: int) -> int:
    """Write paths to the nearest cell of each other farmer's trail; the new number of plans."""
    me = garden.farmers[seat]
    for other in range(config.seats):
        nearest = HUNT + 1
        prey = 0
        for y in range(max(0, me.y - HUNT), min(config.Rows, me.y + HUNT + 1)):
            for x in range(max(0, me.x - HUNT), min(config.Cols, me.x + HUNT + 1)):
                cell = y * config.Cols + x
                steps = abs(x - me.x) + abs(y - me.y)
                if other != seat and garden.marks[cell] >> other & 1 and 0 < steps < nearest:
                    nearest = steps
                    prey = cell
        if nearest <= HUNT:
            count = write_paths(garden, config, seat, moves, count, prey)
    return count


@rule
def write_errands(
    garden: Garden, config: Config, seat: int, store: ItemStore, moves: Records[Order], work: Work, count: int
) -> int:
    """Write paths to the nearest item; the new number of plans."""
    me = garden.farmers[seat]
    nearest = MAX_ERRAND + 1
    goal = 0
    for slot in range(store.places):
        cell = store.entries[slot] // 8
        if store.entries[slot] >= 0:
            steps = abs(cell % config.Cols - me.x) + abs(cell // config.Cols - me.y)
            if 0 < steps < nearest:
                nearest = steps
                goal = cell
    return write_paths(garden, config, seat, moves, count, goal) if nearest <= MAX_ERRAND else count


@rule
def write_paths(garden: Garden, config: Config, seat: int, moves: Records[Order], count: int, goal: int) -> int:
    """Write both paths of at most one turn to a cell; the new number of plans."""
    me = garden.farmers[seat]
    dx = goal % config.Cols - me.x
    dy = goal // config.Cols - me.y
    along = Direction.RIGHT if dx > 0 else Direction.LEFT
    down = Direction.DOWN if dy > 0 else Direction.UP
    if (
        count < len(moves)
        and dx != 0
        and write_path(garden, config, seat, moves[count], along, abs(dx), down, abs(dy))
    ):
        count += 1
    if (
        count < len(moves)
        and dy != 0
        and write_path(garden, config, seat, moves[count], down, abs(dy), along, abs(dx))
    ):
        count += 1
    return count


@rule
def write_path(
    garden: Garden, config: Config, seat: int, move: Order, way: int, a: int, across: int, b: int
) -> bool:
    """Write two legs; False if something is in the way."""
    farmer = garden.farmers[seat]
    x = farmer.x
    y = farmer.y
    if way == REVERSE[farmer.direction]:
        return False
    for n in range(a + b):
        step = way if n < a else across
        x += DX[step]
        y += DY[step]
        if not is_walkable(garden, config, seat, x, y):
            return False
        move.commands[n] = step
        move.ranks[n] = 0
    move.length = a + b
    return True
