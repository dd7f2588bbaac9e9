"""Rampage: the messages that a bot receives and sends."""

from typing import Annotated, Literal, NotRequired, TypedDict

Direction = Literal["UP", "DOWN", "LEFT", "RIGHT"]
Kind = Literal["LASER", "SHIELD", "TELEPORT"]
Owner = Literal[1, 2, "turret"]

Move = Annotated[
    Literal[
        "FACE_UP",
        "FACE_DOWN",
        "FACE_LEFT",
        "FACE_RIGHT",
        "NONE",
        "SHOOT",
        "FORWARD",
        "SHIELD",
        "LASER",
        "TELEPORT_0",
        "TELEPORT_1",
        "TELEPORT_2",
        "TELEPORT_3",
        "TELEPORT_4",
        "TELEPORT_5",
    ],
    "SHIELD, LASER and TELEPORT use up an item of that kind; TELEPORT_n goes to pad n",
]


class Square(TypedDict):
    """A square of the board; the edges wrap around."""

    x: Annotated[int, "the column, from 0"]
    y: Annotated[int, "the row, 0 at the top"]


class TurretPlace(TypedDict):
    """A turret on the map."""

    x: int
    y: int
    fireTime: Annotated[int, "turns in a row that it fires"]
    cooldownTime: Annotated[int, "turns in a row that it pauses"]


class Map(TypedDict):
    """The map in the format of map files; it never changes."""

    name: str
    width: int
    height: int
    player1X: int
    player1Y: int
    player1Direction: Direction
    player2X: int
    player2Y: int
    player2Direction: Direction
    initialHP: int
    maxTurns: int
    turrets: Annotated[list[TurretPlace], "in the order of the view's `turrets`"]
    laser: Annotated[list[Square], "the laser items at the start"]
    shield: Annotated[list[Square], "the shield items at the start"]
    teleport: Annotated[list[Square], "the teleport items at the start"]
    teleportPad: Annotated[list[Square], "the pads, by number"]
    walls: list[Square]


class Items(TypedDict):
    """The number of items of each kind that a robot holds."""

    laser: int
    shield: int
    teleport: int


class Hit(TypedDict):
    """A hit on a robot in the last turn."""

    kind: Literal["BULLET", "LASER"]
    by: Owner
    x: Annotated[NotRequired[int], "the turret's column"]
    y: Annotated[NotRequired[int], "the turret's row"]
    absorbed: Annotated[bool, "whether a shield absorbed it"]
    reflected: NotRequired[bool]


class Player(TypedDict):
    """A robot."""

    id: Annotated[Literal[1, 2], "the seat, from 1"]
    x: int
    y: int
    facing: Direction
    hp: int
    points: int
    items: Items
    shield_left: Annotated[int, "turns of shield left, counting the turn just played; 0 without one"]
    last_move: Annotated[Move, "the move it executed in the last turn"]
    requested: Annotated[Move, "the move it asked for"]
    hits: list[Hit]


class Bullet(TypedDict):
    """A bullet in flight."""

    x: int
    y: int
    dir: Direction
    owner: Literal[1, 2]


class Turret(TypedDict):
    """The state of a turret; its position is in the map."""

    alive: bool
    fired: Annotated[bool, "in the last turn"]
    fires_next: Annotated[bool, "in the coming turn, if it is still alive by then"]
    phase: Annotated[int, "position in its cycle of firing and pausing, from 0"]


class Item(TypedDict):
    """An item on the floor."""

    x: int
    y: int
    kind: Kind


Beam = TypedDict(
    "Beam",
    {
        "x": int,
        "y": int,
        "dir": Direction,
        "owner": Owner,
        "from": Annotated[list[int], "x and y of its origin"],
    },
)
Beam.__doc__ = """A square covered by a laser beam in the last turn."""


class View(TypedDict):
    """Everything except the map; both players see the same."""

    turn: Annotated[int, "the coming turn, from 1"]
    turns_left: Annotated[int, "the coming turn included"]
    players: Annotated[list[Player], "by seat"]
    bullets: list[Bullet]
    turrets: list[Turret]
    items: list[Item]
    beams: list[Beam]
