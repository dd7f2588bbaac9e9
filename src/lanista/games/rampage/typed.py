"""Rampage: what a robot sees and may say."""

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
    "SHIELD, LASER and TELEPORT need such an item; TELEPORT_n goes to pad n",
]


class Square(TypedDict):
    """A square of the board; its edges are joined."""

    x: Annotated[int, "the column, from 0"]
    y: Annotated[int, "the row, 0 at the top"]


class TurretPlace(TypedDict):
    """A turret of the map."""

    x: int
    y: int
    fireTime: Annotated[int, "turns in a row in which it fires"]
    cooldownTime: Annotated[int, "turns in which it does not"]


class Map(TypedDict):
    """What never changes: the map as its file has it."""

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
    laser: Annotated[list[Square], "where laser items lie at the start"]
    shield: Annotated[list[Square], "where shield items lie at the start"]
    teleport: Annotated[list[Square], "where teleport items lie at the start"]
    teleportPad: Annotated[list[Square], "the pads, by number"]
    walls: list[Square]


class Items(TypedDict):
    """How many of each item a robot holds."""

    laser: int
    shield: int
    teleport: int


class Hit(TypedDict):
    """A hit on a robot in the last turn."""

    kind: Literal["BULLET", "LASER"]
    by: Owner
    x: Annotated[NotRequired[int], "the turret's column"]
    y: Annotated[NotRequired[int], "the turret's row"]
    absorbed: Annotated[bool, "by a shield"]
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
    shield_left: Annotated[int, "turns that the shield lasts, 0 without one"]
    last_move: Annotated[Move, "what it did in the last turn"]
    requested: Annotated[Move, "what it was told to do"]
    hits: list[Hit]


class Bullet(TypedDict):
    """A bullet in flight."""

    x: int
    y: int
    dir: Direction
    owner: Literal[1, 2]


class Turret(TypedDict):
    """A turret now; its place is in the map."""

    alive: bool
    fired: Annotated[bool, "in the last turn"]
    fires_next: Annotated[bool, "in the turn being decided, if it is still alive then"]
    phase: Annotated[int, "its place in the cycle of firing and cooling down"]


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
        "from": Annotated[list[int], "where it came from: x and y"],
    },
)
Beam.__doc__ = """A square that a laser beam covered in the last turn."""


class View(TypedDict):
    """Everything but the map; both players see the same."""

    turn: Annotated[int, "the turn being decided, from 1"]
    turns_left: Annotated[int, "with this one"]
    players: Annotated[list[Player], "by seat"]
    bullets: list[Bullet]
    turrets: list[Turret]
    items: list[Item]
    beams: list[Beam]
