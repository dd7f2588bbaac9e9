"""The rules note what they do, step by step, and leave nothing out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.tanks import views
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.notes import (
    Acted,
    Blocked,
    Exploded,
    Hit,
    Hurt,
    Lost,
    Moved,
    NoteFields,
    Scored,
    Stuck,
    Turned,
    Void,
)
from lanista.games.tanks.rules import NOBODY
from lanista.games.tanks.state import Action, Direction
from lanista.tools.conformance.play import RandomPlay
from tests.rows import every_row

from .conftest import Turn
from .positions import E, Position, S, W, healths, play, position, step, tank


def noted(state: Position, *texts: str) -> list[Any]:
    """The notes of a turn; further tanks do nothing. Whose turn it is is left out."""
    moves = [TANKS.read(state, seat, text) for seat, text in enumerate(texts)]
    notes = Played(state, [*moves, *[TANKS.missing] * (state.seats - len(moves))]).notes
    return [note for note in notes if not isinstance(note, Acted)]


PARTS = [
    (Acted, {"tank": NoteFields.TANK, "action": NoteFields.ACTION, "health": NoteFields.HEALTH}),
    (Turned, {"orientation": NoteFields.ORIENTATION}),
    (
        Blocked,
        {"x": NoteFields.X, "y": NoteFields.Y, "other": NoteFields.OTHER, "health": NoteFields.OTHERS_HEALTH},
    ),
    (Moved, {"x": NoteFields.X, "y": NoteFields.Y, "mobile": NoteFields.MOBILE}),
    (
        Hurt,
        {
            "tank": NoteFields.TANK,
            "was": NoteFields.WAS,
            "now": NoteFields.NOW,
            "by": NoteFields.BY,
            "in_lake": NoteFields.IN_LAKE,
        },
    ),
    (Lost, {"x": NoteFields.X, "y": NoteFields.Y, "tick": NoteFields.TICK_OF_END}),
    (Exploded, {"x": NoteFields.X, "y": NoteFields.Y, "tick": NoteFields.TICK_OF_END}),
    (
        Hit,
        {
            "was": NoteFields.WAS,
            "now": NoteFields.NOW,
            "by": NoteFields.BY,
            "tick": NoteFields.TICK,
            "points": NoteFields.POINTS,
        },
    ),
    (Hit, {"is_direct": NoteFields.IS_DIRECT}),
]


@every_row(("note", "parts"), PARTS)
def test_rules_find_the_numbers_of_a_note(note: Any, parts: dict[str, NoteFields]) -> None:
    """The kind comes before the fields of the named tuple."""
    assert {name: 1 + note._fields.index(name) for name in parts} == parts


# Shells (6.4)

ENDS = [
    # The first living tank stops a shell; it explodes three ticks later.
    (("1..2.3",), "FIRE CARDINAL EAST", Exploded(0, 3, 0, 6)),
    # Wrecks and terrain do not (D8, D39).
    (("1bDL3",), "FIRE CARDINAL EAST", Exploded(0, 4, 0, 7)),
    # Diagonally too.
    (("1..", ".D.", "..2"), "FIRE CARDINAL SOUTH_EAST", Exploded(0, 2, 2, 5)),
    # Beyond the edge a shell is lost (D14).
    (("..1.2",), "FIRE CARDINAL WEST", Lost(0, -1, 0, 3)),
    # A positional shell lands in tick 1.
    (("1...2",), "FIRE POSITIONAL 2 0", Exploded(0, 2, 0, 4)),
]


@pytest.mark.parametrize(("rows", "order", "end"), ENDS)
def test_a_shell_ends_here(rows: tuple[str, ...], order: str, end: Exploded | Lost) -> None:
    assert noted(position(*rows), order)[0] == end


def test_a_shell_ends_at_its_range() -> None:
    state = position("1........2", changes={"cardinal_shot_distance": 4})
    assert noted(state, "FIRE CARDINAL EAST") == [Exploded(0, 4, 0, 7)]


@pytest.mark.parametrize("order", ["FIRE POSITIONAL 0 0", "FIRE POSITIONAL 9 0", "FIRE POSITIONAL 1 -1"])
def test_a_void_shot_is_no_shot(order: str) -> None:
    assert noted(position("1...........2"), order) == [Void(0)]


def test_shells_stand_in_the_order_of_their_ends() -> None:
    """S55: C is nearer, so its shell kills B before A's arrives and flies past."""
    state = position("1.........2.3", health={2: 75})
    assert noted(state, "FIRE CARDINAL EAST", "IDLE", "FIRE CARDINAL WEST") == [
        Exploded(2, 10, 0, 5),
        Hit(1, 75, 0, by=2, tick=5, is_direct=1, points=5),
        Scored(2, 5, 5),
        Exploded(0, 12, 0, 15),
        Hit(2, 100, 25, by=0, tick=15, is_direct=1, points=2),
        Scored(0, 2, 2),
    ]


