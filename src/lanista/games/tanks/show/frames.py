"""The displayed battlefield: the land and the tanks, a seat's knowledge of them, and events.

The terrain is hidden from the players, so it belongs to the frames and not to the scene.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from lanista.engine import EVERYBODY, UNKNOWN, Grid, Ints, Log, Records, i1, i2, i4, note_number, record, rule
from lanista.games.tanks.notes import Kind, NoteFields
from lanista.games.tanks.rules import is_on_map, is_void, score
from lanista.games.tanks.state import (
    BLAST_DX,
    DX,
    DY,
    FUSE,
    MAX_CELLS,
    MAX_SEATS,
    POSITIONAL_DUE,
    Action,
    Arena,
    Config,
    Direction,
    Tank,
    Work,
)
from lanista.games.tanks.views import Moment, count_in_sight, has_scanned, is_seen, scan_left, scan_top, scan_way

MAX_HITS = MAX_SEATS * len(BLAST_DX)  # every tank fires, and every shell hits as many tanks as it can
NOT_KNOWN = -1
OUTSIDE = -1  # in place of a terrain
NOBODY = -1

CURVES = ("score", "health", "tanks in sight")
SCORE, HEALTH, IN_SIGHT = range(len(CURVES))


class Cause(IntEnum):
    """Why a tank lost health, as frames name it."""

    COLLISION = 0
    LAKE = 1
    BLAST = 2
    UNKNOWN = 3  # to a player who does not see what hit it


def scene(state: Moment) -> dict[str, Any]:
    """The size of the world and of scans, and how long shells fly at most."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "scan": config.scanning_distance,
        "ticks": config.cardinal_shot_distance + FUSE,
        "health": config.full_health,
        "range": {"cardinal": config.cardinal_shot_distance, "positional": config.positional_shot_distance},
        "damage": {
            "direct": config.direct_damage,
            "indirect": config.indirect_damage,
            "tank": config.tank_damage,
            "forest": config.forest_damage,
            "lake": config.lake_damage,
        },
    }


@record
class ShownLand:
    """The map, or the square that a seat has scanned; without a scan it has no cells."""

    x: i2  # of its left column
    y: i2  # of its top row
    width: i2
    n_cells: i2
    cells: Annotated[Ints, i1, MAX_CELLS]  # terrain row by row; OUTSIDE beyond the map


@record
class ShownTank:
    """A tank's condition, and its last order."""

    target_x: i4
    target_y: i4
    x: i2
    y: i2
    health: i2
    id: i1  # 0: it takes no part, or the seat does not know it
    orientation: i1
    mobile: i1
    action: i1
    way: i1


@record
class Echo:
    """Another tank in a scan."""

    x: i2
    y: i2
    orientation: i1
    alive: i1
    id: i1


@record
class ScannedSquare:
    """The scanning tank, and the corner of its square."""

    x: i2
    y: i2
    seat: i1


@record
class ShownShell:
    """A shell from its gun to its end."""

    from_x: i2
    from_y: i2
    x: i2
    y: i2
    tick: i2  # of the explosion, or in which a lost shell would have exploded
    seat: i1  # that fired it
    explodes: i1
    is_lob: i1


@record
class ShownHit:
    """Health that a tank lost."""

    amount: i2
    tick: i2  # of the explosion
    seat: i1
    by: i1  # NOBODY: itself, or the seat does not know
    cause: i1


@record
class Bump:
    """A tank ran against a cell."""

    x: i2
    y: i2
    seat: i1


@record
class Frame:
    """A moment, and the turn that led to it."""

    turn: i4
    limit: i4  # NOT_KNOWN to a seat
    n_tanks: i2
    n_seen: i2
    n_scans: i2
    n_shells: i2
    n_hits: i2
    n_bumps: i2
    land: ShownLand
    tanks: Annotated[Records[ShownTank], MAX_SEATS]  # by seat
    seen: Annotated[Records[Echo], MAX_SEATS]  # row by row
    scans: Annotated[Records[ScannedSquare], MAX_SEATS]
    shells: Annotated[Records[ShownShell], MAX_SEATS]  # in the order in which they end
    hits: Annotated[Records[ShownHit], MAX_HITS]
    bumps: Annotated[Records[Bump], MAX_SEATS]


