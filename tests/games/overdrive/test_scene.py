"""What the browser gets of a round: it equals what changed, and a seat's frame keeps what is hidden from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import LANES, SEATS
from lanista.testing.play import RandomPlay
from tests.games.overdrive.positions import Position, played, position

EMPS = {"pos": [2, 100], "speed": 3, "items": ["EMP"]}
RULESETS = ["standard", "classic"]
SEEDS = range(4)


def shown(state: Position, seat: int | None, last: Played | None) -> dict[str, Any]:
    """A frame, which must be plain JSON."""
    frame = OVERDRIVE.frame(state, seat, last)
    assert json.loads(json.dumps(frame)) == frame
    return frame


@pytest.mark.parametrize(("lane", "lanes"), [(1, [1, 2]), (2, [1, 2, 3]), (3, [2, 3, 4]), (4, [3, 4])], ids=str)
def test_an_emp_is_shown_where_it_hits(lane: int, lanes: list[int]) -> None:
    """S23: the lanes of the start, also if the car changes lanes or the opponent is elsewhere."""
    state = position(EMPS | {"pos": [lane, 100]})
    last = played(state, "USE_EMP", "NOTHING")
    assert shown(state, None, last)["emps"] == [[0, 100, lanes]]


def test_an_emp_is_hidden_from_the_opponent() -> None:
    state = position(EMPS, EMPS | {"pos": [4, 300]})
    last = played(state, "USE_EMP", "USE_EMP")
    assert shown(state, None, last)["emps"] == [[0, 100, [1, 2, 3]], [1, 300, [3, 4]]]
    assert shown(state, 0, last)["emps"] == [[0, 100, [1, 2, 3]]]
    assert shown(state, 1, last)["emps"] == [[1, 300, [3, 4]]]
    assert shown(state, None, None)["emps"] == [], "without the round nothing is known of it"


def rounds(ruleset: str, seed: int) -> Iterator[tuple[Played, Position]]:
    """The rounds of a random race in which there are many EMPs."""
    config = OVERDRIVE.configure(ruleset, {"max_rounds": 80})
    state, play = OVERDRIVE.start(config, seed), RandomPlay(OVERDRIVE, seed)
    while OVERDRIVE.outcome(state) is None:
        for car in state.record.cars:
            if car.n_items < 4:
                views.set_items(car, [*views.items_of(car), "EMP"])
        last = Played(state.clone(), play.moves(state))
        OVERDRIVE.step(state, last.moves)
        yield last, state


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_emps_are_those_that_were_fired_and_hit(ruleset: str, seed: int) -> None:
    for last, state in rounds(ruleset, seed):
        emps = {seat: (block, lanes) for seat, block, lanes in shown(state, None, last)["emps"]}
        for seat in range(SEATS):
            states, old = views.states_of(state.record.cars[seat]), last.before.record.cars[seat]
            assert (seat in emps) == ("USED_EMP" in states)
            block, lanes = emps.get(1 - seat, (0, []))
            assert ("HIT_EMP" in states) == (old.lane in lanes and old.block > block)


HARM = ("HIT_MUD", "HIT_OIL", "HIT_WALL", "HIT_CYBER_TRUCK")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_states_of_a_car_explain_its_changes(ruleset: str, seed: int) -> None:
    for last, state in rounds(ruleset, seed):
        cars = shown(state, None, last)["cars"]
        for old, new, car in zip(last.before.record.cars, state.record.cars, cars, strict=True):
            states = car["states"]
            used = sum(name.startswith("USED_") for name in states)
            picked_up = new.n_items - old.n_items + used
            assert picked_up >= 0
            if ruleset == "standard":  # D3: the original has no state for it
                assert picked_up == states.count("PICKED_UP_POWERUP")
            assert new.damage <= old.damage or any(name in HARM for name in states)
            assert new.damage >= old.damage or "FIXED_CAR" in states
            assert 1 <= car["lane"] <= LANES


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rounds_that_look_alike_to_a_seat_are_drawn_alike(ruleset: str) -> None:
    """Whatever the opponent holds and does: if the seat sees the same before and after, its frame is the same."""
    alike, play = 0, RandomPlay(OVERDRIVE, 3)
    for number, (last, state) in enumerate(rounds(ruleset, 5)):
        seat = number % SEATS
        for draw in range(2):
            other, moves = OVERDRIVE.learning.redraw_hidden(last.before, seat, draw), list(last.moves)
            moves[1 - seat] = play.legal(other, 1 - seat)
            again = Played(other.clone(), moves)
            OVERDRIVE.step(other, moves)
            if shown(other, seat, None) == shown(state, seat, None):
                alike += 1
                assert shown(other, seat, again) == shown(state, seat, last)
    assert alike > 5
