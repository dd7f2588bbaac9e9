"""Beliefs: imagined states agree with what a seat has seen, and the rest of them varies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import pytest

from lanista.game import BotStart
from lanista.game.policy_bot import PolicyBot
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.search.imagine import Belief
from lanista.games.tanks.state import Action, Terrain
from lanista.tools.conformance.play import RandomPlay

from .positions import Position, position, tank

BOTS = ("greedy", "hunter", "sniper", "scout", "random")
TURNS = 40
WIDTH, HEIGHT = 40, 24
FAR_AWAY = (*[""] * (HEIGHT - 1), "." * (WIDTH - 1) + "2")


def start_of(state: Position, seat: int, changes: Mapping[str, int] | None = None) -> BotStart:
    """The start message of a bot."""
    fixed = json.loads(TANKS.fixed_json(state, seat))
    return BotStart(seat, state.seats, "standard", TANKS.configure("standard", changes), 1, fixed)


def seat_of(state: Position, number: int) -> int:
    """The seat of a tank."""
    return state.const.seat_of[number - 1]


def believed(state: Position, number: int = 1) -> Belief:
    """The conclusions of a tank's player from a single view."""
    seat = seat_of(state, number)
    belief = Belief(TANKS, start_of(state, seat))
    belief.see(TANKS.view(state, seat))
    return belief


def wide(*rows: str, stuck: Sequence[int] = ()) -> Position:
    """A position in the north-west of a wide field."""
    return position(*(row.ljust(WIDTH, ".") for row in (*rows, *[""] * (HEIGHT - len(rows)))), stuck=stuck)


def scanned(state: Position) -> Position:
    """The position after a scan of tank 1."""
    tank(state, 1).action = Action.SCAN_OMNI
    return state


def bots_match(state: Position) -> Iterator[Position]:
    """The states of a match of built-in bots."""
    names = [BOTS[seat % len(BOTS)] for seat in range(state.seats)]
    bots = [PolicyBot(TANKS, start_of(state, seat), bot, live=state) for seat, bot in enumerate(names)]
    while not state.record.over and state.record.turn < TURNS:
        yield state
        asked = [TANKS.asked(state, seat) for seat in range(state.seats)]
        texts = [bot.move(None) if asked[seat] else "IDLE" for seat, bot in enumerate(bots)]
        TANKS.step(state, [TANKS.read(state, seat, text) for seat, text in enumerate(texts)])


def random_match(state: Position) -> Iterator[Position]:
    """The states of a match of random moves."""
    play = RandomPlay(TANKS, 3)
    while state.record.turn < TURNS:
        yield state
        if state.record.over:
            return
        TANKS.step(state, play.moves(state))


def check(belief: Belief, state: Position, seat: int, seed: int) -> None:
    """An imagined state shows the view, is possible, and can be played on."""
    imagined = belief.imagine(seed)
    assert TANKS.view(imagined, seat) == TANKS.view(state, seat)
    assert list(TANKS.broken_invariants(imagined)) == []
    assert imagined.record.over == state.record.over
    TANKS.step(imagined, [TANKS.missing] * state.seats)


@pytest.mark.parametrize(("seats", "map_"), [(2, ""), (3, "clearings"), (12, ""), (40, "middle")])
def test_imagined_states_show_what_was_seen(seats: int, map_: str) -> None:
    start = TANKS.start(TANKS.configure(), 4, seats, map_)
    belief = Belief(TANKS, start_of(start, 0))
    for state in bots_match(start):
        if TANKS.asked(state, 0):
            belief.see(TANKS.view(state, 0))
            check(belief, state, 0, seed=state.record.turn)


@pytest.mark.parametrize("seats", [4, 8])
def test_views_of_dead_tanks_and_of_ends_are_understood_too(seats: int) -> None:
    start = TANKS.start(TANKS.configure(), 2, seats, "yard")
    beliefs = [Belief(TANKS, start_of(start, seat)) for seat in range(seats)]
    for state in random_match(start):
        for seat, belief in enumerate(beliefs):
            belief.see(TANKS.view(state, seat))
            imagined = belief.imagine(state.record.turn)
            assert TANKS.view(imagined, seat) == TANKS.view(state, seat)
            assert list(TANKS.broken_invariants(imagined)) == []