@rule
def frame(before: Arena, state: Arena, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """The land, the tanks by seat, and the turn; a seat knows its tank, and by number those of its scan."""
    frame.turn = state.turn
    frame.n_tanks = config.seats
    if seat == EVERYBODY:
        frame.limit = config.max_turns
        show_battlefield(state, config, frame)
        show_turn(state, config, work.log, frame)
    else:
        frame.limit = NOT_KNOWN
        show_own_tank(state, config, seat, frame)
        show_own_turn(before, state, config, seat, frame)


# A moment


@rule
def show_battlefield(arena: Arena, config: Config, frame: Frame) -> None:
    """The whole map, all tanks and all scans."""
    land = frame.land
    land.width = config.width
    land.n_cells = config.width * config.height
    land.cells[: land.n_cells] = config.terrain[: land.n_cells]
    for i in range(arena.n_tanks):
        show_tank(arena.tanks[i], i, frame.tanks[config.seat_of[i]])
        if has_scanned(arena.tanks[i]):
            show_scan(config, arena.tanks[i], config.seat_of[i], frame)


@rule
def show_tank(tank: Tank, i: int, shown: ShownTank) -> None:
    """Show a tank completely."""
    shown.id = i + 1
    shown.x = tank.x
    shown.y = tank.y
    shown.orientation = tank.orientation
    shown.health = tank.health
    shown.mobile = tank.mobile
    shown.action = tank.action
    shown.way = tank.way
    shown.target_x = tank.target_x
    shown.target_y = tank.target_y


@rule
def show_scan(config: Config, tank: Tank, seat: int, frame: Frame) -> None:
    """The square that a tank has scanned."""
    way = scan_way(tank)
    square = frame.scans[frame.n_scans]
    square.seat = seat
    square.x = scan_left(config, tank, way)
    square.y = scan_top(config, tank, way)
    frame.n_scans += 1


# What a seat's view shows: scores, the turn limit and whose tank is which are not in it


@rule
def show_own_tank(arena: Arena, config: Config, seat: int, frame: Frame) -> None:
    """A seat's tank, and its last scan."""
    i = config.tank_of[seat]
    if i >= arena.n_tanks:
        return
    show_tank(arena.tanks[i], i, frame.tanks[seat])
    if has_scanned(arena.tanks[i]):
        show_scan(config, arena.tanks[i], seat, frame)
        show_scanned_land(config, arena.tanks[i], frame.land)
        show_echoes(arena, config, i, frame)


@rule
def show_scanned_land(config: Config, tank: Tank, land: ShownLand) -> None:
    """The terrain of a scanned square."""
    way = scan_way(tank)
    side = config.scanning_distance
    land.x = scan_left(config, tank, way)
    land.y = scan_top(config, tank, way)
    land.width = side
    land.n_cells = side * side
    for at in range(land.n_cells):
        x = land.x + at % side
        y = land.y + at // side
        land.cells[at] = config.terrain[y * config.width + x] if is_on_map(config, x, y) else OUTSIDE


@rule
def show_echoes(arena: Arena, config: Config, scanner: int, frame: Frame) -> None:
    """The other tanks in a scan."""
    tank = arena.tanks[scanner]
    way = scan_way(tank)
    for i in range(arena.n_tanks):
        other = arena.tanks[i]
        if i != scanner and is_seen(config, tank, way, other.x, other.y):
            at = slot_for_echo(frame, other.x, other.y)
            show_echo(other, i, frame.seen[at])


@rule
def slot_for_echo(frame: Frame, x: int, y: int) -> int:
    """Make room for one more echo, behind those in earlier cells."""
    at = frame.n_seen
    frame.n_seen += 1
    while at > 0 and is_behind(frame.seen[at - 1], x, y):
        frame.seen[at] = frame.seen[at - 1]
        at -= 1
    return at


@rule
def is_behind(echo: Echo, x: int, y: int) -> bool:
    """Whether an echo comes after a cell, row by row."""
    return echo.y > y or (echo.y == y and echo.x > x)


@rule
def show_echo(tank: Tank, i: int, echo: Echo) -> None:
    """Another tank, without health and whose it is (D29)."""
    echo.id = i + 1
    echo.x = tank.x
    echo.y = tank.y
    echo.orientation = tank.orientation
    echo.alive = 1 if tank.health > 0 else 0


# The turn that led to a moment


@rule
def show_turn(arena: Arena, config: Config, log: Log, frame: Frame) -> None:
    """Show every shell, loss of health and collision."""
    for at in range(log.count):
        kind = note_number(log, at, NoteFields.KIND)
        if kind == Kind.EXPLODED or kind == Kind.LOST:  # noqa: PLR1714
            show_shell_noted(arena, config, log, at, frame)
        elif kind == Kind.HIT or kind == Kind.HURT:  # noqa: PLR1714
            show_hit_noted(config, log, at, frame)
        elif kind == Kind.BLOCKED:
            seat = config.seat_of[note_number(log, at, NoteFields.TANK)]
            show_bump(frame, seat, note_number(log, at, NoteFields.X), note_number(log, at, NoteFields.Y))


@rule
def show_shell_noted(arena: Arena, config: Config, log: Log, at: int, frame: Frame) -> None:
    """A shell that exploded or was lost."""
    i = note_number(log, at, NoteFields.TANK)
    explodes = 1 if note_number(log, at, NoteFields.KIND) == Kind.EXPLODED else 0
    tick = note_number(log, at, NoteFields.TICK_OF_END) + (0 if explodes else FUSE)
    seat = config.seat_of[i]
    show_shell(
        frame,
        seat,
        arena.tanks[i],
        note_number(log, at, NoteFields.X),
        note_number(log, at, NoteFields.Y),
        tick,
        explodes,
    )


@rule
def show_shell(frame: Frame, seat: int, tank: Tank, x: int, y: int, tick: int, explodes: int) -> None:
    """A shell from its tank to where it ends."""
    shell = frame.shells[frame.n_shells]
    shell.seat = seat
    shell.from_x = tank.x
    shell.from_y = tank.y
    shell.x = x
    shell.y = y
    shell.tick = tick
    shell.explodes = explodes
    shell.is_lob = 1 if tank.action == Action.FIRE_POSITIONAL else 0
    frame.n_shells += 1


@rule
def show_hit_noted(config: Config, log: Log, at: int, frame: Frame) -> None:
    """Health that a tank lost by a shell, or by a move."""
    i = note_number(log, at, NoteFields.TANK)
    by = note_number(log, at, NoteFields.BY)
    lost = note_number(log, at, NoteFields.WAS) - note_number(log, at, NoteFields.NOW)
    if note_number(log, at, NoteFields.KIND) == Kind.HIT:
        show_hit(
            frame, config.seat_of[i], lost, config.seat_of[by], Cause.BLAST, note_number(log, at, NoteFields.TICK)
        )
    else:
        cause = Cause.LAKE if note_number(log, at, NoteFields.IN_LAKE) else Cause.COLLISION
        show_hit(frame, config.seat_of[i], lost, NOBODY if i == by else config.seat_of[by], cause, 0)


@rule
def show_hit(frame: Frame, seat: int, amount: int, by: int, cause: int, tick: int) -> None:
    """Health that a tank lost."""
    hit = frame.hits[frame.n_hits]
    hit.seat = seat
    hit.amount = amount
    hit.by = by
    hit.cause = cause
    hit.tick = tick
    frame.n_hits += 1


@rule
def show_bump(frame: Frame, seat: int, x: int, y: int) -> None:
    """The cell that stopped a tank."""
    bump = frame.bumps[frame.n_bumps]
    bump.seat = seat
    bump.x = x
    bump.y = y
    frame.n_bumps += 1


# What a player can know of it


@rule
def show_own_turn(before: Arena, state: Arena, config: Config, seat: int, frame: Frame) -> None:
    """Show whether the seat's tank was stopped or hurt, and its shot, but not the shot's effect."""
    i = config.tank_of[seat]
    old = before.tanks[i]
    new = state.tanks[i]
    if before.turn == state.turn or old.health == 0:
        return
    is_stopped = new.action == Action.MOVE and old.mobile > 0 and old.x == new.x and old.y == new.y
    if is_stopped:
        sign = 1 if new.way == Direction.FORWARD else -1
        show_bump(frame, seat, new.x + sign * DX[new.orientation], new.y + sign * DY[new.orientation])
    if new.health < old.health:
        cause = Cause.COLLISION if is_stopped else Cause.UNKNOWN
        show_hit(frame, seat, old.health - new.health, NOBODY, cause, 0)
    show_own_shell(config, seat, new, frame)


@rule
def show_own_shell(config: Config, seat: int, tank: Tank, frame: Frame) -> None:
    """A tank's shell as if there were no other tank."""
    if tank.action == Action.FIRE_CARDINAL:
        x = tank.x
        y = tank.y
        flown = 0
        while flown < config.cardinal_shot_distance and is_on_map(config, x, y):
            x += DX[tank.way]
            y += DY[tank.way]
            flown += 1
        show_shell(frame, seat, tank, x, y, flown + FUSE, 0)
    elif tank.action == Action.FIRE_POSITIONAL and not is_void(config, tank):
        show_shell(frame, seat, tank, tank.target_x, tank.target_y, POSITIONAL_DUE, 1)


# Curves


@rule
def curves(state: Arena, config: Config, seat: int, numbers: Grid) -> None:
    """The score with the points for survival, health, and how many living others the radar has found.

    No player sees a score, not even its own (section 5).
    """
    for i in range(config.seats):
        tank = config.tank_of[i]
        is_known = seat == EVERYBODY or seat == i  # noqa: PLR1714
        numbers[SCORE, i] = score(state, config, i) if seat == EVERYBODY else UNKNOWN
        numbers[HEALTH, i] = state.tanks[tank].health if is_known else UNKNOWN
        numbers[IN_SIGHT, i] = count_in_sight(state, config, tank, True) if is_known else UNKNOWN
