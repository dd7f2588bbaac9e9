"""A bot's memory of the map, with path finding, risk estimates and loops that claim land."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from lanista.game import BotStart
from lanista.games.sproutopia.state import DX, DY, MAX_SEATS, REVERSE, Direction
from lanista.games.sproutopia.views import NEUTRAL, OUTSIDE

Spot = tuple[int, int]
ANY_DISTANCE = 10_000
MEMORY = 25  # ticks for which a sighting counts
WAYS = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)  # clockwise


class Cost(IntEnum):
    """What a step may cost, the cheapest first."""

    NONE = 0
    MEETING = 1  # somebody could step there too
    STANDING = 2  # walking into the border stops the farmer (5.4)
    COLLISION = 3  # won by the earlier command (5.6)
    LAND = 4  # a weed or the bot's trail: all its land becomes neutral
    GIFT = 5  # a collision on another's land: that farmer gets all of its land


class Loop(NamedTuple):
    """A path out of the bot's land and back, and how many cells it would claim."""

    path: tuple[Spot, ...]
    gain: int


def neighbour(spot: Spot, way: int) -> Spot:
    """The neighbouring cell in a direction."""
    return spot[0] + DX[way], spot[1] + DY[way]


def distance(a: Spot, b: Spot) -> int:
    """Steps from one cell to another if nothing blocks them."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Ground:
    """Everything that a farmer has seen so far, as last seen."""

    def __init__(self, start: BotStart) -> None:
        self.seat = start.seat
        self.cols, self.rows = start.config["Cols"], start.config["Rows"]
        self.codes: dict[Spot, int] = {}
        self.weeds: set[Spot] = set()
        self.items: set[Spot] = set()
        self.others: list[Spot] = []
        self.sightings: dict[Spot, int] = {}  # the tick in which a farmer was last seen on a cell
        self.tick = 0
        self.share = 0  # per cent of the map
        self.is_ahead = False
        self.here: Spot = (-1, -1)
        self.direction = Direction.IDLE

    # Observation

    def see(self, view: Mapping[str, Any]) -> None:
        """Update the memory from a view."""
        before, self.here = self.here, (view["x"], view["y"])
        self.direction = Direction(view["directionState"])
        if distance(before, self.here) > 1:
            self._forget_own(MAX_SEATS + self.seat, NEUTRAL)
            self._forget_own(self.seat, NEUTRAL)  # sent home: the next views show what is left
        self._look(view)
        if not self.is_out():
            self._forget_own(MAX_SEATS + self.seat, self.seat)  # a completed trail is land
        self.others = [(spot["x"], spot["y"]) for spot in view["botPostions"]]
        self.others.remove(self.here)
        self.tick, shares = view["gameTick"], list(view["leaderBoard"].values())
        self.share = shares[self.seat]
        self.is_ahead = self.share > max(shares[: self.seat] + shares[self.seat + 1 :], default=0)
        self.sightings = {spot: tick for spot, tick in self.sightings.items() if self.tick - tick < MEMORY}
        self.sightings |= dict.fromkeys(self.others, self.tick)

    def _look(self, view: Mapping[str, Any]) -> None:
        left, top = (at - len(view["heroWindow"]) // 2 for at in self.here)
        seen = set()
        for i, (codes, weeds) in enumerate(zip(view["heroWindow"], view["weeds"], strict=True)):
            for j, (code, overgrown) in enumerate(zip(codes, weeds, strict=True)):
                if code != OUTSIDE:
                    spot = (left + i, top + j)
                    seen.add(spot)
                    self.codes[spot] = code
                    (self.weeds.add if overgrown else self.weeds.discard)(spot)
        found = {(item["location"]["x"], item["location"]["y"]) for item in view["powerUpLocations"]}
        self.items = (self.items - seen) | found

    def _forget_own(self, code: int, now: int) -> None:
        for spot, known in self.codes.items():
            if known == code:
                self.codes[spot] = now

    # Lookups

    def is_mine(self, spot: Spot) -> bool:
        """Whether the bot owns a cell."""
        return self.codes.get(spot) == self.seat

    def is_my_trail(self, spot: Spot) -> bool:
        """Whether the bot's trail lies on a cell."""
        return self.codes.get(spot) == MAX_SEATS + self.seat

    def is_out(self) -> bool:
        """Whether the farmer is off its land."""
        return not self.is_mine(self.here)

    def trail(self) -> list[Spot]:
        """The cells of the bot's trail."""
        return [spot for spot, code in self.codes.items() if code == MAX_SEATS + self.seat]

    def foreign_trails(self) -> list[Spot]:
        """The cells of others' trails, as last seen."""
        own = MAX_SEATS + self.seat
        return [spot for spot, code in self.codes.items() if MAX_SEATS <= code < OUTSIDE and code != own]

    def is_on_map(self, spot: Spot) -> bool:
        """Whether a position is on the map."""
        return 0 <= spot[0] < self.cols and 0 <= spot[1] < self.rows

    def is_walkable(self, spot: Spot) -> bool:
        """Whether a cell is on the map, without a weed or the bot's trail."""
        return self.is_on_map(spot) and spot not in self.weeds and not self.is_my_trail(spot)

    def is_open(self, spot: Spot) -> bool:
        """Whether a step on a cell is safe; off the bot's land nobody else may be able to step there."""
        return self.is_walkable(spot) and (
            self.is_mine(spot) or all(distance(spot, other) > 1 for other in self.others)
        )

    def is_foreign(self, spot: Spot) -> bool:
        """Whether a cell is another's land."""
        return 0 <= self.codes.get(spot, NEUTRAL) < MAX_SEATS and not self.is_mine(spot)

    def turns(self) -> list[Direction]:
        """The directions that do not double back."""
        return [way for way in WAYS if REVERSE[way] != self.direction]

    # Paths

    def path_to(self, goals: Collection[Spot], reach: int = ANY_DISTANCE) -> tuple[Spot, ...]:
        """A shortest path to one of the goals, preferably straight on; empty if there is none."""
        straight = neighbour(self.here, self.direction)
        ahead = sorted(self.steps(), key=lambda spot: spot != straight)
        return self._search(dict.fromkeys(ahead, self.here), goals, reach)

    def _search(self, came_from: dict[Spot, Spot], goals: Collection[Spot], reach: int) -> tuple[Spot, ...]:
        """Breadth-first search from the cells in `came_from`, which maps each cell to its predecessor."""
        waiting = list(came_from)
        for _ in range(reach):
            for spot in waiting:
                if spot in goals:
                    return self._path(came_from, spot)
            after = []
            for spot in waiting:
                for way in WAYS:
                    near = neighbour(spot, way)
                    if near not in came_from and near != self.here and self.is_open(near):
                        came_from[near] = spot
                        after.append(near)
            waiting = after
        return ()

    def comes_home(self, path: tuple[Spot, ...]) -> bool:
        """Whether a path can be continued home without crossing itself."""
        came_from = dict(zip(path, (self.here, *path), strict=False))
        after = {near: path[-1] for near in (neighbour(path[-1], way) for way in WAYS) if self.is_open(near)}
        return bool(self._search({**after, **came_from}, self.land(), ANY_DISTANCE))

    def _path(self, came_from: Mapping[Spot, Spot], spot: Spot) -> tuple[Spot, ...]:
        path = [spot]
        while came_from[path[-1]] != self.here:
            path.append(came_from[path[-1]])
        return tuple(reversed(path))

    def path_home(self) -> tuple[Spot, ...]:
        """A shortest path to the bot's land."""
        return self.path_to(self.land())

    def land(self) -> set[Spot]:
        """The bot's land as last seen."""
        return {spot for spot, code in self.codes.items() if code == self.seat}

    def path_out(self) -> tuple[Spot, ...]:
        """A shortest path to a cell that the bot does not own."""
        goals = {(x, y) for x in range(self.cols) for y in range(self.rows) if not self.is_mine((x, y))}
        return self.path_to(goals)

    def command(self, path: tuple[Spot, ...]) -> str:
        """The command for the first step of a path; IDLE to go straight on."""
        way = next((way for way in WAYS if path and neighbour(self.here, way) == path[0]), self.direction)
        return Direction.IDLE.name if way == self.direction else way.name

    def steps(self) -> list[Spot]:
        """The neighbouring cells that are safe to step on."""
        return [spot for spot in (neighbour(self.here, way) for way in self.turns()) if self.is_open(spot)]

    def survive(self) -> str:
        """The command for the cheapest step, straight on if costs are equal."""
        ahead = neighbour(self.here, self.direction)
        aside = [spot for spot in (neighbour(self.here, way) for way in self.turns()) if self.is_on_map(spot)]
        return self.command((min([ahead, *aside], key=self.cost_of),))

    def cost_of(self, spot: Spot) -> Cost:
        """The worst-case cost of a step."""
        if spot == self.here or not self.is_on_map(spot):
            return Cost.STANDING
        if self.is_open(spot):
            return Cost.NONE
        if not self.is_walkable(spot):
            return Cost.LAND
        if spot not in self.others:
            return Cost.MEETING
        return Cost.GIFT if self.is_foreign(spot) else Cost.COLLISION

    # Danger

    def is_threatened(self, home: int, margin: int) -> bool:
        """Whether a visible farmer could reach the trail before this one is home."""
        trail = self.trail()
        return any(distance(other, spot) <= home + margin for other in self.others for spot in trail)

    def is_risky(self, path: tuple[Spot, ...]) -> bool:
        """Whether a farmer seen recently could cut a loop before it is closed."""
        outside = [spot for spot in path if not self.is_mine(spot)]
        return any(
            distance(other, spot) - (self.tick - tick) <= len(path)
            for other, tick in self.sightings.items()
            for spot in outside
        )

    # Loops

    def loops(self, sizes: range, widths: range) -> Iterator[Loop]:
        """Rectangular loops from the farmer's cell: out, to one side, and back."""
        for way in self.turns():
            for side in (-1, 1):
                across = WAYS[(WAYS.index(way) + side) % 4]
                for size in sizes:
                    for width in widths:
                        legs = ((way, size), (across, width), (Direction(REVERSE[way]), size))
                        path = self._walk(legs)
                        if path:
                            yield Loop(path, self._gain(path))

    def _walk(self, legs: tuple[tuple[Direction, int], ...]) -> tuple[Spot, ...]:
        """The path along the legs until it re-enters the bot's land; empty if it is blocked or does not return."""
        spot, path, out = self.here, [], False
        for way, length in legs:
            for _ in range(length):
                spot = neighbour(spot, way)
                if not self.is_open(spot):
                    return ()
                path.append(spot)
                if not self.is_mine(spot):
                    out = True
                elif out:
                    return tuple(path)
        return ()

    def _gain(self, path: tuple[Spot, ...]) -> int:
        """How many cells in the bounding box of a path the bot does not own."""
        xs, ys = [x for x, _ in (self.here, *path)], [y for _, y in (self.here, *path)]
        columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
        return sum(not self.is_mine((x, y)) for x in columns for y in rows)
