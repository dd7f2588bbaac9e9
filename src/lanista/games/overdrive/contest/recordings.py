"""Comparison with recorded matches of the official engine: `classic` as a whole, `standard` round by round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from lanista.core.errors import LoadError
from lanista.engine import State
from lanista.game import InvalidMove
from lanista.game.conform import ConformTally, read_records
from lanista.games.overdrive import views
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    MAX_ITEMS,
    MAX_STATES,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    Car,
    Config,
    Happening,
    Powerup,
    Race,
)

if TYPE_CHECKING:
    from lanista.games.overdrive.game import Overdrive

Block = tuple[Annotated[int, Meta(ge=1, le=LANES)], Annotated[int, Meta(ge=1, le=LENGTH)]]
Happened = Annotated[str, Meta(pattern=f"^({'|'.join(Happening.__members__)})$")]
Held = Annotated[str, Meta(pattern=f"^({'|'.join(Powerup.__members__)})$")]
Number = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
TWO = Meta(min_length=SEATS, max_length=SEATS)
CLASSIC_ONLY = "classic-"  # prefix of recordings without overlays, which say nothing about `standard`


class Player(msgspec.Struct):
    """A recorded car."""

    id: int
    lane: Number
    block: Number
    speed: Number
    damage: Number
    state: str
    states: Annotated[list[Happened], Meta(min_length=1, max_length=MAX_STATES)]
    powerups: Annotated[list[Held], Meta(max_length=MAX_ITEMS)]
    boosting: bool
    boostCounter: Number  # noqa: N815 - as in the recording
    score: Number
    lastTruck: Block | None  # noqa: N815


class Init(msgspec.Struct, tag_field="type", tag="init"):
    """The position before the first recorded round."""

    round: Number
    maxRounds: Number  # noqa: N815
    map: list[str]
    trucks: list[Block]
    players: Annotated[list[Player], TWO]


class RulesText(msgspec.Struct):
    """Values that the rules text requires instead: the players' fields that differ, and all trucks."""

    players: list[dict[str, Any]] = []
    trucks: list[Block] | None = None


class Round(msgspec.Struct, tag_field="type", tag="round"):
    """Both commands and the state after the round; `rulesText` holds the rules text's different values."""

    round: int
    commands: Annotated[list[str], TWO]
    players: Annotated[list[Player], TWO]
    surfaceChanges: list[tuple[int, int, int]]  # noqa: N815
    trucks: list[Block]
    tags: list[str] = []
    rulesText: RulesText = msgspec.field(default_factory=RulesText)  # noqa: N815


class End(msgspec.Struct, tag_field="type", tag="end"):
    """The end of the recording."""

    round: int
    complete: bool
    winner: int | None


Line = Init | Round | End
Numbered = tuple[int, Line]


def conform(game: Overdrive, path: Path, comparison: ConformTally) -> None:
    """Compare one recording, or every scenario of a file; skip a recording that does not cover the ruleset."""
    from lanista.games.overdrive.contest import scenarios

    comparison.unit = "round"
    if scenarios.is_scenario_file(path):
        scenarios.conform(game, path, comparison)
        return
    if path.name.startswith(CLASSIC_ONLY) and comparison.ruleset != "classic":
        return
    lines = parse(path)
    _, init = next(lines, (0, None))
    if not isinstance(init, Init):
        raise LoadError(f"{path}, line 1: expected an object of type 'init' with the starting position")
    check_map(init, path)
    state = begin(game, path, init, comparison.ruleset)
    comparison.matches += 1
    standard = comparison.ruleset == "standard"
    engine = begin(game, path, init, "classic") if standard else state
    for number, line in lines:
        if isinstance(line, Round):
            check_round(line, state, f"{path}, line {number}")
            play_and_compare(game, state, line, comparison)
            if standard:
                play(game, engine, line)
                take_position(state, engine, line)
                refuse_impossible(game, state, f"{path}, line {number}")
        elif isinstance(line, End) and line.complete and not standard:
            comparison.compare(line.round, "winner", line.winner, state.record.winner + 1)


def play_and_compare(game: Overdrive, state: State[Race, Config], line: Round, comparison: ConformTally) -> None:
    """Play one round and compare every field of the result."""
    before = state.data["track"][0] & SURFACE_BITS
    play(game, state, line)
    compare_round(comparison, state, line, before, with_text=comparison.ruleset == "standard")
    comparison.turns += 1


def parse(path: Path) -> Iterator[Numbered]:
    """The validated lines of a recording with their line numbers."""
    yield from read_records(path, Line)  # type: ignore[arg-type] # a union of records is a type, too


def begin(game: Overdrive, path: Path, init: Init, ruleset: str) -> State[Race, Config]:
    """The starting position under a ruleset."""
    state = game.blank({**game.configure(ruleset), "max_rounds": init.maxRounds})
    set_up(state, init)
    refuse_impossible(game, state, f"{path}, line 1")
    return state


def refuse_impossible(game: Overdrive, state: State[Race, Config], where: str) -> None:
    """Raise LoadError if a recorded position is unreachable."""
    for fault in game.broken_invariants(state):
        raise LoadError(f"{where}: {fault}")


