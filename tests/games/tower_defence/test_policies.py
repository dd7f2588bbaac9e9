"""The policies: what they order on a few boards; `greedy` beats random orders, and `commander` beats `greedy`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.engine import over, zeros
from lanista.engine.batch import Batch
from lanista.games.tower_defence import rules
from lanista.games.tower_defence.exchange import exchange_seats
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.state import CELLS, WIDTH, Building, Work
from tests.games.policies import chosen, reward_against_random
from tests.games.tower_defence.matches import RULESETS, Moment, begin

LETTERS = {"D": Building.DEFENSE, "A": Building.ATTACK, "E": Building.ENERGY, "T": Building.TESLA}


def board(*rows: str, energy: int, ruleset: str = "standard", missiles: int = 0, curtain: int = 0) -> Moment:
    """A board with these buildings, A's energy, and missiles of B in the first row."""
    state = begin(ruleset)
    battle, config, work = state.record, state.const, over(Work, zeros(Work).view(np.uint8))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in LETTERS:
                cell = y * WIDTH + x
                rules.build(battle, config, work, rules.owner_of(config, cell), LETTERS[letter], cell)
    for i in range(missiles):
        battle.missiles[i] = CELLS + config.width - 1
    battle.n_missiles = missiles
    battle.players[0].energy, battle.players[0].curtain_available = energy, curtain
    return state


EMPTY = "........"
LARGE = ("E" * 5 + "AA" + "." * 9, "E" * 7 + "." * 9, *["." * 16] * 6)  # enough generators for good

# What is special about the board, the board, and the order
BOARDS: list[tuple[str, dict[str, Any], tuple[str, ...], str]] = [
    ("the start", {"energy": 20}, (EMPTY, "....A...", "....A...", "....A..."), "0,0,2"),
    ("too little energy", {"energy": 19}, (EMPTY,) * 4, ""),
    ("missiles in a row", {"energy": 20, "missiles": 1}, (EMPTY, EMPTY, "......AA", "....A..A"), "0,1,2"),
    ("two generators", {"energy": 30}, ("E.......", "E......E", EMPTY, EMPTY), "2,1,1"),
    ("two generators, too little energy", {"energy": 29}, ("E.......", "E......E", EMPTY, EMPTY), ""),
    ("a wall of the enemy", {"energy": 30}, ("EE.....E", "....D..E", "....D...", "....D..."), "2,0,1"),
    ("turrets of the enemy", {"energy": 30}, ("E.......", "E.......", "EE..AAA.", "A......."), "3,2,0"),
    ("a wall against two turrets", {"energy": 30}, ("EE......", "EEEE....", "AA.DAA..", "AA......"), "2,0,1"),
    ("a full board", {"energy": 500}, ("EEAA....",) * 4, ""),
]


@pytest.mark.parametrize(("about", "rest", "rows", "order"), BOARDS, ids=[row[0] for row in BOARDS])
def test_greedy_orders(about: str, rest: dict[str, Any], rows: tuple[str, ...], order: str) -> None:
    assert chosen(TOWER_DEFENCE, board(*rows, **rest)) == order


EXTENDED: list[tuple[str, dict[str, int], str]] = [
    ("a curtain and many missiles", {"energy": 100, "missiles": 5, "curtain": 1}, "0,0,5"),
    ("a curtain and few missiles", {"energy": 100, "missiles": 4, "curtain": 1}, "6,2,1"),
    ("no curtain", {"energy": 100, "missiles": 5}, "6,2,1"),
    ("energy for a tesla and its shot", {"energy": 200}, "7,2,4"),
    ("energy for a tesla only", {"energy": 199}, "6,2,1"),
]


@pytest.mark.parametrize(("about", "rest", "order"), EXTENDED, ids=[row[0] for row in EXTENDED])
def test_greedy_orders_in_the_last_rules(about: str, rest: dict[str, int], order: str) -> None:
    rows = [row if y == 2 else row[:8] + "D" + row[9:] for y, row in enumerate(LARGE)]
    assert chosen(TOWER_DEFENCE, board(*rows, ruleset="extended", **rest)) == order


@pytest.mark.parametrize(("about", "rest", "rows", "order"), BOARDS, ids=[row[0] for row in BOARDS])
def test_greedy_plays_alike_on_both_sides(
    about: str, rest: dict[str, Any], rows: tuple[str, ...], order: str
) -> None:
    assert chosen(TOWER_DEFENCE, exchange_seats(board(*rows, **rest)), seat=1) == order


def test_greedy_builds_in_any_of_several_rows() -> None:
    state = board(*(EMPTY,) * 4, energy=20)
    assert {chosen(TOWER_DEFENCE, state, seed=seed) for seed in range(30)} == {f"0,{row},2" for row in range(4)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_greedy_beats_random_orders(ruleset: str) -> None:
    assert [reward_against_random(TOWER_DEFENCE, ruleset, seed) for seed in range(10)] == [1000] * 10


# The commander


def test_the_commander_beats_greedy() -> None:
    """On the large board; on the small ones its weights fit the search better than matches without one."""
    won = 0
    for seat in range(2):
        batch = Batch([begin("extended")], 10, opponents={seat: "commander", 1 - seat: "greedy"}, seed=2)
        results = np.zeros(10, np.float32)
        while not results.all():
            batch.step(np.zeros((10, 2), np.int32))
            results = np.where(results == 0, batch.rewards[:, seat], results)
        won += int((results > 0).sum())
    assert won >= 16


COMMANDS: list[tuple[str, dict[str, Any], str]] = [
    ("too little energy", {"energy": 19}, ""),
    ("lightning that is due", {"energy": 100, "curtain": 1}, "0,0,5"),
    ("no curtain against it", {"energy": 19, "curtain": 0}, ""),
]


@pytest.mark.parametrize(("about", "rest", "order"), COMMANDS, ids=[row[0] for row in COMMANDS])
def test_the_commander_orders(about: str, rest: dict[str, Any], order: str) -> None:
    state = board(*["." * 16] * 6, "........T.......", ruleset="extended", **rest)
    state.record.players[1].energy = 100
    state.record.round = 10  # the tower is finished
    assert chosen(TOWER_DEFENCE, state, policy="commander") == order


def test_the_commander_fills_no_row_twice() -> None:
    """Only the last row has room."""
    state = board(*["EEAD...."] * 3, "EEA.....", energy=100)
    assert chosen(TOWER_DEFENCE, state, policy="commander") in {"3,3,0", "3,3,1", "3,3,2"}


def test_the_last_free_cell_of_a_row_is_for_a_turret() -> None:
    """Otherwise a board without deconstruction could fill up with buildings that never win."""
    assert chosen(TOWER_DEFENCE, board(*["EED....."] * 4, energy=29), policy="commander") == ""
    assert chosen(TOWER_DEFENCE, board(*["EED....."] * 4, energy=30), policy="commander")[-2:] == ",1"
