"""States that no sequence of moves can reach: the checks that a loaded state must pass (section 12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lanista.engine import State, over
from lanista.game import out_of_range
from lanista.games.tanks.moves import WAYS
from lanista.games.tanks.rules import has_ended, is_on_map
from lanista.games.tanks.settings import SETTINGS
from lanista.games.tanks.state import (
    MAX_SEATS,
    MAX_SIDE,
    MAX_TURNS,
    MIN_SEATS,
    ORIENTATIONS,
    Action,
    Arena,
    Config,
    Tank,
    Terrain,
)

Moment = State[Arena, Config]


def broken_invariants(state: Moment) -> list[str]:
    """Describe the impossible facts of a state; empty for a valid one."""
    faults = _config_faults(bytes(state.const.raw))  # type: ignore[attr-defined]
    return list(faults) or [*_arena_faults(state), *_seat_faults(state), *_tank_faults(state)]


@lru_cache(maxsize=64)
def _config_faults(raw: bytes) -> tuple[str, ...]:
    """The settings must be within their ranges, and every cell must have a terrain."""
    config: Config = over(Config, bytearray(raw))
    ranges = {
        **{name: (setting.low, setting.high) for name, setting in SETTINGS.items()},
        "seats": (MIN_SEATS, MAX_SEATS),
        "width": (1, MAX_SIDE),  # hand-made maps may be smaller than generated ones
        "height": (1, MAX_SIDE),
        "max_turns": (1, MAX_TURNS),
        "filler": (0, 0),
    }
    faults = list(out_of_range(config, ranges))
    return tuple(faults or _terrain_faults(config))


def _terrain_faults(config: Config) -> Iterator[str]:
    if config.scanning_distance % 2 == 0:
        yield f"scanning_distance is {config.scanning_distance}, expected an odd number"
    cells = bytes(config.terrain)
    used = config.width * config.height
    unknown = cells[:used].translate(None, bytes(Terrain))
    if unknown:
        yield f"a cell of the terrain is {unknown[0]}, expected 0 to {max(Terrain)}"
    if any(cells[used:]):
        yield f"there is terrain beyond the {used} cells of the map"


def _arena_faults(state: Moment) -> Iterator[str]:
    arena, config = state.record, state.const
    yield from out_of_range(arena, {"turn": (0, config.max_turns), "n_tanks": (0, config.seats)})
    if 0 <= arena.n_tanks <= config.seats and arena.over != has_ended(arena, config):
        yield f"over is {arena.over} in turn {arena.turn} of {config.max_turns}"


def _seat_faults(state: Moment) -> Iterator[str]:
    """Seats and tanks must map one to one (D4), and everything beyond the seats must be blank."""
    config, seats = state.const, state.const.seats
    if sorted(config.tank_of[seat] for seat in range(seats)) != list(range(seats)):
        yield "the seats do not have one tank each"
        return
    for seat in range(seats):
        if config.seat_of[config.tank_of[seat]] != seat:
            yield f"tank {config.tank_of[seat] + 1} belongs to seat {seat}, but names another seat"
    for i in range(seats, MAX_SEATS):
        if config.tank_of[i] or config.seat_of[i] or any(state.record.tanks[i].raw):  # type: ignore[attr-defined]
            yield f"there is a tank {i + 1} in a match of {seats} seats"


def _tank_faults(state: Moment) -> Iterator[str]:
    arena, config = state.record, state.const
    occupied: set[tuple[int, int]] = set()
    for i, tank in enumerate(arena.tanks[: config.seats]):
        faults = [*_plain_faults(config, tank), *_action_faults(tank)]
        if i >= arena.n_tanks:
            faults += [] if _is_absent(tank) else ["it takes no part, but is on the map"]
        elif not faults:
            faults += _position_faults(config, tank, occupied)
        yield from (f"tank {i + 1}: {fault}" for fault in faults)


def _plain_faults(config: Config, tank: Tank) -> Iterator[str]:
    ranges = {
        "health": (0, config.full_health),
        "score": (0, 2**31 - 1),
        "orientation": (0, ORIENTATIONS - 1),
        "mobile": (0, 1),
    }
    return out_of_range(tank, ranges)


def _action_faults(tank: Tank) -> Iterator[str]:
    """The action must exist, and only a positional shot may have a target."""
    is_positional = tank.action == Action.FIRE_POSITIONAL
    if is_positional and tank.way == 0:
        return
    if (tank.action, tank.way) not in WAYS:
        yield f"there is no action {tank.action} with parameter {tank.way}"
    elif tank.target_x or tank.target_y:
        yield "a target without a positional shot"


def _is_absent(tank: Tank) -> bool:
    return (tank.x, tank.y, tank.health, tank.score) == (-1, -1, 0, 0)


def _position_faults(config: Config, tank: Tank, occupied: set[tuple[int, int]]) -> Iterator[str]:
    """12.1: no two tanks share a cell, none is in a forest or off the map, and one in a lake is dead."""
    if not is_on_map(config, tank.x, tank.y):
        yield f"({tank.x}, {tank.y}) is off the map"
        return
    if (tank.x, tank.y) in occupied:
        yield f"({tank.x}, {tank.y}) holds another tank too"
    occupied.add((tank.x, tank.y))
    terrain = config.terrain[tank.y * config.width + tank.x]
    if terrain in (Terrain.DECIDUOUS, Terrain.EVERGREEN):
        yield "it stands in a forest"
    if terrain == Terrain.LAKE and tank.health > max(0, config.full_health - config.lake_damage):
        yield f"it stands in a lake with health {tank.health}"
    if (terrain == Terrain.SWAMP) == bool(tank.mobile):
        yield f"it is {'mobile in' if tank.mobile else 'stuck outside'} a swamp"
