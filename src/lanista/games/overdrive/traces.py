"""Recorded matches of the official engine, replayed: `classic` whole, `standard` round by round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from lanista.conform import Comparison, read_lines
from lanista.engine import State
from lanista.errors import LoadError
from lanista.game import InvalidMove
from lanista.games.overdrive import views
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import (
    BOOT,
    LANES,
    LENGTH,
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
    from lanista.games.overdrive import Overdrive

Block = tuple[Annotated[int, Meta(ge=1, le=LANES)], Annotated[int, Meta(ge=1, le=LENGTH)]]
Happened = Annotated[str, Meta(pattern=f"^({'|'.join(Happening.__members__)})$")]
Held = Annotated[str, Meta(pattern=f"^({'|'.join(Powerup.__members__)})$")]
TWO = Meta(min_length=SEATS, max_length=SEATS)


class Player(msgspec.Struct):
    """A car as the recordings write it."""

    id: int
    lane: int
    block: int
    speed: int
    damage: int
    state: str
    states: Annotated[list[Happened], Meta(min_length=1, max_length=MAX_STATES)]
    powerups: Annotated[list[Held], Meta(max_length=BOOT)]
    boosting: bool
    boostCounter: int  # noqa: N815 - the recording's own name
    score: int
    lastTruck: Block | None  # noqa: N815


class Init(msgspec.Struct, tag_field="type", tag="init"):
    """The position before the first recorded round."""

    round: int
    maxRounds: int  # noqa: N815
    map: list[str]
    trucks: list[Block]
    players: Annotated[list[Player], TWO]


class Round(msgspec.Struct, tag_field="type", tag="round"):
    """Both commands and everything after the round; `rulesText` is what the text asks for instead."""

    round: int
    commands: Annotated[list[str], TWO]
    players: Annotated[list[Player], TWO]
    surfaceChanges: list[tuple[int, int, int]]  # noqa: N815
    trucks: list[Block]
    tags: list[str] = []
    rulesText: dict[str, Any] = {}  # noqa: N815


class End(msgspec.Struct, tag_field="type", tag="end"):
    """How the recording ended."""

    round: int
    complete: bool
    winner: int | None


Line = Init | Round | End


def conform(game: Overdrive, path: Path, comparison: Comparison) -> None:
    """Replay one recording under the comparison's ruleset."""
    comparison.unit = "round"
    config = game.configure(comparison.ruleset)
    lines = parse(path)
    init = next(lines, None)
    if not isinstance(init, Init):
        raise LoadError(f"{path}, line 1: expected an object of type 'init' with the starting position")
    check_map(init, path)
    state = game.blank({**config, "max_rounds": init.maxRounds})
    set_up(state, init)
    for fault in game.broken_invariants(state):
        raise LoadError(f"{path}, line 1: {fault}")
    comparison.matches += 1
    standard = comparison.ruleset == "standard"
    for line in lines:
        if isinstance(line, Round):
            before = state.data["track"][0] & SURFACE_BITS
            game.step(state, [read_move(game, state, seat, text) for seat, text in enumerate(line.commands)])
            compare_round(comparison, state, line, before, with_text=standard)
            comparison.turns += 1
            if standard:
                take_position(state, line)
        elif isinstance(line, End) and line.complete and not standard:
            comparison.compare(line.round, "winner", line.winner, state.record.winner + 1)


def parse(path: Path) -> Iterator[Line]:
    """The lines of a recording, checked."""
    for number, value in read_lines(path):
        try:
            yield msgspec.convert(value, Line)
        except msgspec.ValidationError as error:
            raise LoadError(f"{path}, line {number}: {error}") from error


def read_move(game: Overdrive, state: State[Race, Config], seat: int, text: str) -> Move:
    """The move of a recorded command; an invalid one is what the rules make of it."""
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


def set_car(car: Car, player: Player) -> None:
    """Give a car the recorded values."""
    car.lane, car.block, car.speed, car.damage = player.lane, player.block, player.speed, player.damage
    car.score, car.boosting, car.boost_counter = player.score, int(player.boosting), player.boostCounter
    views.set_states(car, player.states)
    views.set_items(car, player.powerups)
    if player.lastTruck and player.lastTruck != (car.tweet_lane, car.tweet_block):
        car.tweet_lane, car.tweet_block = player.lastTruck
        car.truck_lane, car.truck_block = player.lastTruck


def place_trucks(state: State[Race, Config], trucks: list[Block]) -> None:
    """Let exactly these trucks stand on the track."""
    track = state.data["track"][0]
    track &= ~TRUCK
    for lane, block in trucks:
        track[lane - 1, block - 1] |= TRUCK
    state.record.n_trucks = len(trucks)


def take_position(state: State[Race, Config], line: Round) -> None:
    """Go on from the engine's position: the text's rules are compared one round at a time."""
    place_trucks(state, line.trucks)
    state.record.winner = -1
    for car, player in zip(state.record.cars, line.players, strict=True):
        set_car(car, player)
        if (car.truck_lane, car.truck_block) not in line.trucks:
            car.truck_lane = car.truck_block = 0


def compare_round(
    comparison: Comparison, state: State[Race, Config], line: Round, before: Any, *, with_text: bool
) -> None:
    """Every field of a round; with the text's own values laid over the engine's where it differs."""
    text = line.rulesText if with_text else {}
    changes = {player.get("id"): player for player in text.get("players", [])}
    for seat, player in enumerate(line.players):
        expected = {**msgspec.to_builtins(player), **changes.get(player.id, {})}
        comparison.compare(line.round, f"players[{seat}]", expected, player_of(state, seat))
    trucks = sorted(list(truck) for truck in text.get("trucks", line.trucks))
    comparison.compare(line.round, "trucks", trucks, trucks_of(state))
    comparison.compare(
        line.round,
        "surfaceChanges",
        sorted(list(c) for c in line.surfaceChanges),
        surface_changes(state, before),
    )


def player_of(state: State[Race, Config], seat: int) -> dict[str, Any]:
    """A car as the recordings write it."""
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
    """Where trucks stand, in order."""
    found = np.argwhere(state.data["track"][0] >= TRUCK) + 1
    return sorted([int(lane), int(block)] for lane, block in found)


def surface_changes(state: State[Race, Config], before: Any) -> list[list[int]]:
    """The blocks whose surface is another than before."""
    now = state.data["track"][0] & SURFACE_BITS
    found = np.argwhere(now != before)
    return sorted([int(row) + 1, int(column) + 1, int(now[row, column])] for row, column in found)


def check_map(init: Init, path: Path) -> None:
    """A map is four strings of 1500 digits."""
    if [len(lane) for lane in init.map] != [LENGTH] * 4 or not "".join(init.map).isdecimal():
        raise LoadError(f"{path}, line 1: expected `map` to be four strings of {LENGTH} digits")
