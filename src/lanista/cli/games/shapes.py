"""The JSON objects that `lanista games` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class ObservationPart(Struct):
    """A grid of numbers in an observation, or a single number, whose shape is empty."""

    name: str
    first: Annotated[int, Meta(description="where its first number stands in the row, from 0")]
    size: int
    shape: list[int]
    low: int
    high: int
    scale: Annotated[int, Meta(description="what it is divided by if floats are wanted")]
    about: str
    codes: Annotated[dict[str, str], Meta(description="what a value stands for")]
    bits: Annotated[list[str], Meta(description="what 1, 2, 4, ... stand for if a value is their sum")]


class GameInfo(Struct):
    """A game that can be played."""

    name: str
    title: str
    seats: Annotated[list[int], Meta(description="the possible numbers of seats")]
    rulesets: Annotated[dict[str, dict[str, int]], Meta(description="each ruleset's settings")]
    bots: Annotated[
        list[str],
        Meta(description="built-in bots, weakest first, and `search`"),
    ]
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    actions: Annotated[int, Meta(description="number of flat actions, for learners")]
    observation: Annotated[list[int], Meta(description="the shape of an observation")]
    observation_parts: Annotated[list[ObservationPart], Meta(description="what the numbers of an observation are")]
    behaviour: Annotated[int, Meta(description="the version of the rules")]
    start_ms: Annotated[int, Meta(description="milliseconds to get ready")]
    turn_ms: Annotated[dict[str, int], Meta(description="milliseconds per turn, by ruleset")]


class Games(Struct):
    """The games that are installed."""

    games: list[GameInfo]
    broken: Annotated[list[str], Meta(description="one sentence for each installed game that cannot be loaded")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"games": (Games,)}
