"""What is recorded of a turn is what the rules did, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Played
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import BY_TURRET, SEATS, Direction, Hit, Kind, Word
from lanista.games.rampage.turn_log import Blow, End, Flight, Reflection, TurnLog
from lanista.games.rampage.views import bullet_code, bullets_of
from lanista.testing.play import RandomPlay

from .positions import position

UP, DOWN, LEFT, RIGHT = Direction


def retold(rows: tuple[str, ...], words: str, ruleset: str = "standard", **given: Any) -> TurnLog:
    """The record of a turn such as `SHOOT/NONE`."""
    state = position(*rows, ruleset=ruleset, **given)
    return TurnLog(Played(state, [Move(Word[word]) for word in words.split("/")]))


# Bullets

FLIGHTS = [
    (("A....", ".....", "....B"), "SHOOT/NONE", End.NOTHING),
    (("A#...", ".....", "....B"), "SHOOT/NONE", End.WALL),
    (("AT.....", ".......", "......B"), "SHOOT/NONE", End.HULL),
    (("AB...", ".....", "....."), "SHOOT/NONE", End.HULL),
    (("A.B..", ".....", "....."), "SHOOT/FORWARD", End.HULL),
]


@pytest.mark.parametrize(("rows", "words", "end"), FLIGHTS)
def test_a_new_bullet_begins_at_its_shooter(rows: tuple[str, ...], words: str, end: End) -> None:
    """D12: it advances in the turn in which it is fired."""
    log = retold(rows, words)
    assert log.flights == [Flight(bullet_code(0, RIGHT, 0), is_new=True, end=end)]


def test_a_bullet_that_is_met_head_on() -> None:
    """D14: the robot steps onto the square of a bullet that flies against it."""
    log = retold(("A<...", ".....", "....B"), "FORWARD/NONE")
    assert log.flights == [Flight(bullet_code(1, LEFT, 1), is_new=False, end=End.HEAD_ON)]
    assert log.blows == [Blow(0, 0, 1, 1)]


def test_a_head_on_hit_that_is_not_listed_is_recorded() -> None:
    """D15: the original engine leaves it out of its list; it costs HP all the same."""
    log = retold(("A<...", ".....", "....B"), "FORWARD/NONE", "classic")
    assert log.after.record.players[0].n_hits == 0
    assert log.blows == [Blow(0, 0, 1, 1)]


# Beams


def test_a_laser_that_is_sent_back() -> None:
    log = retold((".A.B.......", *9 * ("...........",)), "LASER/NONE", a={"laser": 1}, b={"shield_left": 4})
    assert log.reflections == [Reflection(0, 1, RIGHT, 2)]
    assert log.blows == [Blow(0, Hit.LASER + Hit.REFLECTED, 1, 1), Blow(1, Hit.LASER + Hit.ABSORBED, 0, 0)]


def test_a_turret_whose_beam_is_sent_back() -> None:
    log = retold((".A.T.....", ".........", "........B"), "NONE/NONE", a={"shield_left": 4})
    assert log.reflections == [Reflection(BY_TURRET, 0, LEFT, 2)]
    assert log.struck == []


def test_who_strikes_a_turret() -> None:
    log = retold((".ATB.....", ".........", "........."), "SHOOT/SHOOT")
    assert log.struck == [(0, 0), (0, 1)]


# Moves


def test_obstacles_items_and_teleports() -> None:
    log = retold(("A#..0", ".....", "....B"), "FORWARD/TELEPORT_0", b={"teleport": 1})
    assert (log.obstacles, log.teleports, log.picked_up) == ({0: 1}, [1], [])
    log = retold(("AL..0", ".....", "....B"), "FORWARD/TELEPORT_0")
    assert (log.obstacles, log.teleports, log.picked_up) == ({}, [], [(0, Kind.LASER)])


# Whole matches


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("name", ["pocket", "duel"])
def test_what_changed_is_what_was_recorded(ruleset: str, name: str) -> None:
    """HP, bullets, items and turrets after a turn follow from the record alone."""
    state = RAMPAGE.start(RAMPAGE.configure(ruleset, {"initial_hp": 60}), 2, map=name)
    play, hits, ends = RandomPlay(RAMPAGE, 8), 0, 0
    for _ in range(120):
        if state.record.over:
            break
        before, moves = state.clone(), play.moves(state)
        RAMPAGE.step(state, moves)
        log = TurnLog(Played(before, moves))
        assert log.after.bytes() == state.bytes()
        old, new = before.record, state.record
        for seat in range(SEATS):
            lost = sum(blow.lost for blow in log.blows if blow.seat == seat)
            assert old.players[seat].hp - lost == new.players[seat].hp
        flown = [flight for flight in log.flights if flight.end == End.NOTHING]
        assert len(log.flights) == old.n_bullets + sum(flight.is_new for flight in log.flights)
        assert [flight.bullet % 8 for flight in flown] == [
            way * SEATS + owner for _, way, owner in bullets_of(state)
        ]
        assert sum(bytes(old.lies)) - len(log.picked_up) == sum(bytes(new.lies))
        hits += len(log.blows)
        ends += len(log.flights) - len(flown)
    assert hits > 5
    assert ends > 5
