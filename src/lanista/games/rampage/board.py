"""A map of the game: its board, what stands and lies there, and the ways and lines over it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import NamedTuple

from lanista.games.rampage.state import Direction, Kind

Spot = tuple[int, int]  # x, y

SHIFT = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0)}
NAMED_PADS = 6
BEAM = 4  # squares, unless a setting says otherwise
INITIAL_HP = 2  # D4: what a map gets that does not say
MAX_TURNS = 500
FIRE_TIME = 2
COOLDOWN_TIME = 4


class TurretSpot(NamedTuple):
    """A turret of a map."""

    x: int
    y: int
    fire: int = FIRE_TIME
    cool: int = COOLDOWN_TIME

    @property
    def spot(self) -> Spot:
        """Where it stands."""
        return self.x, self.y


class ItemSpot(NamedTuple):
    """An item of a map."""

    x: int
    y: int
    kind: Kind

    @property
    def spot(self) -> Spot:
        """Where it lies."""
        return self.x, self.y


class Map(NamedTuple):
    """A map as its file says it; a pad's number is its place in the list."""

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
        """The next square in a direction, round the edge."""
        dx, dy = SHIFT[direction]
        return (spot[0] + dx) % self.width, (spot[1] + dy) % self.height

    def turned(self, spot: Spot) -> Spot:
        """The square's image under a half turn of the board."""
        return self.width - 1 - spot[0], self.height - 1 - spot[1]

    def square(self, spot: Spot) -> int:
        """The square's number in the records."""
        return spot[1] * self.width + spot[0]

    def spots(self) -> Iterator[Spot]:
        """All squares, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def blocked(self) -> set[Spot]:
        """The squares that no robot enters."""
        return {*self.walls, *(turret.spot for turret in self.turrets)}


def is_symmetric(made: Map) -> bool:
    """Whether a half turn leads to the same map with the players exchanged (D41)."""
    turn = made.turned
    partners = [i ^ 1 if i ^ 1 < len(made.pads) else i for i in range(len(made.pads))]
    return (
        turn(made.starts[0]) == made.starts[1]
        and made.facings[0] == made.facings[1] ^ 1
        and {turn(spot) for spot in made.walls} == set(made.walls)
        and {TurretSpot(*turn(t.spot), t.fire, t.cool) for t in made.turrets} == set(made.turrets)
        and sorted(ItemSpot(*turn(item.spot), item.kind) for item in made.items) == sorted(made.items)
        and all(turn(pad) == made.pads[partner] for pad, partner in zip(made.pads, partners, strict=True))
    )


def distance(made: Map, a: Spot, b: Spot) -> int:
    """Steps from one square to another if nothing were in the way."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return min(dx, made.width - dx) + min(dy, made.height - dy)


def reachable(made: Map, start: Spot) -> set[Spot]:
    """The squares that a robot can walk to."""
    near, closed, waiting = neighbours(made.width, made.height), made.blocked(), [start]
    found = {start}
    while waiting:
        fresh = near[waiting.pop()] - closed - found
        found |= fresh
        waiting += fresh
    return found


@lru_cache(maxsize=32)
def neighbours(width: int, height: int) -> dict[Spot, frozenset[Spot]]:
    """The four squares around each, on a board of this size."""
    bare = Map("", width, height, ())
    return {spot: frozenset(bare.step(spot, direction) for direction in Direction) for spot in bare.spots()}


def beams(made: Map, origin: Spot, reach: int = BEAM) -> set[Spot]:
    """The squares that four beams cover when no player stands there (7a)."""
    return lines(made, origin, set(made.walls), {turret.spot for turret in made.turrets}, reach)


def lines(made: Map, origin: Spot, walls: Container[Spot], ends: Container[Spot], reach: int) -> set[Spot]:
    """The squares in four directions from an origin: before a wall, and up to a square that ends a line."""
    covered: set[Spot] = set()
    for direction in Direction:
        spot = origin
        for _ in range(reach):
            spot = made.step(spot, direction)
            if spot in walls:
                break
            covered.add(spot)
            if spot in ends:
                break
    return covered
