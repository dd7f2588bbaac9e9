"""Tanks: a radar-guided tank battle of two to forty (Rusty Battle Tanks)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, log2, sqrt
from typing import ClassVar

from lanista.engine import Rules, State, Stream, derive
from lanista.game import Config as Settings
from lanista.game import Game
from lanista.games.tanks import maps, rules
from lanista.games.tanks.learn.seat_swap import give_tank, unshare_constant
from lanista.games.tanks.maps import Map
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import MAX_SEATS, MIN_SEATS, Action, Arena, Config, Tank

RULES = Rules.of(__package__)


class Tanks(Game[Arena, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "tanks"
    title: ClassVar = "Tanks (Rusty Battle Tanks)"
    seats: ClassVar = range(MIN_SEATS, MAX_SEATS + 1)
    default_seats: ClassVar = 12  # as in most recorded matches
    rules: ClassVar = RULES

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Arena, Config]:  # noqa: A002
        """Tanks on random free fields (4.4) of a named map, a map as text, or one generated from the seed."""
        map_ = maps.find_map(map, config, seed)
        state = self.blank(config, map_, seats)
        place_tanks(state, map_, Stream(derive(seed, "tanks places")))
        return state

    def blank(self, config: Settings, map_: Map, seats: int) -> State[Arena, Config]:
        """A map without any tanks yet."""
        state: State[Arena, Config] = State.blank(RULES)
        state.const.raw[:] = _constant(tuple(config.items()), map_, seats)  # type: ignore[attr-defined]
        for i in range(seats):
            state.const.tank_of[i] = state.const.seat_of[i] = i
            remove_from_map(state.record.tanks[i])
        return state

    def leave_out(self, state: State[Arena, Config], seats: Sequence[int]) -> None:
        """Remove entrants that are not ready before the first turn; they use up no id (4.4)."""
        arena, before = state.record, state.const
        unshare_constant(state)
        tanks = range(state.seats)
        is_out = [i >= arena.n_tanks or before.seat_of[i] in seats for i in tanks]
        order = sorted(tanks, key=lambda i: is_out[i])
        saved = [bytes(arena.tanks[i].raw) for i in order]  # type: ignore[attr-defined]
        for i, old in enumerate(order):
            arena.tanks[i].raw[:] = saved[i]  # type: ignore[attr-defined]
            give_tank(state.const, before.seat_of[old], i)
            if is_out[old]:
                remove_from_map(arena.tanks[i])
        arena.n_tanks = is_out.count(False)
        arena.over = int(rules.has_ended(arena, state.const))


def turn_limit(width: int, height: int) -> int:
    """The formula of section 2 (D22), but at least one turn."""
    cells = width * height
    return max(1, floor(sqrt(cells) * log2(cells**2)))


def remove_from_map(tank: Tank) -> None:
    """Mark a tank as not taking part."""
    tank.x = tank.y = -1
    tank.health = tank.mobile = tank.orientation = 0


def place_tanks(state: State[Arena, Config], map_: Map, stream: Stream) -> None:
    """Assign ids by shuffling the seats (D4), and put tanks on random free fields while there are any (4.4)."""
    arena, config = state.record, state.const
    order = shuffled(list(range(config.seats)), stream)
    free = map_.fields()
    for i, seat in enumerate(order):
        give_tank(config, seat, i)
        if free:
            put_tank(config, arena.tanks[i], free.pop(stream.below(len(free))))
            arena.n_tanks = i + 1
    arena.over = int(rules.has_ended(arena, config))


def shuffled(items: list[int], stream: Stream) -> list[int]:
    """The items in random order."""
    return [items.pop(stream.below(len(items))) for _ in range(len(items))]


def put_tank(config: Config, tank: Tank, cell: int) -> None:
    """Put a new tank on a cell: full health, mobile, facing North, idle (4.4, D33)."""
    tank.y, tank.x = divmod(cell, config.width)
    tank.health, tank.mobile, tank.action = config.full_health, 1, Action.IDLE


@lru_cache(maxsize=256)
def _constant(config: tuple[tuple[str, int], ...], map_: Map, seats: int) -> bytes:
    """The constant record for a map and its settings."""
    state: State[Arena, Config] = State.blank(RULES)
    const = state.const
    for name, value in config:
        setattr(const, name, value)
    const.seats, const.width, const.height = seats, map_.width, map_.height
    const.max_turns = const.max_turns or turn_limit(map_.width, map_.height)
    for cell, kind in enumerate(map_.cells):
        const.terrain[cell] = kind
    return bytes(const.raw)  # type: ignore[attr-defined]


TANKS = Tanks()
