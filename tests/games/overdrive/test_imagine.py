"""`Belief`: imagined races look as the real one does to their seat, and keep what it has seen and inferred."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import pytest

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.search.imagine import Belief
from lanista.games.overdrive.state import OWNER_SHIFT, SURFACE_BITS, TRUCK, Powerup, Surface
from tests.games.overdrive.positions import Position, play, position
from tests.games.policies import play as match

ROUNDS = 50
FAR = {"pos": [4, 900], "speed": 9}


def starts(ruleset: str = "standard") -> list[BotStart]:
    config = OVERDRIVE.configure(ruleset)
    return [BotStart(seat, 2, ruleset, config, 1) for seat in range(2)]


def race(ruleset: str, names: tuple[str, str], rounds: int, seed: int = 3) -> Iterator[Position]:
    """The rounds of a match of built-in bots."""
    return islice(match(OVERDRIVE, names, ruleset, seed), rounds)


def believed(*scenes: Callable[[Position], None] | None, state: Position, seat: int = 0) -> Position:
    """States that a seat imagines after seeing a position, and again after each change of it."""
    belief = Belief(OVERDRIVE, starts()[seat])
    belief.see(OVERDRIVE.view(state, seat))
    for change in scenes:
        assert change is not None
        change(state)
        belief.see(OVERDRIVE.view(state, seat))
    return belief.imagine(1)


@pytest.mark.parametrize("ruleset", OVERDRIVE.rulesets)
@pytest.mark.parametrize("names", [("random", "random"), ("cruise", "greedy")])
def test_an_imagined_race_looks_like_the_real_one(names: tuple[str, str], ruleset: str) -> None:
    beliefs = [Belief(OVERDRIVE, start) for start in starts(ruleset)]
    for round_, state in enumerate(race(ruleset, names, ROUNDS)):
        for seat, belief in enumerate(beliefs):
            view = OVERDRIVE.view(state, seat)
            belief.see(view)
            world = belief.imagine(round_)
            assert OVERDRIVE.view(world, seat) == view
            assert list(OVERDRIVE.broken_invariants(world)) == []
            if round_ % 10 == 0:
                OVERDRIVE.step(world, [OVERDRIVE.read(world, s, "ACCELERATE") for s in range(2)])
                assert list(OVERDRIVE.broken_invariants(world)) == []


def test_a_first_view_may_be_late_and_rounds_may_be_missing() -> None:
    belief = Belief(OVERDRIVE, starts()[1])
    for round_, state in enumerate(race("standard", ("cruise", "cruise"), ROUNDS)):
        if round_ > 30 and round_ % 7 == 0:
            view = OVERDRIVE.view(state, 1)
            belief.see(view)
            worlds = [belief.imagine(seed) for seed in range(6)]
            assert all(OVERDRIVE.view(world, 1) == view for world in worlds)
            assert [fault for world in worlds for fault in OVERDRIVE.broken_invariants(world)] == []
    assert len({tuple(world.record.cars[0].held[p] for p in Powerup) for world in worlds}) > 1


def test_the_seed_decides_what_is_hidden() -> None:
    belief = Belief(OVERDRIVE, starts()[0])
    belief.see(OVERDRIVE.view(OVERDRIVE.start(OVERDRIVE.configure(), 1), 0))
    assert belief.imagine(5).bytes() == belief.imagine(5).bytes()
    assert len({belief.imagine(seed).bytes() for seed in range(5)}) == 5


def test_blocks_seen_are_remembered() -> None:
    belief = Belief(OVERDRIVE, starts()[0])
    for state in race("standard", ("cruise", "cruise"), ROUNDS):
        belief.see(OVERDRIVE.view(state, 0))
        seen = state.record.cars[0].block + 20
    real, imagined = (s.data["track"][0] & SURFACE_BITS for s in (state, belief.imagine(1)))
    same = (real == imagined) | (real == Surface.OIL_SPILL)
    assert same[:, :seen].all()
    assert (real[:, seen:] != imagined[:, seen:]).any()


def test_hidden_blocks_are_like_those_of_the_official_maps() -> None:
    belief = Belief(OVERDRIVE, starts()[0])
    belief.see(OVERDRIVE.view(OVERDRIVE.start(OVERDRIVE.configure(), 1), 0))
    tracks = np.stack([belief.imagine(seed).data["track"][0] for seed in range(8)])
    shares = np.bincount(tracks.ravel(), minlength=10) / tracks.size
    assert abs(shares[Surface.MUD] - 0.05) < 0.01
    assert all(abs(shares[item] - 0.01) < 0.003 for item in (Surface.BOOST, Surface.WALL, Surface.EMP))


@pytest.mark.parametrize(("seat", "owner"), [(0, 1), (1, 1)])
def test_oil_belongs_to_who_spilled_it(seat: int, owner: int) -> None:
    """Player 1 spills; both see it lie there, and both know whose it is."""
    state = position({"pos": [2, 100], "speed": 6, "items": ["OIL"]}, {"pos": [3, 98], "speed": 6})
    world = believed(lambda s: play(s, "USE_OIL", "NOTHING"), state=state, seat=seat)
    assert world.record.track[1, 99] == Surface.OIL_SPILL | owner << OWNER_SHIFT


def test_trucks_are_remembered_and_owned() -> None:
    """The opponent's truck ahead of the player; it is gone when the player sees that it is."""
    state = position({"pos": [2, 100], "speed": 6}, {"pos": [3, 90], "speed": 6, "items": ["TWEET"]})
    world = believed(lambda s: play(s, "NOTHING", "USE_TWEET 2 110"), state=state.clone())
    assert world.record.track[1, 109] == TRUCK
    assert (world.record.cars[1].truck_lane, world.record.cars[1].truck_block) == (2, 110)
    assert world.record.n_trucks == 1
    hit = believed(
        lambda s: play(s, "NOTHING", "USE_TWEET 2 110"), lambda s: play(s, "NOTHING", "NOTHING"), state=state
    )
    assert hit.record.n_trucks == 0


