"""Tanks: the messages that a bot receives and sends."""

from typing import Annotated, Literal, TypedDict

from lanista.bot.pattern import Pattern

Orientation = Literal["North", "North-East", "East", "South-East", "South", "South-West", "West", "North-West"]
WAYS = "(NORTH|NORTH_EAST|EAST|SOUTH_EAST|SOUTH|SOUTH_WEST|WEST|NORTH_WEST)"


class Position(TypedDict):
    """A cell of the world, or the size of the world."""

    x: Annotated[int, "the column, from 0 in the west"]
    y: Annotated[int, "the row, from 0 in the north"]


class Idle(TypedDict):
    """Do nothing."""

    action: Literal["Idle"]


class Drive(TypedDict):
    """Move one cell forward or backwards."""

    action: Literal["Move"]
    direction: Literal["Forward", "Backwards"]


class Rotate(TypedDict):
    """Rotate by 45 degrees."""

    action: Literal["Rotate"]
    rotation: Literal["clockwise", "counter-clockwise"]


class ScanOmni(TypedDict):
    """Scan a square with the tank at its centre."""

    action: Literal["Scan"]
    type: Literal["Omni"]


class ScanMono(TypedDict):
    """Scan a square of the same size in one direction, with the tank at its edge or corner."""

    action: Literal["Scan"]
    type: Literal["Mono"]
    orientation: Orientation


class FireCardinal(TypedDict):
    """A long shot in one of eight directions, which stops at the first living tank."""

    action: Literal["Fire"]
    aiming: Literal["Cardinal"]
    orientation: Orientation


class FirePositional(TypedDict):
    """A short shot at a cell; the cells around it are hit indirectly."""

    action: Literal["Fire"]
    aiming: Literal["Positional"]
    position: Position


Action = Idle | Drive | Rotate | ScanOmni | ScanMono | FireCardinal | FirePositional
Move = (
    Annotated[
        Literal[
            "IDLE", "MOVE FORWARD", "MOVE BACKWARDS", "ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE", "SCAN OMNI"
        ],
        "as text",
    ]
    | Annotated[str, Pattern(f"(SCAN MONO|FIRE CARDINAL) {WAYS}")]
    | Annotated[str, Pattern(r"FIRE POSITIONAL -?[0-9]+ -?[0-9]+")]
    | Action
)


class Map(TypedDict):
    """Facts that are known from the start and never change."""

    world_size: Position
    max_world_size: Annotated[int, "the maximum side of any world"]
    players: Annotated[int, "the number of entrants"]


class ScannedTank(TypedDict):
    """A tank or a wreck in a scan."""

    row: Annotated[int, "of `rows`, from 0"]
    col: Annotated[int, "its column in the row, from 0"]
    id: Annotated[int, "the tank's id; a scan can include your own tank, whose id is `player_id`"]
    orientation: Orientation
    alive: bool


class OmniScan(TypedDict):
    """The result of an omni scan."""

    type: Literal["Omni"]
    rows: Annotated[
        list[str], "the square, north up, one letter per cell: . field, D and E forest, L lake, S swamp, # outside"
    ]
    tanks: list[ScannedTank]


class MonoScan(TypedDict):
    """The result of a mono scan."""

    type: Literal["Mono"]
    orientation: Orientation
    rows: Annotated[
        list[str], "the square, north up, one letter per cell: . field, D and E forest, L lake, S swamp, # outside"
    ]
    tanks: list[ScannedTank]


class View(TypedDict):
    """Your tank, and the result of its last scan."""

    turn: Annotated[int, "turns played"]
    player_id: Annotated[int, "the id of your tank, 0 without one"]
    health: int
    mobile: Annotated[bool, "false once it has entered a swamp"]
    position: Position
    orientation: Orientation
    world_size: Position
    previous_action: Annotated[Action, "the action requested in the last turn"]
    scan: Annotated[OmniScan | MonoScan | None, "None if the last action was not a scan"]