def check_round(line: Round, state: State[Race, Config], where: str) -> None:
    """Raise LoadError unless a line records the next round."""
    if line.round != state.record.round + 1:
        raise LoadError(f"{where}: expected round {state.record.round + 1}, got {line.round} - at $.round")


def play(game: Overdrive, state: State[Race, Config], line: Round) -> None:
    """Play one round with the recorded commands."""
    game.step(state, [read_move(game, state, seat, text) for seat, text in enumerate(line.commands)])


def read_move(game: Overdrive, state: State[Race, Config], seat: int, text: str) -> Move:
    """The move of a recorded command; for an invalid one, its replacement."""
    try:
        return game.read(state, seat, text)
    except InvalidMove as error:
        move: Move = error.move
        return move


def set_up(state: State[Race, Config], init: Init) -> None:
    """Put the recorded starting position into a state."""
    state.record.round = init.round
    state.data["track"][0] = [[int(digit) for digit in lane] for lane in init.map]
    place_trucks(state, init.trucks)
    for car, player in zip(state.record.cars, init.players, strict=True):
        set_car(car, player)
        set_truck(car, owned=player.lastTruck in init.trucks)


def set_car(car: Car, player: Player) -> None:
    """Give a car the recorded values."""
    car.lane, car.block, car.speed, car.damage = player.lane, player.block, player.speed, player.damage
    car.score, car.boosting, car.boost_counter = player.score, int(player.boosting), player.boostCounter
    views.set_states(car, player.states)
    views.set_items(car, player.powerups)
    car.tweet_lane, car.tweet_block = player.lastTruck or (0, 0)


def set_truck(car: Car, *, owned: bool) -> None:
    """Set a player's truck to the block of the last successful tweet, or to none."""
    car.truck_lane, car.truck_block = (car.tweet_lane, car.tweet_block) if owned else (0, 0)


def place_trucks(state: State[Race, Config], trucks: list[Block]) -> None:
    """Put exactly these trucks on the track."""
    track = state.data["track"][0]
    track &= ~TRUCK
    for lane, block in trucks:
        track[lane - 1, block - 1] |= TRUCK
    state.record.n_trucks = len(trucks)


def take_position(state: State[Race, Config], engine: State[Race, Config], line: Round) -> None:
    """Continue from the engine's position: the rules text is compared one round at a time.

    A line does not record who owns a truck; that comes from `engine`, a `classic` race played alongside.
    """
    place_trucks(state, line.trucks)
    state.record.winner = -1
    for car, player, twin in zip(state.record.cars, line.players, engine.record.cars, strict=True):
        set_car(car, player)
        set_truck(car, owned=(twin.truck_lane, twin.truck_block) == player.lastTruck in line.trucks)


def compare_round(
    comparison: ConformTally, state: State[Race, Config], line: Round, before: Any, *, with_text: bool
) -> None:
    """Compare every field of a round, with the text's values in place of the engine's where they differ."""
    text = line.rulesText if with_text else RulesText()
    for seat, player in enumerate(line.players):
        expected = msgspec.to_builtins(player)
        for change in (change for change in text.players if change.get("id") == player.id):
            expected |= change
        comparison.compare(line.round, f"players[{seat}]", expected, player_of(state, seat))
    trucks = line.trucks if text.trucks is None else text.trucks
    comparison.compare(line.round, "trucks", sorted(list(truck) for truck in trucks), trucks_of(state))
    comparison.compare(
        line.round,
        "surfaceChanges",
        sorted(list(c) for c in line.surfaceChanges),
        surface_changes(state, before),
    )


def player_of(state: State[Race, Config], seat: int) -> dict[str, Any]:
    """A car in the form of the recordings."""
    car = state.record.cars[seat]
    happenings = views.states_of(car)
    return {
        "id": seat + 1,
        "lane": car.lane,
        "block": car.block,
        "speed": car.speed,
        "damage": car.damage,
        "state": happenings[-1],
        "states": happenings,
        "powerups": views.items_of(car),
        "boosting": bool(car.boosting),
        "boostCounter": car.boost_counter,
        "score": car.score,
        "lastTruck": [car.tweet_lane, car.tweet_block] if car.tweet_lane else None,
    }


def trucks_of(state: State[Race, Config]) -> list[list[int]]:
    """The positions of all trucks, sorted."""
    found = np.argwhere(state.data["track"][0] >= TRUCK) + 1
    return sorted([int(lane), int(block)] for lane, block in found)


def surface_changes(state: State[Race, Config], before: Any) -> list[list[int]]:
    """The blocks whose surface changed, with the new one, sorted."""
    now = state.data["track"][0] & SURFACE_BITS
    found = np.argwhere(now != before)
    return sorted([int(row) + 1, int(column) + 1, int(now[row, column])] for row, column in found)


def check_map(init: Init, path: Path) -> None:
    """Raise LoadError unless the map is four strings of 1500 digits."""
    lanes = [len(lane) == LENGTH and lane.isascii() and lane.isdecimal() for lane in init.map]
    if lanes != [True] * LANES:
        raise LoadError(f"{path}, line 1: expected `map` to be four strings of {LENGTH} digits")
