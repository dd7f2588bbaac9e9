"""What is recorded of a turn is what the rules did, step by step."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lanista.game import Played
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action, Direction
from lanista.games.tanks.turn_log import Blow, TurnLog, alone, last_shells

from .conftest import Turn
from .positions import E, Position, S, W, healths, play, position, step


def retold(state: Position, *texts: str) -> TurnLog:
    """The record of a turn; further tanks do nothing."""
    moves = [TANKS.read(state, seat, text) for seat, text in enumerate(texts)]
    return TurnLog(Played(state, [*moves, *[TANKS.missing] * (state.seats - len(moves))]))


# Shells (6.4)

FLIGHTS = [
    # The first living tank stops a shell; it explodes three ticks later.
    (("1..2.3",), "FIRE CARDINAL EAST", [(1, 0), (2, 0), (3, 0)], 6, True),
    # Wrecks and terrain do not (D8, D39).
    (("1bDL3",), "FIRE CARDINAL EAST", [(1, 0), (2, 0), (3, 0), (4, 0)], 7, True),
    # Diagonally too.
    (("1..", ".D.", "..2"), "FIRE CARDINAL SOUTH_EAST", [(1, 1), (2, 2)], 5, True),
    # Beyond the edge a shell is lost (D14).
    (("..1.2",), "FIRE CARDINAL WEST", [(1, 0), (0, 0), (-1, 0)], 6, False),
    # A positional shell lands in tick 1.
    (("1..2",), "FIRE POSITIONAL 2 0", [(2, 0)], 4, True),
]


@pytest.mark.parametrize(("rows", "order", "cells", "tick", "explodes"), FLIGHTS)
def test_a_shell_crosses_these_cells(
    rows: tuple[str, ...], order: str, cells: list[tuple[int, int]], tick: int, explodes: bool
) -> None:
    (shot,) = retold(position(*rows), order).shots
    assert (shot.cells, shot.tick, shot.explodes) == (cells, tick, explodes)
    assert shot.is_lob == order.startswith("FIRE POSITIONAL")


def test_a_shell_ends_at_its_range() -> None:
    (shot,) = retold(position("1........2", changes={"cardinal_shot_distance": 4}), "FIRE CARDINAL EAST").shots
    assert (shot.start, shot.cells[-1], shot.tick, shot.explodes) == ((0, 0), (4, 0), 7, True)


@pytest.mark.parametrize("order", ["FIRE POSITIONAL 0 0", "FIRE POSITIONAL 9 0", "FIRE POSITIONAL 1 -1"])
def test_a_void_shot_is_no_shot(order: str) -> None:
    log = retold(position("1...........2"), order)
    assert log.shots == []
    assert [deed.is_void for deed in log.deeds] == [True, False]


def test_shots_stand_in_the_order_of_their_ends() -> None:
    """S55: C is nearer, so its shell kills B before A's arrives and flies past."""
    log = retold(position("1.........2.3", health={2: 75}), "FIRE CARDINAL EAST", "IDLE", "FIRE CARDINAL WEST")
    assert [(shot.tank, shot.blows) for shot in log.shots] == [
        (2, [Blow(1, 75, 0, is_direct=True, points=5)]),
        (0, [Blow(2, 100, 25, is_direct=True, points=2)]),
    ]
    assert log.shots[1].cells[-1] == (12, 0)


# Drives (6.3)


def test_a_collision_hurts_both() -> None:
    log = retold(position("1", "2", facing={1: S}, health={2: 10}), "MOVE FORWARD")
    drive = log.deeds[0].drive
    assert drive is not None
    assert (drive.target, drive.other, drive.is_other_alive, drive.has_moved) == ((0, 1), 1, True, False)
    assert drive.blows == [Blow(0, 100, 90), Blow(1, 10, 0)]
    assert [deed.is_alive for deed in log.deeds] == [True, False]


def test_a_stuck_tank_aims_at_no_cell() -> None:
    drive = retold(position(".1", ".2", stuck=[1]), "MOVE BACKWARDS").deeds[0].drive
    assert drive is not None
    assert (drive.target, drive.has_moved, drive.blows) == (None, False, [])