def held(world: Position, seat: int = 1) -> dict[str, int]:
    car = world.record.cars[seat]
    return {p.name: car.held[p] for p in Powerup if car.held[p]}


def test_the_opponents_items_are_counted() -> None:
    """It collects a boost and an EMP in sight, and uses the EMP."""
    objects = [[3, 105, Surface.BOOST], [3, 106, Surface.EMP]]
    state = position({"pos": [2, 110], "speed": 6}, {"pos": [3, 100], "speed": 6}, objects=objects)
    driven = lambda s: play(s, "NOTHING", "NOTHING")  # noqa: E731
    assert held(believed(driven, state=state.clone())) == {"BOOST": 1, "EMP": 1}
    assert held(believed(driven, lambda s: play(s, "NOTHING", "USE_EMP"), state=state.clone())) == {"BOOST": 1}
    world = believed(driven, lambda s: play(s, "NOTHING", "USE_BOOST"), state=state)
    assert held(world) == {"EMP": 1}
    assert world.record.cars[1].boost_counter == state.record.cars[1].boost_counter


def test_items_out_of_sight_are_counted_when_their_blocks_are_seen() -> None:
    objects = [[3, 125, Surface.EMP]]
    state = position({"pos": [3, 95], "speed": 15}, {"pos": [3, 120], "speed": 6}, objects=objects)
    drive = lambda s: play(s, "NOTHING", "NOTHING")  # noqa: E731
    assert held(believed(drive, state=state)) == {"EMP": 1}


# What the opponent does, on a track with mud at 105 and a wall at 106 of lane 3, and the damage then
DAMAGE = [
    (["NOTHING"], 3),
    (["TURN_RIGHT"], 0),
    (["NOTHING", "FIX"], 1),
    (["NOTHING", "FIX", "FIX"], 0),
]


@pytest.mark.parametrize(("commands", "damage"), DAMAGE)
def test_the_opponents_damage_is_counted(commands: list[str], damage: int) -> None:
    objects = [[3, 105, Surface.MUD], [3, 106, Surface.WALL]]
    state = position({"pos": [1, 110], "speed": 3}, {"pos": [3, 100], "speed": 6}, objects=objects)
    scenes = [lambda s, text=text: play(s, "NOTHING", text) for text in commands]
    assert believed(*scenes, state=state).record.cars[1].damage == damage == state.record.cars[1].damage


def test_no_car_is_more_damaged_than_its_speed_allows() -> None:
    belief = Belief(OVERDRIVE, starts()[0])
    belief.see(OVERDRIVE.view(position({"pos": [1, 100], "speed": 9}, FAR, round=40), 0))
    assert {belief.imagine(seed).record.cars[1].damage for seed in range(30)} == {0, 1}


def test_drawn_numbers_come_from_the_seed_alone() -> None:
    """A stream of the same seed gives the same track, whichever was drawn before."""
    from lanista.games.overdrive.search.imagine import drawn_track

    assert (drawn_track(Stream(4)) == drawn_track(Stream(4))).all()
    assert (drawn_track(Stream(4)) != drawn_track(Stream(5))).any()