def test_a_hit_on_oneself_is_noted_but_scores_nothing() -> None:
    """D10."""
    assert noted(position("1....2"), "FIRE POSITIONAL 1 0") == [Exploded(0, 1, 0, 4), Hit(0, 100, 75, 0, 4, 0, 1)]


def test_a_blast_that_costs_nothing_is_no_hit() -> None:
    """Nobody learns from its events that a harmless blast was near."""
    state = position("1..2", changes={"indirect_damage": 0})
    assert noted(state, "FIRE POSITIONAL 2 0") == [Exploded(0, 2, 0, 4), Scored(0, 1, 1)]


LINES_OF_FIRE = [
    (("1..2.",), "FIRE CARDINAL EAST", [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]),
    (("..1.2",), "FIRE CARDINAL WEST", [(1, 0), (0, 0), (-1, 0)]),
    (("1..", "...", "..2"), "FIRE CARDINAL SOUTH_EAST", [(1, 1), (2, 2), (3, 3)]),
]


@pytest.mark.parametrize(("rows", "order", "cells"), LINES_OF_FIRE)
def test_a_line_of_fire_ends_beyond_the_map(
    rows: tuple[str, ...], order: str, cells: list[tuple[int, int]]
) -> None:
    state = play(position(*rows), order)
    assert views.line_of_fire(state.const, tank(state, 1)) == cells


def test_a_line_of_fire_is_as_long_as_shells_fly() -> None:
    state = play(position("1........2", changes={"cardinal_shot_distance": 2}), "FIRE CARDINAL EAST")
    assert views.line_of_fire(state.const, tank(state, 1)) == [(1, 0), (2, 0)]


def test_without_a_tank_in_its_way_a_shell_ends_where_its_line_of_fire_does(turns: list[Turn]) -> None:
    ends = 0
    for before, moves, after in turns:
        for note in Played(before, moves).notes:
            if isinstance(note, Lost):
                cells = views.line_of_fire(after.const, after.record.tanks[note.tank])
                assert (cells[-1], len(cells)) == ((note.x, note.y), note.tick)
                ends += 1
    assert ends > 10


# Moves (6.3)


@pytest.mark.parametrize(
    ("rows", "notes"),
    [
        (("..", "1.", ".2"), [Moved(0, 0, 0, mobile=1)]),
        (("S.", "1.", ".2"), [Moved(0, 0, 0, mobile=0)]),
        (("L.", "1.", ".2"), [Hurt(0, 100, 0, by=0, in_lake=1), Moved(0, 0, 0, mobile=1)]),
        (("D.", "1.", ".2"), [Blocked(0, 0, 0, NOBODY, 0), Hurt(0, 100, 75, by=0, in_lake=0)]),
        (("1.", ".2"), [Blocked(0, 0, -1, NOBODY, 0), Hurt(0, 100, 90, by=0, in_lake=0)]),
        (("b.", "1.", ".3"), [Blocked(0, 0, 0, 1, 0), Hurt(0, 100, 90, by=0, in_lake=0)]),
    ],
)
def test_a_move_is_noted_with_what_it_costs(rows: tuple[str, ...], notes: list[Any]) -> None:
    assert noted(position(*rows), "MOVE FORWARD") == notes


def test_a_collision_hurts_both() -> None:
    state = position("1", "2", facing={1: S}, health={2: 10})
    assert Played(state, [Move(Action.MOVE), TANKS.missing]).notes == [
        Acted(0, Action.MOVE, 100),
        Blocked(0, 0, 1, other=1, health=10),
        Hurt(0, 100, 90, by=0, in_lake=0),
        Hurt(1, 10, 0, by=0, in_lake=0),
        Acted(1, Action.IDLE, 0),
    ]


def test_a_stuck_tank_aims_at_no_cell() -> None:
    assert noted(position(".1", ".2", stuck=[1]), "MOVE BACKWARDS") == [Stuck(0)]


@pytest.mark.parametrize(("ranks", "first"), [((1, 2), 0), ((2, 1), 1)])
def test_who_arrived_first_takes_the_cell(ranks: tuple[int, int], first: int) -> None:
    """D4: where moves carry ranks, they decide; the other runs into who is there already."""
    state = position("1.2", facing={1: E, 2: W}, changes={"ranks_in_moves": 1})
    played = Played(state.clone(), [Move(Action.MOVE, Direction.FORWARD, rank=rank) for rank in ranks])
    assert [note.tank for note in played.notes if isinstance(note, Acted)] == [first, 1 - first]
    assert Moved(first, 1, 0, 1) in played.notes
    after = step(state, played.moves)
    assert TANKS.frame(after, None, played)["bumps"] == [{"seat": 1 - first, "x": 1, "y": 0}]
    assert healths(after) == [90, 90]