@pytest.mark.parametrize(("ranks", "first"), [((1, 2), 0), ((2, 1), 1)])
def test_who_arrived_first_takes_the_cell(ranks: tuple[int, int], first: int) -> None:
    """D4: where moves carry ranks, they decide; the other runs into who is there already."""
    state = position("1.2", facing={1: E, 2: W}, changes={"ranks_in_moves": 1})
    moves = [Move(Action.MOVE, Direction.FORWARD, rank=rank) for rank in ranks]
    log = TurnLog(Played(state, moves))
    assert [deed.tank for deed in log.deeds] == [first, 1 - first]
    assert [deed.drive.has_moved for deed in log.deeds if deed.drive] == [True, False]
    frame = TANKS.frame(log.after, None, Played(state, moves))
    assert frame["bumps"] == [[1 - first, 1, 0]]
    assert healths(step(state, moves)) == [90, 90]


# Whole matches


def test_the_turn_is_told_as_it_was_played(turns: list[Turn]) -> None:
    for before, moves, after in turns:
        assert TurnLog(Played(before, moves)).after.bytes() == after.bytes()


def test_every_change_of_health_is_a_recorded_blow(turns: list[Turn]) -> None:
    """No more and no less: blows on a tank lead from its health before to its health after."""
    hurt = 0
    for before, moves, after in turns:
        log = TurnLog(Played(before, moves))
        blows = [blow for deed in log.deeds if deed.drive for blow in deed.drive.blows]
        blows += [blow for shot in log.shots for blow in shot.blows]
        for i, (was, now) in enumerate(zip(healths(before), healths(after), strict=True)):
            steps = [was, *(blow.now for blow in blows if blow.tank == i)]
            assert steps[-1] == now
            assert [blow.was for blow in blows if blow.tank == i] == steps[:-1]
            assert all(a > b for a, b in pairwise(steps))
            hurt += was != now
    assert hurt > 20


def test_every_point_is_that_of_a_recorded_blow(turns: list[Turn]) -> None:
    """Points go to shooters who live when their shell explodes (D16), and never for hitting oneself (D10)."""
    for before, moves, after in turns:
        worth = [0] * before.record.n_tanks
        for shot in TurnLog(Played(before, moves)).shots:
            worth[shot.tank] += sum(blow.points for blow in shot.blows if blow.tank != shot.tank)
        gained = [b.score - a.score for a, b in zip(before.record.tanks, after.record.tanks, strict=True)]
        for i, (points, gain) in enumerate(zip(worth, gained[: len(worth)], strict=True)):
            assert gain == points or (gain == 0 and after.record.tanks[i].health == 0)


LAST_SHELLS = [
    (("1..2.",), "FIRE CARDINAL EAST", [(1, 0), (2, 0), (3, 0)]),
    (("..1.2",), "FIRE CARDINAL WEST", [(1, 0), (0, 0)]),  # the cell off the map is left out
    (("1..2.",), "FIRE POSITIONAL 1 0", [(1, 0)]),
]


@pytest.mark.parametrize(("rows", "order", "cells"), LAST_SHELLS)
def test_the_last_shell_of_a_tank_flies_by_the_rules(
    rows: tuple[str, ...], order: str, cells: list[tuple[int, int]]
) -> None:
    state = play(position(*rows), order)
    assert last_shells(state, [0]) == {0: cells}


def test_a_void_shot_has_no_last_shell() -> None:
    assert last_shells(play(position("1..2"), "FIRE POSITIONAL 0 0"), [0]) == {}


def test_alone_nobody_else_is_met() -> None:
    state = position("1.2", facing={1: E})
    lonely = alone(state, 0)
    assert healths(lonely) == [100, 0]
    (shot,) = retold(lonely, "FIRE CARDINAL EAST").shots
    assert shot.cells == [(1, 0), (2, 0), (3, 0)]
    assert healths(state) == [100, 100]
