"""The specification's scenarios (section 14): small positions, commands, and expected results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lanista.engine import State
from lanista.game.conform import ConformTally, read_lines, read_records
from lanista.games.overdrive import views
from lanista.games.overdrive.contest import recordings
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    BOOST_SPEED,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MAX_ITEMS,
    MAX_ROUNDS,
    OWNER_SHIFT,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    Car,
    Config,
    Race,
    Surface,
)

if TYPE_CHECKING:
    from lanista.games.overdrive.game import Overdrive

Lane = Annotated[int, Meta(ge=1, le=LANES)]
Block = Annotated[int, Meta(ge=1, le=LENGTH)]
Code = Annotated[int, Meta(ge=0, le=int(Surface.EMP))]
Owner = Annotated[int, Meta(ge=0, le=SEATS)]  # 0 is none


class CarSetup(msgspec.Struct):
    """A car before the first round; missing values are 0 or empty."""

    pos: tuple[Lane, Block] = (LANES, 900)  # a missing car is parked far away
    speed: Annotated[int, Meta(ge=0, le=BOOST_SPEED)] = 0
    damage: Annotated[int, Meta(ge=0, le=MAX_DAMAGE)] = 0
    score: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = 0
    boost: Annotated[int, Meta(ge=0, le=BOOST_ROUNDS)] = 0
    items: Annotated[list[recordings.Held], Meta(max_length=MAX_ITEMS)] = []


class CarAfter(msgspec.Struct):
    """A car after a round."""

    pos: tuple[int, int] = (LANES, 900)
    speed: int = 0
    damage: int = 0
    score: int = 0
    boost: int = 0
    items: list[str] = []
    states: list[str] = msgspec.field(default_factory=lambda: ["NOTHING"])


class Object(msgspec.Struct, array_like=True):
    """An object on a block, and the owner if it is oil."""

    lane: Lane
    block: Block
    code: Code
    owner: Owner = 0


class Truck(msgspec.Struct, array_like=True):
    """A truck on a block, and its owner."""

    lane: Lane
    block: Block
    owner: Owner


class ScenarioTurn(msgspec.Struct):
    """The commands of a round and its result; `classic` is the engine's different result."""

    cmd: Annotated[list[str], recordings.TWO]
    p1: CarAfter
    p2: CarAfter = msgspec.field(default_factory=CarAfter)
    trucks: list[tuple[int, int]] = []
    surface: list[tuple[int, int, int]] = []
    winner: int = 0
    classic: dict[str, Any] | Literal["crash"] = msgspec.field(default_factory=dict)


class Scenario(msgspec.Struct):
    """One scenario: an empty track except for some objects and trucks."""

    id: str
    rule: str
    p1: CarSetup
    turns: list[ScenarioTurn]
    p2: CarSetup = msgspec.field(default_factory=CarSetup)
    objects: list[Object] = []
    trucks: list[Truck] = []
    round: Annotated[int, Meta(ge=0, lt=MAX_ROUNDS)] = 0


Moment = State[Race, Config]


def is_scenario_file(path: Path) -> bool:
    """Whether a file holds scenarios, one per line, rather than a recording."""
    _, first = next(read_lines(path), (0, {}))
    return "turns" in first and "type" not in first


def conform(game: Overdrive, path: Path, comparison: ConformTally) -> None:
    """Play every scenario of a file and compare the results of its rounds."""
    for number, scenario in read_records(path, Scenario):
        state = game.blank(game.configure(comparison.ruleset))
        set_up(state, scenario)
        recordings.refuse_impossible(game, state, f"{path}, line {number}")
        comparison.matches += 1
        for turn in scenario.turns:
            before = state.data["track"][0] & SURFACE_BITS
            moves = [recordings.read_move(game, state, seat, text) for seat, text in enumerate(turn.cmd)]
            game.step(state, moves)
            comparison.turns += 1
            got = summary(state) | {"surface": recordings.surface_changes(state, before)}
            comparison.compare(state.record.round, scenario.id, expected_result(turn, comparison.ruleset), got)


def expected_result(turn: ScenarioTurn, ruleset: str) -> dict[str, Any]:
    """The expected result of a round; under `classic`, with the engine's values where it departs from the text.

    Where the engine crashes, both rulesets keep the car on block 1 (S13).
    """
    engine = turn.classic if isinstance(turn.classic, dict) and ruleset == "classic" else {}
    return {
        "p1": msgspec.to_builtins(turn.p1) | engine.get("p1", {}),
        "p2": msgspec.to_builtins(turn.p2) | engine.get("p2", {}),
        "trucks": sorted(list(truck) for truck in engine.get("trucks", turn.trucks)),
        "winner": turn.winner,
        "surface": sorted(list(change) for change in turn.surface),
    }


# Positions


def set_up(state: Moment, scenario: Scenario) -> None:
    """Put a scenario's position onto an empty track."""
    state.record.round = scenario.round
    for car, given in zip(state.record.cars, (scenario.p1, scenario.p2), strict=True):
        set_car(car, given)
    for found in scenario.objects:
        state.record.track[found.lane - 1, found.block - 1] = found.code | found.owner << OWNER_SHIFT
    for truck in scenario.trucks:
        place_truck(state, truck)


def set_car(car: Car, given: CarSetup) -> None:
    """Give a car the values of a scenario."""
    car.lane, car.block = given.pos
    car.speed, car.damage, car.score = given.speed, given.damage, given.score
    car.boosting, car.boost_counter = int(given.boost > 0), given.boost
    views.set_items(car, given.items)


def place_truck(state: Moment, truck: Truck) -> None:
    """Put a truck on the track, as if by its owner's last tweet."""
    state.record.track[truck.lane - 1, truck.block - 1] |= TRUCK
    state.record.n_trucks += 1
    if truck.owner:
        car = state.record.cars[truck.owner - 1]
        car.tweet_lane, car.tweet_block = truck.lane, truck.block
        recordings.set_truck(car, owned=True)


def summary(state: Moment) -> dict[str, Any]:
    """Everything that a scenario describes of a state, except for surfaces."""
    one, two = (car_of(car) for car in state.record.cars)
    return {"p1": one, "p2": two, "trucks": recordings.trucks_of(state), "winner": state.record.winner + 1}


def car_of(car: Car) -> dict[str, Any]:
    """A car in the form of a scenario, with every value."""
    return {
        "pos": [car.lane, car.block],
        "speed": car.speed,
        "damage": car.damage,
        "score": car.score,
        "boost": car.boost_counter,
        "items": views.items_of(car),
        "states": views.states_of(car),
    }
