"""The battlefield: records, enumerations and constants (sections 2, 3 and 6.1 of the specification).

Tanks are stored in the order of their ids, starting with tank 1. A cell is encoded as `y * width + x`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Ints, Log, Records, i1, i2, i4, record

MIN_SEATS = 2
MAX_SEATS = 40
MAX_SIDE = 128  # MAX_WORLD_SIZE
MIN_SIDE = 10  # of a generated world
MAX_CELLS = MAX_SIDE * MAX_SIDE
MAX_VISITED = 2000  # cells that a search for a path visits
MAX_TURNS = 32_000
MAX_SCAN = 15  # SCANNING_DISTANCE: the side of the scanned square
MAX_POSITIONAL = 7
ORIENTATIONS = 8
FUSE = 3  # ticks between the landing of a shell and its explosion (6.4)
POSITIONAL_DUE = 1 + FUSE  # a positional shell lands in tick 1


class Terrain(IntEnum):
    """The terrain of a cell, which never changes during a match (section 3)."""

    FIELD = 0
    DECIDUOUS = 1
    EVERGREEN = 2
    LAKE = 3
    SWAMP = 4


class Orientation(IntEnum):
    """The eight directions, clockwise."""

    NORTH = 0
    NORTH_EAST = 1
    EAST = 2
    SOUTH_EAST = 3
    SOUTH = 4
    SOUTH_WEST = 5
    WEST = 6
    NORTH_WEST = 7


DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (-1, -1, 0, 1, 1, 1, 0, -1)

# The nine cells of a blast: the centre, then the neighbours clockwise from North (6.5).
BLAST_DX = (0, *DX)
BLAST_DY = (0, *DY)


class Action(IntEnum):
    """The actions of a tank in a turn (6.1)."""

    IDLE = 0
    MOVE = 1
    ROTATE = 2
    SCAN_OMNI = 3
    SCAN_MONO = 4
    FIRE_CARDINAL = 5
    FIRE_POSITIONAL = 6


class Direction(IntEnum):
    """The parameter of a move."""

    FORWARD = 0
    BACKWARDS = 1


class Rotation(IntEnum):
    """The parameter of a rotation."""

    CLOCKWISE = 0
    COUNTER_CLOCKWISE = 1


@record
class Tank:
    """One tank, living or dead, and the last action requested of it."""

    score: i4  # points from its explosions, without survival points
    target_x: i4  # of a positional shot, as requested
    target_y: i4
    x: i2
    y: i2
    health: i2
    orientation: i1
    mobile: i1
    action: i1
    way: i1  # the action's direction, rotation or orientation


@record
class Arena:
    """Everything that changes during a match. Pending scans follow from the tanks' actions (section 7)."""

    turn: i4  # turns completed
    over: i2
    n_tanks: i2  # tanks that take part; those of the other entrants are stored after them
    tanks: Annotated[Records[Tank], MAX_SEATS]


@record
class Config:
    """The constant part of a match: the settings, who plays which tank, and the terrain."""

    seats: i4
    width: i4
    height: i4
    max_turns: i4
    full_health: i4
    scanning_distance: i4
    cardinal_shot_distance: i4
    positional_shot_distance: i4
    lake_damage: i4
    forest_damage: i4
    tank_damage: i4
    direct_damage: i4
    indirect_damage: i4
    indirect_points: i4
    direct_points: i4
    final_blow_points: i4
    survival_points: i4
    ranks_in_moves: i4
    field_percent: i4
    obstacle_least_permille: i4
    obstacle_most_permille: i4
    leftover_percent: i4
    lake_percent: i4
    filler: i4  # not for alignment; recorded digests cover it
    tank_of: Annotated[Ints, i1, MAX_SEATS]  # the index in `tanks` of each seat (D4) ...
    seat_of: Annotated[Ints, i1, MAX_SEATS]  # ... and the seat of each tank
    terrain: Annotated[Ints, i1, MAX_CELLS]  # width * height cells, row by row


@record
class Order:
    """A move: an action with its parameter, and optionally its rank in the processing order (D4)."""

    action: i4
    way: i4
    x: i4
    y: i4
    rank: i4  # 0: by id


@record
class Shell:
    """A shell in flight."""

    shooter: i4  # its index in `tanks`
    x: i4
    y: i4
    way: i4
    due: i4  # the tick in which it explodes; 0 while it flies, -1 once it has left the map


@record
class Work:
    """Scratch space for one turn."""

    n_acting: i4
    n_shells: i4
    n_waiting: i4  # shells that have neither exploded nor been lost
    acting: Annotated[Ints, i4, MAX_SEATS]  # tanks in processing order
    shells: Annotated[Records[Shell], MAX_SEATS]
    # The last tank on each cell, from 1. Never cleared: readers check that the tank is still there.
    standing: Annotated[Ints, i1, MAX_CELLS]
    # For bots that search a path: the visited cells, the nearest first, and the way to each cell plus 1
    visited: Annotated[Ints, i2, MAX_VISITED + ORIENTATIONS]
    came_by: Annotated[Ints, i1, MAX_CELLS]
    log: Log
