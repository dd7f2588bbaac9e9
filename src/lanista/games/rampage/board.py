"""A map: its board, everything on it, and the paths and lines of fire across it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import NamedTuple

from lanista.games.rampage.state import Direction, ItemKind

Spot = tuple[int, int]  # x, y

SHIFT = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0)}
NAMED_PADS = 6
BEAM = 4  # squares, by default
INITIAL_HP = 2  # D4: the default for maps that do not set it
MAX_TURNS = 500
FIRE_TIME = 2
COOLDOWN_TIME = 4


class TurretSpot(NamedTuple):
    """A turret on a map."""

    x: int
    y: int
    fire: int = FIRE_TIME
    cool: int = COOLDOWN_TIME

    @property
    def spot(self) -> Spot:
        """Its square."""
        return self.x, self.y


class ItemSpot(NamedTuple):
    """An item on a map."""

    x: int
    y: int
    kind: ItemKind

    @property
    def spot(self) -> Spot:
        """Its square."""
        return self.x, self.y


class Map(NamedTuple):
    """A map as its file describes it; the number of a pad is its index in the list."""

    name: str
    width: int
    height: int
    starts: tuple[Spot, ...]
    facings: tuple[Direction, ...] = (Direction.RIGHT, Direction.LEFT)  # D38
    initial_hp: int = INITIAL_HP
    max_turns: int = MAX_TURNS
    walls: tuple[Spot, ...] = ()
    turrets: tuple[TurretSpot, ...] = ()
    items: tuple[ItemSpot, ...] = ()
    pads: tuple[Spot, ...] = ()

    def step(self, spot: Spot, direction: Direction) -> Spot:
        """The neighbouring square in a direction; the edges wrap around."""
        dx, dy = SHIFT[direction]
        return (spot[0] + dx) % self.width, (spot[1] + dy) % self.height

    def half_turn(self, spot: Spot) -> Spot:
        """The square after a half turn of the board."""
        return self.width - 1 - spot[0], self.height - 1 - spot[1]

    def square(self, spot: Spot) -> int:
        """The square as the records encode it."""
        return spot[1] * self.width + spot[0]

    def spots(self) -> Iterator[Spot]:
        """All squares, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def blocked(self) -> set[Spot]:
        """The squares that no robot can enter."""
        return {*self.walls, *(turret.spot for turret in self.turrets)}


def is_symmetric(map_: Map) -> bool:
    """Whether a half turn gives the same map with the players swapped (D41)."""
    rotate = map_.half_turn
    partners = [i ^ 1 if i ^ 1 < len(map_.pads) else i for i in range(len(map_.pads))]
    return (
        rotate(map_.starts[0]) == map_.starts[1]
        and map_.facings[0] == map_.facings[1] ^ 1
        and {rotate(spot) for spot in map_.walls} == set(map_.walls)
        and {TurretSpot(*rotate(t.spot), t.fire, t.cool) for t in map_.turrets} == set(map_.turrets)
        and sorted(ItemSpot(*rotate(item.spot), item.kind) for item in map_.items) == sorted(map_.items)
        and all(rotate(pad) == map_.pads[partner] for pad, partner in zip(map_.pads, partners, strict=True))
    )


def distance(map_: Map, a: Spot, b: Spot) -> int:
    """Steps between two squares, ignoring obstacles."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return min(dx, map_.width - dx) + min(dy, map_.height - dy)


def reachable(map_: Map, start: Spot) -> set[Spot]:
    """The squares that a robot can reach on foot."""
    near, closed, waiting = neighbours(map_.width, map_.height), map_.blocked(), [start]
    found = {start}
    while waiting:
        fresh = near[waiting.pop()] - closed - found
        found |= fresh
        waiting += fresh
    return found


@lru_cache(maxsize=32)
def neighbours(width: int, height: int) -> dict[Spot, frozenset[Spot]]:
    """The four neighbours of every square on a board of this size."""
    bare = Map("", width, height, ())
    return {spot: frozenset(bare.step(spot, direction) for direction in Direction) for spot in bare.spots()}


def beams(map_: Map, origin: Spot, reach: int = BEAM) -> set[Spot]:
    """The squares covered by the four beams from an origin if no player is in the way (7a)."""
    return lines(map_, origin, set(map_.walls), {turret.spot for turret in map_.turrets}, reach)


def lines(map_: Map, origin: Spot, walls: Container[Spot], ends: Container[Spot], reach: int) -> set[Spot]:
    """The squares in all four directions from an origin, up to a wall (excluded) or one of `ends` (included)."""
    covered: set[Spot] = set()
    for direction in Direction:
        spot = origin
        for _ in range(reach):
            spot = map_.step(spot, direction)
            if spot in walls:
                break
            covered.add(spot)
            if spot in ends:
                break
    return covered
