"""Path finding: the helpers that the original offers its players (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import DX, DY, ORIENTATIONS, Action, Direction, Orientation, Rotation

Spot = tuple[int, int]
Pose = tuple[Spot, int]  # a cell and an orientation
StepCost = Callable[[Spot], int | None]  # extra cost of entering a cell; None if it is closed

FORWARD = Move(Action.MOVE, Direction.FORWARD)


class QuickTurn(NamedTuple):
    """The shorter rotation, and its number of 45-degree steps."""

    rotation: Rotation
    steps: int


def follow(spot: Spot, way: int, size: Spot) -> Spot | None:
    """The next cell in a direction, or None if it is off the map."""
    x, y = spot[0] + DX[way], spot[1] + DY[way]
    return (x, y) if 0 <= x < size[0] and 0 <= y < size[1] else None


def neighbours(spot: Spot, size: Spot) -> list[Spot]:
    """The neighbours of a cell that are on the map, clockwise from North."""
    found = (follow(spot, way, size) for way in Orientation)
    return [near for near in found if near is not None]


def distance(a: Spot, b: Spot) -> int:
    """The distance between two cells along the longer axis."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def quick_turn(start: int, end: int) -> QuickTurn:
    """The shorter rotation between orientations: 0 to 4 steps, clockwise for 4, counter-clockwise for 0."""
    clockwise = (end - start) % ORIENTATIONS
    if 1 <= clockwise <= ORIENTATIONS // 2:
        return QuickTurn(Rotation.CLOCKWISE, clockwise)
    return QuickTurn(Rotation.COUNTER_CLOCKWISE, -clockwise % ORIENTATIONS)


def cardinal_way(a: Spot, b: Spot) -> Orientation | None:
    """The orientation from a to b, if b is exactly in one of the eight directions."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if a == b or not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return None
    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return next(way for way in Orientation if (DX[way], DY[way]) == step)


def could_hit_cardinally(a: Spot, b: Spot, reach: int = 14) -> bool:
    """Whether b is in range on the same row, column or diagonal, ignoring what is in between."""
    return cardinal_way(a, b) is not None and distance(a, b) <= reach


def could_hit_positionally(a: Spot, b: Spot, reach: int = 7) -> bool:
    """Whether b is another cell in range."""
    return a != b and distance(a, b) <= reach


def find_path(start: Spot, facing: int, goal: Spot, size: Spot, cost: StepCost) -> list[Move] | None:
    """The rotations and moves of a cheapest path to a goal (A*), or None if there is no path.

    A step costs 1, plus the 45-degree rotations before it, plus `cost` of the cell, which is where a bot decides
    how to treat unknown cells.
    """
    came_from: dict[Pose, Pose] = {}
    best: dict[Pose, int] = {(start, facing): 0}
    waiting = [(distance(start, goal), 0, (start, facing))]
    while waiting:
        _, spent, pose = heappop(waiting)
        if pose[0] == goal:
            return _actions(came_from, pose)
        if spent > best[pose]:
            continue
        for turned, near, price in _steps(*pose, size, cost):
            total, after = spent + price, (near, turned)
            if total < best.get(after, total + 1):
                best[after] = total
                came_from[after] = pose
                heappush(waiting, (total + distance(near, goal), total, after))
    return None


def reachable(start: Spot, size: Spot, cost: StepCost) -> dict[Spot, int]:
    """The cells that can be reached through open cells, with their distances in steps."""
    found, waiting = {start: 0}, [start]
    for spot in waiting:
        for near in neighbours(spot, size):
            if near not in found and cost(near) is not None:
                found[near] = found[spot] + 1
                waiting.append(near)
    return found


def _steps(spot: Spot, way: int, size: Spot, cost: StepCost) -> Iterator[tuple[int, Spot, int]]:
    """Each step from a cell: the orientation that it needs, its target and its cost."""
    for turned in range(ORIENTATIONS):
        near = follow(spot, turned, size)
        extra = cost(near) if near is not None else None
        if near is not None and extra is not None:
            yield turned, near, 1 + quick_turn(way, turned).steps + extra


def _actions(came_from: dict[Pose, Pose], end: Pose) -> list[Move]:
    """The actions along the path to `end`."""
    moves: list[Move] = []
    while end in came_from:
        before = came_from[end]
        turn = quick_turn(before[1], end[1])
        moves = [*[Move(Action.ROTATE, turn.rotation)] * turn.steps, FORWARD, *moves]
        end = before
    return moves
