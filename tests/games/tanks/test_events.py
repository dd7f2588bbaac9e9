"""The events of turns, and who may read them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lanista.game import Played
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action, Orientation

from .conftest import SEATS, Turn
from .positions import E, Position, S, play, position


def events_of(state: Position, *texts: str) -> list[tuple[str, tuple[int, ...]]]:
    """The events of a turn."""
    before = state.clone()
    moves = [TANKS.read(before, seat, text) for seat, text in enumerate(texts)]
    moves += [TANKS.missing] * (state.seats - len(moves))
    play(state, *texts)
    return [(event.text, event.seats) for event in TANKS.pictures.events(state, Played(before, moves))]


def words(state: Position, *texts: str) -> list[str]:
    return [text for text, _ in events_of(state, *texts)]


@pytest.mark.parametrize(
    ("rows", "order", "line"),
    [
        (("...", "1..", "..2"), "IDLE", "A waited"),
        (("...", "1..", "..2"), "ROTATE CLOCKWISE", "A turned north-east"),
        (("...", "1..", "..2"), "MOVE FORWARD", "A drove forward to 0, 0"),
        (("...", "1..", "..2"), "MOVE BACKWARDS", "A drove backwards to 0, 2"),
        (("S..", "1..", "..2"), "MOVE FORWARD", "A drove forward to 0, 0, into a swamp: stuck for good"),
        (
            ("L..", "1..", "..2"),
            "MOVE FORWARD",
            "A drove forward to 0, 0, into a lake: health 100 to 0, destroyed",
        ),
        (("E..", "1..", "..2"), "MOVE FORWARD", "A ran into a forest: health 100 to 75"),
        (("1..", "..2"), "MOVE FORWARD", "A ran against the edge of the map: health 100 to 90"),
        (("b..", "1..", "..3"), "MOVE FORWARD", "A rammed a tank: health 100 to 90"),
        (("...", "1..", "..2"), "SCAN OMNI", "A scanned all around: 1 other tank"),
        (("b.c", "1..", "..4"), "SCAN OMNI", "A scanned all around: 1 other tank, 2 wrecks"),
        (("...", "1..", "..2"), "SCAN MONO NORTH", "A scanned north: no other tanks"),
        (("...", "1..", "..2"), "FIRE CARDINAL NORTH_EAST", "A fired north-east"),
        (("1....", "....2"), "FIRE POSITIONAL 2 0", "A fired at 2, 0"),
        (("1....", "....2"), "FIRE POSITIONAL 0 0", "A fired at 0, 0, out of reach: nothing came of it"),
        (("1....", "....2"), "FIRE POSITIONAL 9 0", "A fired at 9, 0, out of reach: nothing came of it"),
        (("1....", "....2"), "FIRE POSITIONAL 1 0", "A was caught in its own blast: health 100 to 75"),
    ],
)
def test_an_action_in_words(rows: Sequence[str], order: str, line: str) -> None:
    assert (line, (0,)) in events_of(position(*rows), order)


def test_a_stuck_tank_stays() -> None:
    lines = words(position(".1", ".2", stuck=[1]), "MOVE BACKWARDS")
    assert lines == ["A is stuck in a swamp and stayed where it is", "B waited"]


def test_both_tanks_of_a_collision_are_told() -> None:
    lines = events_of(position("1", "2", facing={1: S}, health={2: 10}), "MOVE FORWARD")
    assert lines == [
        ("A rammed a tank: health 100 to 90", (0,)),
        ("B was rammed: health 10 to 0, destroyed", (1,)),
        ("The battle is over: 1 tank left", ()),
    ]


def test_blows_are_key_events_where_the_tank_is() -> None:
    state = position("1.....2", ".....3.", health={3: 25})
    before, moves = state.clone(), [Move(Action.FIRE_CARDINAL, E), TANKS.missing, TANKS.missing]
    TANKS.step(state, moves)
    events = TANKS.pictures.events(state, Played(before, moves))
    assert [(event.text[0], event.kind, event.at) for event in events] == [
        ("B", "", (6, 0)),
        ("C", "", (5, 1)),
        ("A", "", (0, 0)),
        ("B", "hit", (6, 0)),
        ("C", "death", (5, 1)),
    ]


@pytest.mark.parametrize(
    ("rows", "facing", "health", "kinds"),
    [
        (("L..", "1..", "..2"), {}, {}, ["death", "", "end"]),
        (("E..", "1..", "..2"), {}, {}, ["hit", ""]),
        (("...", "1..", "..2"), {}, {}, ["", ""]),
        (("1..", "2..", "..3"), {1: S}, {2: 10}, ["hit", "death", ""]),
    ],
)
def test_what_a_step_costs_is_a_key_event(
    rows: Sequence[str], facing: dict[int, Orientation], health: dict[int, int], kinds: list[str]
) -> None:
    state = position(*rows, facing=facing, health=health)
    before, moves = state.clone(), [Move(Action.MOVE), *[TANKS.missing] * (state.seats - 1)]
    TANKS.step(state, moves)
    assert [event.kind for event in TANKS.pictures.events(state, Played(before, moves))] == kinds


def test_who_was_hit_stands_after_who_fired() -> None:
    """A direct hit takes 75 and is worth 2 points, an indirect one 25 and 1, the final blow 3 more (D23)."""
    lines = events_of(position("1.....2", ".....3.", health={3: 25}), "FIRE CARDINAL EAST")
    assert lines == [
        ("B waited", (1,)),
        ("C waited", (2,)),
        ("A fired east", (0,)),
        ("B was hit directly for 2 points: health 100 to 25", (1,)),
        ("C was hit by a blast for 4 points: health 25 to 0, destroyed", (2,)),
    ]


def test_nearer_shells_come_first() -> None:
    """A blast at distance d takes effect in tick d + 3 (6.4), so C's shell kills before A's arrives (S55)."""
    state = position("1.........2.3", health={2: 75})
    assert words(state, "FIRE CARDINAL EAST", "IDLE", "FIRE CARDINAL WEST") == [
        "B waited",
        "C fired west",
        "B was hit directly for 5 points: health 75 to 0, destroyed",
        "A fired east",
        "C was hit directly for 2 points: health 100 to 25",
    ]


def test_a_lost_shell_was_fired_all_the_same() -> None:
    assert words(position("1..2"), "FIRE CARDINAL NORTH", "IDLE") == ["B waited", "A fired north"]


def test_the_dead_do_nothing_that_is_told() -> None:
    assert words(position("a.2.3"), "IDLE", "SCAN MONO EAST", "IDLE") == [
        "C waited",
        "B scanned east: 1 other tank",
    ]


def test_a_line_is_for_its_own_seat() -> None:
    """Whether a shot hit anything is not in the context (section 5)."""
    state = TANKS.learning.exchange_seats(position("1...2")) or position("1...2")
    before = state.clone()
    moves = [Move(Action.IDLE), Move(Action.FIRE_CARDINAL, E)]
    TANKS.step(state, moves)
    events = TANKS.pictures.events(state, Played(before, moves))
    assert [(event.text, event.seats) for event in events] == [
        ("A waited", (0,)),
        ("B fired east", (1,)),
        ("A was hit directly for 2 points: health 100 to 25", (0,)),
    ]


def test_nothing_happens_when_it_is_over() -> None:
    state = play(position("1...2", health={2: 75}), "FIRE CARDINAL EAST")
    assert TANKS.pictures.events(state, Played(state, [TANKS.missing] * 2)) == []


def test_every_living_tank_has_events(turns: list[Turn]) -> None:
    for before, moves, played in turns:
        living = {seat for seat in range(SEATS) if TANKS.asked(played, seat)}
        lines = [event for event in TANKS.pictures.events(played, Played(before, moves)) if event.seats]
        assert living <= {event.seats[0] for event in lines}
        assert all(event.text.startswith(f"{'ABCDEFGHIJKL'[event.seats[0]]} ") for event in lines)
