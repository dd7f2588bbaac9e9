"""The arena: records, enumerations and constants (sections 3 to 6 of the specification).

A square is encoded as `y * width + x`, a bullet as one number made of its square, direction and owner.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from lanista.engine import Capacity, Ints, Log, Records, i1, i2, i4, record

SEATS = 2
DIRECTIONS = 4
MAX_PERIOD = 127  # fire time plus cool-down time of a turret
MAX_RANGE = 8
MAX_DAMAGE = 100
MAX_HP = 1000
MAX_SHIELD_TURNS = 100
MAX_POINTS = 10_000  # for one event
MAX_TURNS = 10_000  # 10.2
# Four bullets and a head-on crossing; four beams each from turrets, the opponent and the player itself;
# four more beams that come back reflected or are listed twice (D23).
MAX_HITS = 24


class SizeLimits(NamedTuple):
    """Maximum sizes. Competition records hold fewer turns than `MAX_TURNS`; longer matches use larger records."""

    min_side: int
    side: int
    turns: int
    turrets: int
    items: int
    pads: int

    @property
    def bullets(self) -> int:
        """One per player and turn, plus spares for the extra turn of `classic` (D1) and prepared positions."""
        return SEATS * (self.turns + 12)


COMPETITION = SizeLimits(min_side=5, side=21, turns=500, turrets=32, items=96, pads=24)  # section 4
ANY_SIZE = SizeLimits(min_side=3, side=64, turns=MAX_TURNS, turrets=120, items=192, pads=64)  # setting `any_size`

SQUARES = Capacity("squares", COMPETITION.side**2)
WAYS = Capacity("ways", SQUARES * DIRECTIONS)  # one entry per square and direction
TURRETS = Capacity("turrets", COMPETITION.turrets)
ITEMS = Capacity("items", COMPETITION.items)
PADS = Capacity("pads", COMPETITION.pads)
BULLETS = Capacity("bullets", COMPETITION.bullets)
LARGE = {
    "squares": ANY_SIZE.side**2,
    "ways": ANY_SIZE.side**2 * DIRECTIONS,
    "turrets": ANY_SIZE.turrets,
    "items": ANY_SIZE.items,
    "pads": ANY_SIZE.pads,
    "bullets": ANY_SIZE.bullets,
}

FLOOR = 0
WALL = 1
TURRET = 2  # the board code of the first turret; the second is 3, and so on


class Direction(IntEnum):
    """Where robots face and bullets fly; `direction ^ 1` is the opposite direction."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Word(IntEnum):
    """The fifteen moves (section 6)."""

    FACE_UP = 0
    FACE_DOWN = 1
    FACE_LEFT = 2
    FACE_RIGHT = 3
    NONE = 4
    SHOOT = 5
    FORWARD = 6
    SHIELD = 7
    LASER = 8
    TELEPORT_0 = 9
    TELEPORT_1 = 10
    TELEPORT_2 = 11
    TELEPORT_3 = 12
    TELEPORT_4 = 13
    TELEPORT_5 = 14


class ItemKind(IntEnum):
    """The kinds of items, on the floor or held by a robot."""

    LASER = 0
    SHIELD = 1
    TELEPORT = 2


class Hit(IntEnum):
    """Bit flags of a hit; 0 is a bullet that was not absorbed."""

    LASER = 1
    ABSORBED = 2
    REFLECTED = 4


BY_TURRET = 2  # sources in a list of hits: 0 and 1 are seats, 2 is the first turret, and so on


@record
class Player:
    """One robot."""

    points: i4
    square: i2
    hp: i2
    laser: i2  # items held
    shield: i2
    teleport: i2
    shield_left: i2  # turns of protection left, the current one included
    facing: i1
    effective: i1  # the last move as executed
    requested: i1  # the last move as requested
    n_hits: i1
    beams: Annotated[Ints, i1, DIRECTIONS]  # squares covered by the laser fired in this turn


@record
class Hits:
    """The hits on one robot in the last turn, and their sources."""

    kind: Annotated[Ints, i1, MAX_HITS]
    by: Annotated[Ints, i1, MAX_HITS]


