"""The texts of turns, and who may read them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lanista.game import Played
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action, Orientation
from tests.rows import every_row

from .conftest import SEATS, Turn
from .positions import E, Position, S, play, position


def turn(state: Position, *texts: str) -> tuple[Position, Played]:
    """A turn and the state after it."""
    before = state.clone()
    moves = [TANKS.read(before, seat, text) for seat, text in enumerate(texts)]
    moves += [TANKS.missing] * (state.seats - len(moves))
    return play(state, *texts), Played(before, moves)


def read_lines(after: Position, played: Played) -> list[tuple[str, tuple[int, ...]]]:
    """The lines of a turn, and the seats that may read each."""
    told = [[line.text for line in TANKS.pictures.told(after, played, seat)] for seat in range(after.seats)]
    lines = [line.text for line in TANKS.pictures.told(after, played)]
    for own in told:
        assert own == [text for text in lines if text in own], "a seat reads lines in the same order"
    return [(text, tuple(seat for seat, own in enumerate(told) if text in own)) for text in lines]


def words(state: Position, *texts: str) -> list[str]:
    return [line.text for line in TANKS.pictures.told(*turn(state, *texts))]


@every_row(
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
    assert (line, (0,)) in read_lines(*turn(position(*rows), order))


def test_a_stuck_tank_stays() -> None:
    lines = words(position(".1", ".2", stuck=[1]), "MOVE BACKWARDS")
    assert lines == ["A is stuck in a swamp and stayed where it is", "B waited"]


def test_both_tanks_of_a_collision_are_told() -> None:
    after, played = turn(position("1", "2", facing={1: S}, health={2: 10}), "MOVE FORWARD")
    assert read_lines(after, played) == [
        ("A rammed a tank: health 100 to 90", (0,)),
        ("B was rammed: health 10 to 0, destroyed", (1,)),
        ("The battle is over: 1 tank left", (0, 1)),
    ]


def test_blows_are_key_events_where_the_tank_is() -> None:
    state = position("1.....2", ".....3.", health={3: 25})
    before, moves = state.clone(), [Move(Action.FIRE_CARDINAL, E), TANKS.missing, TANKS.missing]
    TANKS.step(state, moves)
    lines = TANKS.pictures.told(state, Played(before, moves))
    assert [(line.text[0], line.kind, line.at) for line in lines] == [
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
    assert [line.kind for line in TANKS.pictures.told(state, Played(before, moves))] == kinds


def test_who_was_hit_stands_after_who_fired() -> None:
    """A direct hit takes 75 and is worth 2 points, an indirect one 25 and 1, the final blow 3 more (D23)."""
    after, played = turn(position("1.....2", ".....3.", health={3: 25}), "FIRE CARDINAL EAST")
    assert read_lines(after, played) == [
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
    state = TANKS.learning.swap_seats(position("1...2")) or position("1...2")
    before = state.clone()
    moves = [Move(Action.IDLE), Move(Action.FIRE_CARDINAL, E)]
    TANKS.step(state, moves)
    assert read_lines(state, Played(before, moves)) == [
        ("A waited", (0,)),
        ("B fired east", (1,)),
        ("A was hit directly for 2 points: health 100 to 25", (0,)),
    ]


def test_nothing_happens_when_it_is_over() -> None:
    state = play(position("1...2", health={2: 75}), "FIRE CARDINAL EAST")
    assert TANKS.pictures.told(state, Played(state, [TANKS.missing] * 2)) == []


def test_every_living_tank_has_lines_of_its_own(turns: list[Turn]) -> None:
    for before, moves, after in turns:
        played = Played(before, moves)
        for seat in range(SEATS):
            lines = [line.text for line in TANKS.pictures.told(after, played, seat) if line.kind != "end"]
            assert lines or not TANKS.asked(after, seat)
            assert all(line.startswith(f"{'ABCDEFGHIJKL'[seat]} ") for line in lines)
