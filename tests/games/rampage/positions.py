"""Positions drawn as in the specification's scenarios (section 15), and turns played in both modes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.engine.playouts import step_native
from lanista.game import Played, put_moves
from lanista.games.rampage import views
from lanista.games.rampage.contest import recordings
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.maps import ITEM_LETTERS, ItemSpot, Map, TurretSpot
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import SEATS, Arena, Config, Direction, Order, Word

Position = State[Arena, Config]

BULLETS = {">": Direction.RIGHT, "<": Direction.LEFT, "^": Direction.UP, "v": Direction.DOWN}


def position(
    *rows: str,
    a: Mapping[str, Any] | None = None,
    b: Mapping[str, Any] | None = None,
    times: tuple[int, int] = (2, 4),
    bullets_of: int = 2,
    turns: int = 50,
    turn: int = 0,
    ruleset: str = "standard",
    changes: Mapping[str, int] | None = None,
) -> Position:
    """A board as in section 15; `a` and `b` are changes to the players as recordings write them."""
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    map_ = Map(
        "drawn",
        len(rows[0]),
        len(rows),
        starts=tuple(next(spot for spot, mark in marks.items() if mark == letter) for letter in "AB"),
        max_turns=turns,
        walls=tuple(spot for spot, mark in marks.items() if mark == "#"),
        turrets=tuple(TurretSpot(*spot, *times) for spot, mark in marks.items() if mark in "Tt"),
        items=tuple(ItemSpot(*s, ITEM_LETTERS[mark]) for s, mark in marks.items() if mark in ITEM_LETTERS),
        pads=tuple(spot for n in "012345" for spot, mark in marks.items() if mark == n),
    )
    state = RAMPAGE.blank(RAMPAGE.configure(ruleset, {"any_size": 1, **(changes or {})}), map_)
    setup = {
        "p1": a or {},
        "p2": b or {},
        "bullets": [[*s, BULLETS[m].name, str(bullets_of)] for s, m in marks.items() if m in BULLETS],
        "turrets": [{"alive": mark == "T"} for mark in marks.values() if mark in "Tt"],
        "turn": turn,
    }
    recordings.put_setup(state, msgspec.convert(setup, recordings.RecordedSetup))
    assert list(RAMPAGE.broken_invariants(state)) == []
    return state


def play(state: Position, *words: str) -> None:
    """Play one turn; compiled rules must give the same bytes, and the state must stay valid."""
    moves = [Move(Word[word]) for word in words]
    twin = state.clone()
    RAMPAGE.step(state, moves)
    records = zeros(Order, SEATS)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    put_moves(Records(over(Order, records.view(np.uint8), size * seat) for seat in range(SEATS)), moves)
    step_native(twin, records, zeros(state.rules.work))
    assert twin.bytes() == state.bytes(), "interpreted and compiled rules differ"
    assert list(RAMPAGE.broken_invariants(state)) == []


def run(state: Position, text: str) -> Position:
    """Play turns in the notation of the scenarios: `FORWARD/NONE, SHOOT/NONE`."""
    for pair in text.split(", "):
        play(state, *pair.split("/"))
    return state


def drawn(state: Position) -> list[str]:
    """The board as in section 15."""
    config = state.const
    rows = [["." for _ in range(config.width)] for _ in range(config.height)]

    def put(square: int, mark: str) -> None:
        rows[square // config.width][square % config.width] = mark

    for square in range(config.width * config.height):
        if config.board[square] == 1:
            put(square, "#")
    for i in range(config.n_pads):
        put(config.pads[i], str(i))
    for square, kind in views.items_of(state):
        put(square, "LSP"[kind])
    for square, direction, _ in views.bullets_of(state):
        put(square, "^v<>"[direction])
    for i in range(config.n_turrets):
        put(config.places[i].square, "T" if state.record.turrets[i].alive else "t")
    for seat, player in enumerate(state.record.players):
        put(player.square, "AB"[seat])
    return ["".join(row) for row in rows]


def points(state: Position) -> tuple[int, int]:
    """The points of both players."""
    a, b = state.record.players
    return a.points, b.points


def hp(state: Position) -> tuple[int, int]:
    """The HP of both players."""
    a, b = state.record.players
    return a.hp, b.hp


BUSY = (
    "...........",
    ".A..T...0..",
    "..#..L.....",
    ".......B...",
    "...........",
)


def busy() -> Position:
    """A turret has fired at A, who shot; B's laser failed for want of one."""
    return run(position(*BUSY, a={"shield": 1}), "SHOOT/LASER")


def last_turn(state: Position, turns: str) -> tuple[Played, Position]:
    """The last of these turns, and the state after it."""
    *first, last = turns.split(", ")
    before = run(state, ", ".join(first)) if first else state
    return Played(before, [Move(Word[word]) for word in last.split("/")]), run(before.clone(), last)
