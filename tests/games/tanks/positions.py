"""Positions drawn as in the specification's scenarios (section 11), and turns played in both modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.engine.playouts import step_native
from lanista.game import put_moves
from lanista.games.tanks.contest import recordings
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import ORIENTATION_NAMES, Move
from lanista.games.tanks.state import Arena, Config, Order, Orientation, Tank, Work

Position = State[Arena, Config]

WRECKS = "abcdefghi"
N, NE, E, SE, S, SW, W, NW = Orientation


def position(
    *rows: str,
    facing: Mapping[int, Orientation] | None = None,
    health: Mapping[int, int] | None = None,
    stuck: Sequence[int] = (),
    turn: int = 0,
    changes: Mapping[str, int] | None = None,
) -> Position:
    """A map in which digits are living tanks and `a`, `b` ... the wrecks of tanks 1, 2 ...

    A tank stands on a field, or in a swamp if it is stuck; by default it faces North in full health.
    """
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    tanks = sorted((_tank_number(mark), spot) for spot, mark in marks.items() if _tank_number(mark))
    full = (changes or {}).get("full_health", 100)
    lines = [
        recordings.TankLine(
            id=i,
            x=x,
            y=y,
            orientation=ORIENTATION_NAMES[(facing or {}).get(i, N)],  # type: ignore[arg-type]
            health=0 if marks[x, y] in WRECKS else (health or {}).get(i, full),
            mobile=i not in stuck,
            score=0,
        )
        for i, (x, y) in tanks
    ]
    terrain = ["".join(_terrain(mark, stuck) for mark in row) for row in rows]
    state = recordings.set_up(TANKS, terrain, lines, changes or {})
    state.record.turn = turn
    return state


def _tank_number(mark: str) -> int:
    return int(mark) if mark.isdigit() else WRECKS.find(mark) + 1


def _terrain(mark: str, stuck: Sequence[int]) -> str:
    number = _tank_number(mark)
    return mark if not number else "S" if number in stuck else "."


def play(state: Position, *texts: str) -> Position:
    """One turn, the move of tank 1 first: interpreted and compiled rules must give the same bytes."""
    moves = [TANKS.read(state, seat, text) for seat, text in enumerate(texts)]
    return step(state, [*moves, *[TANKS.missing] * (state.seats - len(moves))])


def step(state: Position, moves: Sequence[Move]) -> Position:
    """Play one turn with interpreted and compiled rules."""
    twin = state.clone()
    TANKS.step(state, moves)
    records = zeros(Order, state.seats)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    put_moves(Records(over(Order, records.view(np.uint8), size * seat) for seat in range(state.seats)), moves)
    step_native(twin, records, zeros(Work))
    assert twin.bytes() == state.bytes(), "interpreted and compiled rules differ"
    return state


def tank(state: Position, number: int) -> Tank:
    """A tank by its id."""
    return state.record.tanks[number - 1]


def healths(state: Position) -> list[int]:
    """The health of every tank in order of id."""
    return [t.health for t in state.record.tanks[: state.record.n_tanks]]


def scores(state: Position) -> list[int]:
    """The points of every tank's explosions in order of id."""
    return [t.score for t in state.record.tanks[: state.record.n_tanks]]


def drawn(state: Position) -> list[str]:
    """The map as in section 11."""
    config = state.const
    rows = [["" for _ in range(config.width)] for _ in range(config.height)]
    for y, row in enumerate(rows):
        for x in range(config.width):
            row[x] = ".DELS"[config.terrain[y * config.width + x]]
    for i, t in enumerate(state.record.tanks[: state.record.n_tanks]):
        rows[t.y][t.x] = str(i + 1) if t.health else WRECKS[i]
    return ["".join(row) for row in rows]
