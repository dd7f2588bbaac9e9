"""Tanks: what a tank sees and may say."""

from typing import Annotated, Literal, TypedDict

from lanista.client.pattern import Pattern

Orientation = Literal["North", "North-East", "East", "South-East", "South", "South-West", "West", "North-West"]
WAYS = "(NORTH|NORTH_EAST|EAST|SOUTH_EAST|SOUTH|SOUTH_WEST|WEST|NORTH_WEST)"


class Position(TypedDict):
    """A cell of the world, or its size."""

    x: Annotated[int, "the column, from 0 in the west"]
    y: Annotated[int, "the row, from 0 in the north"]


class Idle(TypedDict):
    """Do nothing."""

    action: Literal["Idle"]


class Drive(TypedDict):
    """One cell ahead or back."""

    action: Literal["Move"]
    direction: Literal["Forward", "Backwards"]


class Rotate(TypedDict):
    """Turn by 45 degrees."""

    action: Literal["Rotate"]
    rotation: Literal["clockwise", "counter-clockwise"]


class ScanOmni(TypedDict):
    """Look around: a square with the tank in its middle."""

    action: Literal["Scan"]
    type: Literal["Omni"]


class ScanMono(TypedDict):
    """Look one way: the same square, moved that way so that the tank is at its edge."""

    action: Literal["Scan"]
    type: Literal["Mono"]
    orientation: Orientation


class FireCardinal(TypedDict):
    """A long shot in one of eight ways; it hits the first thing there."""

    action: Literal["Fire"]
    aiming: Literal["Cardinal"]
    orientation: Orientation


class FirePositional(TypedDict):
    """A short shot at a cell; what stands beside it is hit a little."""

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
    """What never changes and is known."""

    world_size: Position
    max_world_size: Annotated[int, "the longest side that any world has"]
    players: Annotated[int, "how many entered"]


class ScannedTank(TypedDict):
    """A tank or a wreck in a scan."""

    row: Annotated[int, "of `rows`, from 0"]
    col: Annotated[int, "its place in the row, from 0"]
    id: Annotated[int, "the player; compare with `player_id`, the own tank may be in the scan"]
    orientation: Orientation
    alive: bool


class OmniScan(TypedDict):
    """What a scan all round showed."""

    type: Literal["Omni"]
    rows: Annotated[
        list[str], "the square, north up, a letter a cell: . field, D and E forest, L lake, S swamp, # outside"
    ]
    tanks: list[ScannedTank]


class MonoScan(TypedDict):
    """What a scan one way showed."""

    type: Literal["Mono"]
    orientation: Orientation
    rows: Annotated[
        list[str], "the square, north up, a letter a cell: . field, D and E forest, L lake, S swamp, # outside"
    ]
    tanks: list[ScannedTank]


class View(TypedDict):
    """The own tank, and what its last scan showed."""

    turn: Annotated[int, "turns played"]
    player_id: Annotated[int, "the own tank's id, 0 without one"]
    health: int
    mobile: Annotated[bool, "false once it has driven into a swamp"]
    position: Position
    orientation: Orientation
    world_size: Position
    previous_action: Annotated[Action, "what the tank did in the last turn"]
    scan: Annotated[OmniScan | MonoScan | None, "None if the last action was no scan"]
