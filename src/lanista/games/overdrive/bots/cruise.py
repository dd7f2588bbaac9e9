"""A decent driver by a list of simple rules, first match wins; it never simulates a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive.state import (
    BOOST_SPEED,
    FASTER,
    LANES,
    LENGTH,
    SPEED_LIMIT,
    Command,
    Powerup,
    Surface,
)

# How much a driver dislikes a block, in damage. Half a point for an item makes him like it a little.
DISLIKE = {Surface.MUD: 1.0, Surface.OIL_SPILL: 1.0, Surface.WALL: 2.0}
TRUCK_DISLIKE = 2.5
ITEMS = {Surface.BOOST: 0.6, Surface.LIZARD: 0.3, Surface.EMP: 0.3, Surface.TWEET: 0.1, Surface.OIL_ITEM: 0.1}
OIL_REACH = 12


class Bot:
    """Keeps the car whole and fast, and shoots when there is nothing better to do."""

    def __init__(self, start: BotStart) -> None:
        self._rules: tuple[Callable[[Road], str | None], ...] = (repair, boost, dodge, speed_up, shoot)

    def move(self, view: dict[str, Any]) -> str:
        """The command of the first rule that has one."""
        road = Road(view)
        return next((command for rule in self._rules if (command := rule(road))), Command.ACCELERATE.name)


class Road:
    """What the driver sees, in his own terms."""

    def __init__(self, view: dict[str, Any]) -> None:
        player, opponent = view["player"], view["opponent"]
        self.lane, self.block = player["position"]["y"], player["position"]["x"]
        self.speed: int = player["speed"]
        self.damage: int = player["damage"]
        self.boost_counter = player["boostCounter"]
        self.powerups = player["powerups"]
        self.other_lane, self.other_block = opponent["position"]["y"], opponent["position"]["x"]
        self.other_speed = opponent["speed"]
        self._cells = {(c["position"]["y"], c["position"]["x"]): c for row in view["worldMap"] for c in row}

    def holds(self, powerup: Powerup) -> bool:
        """Whether a power-up is at hand."""
        return powerup.name in self.powerups

    @property
    def next_speed(self) -> int:
        """The speed after ACCELERATE."""
        return min(FASTER[self.speed], SPEED_LIMIT[self.damage])

    def dislike(self, lane: int, first: int, last: int) -> float:
        """What driving over these blocks would cost; negative if they carry items."""
        cells = (self._cells.get((lane, block)) for block in range(first, last + 1))
        return sum(dislike_of(cell) for cell in cells if cell)

    def ahead(self, speed: int) -> float:
        """The cost of driving straight on."""
        return self.dislike(self.lane, self.block + 1, self.block + speed)

    def beside(self, lane: int) -> float:
        """The cost of changing to a neighbouring lane; the block less is a small cost too."""
        return self.dislike(lane, self.block, self.block + self.speed - 1) + 0.1


def dislike_of(cell: dict[str, Any]) -> float:
    """What a block costs."""
    surface = cell["surfaceObject"]
    truck = TRUCK_DISLIKE if cell["isOccupiedByCyberTruck"] else 0.0
    return truck + DISLIKE.get(surface, 0.0) - ITEMS.get(surface, 0.0)


def repair(road: Road) -> str | None:
    """Fix the car when damage keeps it below its normal speed, or from using a boost."""
    limit = 1 if road.holds(Powerup.BOOST) else 2
    return Command.FIX.name if road.damage >= limit and road.boost_counter <= 1 else None


def boost(road: Road) -> str | None:
    """Boost an undamaged car on a clear lane."""
    ready = road.holds(Powerup.BOOST) and road.boost_counter <= 1 and road.damage == 0
    return Command.USE_BOOST.name if ready and road.ahead(BOOST_SPEED) <= 0 else None


def dodge(road: Road) -> str | None:
    """Leave a lane that costs more than a neighbour, by a jump if none is clear."""
    straight = road.ahead(max(road.speed, road.next_speed))
    sides = {Command.TURN_LEFT: road.lane - 1, Command.TURN_RIGHT: road.lane + 1}
    costs = {turn: road.beside(lane) for turn, lane in sides.items() if 1 <= lane <= LANES and road.speed}
    best = min(costs, key=lambda turn: costs[turn]) if costs else Command.NOTHING
    if min(straight, costs.get(best, straight)) > 0.5 and road.holds(Powerup.LIZARD):
        landing = road.block + road.speed
        if road.dislike(road.lane, landing, landing) <= 0:
            return Command.USE_LIZARD.name
    return best.name if costs and costs[best] < straight else None


def speed_up(road: Road) -> str | None:
    """Accelerate while it makes the car faster."""
    return Command.ACCELERATE.name if road.next_speed > road.speed else None


def shoot(road: Road) -> str | None:
    """At full speed on a clear lane: trouble the opponent."""
    if road.holds(Powerup.EMP) and road.other_block > road.block and abs(road.other_lane - road.lane) <= 1:
        return Command.USE_EMP.name
    if road.holds(Powerup.OIL) and 0 < road.block - road.other_block <= OIL_REACH:
        return Command.USE_OIL.name
    target = road.other_block + 2 * road.other_speed + 1
    if road.holds(Powerup.TWEET) and road.other_speed and target <= LENGTH:
        return f"{Command.USE_TWEET.name} {road.other_lane} {target}"
    return None
