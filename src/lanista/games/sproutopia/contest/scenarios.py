"""The specification's scenarios (section 10): small positions, commands, and the resulting states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lanista.core.errors import LanistaError, LoadError
from lanista.engine import State
from lanista.game.conform import ConformTally
from lanista.games.sproutopia import land, views
from lanista.games.sproutopia.contest import recordings
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.items import new_weed, put_item
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.state import (
    DX,
    DY,
    LOWEST,
    MAX_TICKS,
    POWER_UP,
    SUPER_POWER_UP,
    TRAILS,
    UNLIMITED,
    WEED,
    Config,
    Direction,
    Garden,
    Item,
)

if TYPE_CHECKING:
    from lanista.games.sproutopia.game import Sproutopia

Letter = Literal["A", "B", "C", "D"]
Spot = tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]]
Command = Literal["UP", "DOWN", "LEFT", "RIGHT"]
NO_SPAWNS = {"WeedsStartTick": MAX_TICKS, "PowerUpStartTick": MAX_TICKS, "WeedGrowthRate": 1}


class FarmerSetup(msgspec.Struct):
    """A farmer before the first tick."""

    id: Letter
    at: Spot
    spawn: Spot
    dir: Annotated[int, Meta(ge=0, le=4)] = 0
    trail: list[Spot] = []
    powerUp: Annotated[int, Meta(ge=0, le=3)] = 0  # noqa: N815 - the scenarios' name
    powerUpLeft: Annotated[int, Meta(ge=0)] = 0  # noqa: N815
    superPowerUp: Literal[0, 4, 5] = 0  # noqa: N815
    superPowerUpLeft: Annotated[int, Meta(ge=-1)] = 0  # noqa: N815


class WeedSetup(msgspec.Struct):
    """A weed before the first tick."""

    cells: Annotated[list[Spot], Meta(min_length=1)]
    super: Literal[4, 5]


class Scenario(msgspec.Struct):
    """One scenario, with the expected state after each tick under both rulesets."""

    id: str
    title: str
    grid: Annotated[list[str], Meta(min_length=1)]
    farmers: Annotated[list[FarmerSetup], Meta(min_length=1, max_length=4)]
    config: dict[str, int]
    powerups: list[tuple[int, int, Annotated[int, Meta(ge=1, le=5)]]]
    weeds: list[WeedSetup]
    commands: list[list[tuple[Letter, list[Command]]]]
    expect: dict[Literal["standard", "classic"], list[dict[str, Any]]]


def parse(value: dict[str, Any], where: str) -> Scenario:
    """Parse a scenario; raises LoadError."""
    try:
        return msgspec.convert(value, Scenario)
    except msgspec.ValidationError as error:
        raise LoadError(f"{where}: {error}") from error


def conform(game: Sproutopia, scenario: Scenario, comparison: ConformTally, where: str) -> None:
    """Play a scenario and compare every tick."""
    state = set_up(game, scenario, comparison.ruleset, where)
    play = Play(state)
    comparison.matches += 1
    for tick, expected in enumerate(scenario.expect.get(comparison.ruleset, []), 1):  # type: ignore[call-overload]
        play.tick(state, moves_of(scenario, tick, where))
        comparison.turns += 1
        comparison.compare(
            tick, scenario.id, expected_snapshot(expected, comparison.ruleset), snapshot(state, play)
        )


def set_up(game: Sproutopia, scenario: Scenario, ruleset: str, where: str) -> State[Garden, Config]:
    """The position before the first tick, with settings under which nothing appears or grows at random."""
    size = {"Rows": len(scenario.grid), "Cols": len(scenario.grid[0])}
    try:
        config = game.configure(ruleset, {**NO_SPAWNS, **size, **scenario.config})
        state = game.blank(config, len(scenario.farmers))
        put_land(state, scenario.grid)
        for seat, farmer in enumerate(scenario.farmers):
            put_farmer(state, seat, farmer)
        put_items_and_weeds(state, scenario)
    except (LanistaError, LookupError, ValueError) as error:
        raise LoadError(f"{where}: {scenario.id} cannot be set up: {error}") from error
    for fault in game.broken_invariants(state):
        raise LoadError(f"{where}: {scenario.id}: {fault}")
    return state


def put_land(state: State[Garden, Config], grid: Sequence[str]) -> None:
    """Set the owners of all cells from a grid of letters."""
    for seat in range(state.seats):
        land.confine(state.const, state.record.farmers[seat], seat)
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            if letter in views.LETTERS:
                seat = views.LETTERS.index(letter)
                land.gain(state.record, seat, y * state.const.Cols + x)
                land.extend_box(state.record.farmers[seat], x, x, y, y)


def put_farmer(state: State[Garden, Config], seat: int, given: FarmerSetup) -> None:
    """Set a farmer's position, trail and power-ups; its direction is its last command."""
    garden, config = state.record, state.const
    farmer = garden.farmers[seat]
    config.spawn_x[seat], config.spawn_y[seat] = given.spawn
    farmer.x, farmer.y = given.at
    farmer.direction = farmer.last = given.dir
    farmer.power_up, farmer.power_left = given.powerUp, given.powerUpLeft
    farmer.super_power_up, farmer.super_left = given.superPowerUp, given.superPowerUpLeft
    if int(given.superPowerUp) == Item.TRAIL_PROTECTION:
        farmer.super_left = UNLIMITED
    cells = [y * config.Cols + x for x, y in given.trail]
    for before, cell in zip([None, *cells], cells, strict=False):
        if before is None:
            land.begin_trail(garden, seat, cell)
        else:
            land.extend_trail(garden, seat, before, cell, way_between(config, before, cell))


