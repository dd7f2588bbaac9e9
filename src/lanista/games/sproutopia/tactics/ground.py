"""What the built-in bots share: the map as far as it was ever seen, ways over it, and loops to claim land with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from lanista.game import BotStart
from lanista.games.sproutopia.state import DX, DY, MAX_SEATS, REVERSE, Direction
from lanista.games.sproutopia.views import NEUTRAL, OUTSIDE

Spot = tuple[int, int]
FAR = 10_000
MEMORY = 25  # ticks for which somebody who was seen is still reckoned with
WAYS = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)  # clockwise


class Evil(IntEnum):
    """What a step may cost, the least first."""

    NONE = 0
    MEETING = 1  # somebody could come there too
    STANDING = 2  # against the border one stands still (5.4)
    COLLISION = 3  # won with the earlier command (5.6)
    LAND = 4  # a weed or the own trail: all land becomes neutral
    GIFT = 5  # a collision on another's land is lost, and all land is that one's


class Loop(NamedTuple):
    """A way out of the own land and back: its cells, and how many others it would claim."""

    path: tuple[Spot, ...]
    gain: int


def beyond(spot: Spot, way: int) -> Spot:
    """The next cell in a direction."""
    return spot[0] + DX[way], spot[1] + DY[way]


def distance(a: Spot, b: Spot) -> int:
    """Steps from one cell to another if nothing is in the way."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Ground:
    """Everything that a farmer has seen so far, as it was when it was last seen."""

    def __init__(self, start: BotStart) -> None:
        self.seat = start.seat
        self.cols, self.rows = start.config["Cols"], start.config["Rows"]
        self.codes: dict[Spot, int] = {}
        self.weeds: set[Spot] = set()
        self.items: set[Spot] = set()
        self.others: list[Spot] = []
        self.sightings: dict[Spot, int] = {}  # when somebody was last seen where
        self.tick = 0
        self.share = 0  # of the map, in per cent
        self.is_ahead = False
        self.here: Spot = (-1, -1)
        self.direction = Direction.IDLE

    # Seeing

    def see(self, view: Mapping[str, Any]) -> None:
        """Take in what the window shows."""
        before, self.here = self.here, (view["x"], view["y"])
        self.direction = Direction(view["directionState"])
        if distance(before, self.here) > 1:
            self._forget_own(MAX_SEATS + self.seat, NEUTRAL)
            self._forget_own(self.seat, NEUTRAL)  # sent home: what is left of the land will be seen
        self._look(view)
        if not self.is_out():
            self._forget_own(MAX_SEATS + self.seat, self.seat)  # a trail that came home is land
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

    # What is where

    def is_mine(self, spot: Spot) -> bool:
        """Whether a cell is own land."""
        return self.codes.get(spot) == self.seat

    def is_my_trail(self, spot: Spot) -> bool:
        """Whether the own trail lies on a cell."""
        return self.codes.get(spot) == MAX_SEATS + self.seat

    def is_out(self) -> bool:
        """Whether the farmer is off its land, with a trail or about to lay one."""
        return not self.is_mine(self.here)

    def trail(self) -> list[Spot]:
        """The cells of the own trail."""
        return [spot for spot, code in self.codes.items() if code == MAX_SEATS + self.seat]

    def foreign_trails(self) -> list[Spot]:
        """The cells of others' trails, as last seen."""
        own = MAX_SEATS + self.seat
        return [spot for spot, code in self.codes.items() if MAX_SEATS <= code < OUTSIDE and code != own]

    def is_on_map(self, spot: Spot) -> bool:
        """Whether there is such a cell."""
        return 0 <= spot[0] < self.cols and 0 <= spot[1] < self.rows

    def is_walkable(self, spot: Spot) -> bool:
        """Whether a cell is on the map, and neither a weed nor the own trail is there."""
        return self.is_on_map(spot) and spot not in self.weeds and not self.is_my_trail(spot)

    def is_open(self, spot: Spot) -> bool:
        """Whether one can step on a cell and live; off the own land nobody must be able to come there too."""
        return self.is_walkable(spot) and (
            self.is_mine(spot) or all(distance(spot, other) > 1 for other in self.others)
        )

    def is_foreign(self, spot: Spot) -> bool:
        """Whether a cell is another's land."""
        return 0 <= self.codes.get(spot, NEUTRAL) < MAX_SEATS and not self.is_mine(spot)

    def turns(self) -> list[Direction]:
        """The directions that do not double back."""
        return [way for way in WAYS if REVERSE[way] != self.direction]

    # Ways

    def way_to(self, goals: Collection[Spot], reach: int = FAR) -> tuple[Spot, ...]:
        """The cells of a shortest way to one of the goals, or none; straight on if there is a choice."""
        straight = beyond(self.here, self.direction)
        ahead = sorted(self.steps(), key=lambda spot: spot != straight)
        return self._search(dict.fromkeys(ahead, self.here), goals, reach)

    def _search(self, came: dict[Spot, Spot], goals: Collection[Spot], reach: int) -> tuple[Spot, ...]:
        """Go on from the cells that were reached, each with the one it was reached from, until a goal is."""
        waiting = list(came)
        for _ in range(reach):
            for spot in waiting:
                if spot in goals:
                    return self._path(came, spot)
            after = []
            for spot in waiting:
                for way in WAYS:
                    near = beyond(spot, way)
                    if near not in came and near != self.here and self.is_open(near):
                        came[near] = spot
                        after.append(near)
            waiting = after
        return ()

    def comes_home(self, path: tuple[Spot, ...]) -> bool:
        """Whether there is a way home from the end of a way, over none of its own cells."""
        came = dict(zip(path, (self.here, *path), strict=False))
        after = {near: path[-1] for near in (beyond(path[-1], way) for way in WAYS) if self.is_open(near)}
        return bool(self._search({**after, **came}, self.land(), FAR))

    def _path(self, came: Mapping[Spot, Spot], spot: Spot) -> tuple[Spot, ...]:
        path = [spot]
        while came[path[-1]] != self.here:
            path.append(came[path[-1]])
        return tuple(reversed(path))

    def way_home(self) -> tuple[Spot, ...]:
        """A shortest way to own land."""
        return self.way_to(self.land())

    def land(self) -> set[Spot]:
        """The own land as last seen."""
        return {spot for spot, code in self.codes.items() if code == self.seat}

    def way_out(self) -> tuple[Spot, ...]:
        """A shortest way to a cell that is not own land."""
        goals = {(x, y) for x in range(self.cols) for y in range(self.rows) if not self.is_mine((x, y))}
        return self.way_to(goals)

    def command(self, path: tuple[Spot, ...]) -> str:
        """The command for the first step of a way; to go straight on, none is needed."""
        way = next((way for way in WAYS if path and beyond(self.here, way) == path[0]), self.direction)
        return Direction.IDLE.name if way == self.direction else way.name

    def steps(self) -> list[Spot]:
        """The next cells that do not end everything at once."""
        return [spot for spot in (beyond(self.here, way) for way in self.turns()) if self.is_open(spot)]

    def survive(self) -> str:
        """Straight on, or the first other step; if none is open, the one that costs least."""
        ahead = beyond(self.here, self.direction)
        aside = [spot for spot in (beyond(self.here, way) for way in self.turns()) if self.is_on_map(spot)]
        return self.command((min([ahead, *aside], key=self.evil_of),))

    def evil_of(self, spot: Spot) -> Evil:
        """What a step would cost at worst."""
        if spot == self.here or not self.is_on_map(spot):
            return Evil.STANDING
        if self.is_open(spot):
            return Evil.NONE
        if not self.is_walkable(spot):
            return Evil.LAND
        if spot not in self.others:
            return Evil.MEETING
        return Evil.GIFT if self.is_foreign(spot) else Evil.COLLISION

    # Danger

    def is_threatened(self, home: int, margin: int) -> bool:
        """Whether somebody in sight could reach the trail before the farmer is home."""
        trail = self.trail()
        return any(distance(other, spot) <= home + margin for other in self.others for spot in trail)

    def is_risky(self, path: tuple[Spot, ...]) -> bool:
        """Whether somebody who was seen could cut a loop before it is closed."""
        outside = [spot for spot in path if not self.is_mine(spot)]
        return any(
            distance(other, spot) - (self.tick - tick) <= len(path)
            for other, tick in self.sightings.items()
            for spot in outside
        )

    # Loops

    def loops(self, sizes: range, widths: range) -> Iterator[Loop]:
        """Rectangles from where the farmer stands: out, to one side, back, and home."""
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
        """The cells of the legs up to the first own cell after leaving the land; none if it is not reached."""
        spot, path, out = self.here, [], False
        for way, length in legs:
            for _ in range(length):
                spot = beyond(spot, way)
                if not self.is_open(spot):
                    return ()
                path.append(spot)
                if not self.is_mine(spot):
                    out = True
                elif out:
                    return tuple(path)
        return ()

    def _gain(self, path: tuple[Spot, ...]) -> int:
        """The cells of the rectangle around a way that are not own land."""
        xs, ys = [x for x, _ in (self.here, *path)], [y for _, y in (self.here, *path)]
        columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
        return sum(not self.is_mine((x, y)) for x in columns for y in rows)
