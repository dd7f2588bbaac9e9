"""Overdrive: the types of a player's view and move."""

from typing import Annotated, Literal, TypedDict

from lanista.bot.pattern import Pattern

Powerup = Literal["BOOST", "OIL", "LIZARD", "TWEET", "EMP"]
Happening = Literal[
    "READY",
    "NOTHING",
    "TURNING_LEFT",
    "TURNING_RIGHT",
    "ACCELERATING",
    "DECELERATING",
    "USED_BOOST",
    "USED_OIL",
    "USED_LIZARD",
    "USED_TWEET",
    "USED_EMP",
    "FIXED_CAR",
    "HIT_EMP",
    "HIT_CYBER_TRUCK",
    "HIT_MUD",
    "HIT_OIL",
    "HIT_WALL",
    "PICKED_UP_POWERUP",
    "FINISHED",
]

Move = (
    Annotated[
        Literal[
            "NOTHING",
            "ACCELERATE",
            "DECELERATE",
            "TURN_LEFT",
            "TURN_RIGHT",
            "USE_BOOST",
            "USE_OIL",
            "USE_LIZARD",
            "USE_EMP",
            "FIX",
        ],
        "a command; using a power-up requires holding one",
    ]
    | Annotated[str, Pattern(r"USE_TWEET [1-4] [0-9]+"), "puts your cyber truck on this lane and block"]
)


class Position(TypedDict):
    """A block of the track."""

    y: Annotated[int, "the lane, 1 (leftmost) to 4"]
    x: Annotated[int, "the block, 1 to 1500"]


class Player(TypedDict):
    """Your car."""

    id: Annotated[Literal[1, 2], "the seat, from 1"]
    position: Position
    speed: Annotated[int, "blocks per round: 0, 3, 5, 6, 8, 9 or 15"]
    state: Annotated[Happening, "the last of `statesThatOccurredThisRound`"]
    statesThatOccurredThisRound: Annotated[list[Happening], "everything that happened in the last round"]
    powerups: Annotated[list[Powerup], "the power-ups held, in order of collection"]
    boosting: Annotated[bool, "whether a boost is active"]
    boostCounter: Annotated[int, "rounds of the boost that are left"]
    damage: Annotated[int, "0 to 5; limits the speed to 15, 9, 8, 6, 3 or 0"]
    score: int


class Opponent(TypedDict):
    """The visible part of the other car, at any distance."""

    id: Annotated[Literal[1, 2], "the seat, from 1"]
    position: Position
    speed: Annotated[int, "blocks per round"]


class Block(TypedDict):
    """One block of the visible window."""

    position: Position
    surfaceObject: Annotated[
        int,
        "0 empty, 1 mud, 2 oil spill, 3 oil item, 4 finish line, 5 boost, 6 wall, 7 lizard, 8 tweet, 9 EMP",
    ]
    occupiedByPlayerId: Annotated[int, "1 or 2; 0 for none"]
    isOccupiedByCyberTruck: bool


class View(TypedDict):
    """The contest's `state.json`: your car, the opponent's, and the track from 5 blocks behind to 20 ahead."""

    currentRound: Annotated[int, "the round about to be played, from 1"]
    maxRounds: int
    player: Player
    opponent: Opponent
    worldMap: Annotated[list[list[Block]], "the visible window: four lanes of blocks"]