def way_between(config: Config, cell: int, new: int) -> int:
    """The direction from a cell to its neighbour."""
    for way in Direction:
        if way and cell + DY[way] * config.Cols + DX[way] == new:
            return way
    raise ValueError(f"a trail goes from cell {cell} to {new}, which is not a neighbour")


def put_items_and_weeds(state: State[Garden, Config], scenario: Scenario) -> None:
    """Put power-ups and weeds on the board."""
    garden, cols = state.record, state.const.Cols
    for x, y, kind in scenario.powerups:
        is_super = kind >= Item.TRAIL_PROTECTION
        put_item(garden.supers if is_super else garden.power_ups, y * cols + x, kind)
        garden.marks[y * cols + x] |= SUPER_POWER_UP if is_super else POWER_UP
    for given in scenario.weeds:
        weed = garden.weeds[new_weed(garden)]
        weed.size, weed.hides, weed.countdown = len(given.cells), given.super, 1
        for i, (x, y) in enumerate(given.cells):
            weed.cells[i] = y * cols + x
            garden.marks[y * cols + x] |= WEED
        weed.core = weed.cells[0]


def moves_of(scenario: Scenario, tick: int, where: str) -> list[Move]:
    """The moves of a tick, ranked by the order of reception."""
    received = [
        (views.LETTERS.index(letter), Direction[command])
        for letter, commands in scenario.commands[tick - 1]
        for command in commands
    ]
    return recordings.moves_of(received, len(scenario.farmers), where)


def expected_snapshot(expected: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """The snapshot to expect: of the two tie-breaking counts, only the ruleset's."""
    other = "sumTsquaredText" if ruleset == "classic" else "tbpOfficial"
    return {**expected, "farmers": recordings.without(expected.get("farmers"), other)}


def snapshot(state: State[Garden, Config], play: Play) -> dict[str, Any]:
    """A state and the events of the last tick, in the scenarios' format."""

    def letters(seats: list[int]) -> list[str]:
        return [views.LETTERS[seat] for seat in seats]

    return {
        "picture": picture_of(state),
        "farmers": [farmer_of(state, seat) for seat in range(state.seats)],
        "powerups": recordings.items_of(state),
        "weeds": [recordings.weed_of(state.const, weed)["cells"] for weed in views.weeds_of(state.record)],
        "order": letters(play.order()),
        "pruned": letters(play.pruned()),
        "interrupted": letters(play.interrupted()),
    }


def picture_of(state: State[Garden, Config]) -> list[str]:
    """The map as text: land in capital letters, trails off their farmer's land in small ones."""
    garden, cols = state.record, state.const.Cols
    rows = [list(row) for row in views.land_rows(state)]
    for cell in range(state.const.Rows * cols):
        trail = garden.marks[cell] & TRAILS & ~garden.land[cell]
        if trail:
            rows[cell // cols][cell % cols] = views.LETTERS[LOWEST[trail]].lower()
    return ["".join(row) for row in rows]


def farmer_of(state: State[Garden, Config], seat: int) -> dict[str, Any]:
    """A farmer in the scenarios' format."""
    farmer, seen = state.record.farmers[seat], recordings.farmer_of(state, seat)
    points = ("tbpOfficial", 100) if state.const.d10_points_for_the_enclosed else ("sumTsquaredText", 1)
    return {
        "at": [farmer.x, farmer.y],
        "dir": seen["dir"],
        "powerUp": seen["pu"],
        "powerUpLeft": seen["puLeft"],
        "superPowerUp": seen["spu"],
        "superPowerUpLeft": seen["spuLeft"],
        "cells": seen["cells"],
        "trail": seen["trail"],
        points[0]: farmer.tie // points[1],
    }