# Whole matches: notes account for every change

ACCOUNTS: list[tuple[int, int, dict[str, int]]] = [
    (7, 2, {"full_health": 1000}),
    (2, 12, {}),
    (3, 12, {"full_health": 1000, "ranks_in_moves": 1}),
    (4, 40, {"width": 14, "height": 14, "full_health": 500}),
    (
        5,
        8,
        {"width": 10, "height": 10, "full_health": 1000, "lake_damage": 0, "tank_damage": 0, "indirect_damage": 0},
    ),
    (6, 6, {"width": 10, "height": 10, "forest_damage": 0, "final_blow_points": 0, "indirect_points": 0}),
]


def random_turns(seed: int, seats: int, changes: dict[str, int]) -> Iterator[Turn]:
    """The turns of a match of random moves, most of which lead somewhere."""
    state = TANKS.start(TANKS.configure("standard", {"max_turns": 60, **changes}), seed, seats)
    chance, play = Random(seed), RandomPlay(TANKS, seed)
    while TANKS.outcome(state) is None:
        steps = [Move(Action.MOVE, way) for way in Direction]
        before, moves = state.clone(), [chance.choice([move, *steps]) for move in play.moves(state)]
        TANKS.step(state, moves)
        yield Turn(before, moves, state.clone())


def books(state: Position) -> list[dict[str, int]]:
    """All that can change about tanks, but for the order of the turn."""
    names = ("x", "y", "orientation", "mobile", "health", "score")
    return [{name: getattr(t, name) for name in names} for t in state.record.tanks[: state.seats]]


def enter(book: list[dict[str, int]], note: Any) -> None:
    """Enter a note."""
    mine = book[note.tank]
    if isinstance(note, Turned):
        mine["orientation"] = note.orientation
    elif isinstance(note, Moved):
        mine.update(x=note.x, y=note.y, mobile=note.mobile)
    elif isinstance(note, Hurt | Hit):
        assert mine["health"] == note.was > note.now
        mine["health"] = note.now
    elif isinstance(note, Scored):
        mine["score"] += note.points
        assert mine["score"] == note.score


@pytest.mark.parametrize(("seed", "seats", "changes"), ACCOUNTS)
def test_notes_account_for_every_change(seed: int, seats: int, changes: dict[str, int]) -> None:
    changed = 0
    for before, moves, after in random_turns(seed, seats, changes):
        played, book = Played(before, moves), books(before)
        for note in played.notes:
            enter(book, note)
        assert book == books(after)
        assert played.lost == 0
        changed += book != books(before)
    assert changed > 10


def test_the_notes_of_a_random_match_are_of_every_kind() -> None:
    kinds = {
        type(note)
        for seed, seats, changes in ACCOUNTS
        for before, moves, _ in random_turns(seed, seats, changes)
        for note in Played(before, moves).notes
    }
    assert kinds == set(TANKS.rules.notes.values())


def test_every_living_tank_acts_once(turns: list[Turn]) -> None:
    for before, moves, after in turns:
        acted = [note for note in Played(before, moves).notes if isinstance(note, Acted)]
        assert sorted(note.tank for note in acted) == [i for i, health in enumerate(healths(before)) if health]
        assert all(note.action == after.record.tanks[note.tank].action for note in acted)


def test_every_point_is_that_of_a_hit(turns: list[Turn]) -> None:
    """Points go to shooters who live when their shell explodes (D16), and never for hitting oneself (D10)."""
    for before, moves, _ in turns:
        notes = Played(before, moves).notes
        worth = [0] * before.record.n_tanks
        for note in notes:
            if isinstance(note, Hit) and note.by != note.tank:
                worth[note.by] += note.points
            elif isinstance(note, Scored):
                assert note.points == worth[note.tank]


def test_there_is_room_when_everybody_is_hit_by_everybody() -> None:
    """Forty tanks side by side, each of which fires next to itself."""
    state = TANKS.start(TANKS.configure("standard", {"width": 10, "height": 10, "full_health": 10_000}), 1, 40)
    for i, t in enumerate(state.record.tanks):
        t.x, t.y = i % 7, i // 7
    moves = [
        Move(Action.FIRE_POSITIONAL, x=max(1, t.x - 1), y=max(1, t.y - 1))
        for t in (state.record.tanks[state.const.tank_of[seat]] for seat in range(40))
    ]
    played = Played(state, moves)
    assert sum(isinstance(note, Hit) for note in played.notes) > 250
    assert played.lost == 0
