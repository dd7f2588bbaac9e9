"""The frames of a round: they equal what changed, and a seat's frame keeps hidden facts from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import LANES, SEATS, TRUCK, Happening, Surface
from lanista.tools.conformance.play import RandomPlay
from tests.games.overdrive.positions import Position, busy, played, position
from tests.rows import every_row

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
    assert shown(state, None, last)["emps"] == [emp(0, 100, lanes)]


def emp(seat: int, block: int, lanes: list[int]) -> dict[str, int]:
    """An EMP that hits in these lanes."""
    return {"seat": seat, "block": block, "first_lane": lanes[0], "last_lane": lanes[-1]}


def test_an_emp_is_hidden_from_the_opponent() -> None:
    state = position(EMPS, EMPS | {"pos": [4, 300]})
    last = played(state, "USE_EMP", "USE_EMP")
    first, second = emp(0, 100, [1, 2, 3]), emp(1, 300, [3, 4])
    assert shown(state, None, last)["emps"] == [first, second]
    assert shown(state, 0, last)["emps"] == [first]
    assert shown(state, 1, last)["emps"] == [second]
    assert shown(state, None, None)["emps"] == [], "without the round nothing is known of it"


KNOWN = {
    "damage": 2,
    "limit": 8,
    "score": 17,
    "boost": 3,
    "held": [0, 0, 2, 0, 0, 1],
    "states": [Happening.NOTHING, Happening.HIT_MUD],
}
HIDDEN = {"damage": 0, "limit": 0, "score": 0, "boost": 0, "held": [0] * 6, "states": []}


@pytest.mark.parametrize(("seat", "known"), [(None, True), (0, True), (1, False)])
def test_a_seat_knows_only_where_the_opponent_is_and_how_fast(seat: int | None, known: bool) -> None:
    car = shown(busy(), seat, None)["cars"][0]
    assert car == {"lane": 2, "block": 40, "speed": 6, "known": int(known)} | (KNOWN if known else HIDDEN)


@pytest.mark.parametrize(
    ("blocks", "seat", "pieces"),
    [
        ((1, 1), None, [(1, 41)]),
        ((100, 155), None, [(86, 195)]),
        ((156, 100), None, [(86, 140), (142, 196)]),
        ((1490, 1499), None, [(1476, 1500)]),
        ((100, 155), 0, [(95, 120)]),
        ((3, 1499), 0, [(1, 23)]),
        ((3, 1499), 1, [(1494, 1500)]),
    ],
)
def test_the_track_is_shown_around_the_cars(
    blocks: tuple[int, int], seat: int | None, pieces: list[tuple[int, int]]
) -> None:
    """Everybody sees one piece if those of both cars touch; a seat sees its window (9.1)."""
    state = position(*({"pos": [lane, block], "speed": 0} for lane, block in zip((1, 4), blocks, strict=True)))
    tracks = shown(state, seat, None)["tracks"]
    ends = [(track["first"], track["first"] + len(track["codes"]) // LANES - 1) for track in tracks]
    assert ends == pieces


def test_a_truck_covers_what_lies_on_its_block() -> None:
    state = position({"pos": [2, 10], "speed": 0}, objects=[[3, 12, Surface.MUD], [4, 12, Surface.OIL_SPILL, 1]])
    state.record.track[2, 11] |= TRUCK
    track = shown(state, 0, None)["tracks"][0]
    at = (12 - track["first"]) * LANES
    assert track["codes"][at : at + LANES] == [0, 0, len(Surface), Surface.OIL_SPILL], (
        "whose oil it is stays hidden"
    )


def test_a_seat_has_curves_of_its_own_car_only() -> None:
    everything = {
        "score": [17, 99],
        "speed": [6, 8],
        "lead in blocks": [-6, 6],
        "damage": [2, 4],
        "power-ups": [3, 1],
    }
    assert OVERDRIVE.pictures.curves(busy()) == everything
    assert OVERDRIVE.pictures.curves(busy(), 1) == {title: [None, row[1]] for title, row in everything.items()}


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


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_emps_are_those_that_were_fired_and_hit(ruleset: str, seed: int) -> None:
    for last, state in rounds(ruleset, seed):
        emps = {emp["seat"]: emp for emp in shown(state, None, last)["emps"]}
        for seat in range(SEATS):
            states, old = views.states_of(state.record.cars[seat]), last.before.record.cars[seat]
            assert (seat in emps) == ("USED_EMP" in states)
            hit = emps.get(1 - seat, {"block": 0, "first_lane": 1, "last_lane": 0})
            is_in_lane = hit["first_lane"] <= old.lane <= hit["last_lane"]
            assert ("HIT_EMP" in states) == (is_in_lane and old.block > hit["block"])


HARM = ("HIT_MUD", "HIT_OIL", "HIT_WALL", "HIT_CYBER_TRUCK")


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_the_states_of_a_car_explain_its_changes(ruleset: str, seed: int) -> None:
    for last, state in rounds(ruleset, seed):
        cars = shown(state, None, last)["cars"]
        for old, new, car in zip(last.before.record.cars, state.record.cars, cars, strict=True):
            states = [Happening(code).name for code in car["states"]]
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
