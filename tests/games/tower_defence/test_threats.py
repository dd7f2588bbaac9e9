"""Missiles that get through: where bots see them, which orders answer them, and that the search finds these."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from lanista.engine import over, zeros
from lanista.engine.native import available
from lanista.games.tower_defence.bots.threats import leaking_column, leaks_of, measure_missiles, stopping_column
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.seat_swap import swap_seats
from lanista.games.tower_defence.rules import cell_in_view
from lanista.games.tower_defence.state import CELLS, OrderType, Work
from lanista.search.searcher import Searcher
from tests.games.policies import chosen
from tests.games.tower_defence.matches import Moment, board, play
from tests.rows import every_row

ROW = "................"
PLAYOUTS = 400


def under_fire(
    *missiles: tuple[int, int], rows: tuple[str, ...] = (), energy: int = 30, health: int = 100, curtain: int = 0
) -> Moment:
    """A board of the extended ruleset with missiles of B by column and row, all buildings finished."""
    state = board(*(rows or (ROW,)), energy=energy, ruleset="extended")
    battle, config = state.record, state.const
    battle.round = 40
    for i, (x, y) in enumerate(missiles):
        battle.missiles[i] = cell_in_view(config, 0, x, y) + CELLS
    battle.n_missiles = len(missiles)
    player = battle.players[0]
    player.health, player.curtain_available, player.curtain_left = health, curtain, -1
    return state


# About, the missiles, the first row, leaks there, and where a wall and a generator would stop them
LEAKS: list[tuple[str, list[int], str, int, int, int]] = [
    ("none", [], ROW, 0, -1, -1),
    ("before the board's half", [12], ROW, 1, 5, 7),
    ("in the player's half", [7], ROW, 1, 0, 4),
    ("too near for a wall", [6], ROW, 1, -1, 3),
    ("too near", [2], ROW, 1, -1, -1),
    ("a wall ahead of it", [7], "...D............", 0, 0, 4),
    ("a wall that it has passed", [7], ".......D........", 1, 0, 4),
    ("a generator for two", [9, 12], "E...............", 1, 5, 7),
    ("the cell is taken", [12], ".....E..........", 0, 4, 7),
]


@every_row(("about", "columns", "row", "leaks", "wall", "generator"), LEAKS, ids=[row[0] for row in LEAKS])
@pytest.mark.parametrize("seat", [0, 1])
def test_leaks(about: str, columns: list[int], row: str, leaks: int, wall: int, generator: int, seat: int) -> None:
    state = under_fire(*((x, 0) for x in columns), rows=(row,))
    state = swap_seats(state) if seat else state
    battle, config, work = state.record, state.const, over(Work, zeros(Work).view(np.uint8))
    measure_missiles(battle, config, seat, work)
    assert leaks_of(battle, config, seat, 0, work) == leaks
    x = leaking_column(work, 0, leaks)
    if columns:
        found = [
            stopping_column(battle, config, seat, 0, kind, x) for kind in (OrderType.DEFENSE, OrderType.ENERGY)
        ]
        assert found == [wall, generator]


@every_row(("column", "at"), [(15, 7), (12, 5), (8, 1)])
def test_a_wall_stops_a_missile_just_there(column: int, at: int) -> None:
    """One cell nearer to the missile, it would not be finished in time."""
    for x, health in ((at, 100), (min(7, at + 1), 100 if at == 7 else 95)):
        state = under_fire((column, 0))
        play(state, f"{x},0,0", "")
        for _ in range(8):
            play(state, "", "")
        assert state.record.players[0].health == health


def test_masons_wall_off_the_row_in_which_most_missiles_get_through() -> None:
    state = under_fire((7, 1), (7, 2), (9, 2), health=30)
    assert chosen(TOWER_DEFENCE, state, policy="mason") == "0,2,0"


def test_masons_bear_what_does_not_endanger_the_base() -> None:
    state = under_fire((7, 1), (7, 2), (9, 2), health=35)
    assert chosen(TOWER_DEFENCE, state, policy="mason") == chosen(TOWER_DEFENCE, state, policy="greedy")


WARDENS = [
    ("the curtain", {"energy": 100, "curtain": 1}, "0,0,5"),
    ("saving for it", {"energy": 90, "curtain": 1}, ""),
    ("none to be had", {"energy": 90}, "0,2,0"),
]


@every_row(("about", "state", "order"), WARDENS, ids=[row[0] for row in WARDENS])
def test_wardens_save_for_the_curtain(about: str, state: dict[str, Any], order: str) -> None:
    fire = under_fire((7, 1), (7, 2), (9, 2), **state)
    assert chosen(TOWER_DEFENCE, fire, policy="warden") == order


class Emergency(NamedTuple):
    """A position in which only some orders save the base."""

    about: str
    missiles: list[tuple[int, int]]
    rest: dict[str, Any]
    orders: set[str]


EMERGENCIES = [
    Emergency("a wall at the back", [(7, 3), (8, 3), (9, 3)], {"health": 5}, {"0,3,0"}),
    Emergency("a generator in time", [(6, 5)], {"health": 5, "energy": 20}, {f"{x},5,2" for x in range(4)}),
    Emergency("the curtain", [(8, y) for y in range(6)], {"health": 5, "energy": 100, "curtain": 1}, {"0,0,5"}),
    Emergency("saving for it", [(12, y) for y in range(6)], {"health": 5, "energy": 95, "curtain": 1}, {""}),
]


@pytest.mark.compiles
@pytest.mark.skipif(not available(), reason="needs a C compiler")
@every_row(("about", "missiles", "rest", "orders"), EMERGENCIES, ids=[each.about for each in EMERGENCIES])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_search_finds_what_saves_the_base(
    about: str, missiles: list[tuple[int, int]], rest: dict[str, Any], orders: set[str], seat: int
) -> None:
    state = under_fire(*missiles, **rest)
    state = swap_seats(state) if seat else state
    for seed in range(3):
        thought = Searcher(TOWER_DEFENCE, seat, seed=seed).think([state], playouts=PLAYOUTS)
        assert thought.text in orders