@record
class Turret:
    """The changing part of a turret. Its beams follow from `fired` and the positions of the players."""

    phase: i1
    alive: i1
    fired: i1
    credit: i1  # D20: seats that reflected it and have not been paid, a bit per seat


@record
class Arena:
    """Everything that changes during a match; the fields that every turn touches come first."""

    turn: i2  # turns played
    over: i2
    n_bullets: i2
    n_credits: i2  # turrets with a payment pending (D20)
    players: Annotated[Records[Player], SEATS]
    turrets: Annotated[Records[Turret], TURRETS]
    bullets: Annotated[Ints, i2, BULLETS]  # in the order in which they were fired
    lies: Annotated[Ints, i1, ITEMS]  # whether an item is still on the floor
    hits: Annotated[Records[Hits], SEATS]


@record
class TurretSite:
    """The constant part of a turret."""

    square: i2
    row: i1
    column: i1
    fire: i1
    cool: i1
    reach: Annotated[Ints, i1, DIRECTIONS]  # squares its beams cover if no player is in the way
    sees: Annotated[Ints, i1, DIRECTIONS]  # the turret at the end of each beam, from 1; 0 if there is none (D3)


@record
class Config:
    """The constant part of a match: settings, the map, and lookup tables derived from it.

    A D switch is 1 where the original engine is followed instead of the published rules (section 1).
    """

    seats: i4
    width: i4
    height: i4
    max_turns: i4
    initial_hp: i4
    laser_range: i4
    shield_turns: i4
    turret_beams_hit_turrets: i4  # D3
    any_size: i4
    damage: i4  # HP lost per hit
    points_hit: i4
    points_reflection: i4
    points_turret: i4
    points_turret_shared: i4
    points_item: i4
    points_travel: i4
    points_win: i4
    points_turn_left: i4
    points_tie: i4
    d1_extra_turn: i4
    d2_winner_by_score: i4
    d9_tele_fail_point: i4
    d15_cross_shield_pays: i4
    d15_cross_unlogged: i4
    d16_stale_refund: i4
    d20_late_reflect: i4
    d21_first_last_split: i4
    d23_own_reflection_listed: i4
    n_turrets: i4
    n_items: i4
    n_pads: i4
    places: Annotated[Records[TurretSite], TURRETS]
    start: Annotated[Ints, i2, SEATS]
    start_facing: Annotated[Ints, i2, SEATS]
    pads: Annotated[Ints, i2, PADS]
    item_square: Annotated[Ints, i2, ITEMS]
    ahead: Annotated[Ints, i2, WAYS]  # the neighbour of each square in each direction
    item_at: Annotated[Ints, i2, SQUARES]  # the first item on a square, from 1; 0 if there is none
    item_next: Annotated[Ints, i2, ITEMS]  # the next item on the same square, from 1; 0 if there is none
    board: Annotated[Ints, i2, SQUARES]  # floor, wall or turret
    row: Annotated[Ints, i2, SQUARES]
    column: Annotated[Ints, i2, SQUARES]
    reach: Annotated[Ints, i1, WAYS]  # squares a beam covers if no player is in the way
    item_kind: Annotated[Ints, i1, ITEMS]


@record
class Order:
    """A move: one of the fifteen words."""

    word: i4


@record
class Work:
    """Scratch space for one turn, and its events; bots and the search use `waiting`, `way` and `marks`."""

    target: Annotated[Ints, i4, SEATS]
    n_struck: i4
    n_spent: i4
    first: Annotated[Ints, i4, TURRETS]  # seat + 1 of the first projectile on a turret ...
    last: Annotated[Ints, i4, TURRETS]  # ... and of the last
    owners: Annotated[Ints, i4, TURRETS]  # a bit per seat
    spent: Annotated[Ints, i4, MAX_HITS]  # bullets consumed in head-on crossings (D16)
    waiting: Annotated[Ints, i2, SQUARES]  # the queue of a search for a path
    way: Annotated[Ints, i1, SQUARES]  # the step by which a path reached a square, from 1; 0 if none did
    marks: Annotated[Ints, i1, SQUARES]  # properties of a square, as bits
    log: Log
