"""The memory of tanks, and how they drive by it."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import over, zeros
from lanista.games.tanks.bots.driving import explore, find_path, follow_path, set_out
from lanista.games.tanks.bots.radar import (
    NOWHERE,
    OCCUPIED,
    UNKNOWN,
    WAYS,
    RadarMemory,
    best_scan,
    is_free,
    learn,
    nearest,
)
from lanista.games.tanks.rules import NOBODY
from lanista.games.tanks.state import Order, Terrain, Work
from lanista.games.tanks.views import OMNI
from tests.games.policies import generator_of
from tests.games.tanks.positions import E, N, Position, play, position, tank

SIDE = 30
OPEN = ["." * SIDE] * 14


def blank(kind: Any) -> Any:
    """A record of zeros."""
    return over(kind, zeros(kind).view("u1"))


def after(state: Position, *texts: str) -> RadarMemory:
    """The memory of tank 1 after these moves; tank 2 moves forward every time."""
    memory: RadarMemory = blank(RadarMemory)
    assert learn(state.record, state.const, 0, memory)
    for text in texts:
        play(state, text, "MOVE FORWARD")
        assert learn(state.record, state.const, 0, memory)
    return memory


def known(state: Position, memory: RadarMemory, row: int) -> str:
    """A row of the map as it is remembered; capitals of the terrain, `?` where it is unknown, `*` for a tank."""
    width = state.const.width
    cells = [memory.cells[row * width + x] for x in range(width)]
    return "".join("?" if cell == UNKNOWN else "*" if cell >= OCCUPIED else ".DELS"[cell] for cell in cells)


def test_what_was_scanned_is_remembered() -> None:
    state = position("." * 30, "1" + "." * 5 + "L" + "." * 18 + "..2D.", "." * 30)
    memory = after(state, "SCAN MONO EAST", "IDLE")
    assert known(state, memory, 1) == "......L........" + "?" * 15
    assert nearest(state.const, tank(state, 1), memory, 5) == NOBODY


def test_a_tank_that_is_gone_is_forgotten_and_one_that_stays_is_known_to_stay() -> None:
    state = position("......", "1..2..", "...3..", facing={2: E})
    memory = after(state, "SCAN OMNI", "SCAN OMNI")
    seen = [(memory.tanks[i].x, memory.tanks[i].y, memory.tanks[i].still) for i in (1, 2)]
    assert seen == [(5, 1, 0), (3, 2, 1)]
    assert known(state, memory, 1) == ".....*"
    assert nearest(state.const, tank(state, 1), memory, 0) == 2


def test_a_tank_that_is_seen_elsewhere_no_longer_blocks_where_it_was() -> None:
    state = position(*OPEN[:7], "." * 7 + "1" + "." * 22, "." * 14 + "2" + "." * 15, *OPEN[:7], facing={2: N})
    memory = after(state, "SCAN OMNI")
    assert not is_free(state.const, memory, 14, 7)
    tank(state, 2).x, tank(state, 2).y = 0, 0  # seen by a scan that does not show where it was
    play(state, "SCAN MONO WEST")
    learn(state.record, state.const, 0, memory)
    assert is_free(state.const, memory, 14, 7)


def test_wrecks_block_but_are_no_enemies() -> None:
    state = position("1..b..3")
    memory = after(state, "SCAN OMNI")
    assert known(state, memory, 0) == "...*..*"
    assert nearest(state.const, tank(state, 1), memory, 0) == 2


def test_a_memory_may_begin_late() -> None:
    memory = after(position("1....2", health={1: 30}, turn=400))
    assert (memory.turn, memory.lost) == (401, 0)


def test_scans_go_where_none_was_for_long() -> None:
    state = position(*OPEN, "." * 15 + "1" + "." * 13 + "2", *OPEN)
    me, config = tank(state, 1), state.const
    memory = after(state)
    assert best_scan(config, me, memory, 16, NOWHERE, NOWHERE) % WAYS == OMNI
    memory = after(state, "SCAN OMNI", "SCAN MONO EAST", "SCAN MONO SOUTH", "SCAN MONO NORTH")
    assert best_scan(config, me, memory, 16, NOWHERE, NOWHERE) % WAYS not in (OMNI, 0, 2, 4)
    assert best_scan(config, me, memory, 16, 15, 2) % WAYS in (7, 0, 1), "these show a cell far to the north"
    assert best_scan(config, me, memory, 16, 0, 0) == -1, "none shows a cell that is farther away"


# Driving


def driven(state: Position, memory: RadarMemory, turns: int) -> list[str]:
    """How tank 1 follows its path."""
    texts = []
    for _ in range(turns):
        move = blank(Order)
        if not follow_path(state.const, tank(state, 1), memory, move):
            break
        texts.append(("IDLE", "MOVE", "ROTATE")[move.action])
        play(
            state,
            ("MOVE FORWARD", "MOVE BACKWARDS", "ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE")[
                move.way + 2 * (move.action == 2)
            ],
        )
        learn(state.record, state.const, 0, memory)
    return texts


def test_a_path_is_followed_to_its_end() -> None:
    state = position("1.......", "........", ".......2", facing={1: N})
    memory = after(state, "SCAN OMNI")
    set_out(memory, E, 4)
    assert driven(state, memory, 20) == ["ROTATE"] * 2 + ["MOVE"] * 4
    assert (tank(state, 1).x, tank(state, 1).y) == (4, 0)


def test_a_path_is_dropped_where_a_tank_blocks_it() -> None:
    state = position("1.......", "...2....", "........", facing={1: E, 2: N})
    memory = after(state, "SCAN OMNI")
    set_out(memory, E, 6)
    assert driven(state, memory, 1) == ["MOVE"]
    play(state, "SCAN OMNI", "MOVE FORWARD")
    learn(state.record, state.const, 0, memory)
    assert driven(state, memory, 20) == ["MOVE"]
    assert (tank(state, 1).x, memory.steps) == (2, 0)


def test_a_hit_ends_the_path() -> None:
    state = position("1.......", "........", ".......2", facing={1: E})
    memory = after(state, "SCAN OMNI")
    set_out(memory, E, 4)
    tank(state, 1).health -= 25
    learn(state.record, state.const, 0, memory)
    assert driven(state, memory, 1) == []


MAZE = ["1LLLLLLLLLLL", ".L.........L", ".L.LLLLLLL.L", "...L.....L.L", "LLLL.....L..", "LLLLLLLLLLL."]


def test_a_way_out_of_a_maze_is_found() -> None:
    state = position(*(row + "." * 18 for row in MAZE), *["." * 29 + "2"] * 1, facing={1: N})
    memory = after(state, "SCAN OMNI")
    find_path(state.const, tank(state, 1), memory, blank(Work))
    path = [memory.path[i] for i in range(memory.steps)]
    assert path[:4] == [4, 4, 3, 1], "south, south, around the corner and north again"


def test_explorers_stay_where_no_way_is_open() -> None:
    state = position("1L...", "LL..2")
    memory = after(state, "SCAN OMNI")
    move = blank(Order)
    assert not explore(state.const, tank(state, 1), memory, generator_of(1), blank(Work), move)


@pytest.mark.parametrize("kind", [Terrain.LAKE, Terrain.SWAMP, Terrain.DECIDUOUS])
def test_only_fields_are_free(kind: Terrain) -> None:
    state = position("1" + ".DELS"[kind] + "..2")
    assert not is_free(state.const, after(state), 2, 0), "it is unknown"
    memory = after(state, "SCAN OMNI")
    assert [is_free(state.const, memory, x, 0) for x in range(1, 5)] == [False, True, True, False]
