"""Capacities: one record, several layouts."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest

from lanista.core.errors import RecordError, RuleError
from lanista.engine import Capacity, Ints, ObservationSpec, Records, Rules, i1, i4, over, record, rule, zeros
from lanista.engine.flat import legal
from lanista.engine.loops import step_once
from lanista.engine.native import native
from lanista.engine.record import field_names, sized
from lanista.engine.showing import Showing

CELLS = Capacity("cells", 8)


@record
class Row:
    """A row whose length is a capacity."""

    sum: i4
    cells: Annotated[Ints, i1, CELLS]


@record
class Board:
    """Rows within a record."""

    width: i4
    rows: Annotated[Records[Row], 2]
    fixed: Annotated[Ints, i4, 3]


@record
class Order:
    """A move."""

    add: i4


@rule
def step(board: Board, moves: Records[Order], config: Order, work: Row) -> None:
    """Fill the used cells of each row with the first seat's number; `work` counts how many there could be."""
    for row in board.rows:
        row.sum = 0
        for x in range(board.width):
            row.cells[x] += moves[0].add
            row.sum += row.cells[x]
    work.sum = len(board.rows[0].cells)


@rule
def step_by_capacity(board: Board, moves: Records[Order], config: Order, work: Row) -> None:
    """Relies on what another layout changes."""
    board.width = CELLS


@rule
def is_over(board: Board, config: Order) -> int:
    """Never."""
    return 0


@rule
def reward(board: Board, config: Order, seat: int) -> int:
    """Nothing."""
    return 0


@rule
def write_nothing(board: Board, config: Order, seat: int, what: Any, where: Any) -> None:
    """Stands for rules that write a move."""


@rule
def observe(board: Board, config: Order, seat: int, row: Ints) -> None:
    """Nothing is seen."""


RULES = Rules(
    "cells",
    *(Board, Order, Order, Row, 1, ObservationSpec.unnamed((1,))),
    *(step, is_over, reward, write_nothing, legal, write_nothing, legal, write_nothing, observe),
    Showing(Board),
)


def test_a_larger_layout_has_longer_arrays_and_the_same_names() -> None:
    large = RULES.sized(cells=1000)
    board = over(large.state, zeros(large.state).view(np.uint8))
    assert [len(row.cells) for row in board.rows] == [1000, 1000]
    assert [field.name for field in large.state.fields] == ["width", "rows", "fixed"]
    assert large.state.dtype.itemsize == 4 + 2 * (4 + 1000) + 12
    assert large.move is Order, "a record without the capacity stays as it is"
    assert RULES.sized(cells=1000) is large, "a layout is made once"


def test_a_sized_layout_can_be_sized_again() -> None:
    assert len(over(sized(sized(Row, {"cells": 400}), {"cells": 12}), bytearray(16)).cells) == 12


@pytest.mark.parametrize("cells", [8, 1000])
def test_the_rules_are_the_same_in_every_layout(cells: int) -> None:
    rules = RULES.sized(cells=cells)
    states, moves, work = zeros(rules.state), zeros(rules.move), zeros(rules.work)
    board = over(rules.state, states.view(np.uint8))
    board.width, moves["add"] = 7, 3
    twin, twin_work = states.copy(), work.copy()
    rules.step(
        board,
        [over(Order, moves.view(np.uint8))],
        over(Order, bytearray(4)),
        over(rules.work, work.view(np.uint8)),
    )
    assert [row.sum for row in board.rows] == [21, 21]
    assert work["sum"][0] == cells
    native(rules).loop(step_once)(twin, moves, zeros(rules.const), twin_work)
    assert twin.tobytes() == states.tobytes()
    assert twin_work.tobytes() == work.tobytes()


def test_a_misspelt_capacity_is_refused() -> None:
    with pytest.raises(RecordError, match="cells has no capacity 'cell'; did you mean 'cells'"):
        RULES.sized(cell=9)


def test_a_length_that_would_leave_gaps_is_filled_up() -> None:
    assert [("filler" in field_names(rules.state)) for rules in (RULES, RULES.sized(cells=9))] == [False, True]


def test_a_rule_that_relies_on_a_capacity_is_found_with_its_place() -> None:
    with pytest.raises(RuleError, match=r"test_capacity.py:\d+ in step_by_capacity: CELLS is a capacity"):
        replace(RULES, step=step_by_capacity).check()
