"""A player's view (section 5), as the JSON of section 9."""

from __future__ import annotations

from typing import Any

from lanista.engine import State, rule
from lanista.games.tanks.maps import LETTERS
from lanista.games.tanks.moves import DIRECTIONS, ORIENTATION_NAMES, ROTATIONS
from lanista.games.tanks.rules import is_on_map
from lanista.games.tanks.state import DX, DY, MAX_SIDE, Action, Arena, Config, Orientation, Tank

Moment = State[Arena, Config]

OUTSIDE = "#"
DIRECTION_NAMES = tuple(DIRECTIONS)
ROTATION_NAMES = tuple(ROTATIONS)
TRUTH = ("false", "true")
LETTER_OF = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())

# Distances from the scanner to the left and top edges of the scanned square, in halves of its side (section 7):
# mono scans by orientation, then the omni scan.
OMNI = len(Orientation)
LEFT = (1, 0, 0, 0, 1, 2, 2, 2, 1)
ABOVE = (2, 2, 1, 0, 0, 0, 1, 2, 1)


# Scans


@rule
def scan_way(tank: Tank) -> int:
    """The scan that a tank has just made: an orientation, OMNI, or -1 for none."""
    if tank.action == Action.SCAN_OMNI:
        return OMNI
    return tank.way if tank.action == Action.SCAN_MONO else -1


