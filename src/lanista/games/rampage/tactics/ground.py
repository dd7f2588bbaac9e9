"""Shared by the built-in bots: the board as a view shows it, paths across it, and lines of fire."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from lanista.game import BotStart
from lanista.games.rampage.board import BEAM, Map, Spot, lines, neighbours
from lanista.games.rampage.mapfile import map_from
from lanista.games.rampage.state import Direction, Word

FAR = 999
SIGHT = 6  # squares ahead at which a bot aims

FACE = {direction: Word[f"FACE_{direction.name}"].name for direction in Direction}


class Board:
    """The map from the start message, which never changes."""

    def __init__(self, start: BotStart) -> None:
        self.map: Map = map_from(start.map)
        self.walls = set(self.map.walls)
        self.solid = self.map.blocked()
        self.near = neighbours(self.map.width, self.map.height)


class Ground:
    """The board in one turn, from the point of view of one seat."""

    def __init__(self, board: Board, view: Mapping[str, Any], seat: int) -> None:
        self.view = view
        self.board = board
        self.map = board.map
        self.me: Mapping[str, Any] = view["players"][seat]
        self.opponent: Mapping[str, Any] = view["players"][1 - seat]
        self.here: Spot = (self.me["x"], self.me["y"])
        self.there: Spot = (self.opponent["x"], self.opponent["y"])
        self.facing = Direction[self.me["facing"]]
        self.walls, self.solid = board.walls, board.solid
        seen = zip(self.map.turrets, view["turrets"], strict=False)
        self.turrets: dict[Spot, Mapping[str, Any]] = {turret.spot: now for turret, now in seen}

    def items(self) -> set[Spot]:
        """The squares with items."""
        return {(item["x"], item["y"]) for item in self.view["items"]}

    def distances(self, goals: Iterable[Spot], avoid: Iterable[Spot] = ()) -> dict[Spot, int]:
        """Steps from each square to the nearest goal, avoiding some squares."""
        near, closed = self.board.near, self.solid | set(avoid)
        found = dict.fromkeys(goals, 0)
        waiting = list(found)
        for spot in waiting:
            for beyond in near[spot]:
                if beyond not in closed and beyond not in found:
                    found[beyond] = found[spot] + 1
                    waiting.append(beyond)
        return found

    def direction_to(self, goals: Iterable[Spot], avoid: Iterable[Spot] = ()) -> Direction | None:
        """The direction of a shortest path to the nearest goal, straight ahead if possible."""
        away = self.distances(goals, avoid)
        closer = [d for d in Direction if away.get(self.map.step(self.here, d), FAR) < away.get(self.here, FAR)]
        return self.facing if self.facing in closer else next(iter(closer), None)

    def step_or_turn(self, direction: Direction) -> str:
        """Step in a direction, or turn that way first."""
        return Word.FORWARD.name if direction is self.facing else FACE[direction]

    def target(self, direction: Direction, reach: int = SIGHT) -> Spot | None:
        """The live turret or opponent that a bullet would hit, if any."""
        spot = self.here
        for _ in range(reach):
            spot = self.map.step(spot, direction)
            if spot == self.there or (spot in self.turrets and self.turrets[spot]["alive"]):
                return spot
            if spot in self.solid:
                return None
        return None

    def sees_opponent(self, direction: Direction, reach: int = SIGHT) -> bool:
        """Whether the opponent is in the line of fire."""
        return self.target(direction, reach) == self.there

    def firing_squares(self, target: Spot) -> set[Spot]:
        """The squares from which a bullet can reach a target."""
        squares: set[Spot] = set()
        for direction in Direction:
            spot = target
            for _ in range(SIGHT):
                spot = self.map.step(spot, direction)
                if spot in self.solid:
                    break
                squares.add(spot)
        return squares

    def laser_hits(self) -> bool:
        """Whether a laser would reach the opponent."""
        return any(self.sees_opponent(direction, BEAM) for direction in Direction)

    def fire_laser(self) -> str | None:
        """Fire a laser if one is available, it reaches the opponent, and no shield would reflect it."""
        is_open = self.opponent["shield_left"] <= 1
        return Word.LASER.name if self.has("laser") and is_open and self.laser_hits() else None

    def under_fire(self) -> set[Spot]:
        """The squares that bullets and turrets will hit in the coming turn."""
        squares = {
            self.map.step((bullet["x"], bullet["y"]), Direction[bullet["dir"]]) for bullet in self.view["bullets"]
        }
        for spot, turret in self.turrets.items():
            if turret["fires_next"]:
                squares |= self.beams(spot)
        return squares

    def covered(self) -> set[Spot]:
        """The squares within reach of live turrets, now or later."""
        armed = (turret.spot for turret in self.map.turrets if turret.fire)
        return {square for spot in armed if self.turrets[spot]["alive"] for square in self.beams(spot)}

    def beams(self, origin: Spot) -> set[Spot]:
        """The squares that beams from an origin cover."""
        return lines(self.map, origin, self.walls, {*self.turrets, self.there}, BEAM)

    def has(self, item: str) -> bool:
        """Whether the robot holds an item."""
        return bool(self.me["items"][item] > 0)

    def is_shielded(self) -> bool:
        """Whether the coming turn is protected."""
        return bool(self.me["shield_left"] > 1)

    def evade_fire(self) -> str | None:
        """Step out of fire or raise a shield; None if not under fire or if neither helps."""
        fire = self.under_fire()
        if self.here not in fire or self.is_shielded():
            return None
        ahead = self.map.step(self.here, self.facing)
        if ahead not in fire and ahead not in self.solid and ahead != self.there:
            return Word.FORWARD.name
        return Word.SHIELD.name if self.has("shield") else None

    def walk_to(self, goals: Iterable[Spot]) -> str | None:
        """Move towards the nearest goal, out of turrets' reach if possible; None if no path exists."""
        fire = self.under_fire() - {self.here}
        goals = set(goals)
        closed = fire | {self.there} - goals
        found = (self.direction_to(goals, avoid) for avoid in (closed | self.covered(), closed, ()))
        direction = next((direction for direction in found if direction is not None), None)
        if direction is None:
            return None
        if direction is self.facing and self.map.step(self.here, direction) in fire and not self.is_shielded():
            return Word.NONE.name
        return self.step_or_turn(direction)


class GroundBot(ABC):
    """A bot that decides by the current state of the board, and idles if there is nothing to do."""

    def __init__(self, start: BotStart) -> None:
        self._seat = start.seat
        self._board = Board(start)

    def move(self, view: dict[str, Any]) -> str:
        """The move for a view."""
        return self.decide(Ground(self._board, view, self._seat)) or Word.NONE.name

    @abstractmethod
    def decide(self, ground: Ground) -> str | None:
        """The move, or None if there is nothing to do."""
