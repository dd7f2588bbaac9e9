"""The notes of the rules account for every change of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.notes import (
    NOTES,
    Boost,
    Cause,
    Finished,
    FiredEmp,
    Hurt,
    Moved,
    PickedUp,
    PlacedTruck,
    PutBack,
    Refunded,
    Refused,
    RemovedTruck,
    Repaired,
    Scored,
    Speed,
    Spilled,
    Used,
)
from lanista.games.overdrive.state import LENGTH, MAX_ITEMS, SEATS, Command, Powerup, Surface
from lanista.tools.conformance.play import RandomPlay
from tests.games.overdrive.accounts import expect_an_account
from tests.games.overdrive.positions import Position, play, played, position
from tests.rows import every_row

REACH = 12  # blocks between the cars of a race in which much happens
SEEDS = range(6)
RULESETS = ["standard", "classic"]


def rounds(ruleset: str, seed: int) -> Iterator[tuple[Played, Position]]:
    """The rounds of a random race of cars that hold all power-ups and stay near each other."""
    config = OVERDRIVE.configure(ruleset, {"max_rounds": 150})
    state, play = OVERDRIVE.start(config, seed), RandomPlay(OVERDRIVE, seed)
    while OVERDRIVE.outcome(state) is None:
        rear, front = sorted(state.record.cars, key=lambda car: car.block)
        rear.block = max(rear.block, front.block - REACH)
        for car in state.record.cars:
            if car.n_items < len(Powerup):
                views.set_items(car, [powerup.name for powerup in Powerup])
        last = Played(state.clone(), play.moves(state))
        OVERDRIVE.step(state, last.moves)
        yield last, state


@pytest.mark.parametrize("ruleset", RULESETS)
def test_notes_account_for_every_change(ruleset: str) -> None:
    noted = set()
    for seed in SEEDS:
        for last, state in rounds(ruleset, seed):
            expect_an_account(last, state)
            noted |= {type(one) for one in last.notes}
    assert noted == {*NOTES.values()}


OWN_SPEED = (Cause.ACCELERATED, Cause.BRAKED, Cause.BOOST, Cause.BOOST_OVER)


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_a_car_gets_as_far_as_its_speed_unless_something_is_noted(ruleset: str, seed: int) -> None:
    for last, state in rounds(ruleset, seed):
        for seat in range(SEATS):
            old, new = last.before.record.cars[seat], state.record.cars[seat]
            speeds = [old.speed, *(one.now for one in of(seat, last, Speed) if one.cause in OWN_SPEED)]
            targets = [min(LENGTH, old.block + speeds[-1] - aside) for aside in (0, 1)]
            put_back = of(seat, last, PutBack)
            if of(seat, last, Repaired):
                targets = [old.block]
            if any(one.cause in (Cause.EMP, Cause.TRUCK) for one in of(seat, last, Scored)):
                assert new.block <= targets[0]
            elif put_back:
                assert put_back[0].block in targets
                assert (new.lane, new.block) != (put_back[0].lane, put_back[0].block)
            else:
                assert new.block in targets


def of(seat: int, last: Played, kind: type[Any]) -> list[Any]:
    """The notes of one kind about a seat."""
    return [noted for noted in last.notes if isinstance(noted, kind) and noted.seat == seat]


SLOW = {"pos": [1, 100], "speed": 3}
FAST = {"pos": [1, 100], "speed": 9}
STANDING = {"pos": [4, 900], "speed": 0}


@pytest.mark.parametrize(
    ("command", "given", "expected"),
    [
        pytest.param("NOTHING", {"p1": STANDING, "p2": SLOW}, [Moved(1, 1, 100, 1, 103)], id="a drive"),
        pytest.param(
            "ACCELERATE",
            {"p1": SLOW},
            [Speed(0, 3, 6, Cause.ACCELERATED), Moved(0, 1, 100, 1, 106)],
            id="faster",
        ),
        pytest.param(
            "DECELERATE",
            {"p1": FAST | {"speed": 15, "boost": 3}},
            [Boost(0, 3, 2), Boost(0, 2, 0), Speed(0, 15, 9, Cause.BRAKED), Moved(0, 1, 100, 1, 109)],
            id="slower",
        ),
        pytest.param(
            "USE_LIZARD",
            {"p1": SLOW},
            [Refused(0, Command.USE_LIZARD, 1), Scored(0, -5, Cause.INVALID), Moved(0, 1, 100, 1, 103)],
            id="an invalid command",
        ),
        pytest.param("FIX", {"p1": SLOW | {"damage": 3}}, [Repaired(0, 3, 1)], id="a repair"),
        pytest.param(
            "USE_BOOST",
            {"p1": SLOW | {"items": ["EMP", "BOOST"]}},
            [
                Used(0, Powerup.BOOST, 1),
                Scored(0, 4, Cause.USED),
                Speed(0, 3, 15, Cause.BOOST),
                Boost(0, 0, 5),
                Moved(0, 1, 100, 1, 115),
            ],
            id="a boost",
        ),
        pytest.param(
            "NOTHING",
            {"p1": FAST | {"speed": 15, "boost": 1}},
            [Boost(0, 1, 0), Speed(0, 15, 9, Cause.BOOST_OVER), Moved(0, 1, 100, 1, 109)],
            id="the end of a boost",
        ),
        pytest.param(
            "USE_OIL",
            {"p1": SLOW | {"items": ["OIL"]}},
            [Used(0, Powerup.OIL, 0), Scored(0, 4, Cause.USED), Spilled(0, 1, 100), Moved(0, 1, 100, 1, 103)],
            id="oil",
        ),
        pytest.param(
            "NOTHING",
            {"p1": FAST | {"damage": 1}, "objects": [[1, 105, Surface.MUD], [1, 109, Surface.LIZARD]]},
            [
                Moved(0, 1, 100, 1, 109),
                Hurt(0, 1, 2, Cause.MUD),
                Scored(0, -3, Cause.MUD),
                Speed(0, 9, 8, Cause.MUD),
                PickedUp(0, Powerup.LIZARD, 1),
                Scored(0, 4, Cause.PICKED_UP),
            ],
            id="mud and an item",
        ),
        pytest.param(
            "NOTHING",
            {"p1": FAST | {"damage": 4}, "objects": [[1, 101, Surface.WALL], [1, 109, Surface.OIL_SPILL, 2]]},
            [
                Moved(0, 1, 100, 1, 109),
                Hurt(0, 4, 5, Cause.WALL),
                Scored(0, -5, Cause.WALL),
                Speed(0, 9, 3, Cause.WALL),
                Hurt(0, 5, 5, Cause.OIL),
                Scored(0, -4, Cause.OIL),
                Speed(0, 3, 0, Cause.DAMAGE),
            ],
            id="a wreck",
        ),
        pytest.param(
            "USE_EMP",
            {"p1": STANDING | {"items": ["EMP"]}, "p2": {"pos": [3, 910], "speed": 15, "boost": 5}},
            [
                Used(0, Powerup.EMP, 0),
                Scored(0, 4, Cause.USED),
                FiredEmp(0, 900, 3, 4),
                Scored(1, -7, Cause.EMP),
                Boost(1, 5, 4),
                Boost(1, 4, 0),
                Speed(1, 15, 3, Cause.EMP),
            ],
            id="an EMP that hits",
        ),
        pytest.param(
            "USE_TWEET 2 300",
            {"p1": FAST | {"items": ["TWEET"]}, "trucks": [[1, 103, 1]]},
            [
                Used(0, Powerup.TWEET, 0),
                Scored(0, 4, Cause.USED),
                Speed(0, 9, 3, Cause.TRUCK),
                Scored(0, -7, Cause.TRUCK),
                Hurt(0, 0, 2, Cause.TRUCK),
                RemovedTruck(1, 103),
                Moved(0, 1, 100, 1, 102),
                PlacedTruck(0, 2, 300),
            ],
            id="trucks",
        ),
        pytest.param(
            "USE_TWEET 2 300",
            {"p1": STANDING | {"items": ["TWEET"]}, "p2": SLOW | {"speed": 0}, "trucks": [[2, 300, 2]]},
            [
                Used(0, Powerup.TWEET, 0),
                Scored(0, 4, Cause.USED),
                Refunded(0, 2, 300, 1),
                Scored(0, -4, Cause.REFUND),
            ],
            id="a refund",
        ),
        pytest.param(
            "NOTHING",
            {"p1": FAST, "p2": {"pos": [1, 104], "speed": 3}},
            [PutBack(0, 1, 109), Moved(0, 1, 100, 1, 106), Moved(1, 1, 104, 1, 107)],
            id="a car ahead",
        ),
        pytest.param(
            "TURN_RIGHT",
            {"p1": SLOW, "p2": {"pos": [2, 99], "speed": 3}},
            [PutBack(0, 2, 102), PutBack(1, 2, 102), Moved(0, 1, 100, 1, 101), Moved(1, 2, 99, 2, 101)],
            id="a car beside",
        ),
        pytest.param(
            "NOTHING",
            {"p1": {"pos": [1, 1495], "speed": 9}},
            [Moved(0, 1, 1495, 1, 1500), Finished(0, 1500)],
            id="the finish",
        ),
        pytest.param(
            "NOTHING",
            {"p1": STANDING, "p2": SLOW | {"speed": 0}, "round": 599},
            [Finished(0, 900)],
            id="the limit",
        ),
    ],
)
def test_a_round_in_notes(command: str, given: dict[str, Any], expected: list[Any]) -> None:
    assert played(position(**given), command, "NOTHING").notes == expected


def test_a_car_that_is_full_scores_but_stores_nothing() -> None:
    state = position(SLOW, objects=[[1, 103, Surface.EMP]])
    views.set_items(state.record.cars[0], ["EMP"] * MAX_ITEMS)
    assert PickedUp(0, Powerup.EMP, MAX_ITEMS) in played(state.clone(), "NOTHING", "NOTHING").notes
    play(state, "NOTHING", "NOTHING")


def test_nothing_happens_after_the_finish() -> None:
    state = position(SLOW)
    state.record.winner = 0
    assert played(state, "ACCELERATE", "NOTHING").notes == []