@rule
def scan_left(config: Config, tank: Tank, way: int) -> int:
    """The column of the map at the left edge of a scan."""
    return tank.x - LEFT[way] * (config.scanning_distance // 2)


@rule
def scan_top(config: Config, tank: Tank, way: int) -> int:
    """The row of the map at the top edge of a scan."""
    return tank.y - ABOVE[way] * (config.scanning_distance // 2)


@rule
def is_seen(config: Config, scanner: Tank, way: int, x: int, y: int) -> bool:
    """Whether a scan covers a position."""
    column = x - scan_left(config, scanner, way)
    row = y - scan_top(config, scanner, way)
    return 0 <= column < config.scanning_distance and 0 <= row < config.scanning_distance


@rule
def has_scanned(tank: Tank) -> bool:
    """Whether a tank has made a scan and is alive to receive it."""
    return tank.health > 0 and scan_way(tank) >= 0


@rule
def count_in_sight(arena: Arena, config: Config, scanner: int, alive: bool) -> int:
    """The number of other living tanks, or of wrecks, in the scan of a living tank."""
    tank = arena.tanks[scanner]
    if not has_scanned(tank):
        return 0
    way = scan_way(tank)
    found = 0
    for i in range(arena.n_tanks):
        other = arena.tanks[i]
        if i != scanner and (other.health > 0) == alive and is_seen(config, tank, way, other.x, other.y):
            found += 1
    return found


def scan_rows(config: Config, tank: Tank, way: int) -> list[str]:
    """The scanned square as rows of letters, north up."""
    side, width, height = config.scanning_distance, config.width, config.height
    left, top = scan_left(config, tank, way), scan_top(config, tank, way)
    terrain: Any = config.terrain
    before = OUTSIDE * max(0, -left)
    after = OUTSIDE * max(0, left + side - width)
    first, last = max(0, left), min(width, left + side)
    return [
        before + terrain[y * width + first : y * width + last].tobytes().translate(LETTER_OF).decode() + after
        if 0 <= y < height
        else OUTSIDE * side
        for y in range(top, top + side)
    ]


def scanned_tanks(state: Moment, tank: Tank, way: int) -> list[tuple[int, int, int]]:
    """The row, column and index in `tanks` of every tank and wreck in a scan, row by row."""
    arena, config = state.record, state.const
    left, top = scan_left(config, tank, way), scan_top(config, tank, way)
    side = range(config.scanning_distance)
    found = ((other.y - top, other.x - left, i) for i, other in enumerate(arena.tanks[: arena.n_tanks]))
    return sorted((row, column, i) for row, column, i in found if row in side and column in side)


def scan_json(state: Moment, tank: Tank) -> str:
    """The result of a tank's scan, or `null` if it made none."""
    way = scan_way(tank)
    if way < 0:
        return "null"
    kind = '"type":"Omni"' if way == OMNI else f'"type":"Mono","orientation":"{ORIENTATION_NAMES[way]}"'
    rows = '","'.join(scan_rows(state.const, tank, way))
    tanks = ",".join(
        _scanned_json(state.record.tanks[i], i, row, col) for row, col, i in scanned_tanks(state, tank, way)
    )
    return f'{{{kind},"rows":["{rows}"],"tanks":[{tanks}]}}'


def _scanned_json(tank: Tank, i: int, row: int, column: int) -> str:
    """A tank in a scan, without health, mobility, score and action (D29)."""
    return (
        f'{{"row":{row},"col":{column},"id":{i + 1},"orientation":"{ORIENTATION_NAMES[tank.orientation]}",'
        f'"alive":{TRUTH[tank.health > 0]}}}'
    )


# Shells


def line_of_fire(config: Config, tank: Tank) -> list[tuple[int, int]]:
    """The cells that a cardinal shell crosses if no tank stops it; the last one may be off the map (D14)."""
    x, y = tank.x, tank.y
    cells: list[tuple[int, int]] = []
    while is_on_map(config, x, y) and len(cells) < config.cardinal_shot_distance:
        x, y = x + DX[tank.way], y + DY[tank.way]
        cells.append((x, y))
    return cells


# The view


def view_json(state: Moment, seat: int) -> bytes:
    """The turn message of section 9; a dead tank's scan is not delivered (6.2)."""
    arena, config = state.record, state.const
    i = config.tank_of[seat]
    tank = arena.tanks[i]
    scan = scan_json(state, tank) if tank.health > 0 else "null"
    return (
        f'{{"turn":{arena.turn},"player_id":{i + 1 if i < arena.n_tanks else 0},"health":{tank.health},'
        f'"mobile":{TRUTH[tank.mobile]},"position":{{"x":{tank.x},"y":{tank.y}}},'
        f'"orientation":"{ORIENTATION_NAMES[tank.orientation]}",'
        f'"world_size":{{"x":{config.width},"y":{config.height}}},'
        f'"previous_action":{action_json(tank)},"scan":{scan}}}'
    ).encode()


def action_json(tank: Tank) -> str:
    """A tank's action in the format of section 9."""
    return "{" + _members(tank) + "}"


def _members(tank: Tank) -> str:
    action, way = tank.action, tank.way
    if action == Action.MOVE:
        return f'"action":"Move","direction":"{DIRECTION_NAMES[way]}"'
    if action == Action.ROTATE:
        return f'"action":"Rotate","rotation":"{ROTATION_NAMES[way]}"'
    if action == Action.SCAN_OMNI:
        return '"action":"Scan","type":"Omni"'
    if action == Action.SCAN_MONO:
        return f'"action":"Scan","type":"Mono","orientation":"{ORIENTATION_NAMES[way]}"'
    if action == Action.FIRE_CARDINAL:
        return f'"action":"Fire","aiming":"Cardinal","orientation":"{ORIENTATION_NAMES[way]}"'
    if action == Action.FIRE_POSITIONAL:
        position = f'{{"x":{tank.target_x},"y":{tank.target_y}}}'
        return f'"action":"Fire","aiming":"Positional","position":{position}'
    return '"action":"Idle"'


def fixed_json(state: Moment, seat: int) -> bytes:
    """The data sent once: the size of the world, the maximum size, and the number of entrants."""
    config = state.const
    return (
        f'{{"world_size":{{"x":{config.width},"y":{config.height}}},"max_world_size":{MAX_SIDE},'
        f'"players":{config.seats}}}'
    ).encode()
