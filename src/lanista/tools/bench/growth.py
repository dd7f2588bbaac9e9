"""The growth of a turn's cost: each point of a game's curves, compared with the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lanista.engine import loops, native, over_all, zeros
from lanista.engine.playouts import playouts
from lanista.game import Game, Growth, put_moves
from lanista.tools.bench.measure import Measure, rates

COPIES = 50
MATCHES = 4
SEED = 20


def growth(game: Game[Any, Any, Any], report: Callable[[str], None]) -> Iterator[Measure]:
    """The cost of a turn at each size."""
    curves: dict[str, list[Growth]] = {}
    for point in game.bench.growth():
        curves.setdefault(point.curve, []).append(point)
    for curve, points in curves.items():
        report(f"growth: {curve}")
        costs = turn_costs(points)
        for point, cost in zip(points, costs, strict=True):
            yield Measure(f"{curve}: {point.size}", 1e6 * cost, "us", cost / costs[0], str(points[0].size))


def turn_costs(points: list[Growth]) -> list[float]:
    """Seconds per turn at each point, measured alternately, without the time to copy the state."""
    jobs = {}
    for point in points:
        if point.moves:
            jobs[f"{point.size} turns"] = repeated(point, point.turns)
            jobs[f"{point.size} copy"] = repeated(point, 0)
        else:
            jobs[f"{point.size} turns"] = random_turns(point)
    seconds = {name: 1 / speed for name, speed in rates(jobs, seconds=0.2).items()}
    return [
        (seconds[f"{point.size} turns"] - seconds.get(f"{point.size} copy", 0.0)) / point.turns for point in points
    ]


def random_turns(point: Growth) -> Callable[[], int]:
    """A job that plays random matches; its unit is a turn."""
    return lambda: playouts(point.state, MATCHES, SEED)[1]


def repeated(point: Growth, turns: int) -> Callable[[], int]:
    """A job that repeats the same turns from a copied state, or only copies it; its unit is a repetition."""
    rules = point.state.rules
    moves, works, scratch = zeros(rules.move, len(point.moves)), zeros(rules.work), zeros(rules.state)
    put_moves(over_all(rules.move, moves), point.moves)
    step = native.native(rules).loop(loops.step_copies)

    def job() -> int:
        step(point.state.data, moves, point.state.fixed, works, scratch, COPIES, turns)
        return COPIES

    return job
