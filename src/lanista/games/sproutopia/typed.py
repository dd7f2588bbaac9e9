"""Sproutopia: the messages to and from a farmer."""

from typing import Annotated, Literal, TypedDict

from lanista.bot.pattern import Pattern

Action = Literal[0, 1, 2, 3, 4]


class Command(TypedDict):
    """A command as the contest's bots send it."""

    Action: Annotated[Action, "0 IDLE, 1 UP, 2 DOWN, 3 LEFT, 4 RIGHT"]


Move = (
    Annotated[
        str,
        Pattern(r"(IDLE|(UP|DOWN|LEFT|RIGHT)( (UP|DOWN|LEFT|RIGHT)){0,255})"),
        "IDLE sends no command, so the farmer goes straight on; several commands are queued and used one per tick",
    ]
    | Command
)


class Spot(TypedDict):
    """A cell of the map."""

    x: Annotated[int, "the column, from 0"]
    y: Annotated[int, "the row, 0 at the top"]


class PowerUp(TypedDict):
    """An item on the map."""

    location: Spot
    type: Annotated[int, "1 Territory Immunity, 2 Unprunable, 3 Freeze, 4 Trail Protection, 5 Super Fertilizer"]


class View(TypedDict):
    """The contest's bot state: the farmer, and the cells around it."""

    directionState: Annotated[Action, "the direction of the last move: 0 none, 1 up, 2 down, 3 left, 4 right"]
    elapsedTime: Annotated[str, "time since the start, hours:minutes:seconds"]
    gameTick: Annotated[int, "ticks played"]
    powerUp: Annotated[int, "the active power-up, 0 for none"]
    superPowerUp: Annotated[int, "the active super power-up, 0 for none"]
    leaderBoard: Annotated[dict[str, int], "each farmer's percentage of the map, by its id"]
    botPostions: Annotated[list[Spot], "the farmers in the window, including this one (the contest's spelling)"]
    powerUpLocations: Annotated[list[PowerUp], "the items in the window"]
    weeds: Annotated[list[list[bool]], "the window, column by column: whether a weed covers the cell"]
    heroWindow: Annotated[
        list[list[int]],
        "the window, column by column, with the farmer in the middle: 0-3 land of that seat, "
        "4-7 trail of seat 0-3, 255 neutral, 254 outside the map",
    ]
    x: Annotated[int, "the farmer's column"]
    y: Annotated[int, "the farmer's row"]
