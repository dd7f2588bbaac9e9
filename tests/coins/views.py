"""Views of a runner: the line around it, all positions, and its own purse."""

from __future__ import annotations

from typing import Any

import msgspec

from lanista.engine import Ints, Number, ObservationSpec, Plane, State, rule
from tests.coins.state import LENGTH, MAX_SEATS, SIGHT, Config, Line, Runner

OBSERVATION = ObservationSpec.of(
    Plane(
        "coins", (2 * SIGHT + 1,), -1, 1, "the cells in sight", ((-1, "off the line"), (0, "none"), (1, "a coin"))
    ),
    [Number(f"place of runner {i}", 0, LENGTH - 1) for i in range(MAX_SEATS)],
    Number("purse", 0, 1000),
    Number("turn", 0, 1000),
)


def sight(runner: Runner) -> range:
    """The cells that a runner sees."""
    return range(max(0, runner.place - SIGHT), min(LENGTH, runner.place + SIGHT + 1))


def view(state: State[Line, Config], seat: int) -> dict[str, Any]:
    """The view of a runner, as JSON."""
    line = state.record
    return {
        "turn": line.turn + 1,
        "runner": seat,
        "purse": line.runners[seat].purse,
        "places": [runner.place for runner in line.runners][: state.seats],
        "coins": [place for place in sight(line.runners[seat]) if line.coins[place]],
    }


def view_json(state: State[Line, Config], seat: int) -> bytes:
    """The view of a runner, as text."""
    return msgspec.json.encode(view(state, seat))


@rule
def observe(line: Line, config: Config, seat: int, row: Ints) -> None:
    """The observation of a runner, as numbers."""
    me = line.runners[seat]
    for i in range(2 * SIGHT + 1):
        place = me.place - SIGHT + i
        row[i] = line.coins[place] if 0 <= place < LENGTH else -1
    for other in range(MAX_SEATS):
        row[2 * SIGHT + 1 + other] = line.runners[other].place if other < config.seats else 0
    row[2 * SIGHT + 1 + MAX_SEATS] = me.purse
    row[2 * SIGHT + 2 + MAX_SEATS] = line.turn
