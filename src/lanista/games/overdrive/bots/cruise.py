"""Drives by a list of simple rules, of which the first that applies wins; never simulates a round."""

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

# What a block costs, in damage; items are a small gain.
COSTS = {Surface.MUD: 1.0, Surface.OIL_SPILL: 1.0, Surface.WALL: 2.0}
TRUCK_COST = 2.5
ITEM_GAINS = {Surface.BOOST: 0.6, Surface.LIZARD: 0.3, Surface.EMP: 0.3, Surface.TWEET: 0.1, Surface.OIL_ITEM: 0.1}
OIL_REACH = 12


class Bot:
    """Keeps the car undamaged and fast, and attacks when there is nothing better to do."""

    def __init__(self, start: BotStart) -> None:
        self._rules: tuple[Callable[[Road], str | None], ...] = (repair, boost, dodge, speed_up, attack)

    def move(self, view: dict[str, Any]) -> str:
        """The command of the first rule that applies."""
        road = Road(view)
        return next((command for rule in self._rules if (command := rule(road))), Command.ACCELERATE.name)


class Road:
    """The parts of a view that the rules use."""

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
        """Whether the car holds a power-up."""
        return powerup.name in self.powerups

    @property
    def next_speed(self) -> int:
        """The speed after ACCELERATE."""
        return min(FASTER[self.speed], SPEED_LIMIT[self.damage])

    def cost(self, lane: int, first: int, last: int) -> float:
        """The cost of driving over these blocks; negative if items outweigh obstacles."""
        cells = (self._cells.get((lane, block)) for block in range(first, last + 1))
        return sum(block_cost(cell) for cell in cells if cell)

    def cost_ahead(self, speed: int) -> float:
        """The cost of driving straight on."""
        return self.cost(self.lane, self.block + 1, self.block + speed)

    def cost_beside(self, lane: int) -> float:
        """The cost of changing to a neighbouring lane, plus a little for the lost block."""
        return self.cost(lane, self.block, self.block + self.speed - 1) + 0.1


def block_cost(cell: dict[str, Any]) -> float:
    """The cost of a block."""
    surface = cell["surfaceObject"]
    truck = TRUCK_COST if cell["isOccupiedByCyberTruck"] else 0.0
    return truck + COSTS.get(surface, 0.0) - ITEM_GAINS.get(surface, 0.0)


def repair(road: Road) -> str | None:
    """Fix the car when damage limits its normal speed or a boost."""
    limit = 1 if road.holds(Powerup.BOOST) else 2
    return Command.FIX.name if road.damage >= limit and road.boost_counter <= 1 else None


def boost(road: Road) -> str | None:
    """Boost an undamaged car on a clear lane."""
    ready = road.holds(Powerup.BOOST) and road.boost_counter <= 1 and road.damage == 0
    return Command.USE_BOOST.name if ready and road.cost_ahead(BOOST_SPEED) <= 0 else None


def dodge(road: Road) -> str | None:
    """Change to a cheaper neighbouring lane, or jump if neither is clear."""
    straight = road.cost_ahead(max(road.speed, road.next_speed))
    sides = {Command.TURN_LEFT: road.lane - 1, Command.TURN_RIGHT: road.lane + 1}
    costs = {turn: road.cost_beside(lane) for turn, lane in sides.items() if 1 <= lane <= LANES and road.speed}
    best = min(costs, key=lambda turn: costs[turn]) if costs else Command.NOTHING
    if min(straight, costs.get(best, straight)) > 0.5 and road.holds(Powerup.LIZARD):
        landing = road.block + road.speed
        if road.cost(road.lane, landing, landing) <= 0:
            return Command.USE_LIZARD.name
    return best.name if costs and costs[best] < straight else None


def speed_up(road: Road) -> str | None:
    """Accelerate if that makes the car faster."""
    return Command.ACCELERATE.name if road.next_speed > road.speed else None


def attack(road: Road) -> str | None:
    """Use an EMP, oil or a tweet against the opponent."""
    if road.holds(Powerup.EMP) and road.other_block > road.block and abs(road.other_lane - road.lane) <= 1:
        return Command.USE_EMP.name
    if road.holds(Powerup.OIL) and 0 < road.block - road.other_block <= OIL_REACH:
        return Command.USE_OIL.name
    target = road.other_block + 2 * road.other_speed + 1
    if road.holds(Powerup.TWEET) and road.other_speed and target <= LENGTH:
        return f"{Command.USE_TWEET.name} {road.other_lane} {target}"
    return None