def test_the_first_view_may_be_a_late_one() -> None:
    for state in bots_match(TANKS.start(TANKS.configure(), 5, 6)):
        seat = state.record.turn % 6
        belief = Belief(TANKS, start_of(state, seat))
        belief.see(TANKS.view(state, seat))
        imagined = belief.imagine(1)
        assert TANKS.view(imagined, seat) == TANKS.view(state, seat)
        assert list(TANKS.broken_invariants(imagined)) == []


def test_an_entrant_that_takes_no_part_imagines_the_others() -> None:
    state = TANKS.start(TANKS.configure(), 1, 4)
    TANKS.leave_out(state, [2])
    belief = Belief(TANKS, start_of(state, 2))
    belief.see(TANKS.view(state, 2))
    check(belief, state, 2, seed=1)


def test_the_seed_decides_what_is_hidden() -> None:
    belief = believed(TANKS.start(TANKS.configure(), 1, 12))
    assert belief.imagine(1) == belief.imagine(1)
    drawn = [belief.imagine(seed) for seed in range(8)]
    assert len({tank(state, 12).x for state in drawn}) > 2
    assert len({tuple(state.const.tank_of) for state in drawn}) > 2
    assert len({bytes(state.const.terrain) for state in drawn}) > 2


def test_what_was_seen_is_remembered() -> None:
    """A stuck tank stays where it is, and terrain never changes."""
    state = scanned(wide("1L..2..", "..LLDE...", stuck=[2]))
    belief = believed(state)
    TANKS.step(state, [TANKS.missing] * state.seats)
    belief.see(TANKS.view(state, 0))
    for seed in range(5):
        imagined = belief.imagine(seed)
        assert bytes(imagined.const.terrain)[:8] == bytes(state.const.terrain)[:8]
        assert (tank(imagined, 2).x, tank(imagined, 2).mobile) == (4, 0)


def test_a_wreck_stays() -> None:
    state = scanned(wide("1...2..c."))
    belief = believed(state)
    for _ in range(30):
        TANKS.step(state, [TANKS.missing] * state.seats)
        belief.see(TANKS.view(state, 0))
    imagined = belief.imagine(1)
    assert (tank(imagined, 3).x, tank(imagined, 3).health) == (7, 0)


def test_a_tank_that_was_hit_twice_is_probably_dead() -> None:
    """A direct hit costs 75 of 100."""
    state = scanned(wide("1...2"))
    belief = believed(state)
    healths = [tank(belief.imagine(seed), 2).health for seed in range(10)]
    assert set(healths) == {100}
    TANKS.step(state, [TANKS.read(state, seat, "FIRE POSITIONAL 4 0") for seat in range(2)])
    belief.see(TANKS.view(state, 0))
    TANKS.step(state, [TANKS.read(state, seat, "SCAN OMNI") for seat in range(2)])
    belief.see(TANKS.view(state, 0))
    assert {tank(belief.imagine(seed), 2).health for seed in range(10)} == {25}
    assert {tank(belief.imagine(seed), 1).score for seed in range(3)} == {2}


def test_an_unseen_shooter_is_in_range() -> None:
    """After a hit by nobody in sight, most imagined states have a tank that can fire at this one."""
    state = wide("1", *FAR_AWAY[1:])
    belief = believed(state)
    tank(state, 1).health -= 75
    TANKS.step(state, [TANKS.missing] * state.seats)
    belief.see(TANKS.view(state, 0))
    spots = [(tank(belief.imagine(seed), 2).x, tank(belief.imagine(seed), 2).y) for seed in range(20)]
    assert sum(max(spot) <= 7 for spot in spots) > 10


def test_no_tank_is_imagined_where_the_scan_shows_none() -> None:
    state = scanned(wide("1", *FAR_AWAY[1:]))
    belief = believed(state)
    spots = [(tank(belief.imagine(seed), 2).x, tank(belief.imagine(seed), 2).y) for seed in range(20)]
    assert min(max(spot) for spot in spots) > 7


def test_unknown_edges_are_swamps() -> None:
    imagined = believed(TANKS.start(TANKS.configure(), 1, 2)).imagine(1)
    assert set(bytes(imagined.const.terrain)[: imagined.const.width]) == {Terrain.SWAMP}
