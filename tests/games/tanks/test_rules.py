"""Rules beyond the scenarios: settings, processing order, and the properties of section 12."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from lanista.engine import Stream, over, zeros
from lanista.games.tanks import rules
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import PLAIN, Move
from lanista.games.tanks.state import MAX_SEATS, Action, Orientation, Rotation, Tank, Terrain, Work
from lanista.tools.conformance.play import RandomPlay
from tests.games.tanks.positions import (
    NE,
    SE,
    E,
    N,
    Position,
    S,
    W,
    drawn,
    healths,
    play,
    position,
    scores,
    step,
    tank,
)
from tests.rows import every_row

# The table: a position, the moves of a turn, and the map, healths and points after it

TABLE: list[tuple[str, Position, tuple[str, ...], list[str], list[int], list[int]]] = [
    (
        "6.3: a wreck is rammed as a tank is, and stays at 0",
        position("1b3", facing={1: E}),
        ("MOVE FORWARD", "IDLE", "IDLE"),
        ["1b3"],
        [90, 0, 100],
        [0, 0, 0],
    ),
    (
        "6.3: backwards into a forest costs as much",
        position("D1.2", facing={1: E}),
        ("MOVE BACKWARDS",),
        ["D1.2"],
        [75, 100],
        [0, 0],
    ),
    (
        "6.3: backwards into a lake",
        position("L1.2", facing={1: E}),
        ("MOVE BACKWARDS",),
        ["a..2"],
        [0, 100],
        [0, 0],
    ),
    (
        "D20: a corner of the map costs once",
        position("1..2", facing={1: NE}),
        ("MOVE FORWARD",),
        ["1..2"],
        [90, 100],
        [0, 0],
    ),
    (
        "D10: no points for hitting itself",
        position("1..2......"),
        ("FIRE POSITIONAL 1 0",),
        ["1..2......"],
        [75, 100],
        [0, 0],
    ),
    (
        "D8: a shell stops at the first living tank and not at a wreck",
        position("1.b.3..4.."),
        ("FIRE CARDINAL EAST",),
        ["1.b.3..4.."],
        [100, 0, 25, 100],
        [2, 0, 0, 0],
    ),
    (
        "D15: a tank killed in this turn no longer stops a later shell",
        position("1..2.....3..", "......4.....", health={2: 25}),
        ("IDLE", "IDLE", "FIRE CARDINAL WEST", "FIRE POSITIONAL 4 0"),
        ["1..b.....3..", "......4....."],
        [25, 0, 100, 100],  # 2 is dead in tick 4, and the shell flies over it in tick 6
        [0, 0, 2, 4],
    ),
    (
        "D19: a tank that drowns first still fires nothing, for it moved",
        position("L1...2", facing={1: W}),
        ("MOVE FORWARD", "FIRE CARDINAL WEST"),
        ["a....2"],
        [0, 100],
        [0, 0],
    ),
    (
        "D37: health is cut off at 0",
        position("1....2", health={2: 1}),
        ("FIRE CARDINAL EAST",),
        ["1....b"],
        [100, 0],
        [5, 0],
    ),
]


@every_row(
    ("state", "texts", "after", "left", "points"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_rule(
    state: Position, texts: tuple[str, ...], after: list[str], left: list[int], points: list[int]
) -> None:
    state = play(state.clone(), *texts)
    assert (drawn(state), healths(state), scores(state)) == (after, left, points)


def test_after_the_end_nothing_happens() -> None:
    """8.1: at most one tank is alive."""
    state = play(position("1.b", facing={1: E}), "IDLE")
    assert state.record.over == 1
    before = state.bytes()
    assert play(state, "MOVE FORWARD").bytes() == before


def test_a_cell_where_a_tank_of_another_match_stood_is_free() -> None:
    """Scratch space is never cleared, and a match with fewer tanks may follow one with more."""
    state = position(".1", ".2")
    work: Work = over(Work, zeros(Work).view("u1"))
    work.standing[0] = state.record.n_tanks + 1
    assert rules.tank_on(state.record, state.const, work, 0, 0) == rules.NOBODY


def test_an_explosion_hits_nobody_where_nobody_stands() -> None:
    """6.5, with as many tanks as there can be: the last of them is not hit either."""
    state = TANKS.start(TANKS.configure(), 1, MAX_SEATS)
    shooter = state.const.seat_of[0]
    first, target = tank(state, 1), empty_surroundings(state, tank(state, 1))
    moves = [TANKS.missing] * MAX_SEATS
    moves[shooter] = TANKS.read(state, shooter, "FIRE POSITIONAL {} {}".format(*target))
    TANKS.step(state, moves)
    assert first.action == Action.FIRE_POSITIONAL
    assert healths(state) == [100] * MAX_SEATS


def empty_surroundings(state: Position, shooter: Tank) -> tuple[int, int]:
    """A cell within range around which no tank stands."""
    reach = state.const.positional_shot_distance
    taken = {(t.x + dx, t.y + dy) for t in state.record.tanks for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    cells = [
        (shooter.x + dx, shooter.y + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)
    ]
    inside = [(x, y) for x, y in cells if 0 < x < state.const.width - 1 and 0 < y < state.const.height - 1]
    return next(cell for cell in inside if cell not in taken)


@every_row("orientation", Orientation)
@every_row(("text", "turn"), [("ROTATE CLOCKWISE", 1), ("ROTATE COUNTER_CLOCKWISE", -1)])
def test_a_rotation_is_45_degrees(orientation: Orientation, text: str, turn: int) -> None:
    state = play(position("1.2", facing={1: orientation}), text)
    assert tank(state, 1).orientation == (orientation + turn) % 8


def test_a_shell_flies_over_its_end_only_by_its_blast() -> None:
    """6.4: at distance 14 it lands, on any tank; 15 is beside, 16 out of reach."""
    for away, left in ((14, 25), (15, 75), (16, 100)):
        state = play(position("1" + "." * (away - 1) + "2"), "FIRE CARDINAL EAST")
        assert healths(state) == [100, left]


# Settings


@every_row(
    ("name", "value", "state", "texts", "left", "points"),
    [
        ("lake_damage", 30, position("1L2", facing={1: E}, changes={"lake_damage": 30}), "MOVE FORWARD", 70, 0),
        (
            "forest_damage",
            10,
            position("1D2", facing={1: E}, changes={"forest_damage": 10}),
            "MOVE FORWARD",
            90,
            0,
        ),
        ("tank_damage", 25, position("12.", facing={1: E}, changes={"tank_damage": 25}), "MOVE FORWARD", 75, 0),
        ("indirect_damage", 7, position("1..2", changes={"indirect_damage": 7}), "FIRE POSITIONAL 1 0", 93, 0),
        ("full_health", 200, position("12.", facing={1: E}, changes={"full_health": 200}), "MOVE FORWARD", 190, 0),
        ("direct_points", 9, position("1..2", changes={"direct_points": 9}), "FIRE CARDINAL EAST", 100, 9),
        ("indirect_points", 8, position("1..2", changes={"indirect_points": 8}), "FIRE POSITIONAL 4 0", 100, 0),
        ("indirect_points", 8, position("1..2.", changes={"indirect_points": 8}), "FIRE POSITIONAL 4 0", 100, 8),
        (
            "final_blow_points",
            40,
            position("1..2.", health={2: 5}, changes={"final_blow_points": 40}),
            "FIRE POSITIONAL 4 0",
            100,
            41,
        ),
        ("direct_damage", 1, position("1..2", changes={"direct_damage": 1}), "FIRE CARDINAL EAST", 100, 2),
        (
            "cardinal_shot_distance",
            2,
            position("1...2", changes={"cardinal_shot_distance": 2}),
            "FIRE CARDINAL EAST",
            100,
            0,
        ),
        (
            "positional_shot_distance",
            3,
            position("1...2", changes={"positional_shot_distance": 3}),
            "FIRE POSITIONAL 4 0",
            100,
            0,
        ),
    ],
)
def test_a_setting_is_obeyed(name: str, value: int, state: Position, texts: str, left: int, points: int) -> None:
    assert getattr(state.const, name) == value
    state = play(state.clone(), texts)
    assert (healths(state)[0], scores(state)[0]) == (left, points)


# The processing order (D4)


def test_the_order_is_by_id_unless_ranks_are_given() -> None:
    rows = ("1.2",)
    by_id = play(position(*rows, facing={1: E, 2: W}), "MOVE FORWARD", "MOVE FORWARD")
    assert drawn(by_id) == [".12"]
    ranked = play(position(*rows, facing={1: E, 2: W}), "MOVE FORWARD @2", "MOVE FORWARD @1")
    assert drawn(ranked) == ["12."]
    other = play(position(*rows, facing={1: E, 2: W}), "MOVE FORWARD @1", "MOVE FORWARD @2")
    assert drawn(other) == [".12"]


def test_equal_ranks_are_by_id() -> None:
    state = position("1.2.3", facing={1: E, 2: E, 3: W})
    assert drawn(play(state, "MOVE FORWARD @7", "MOVE FORWARD @7", "MOVE FORWARD @1")) == [".123."]


# Properties (section 12)

SEEDS = range(1, 5)


def random_moves(state: Position, stream: Stream) -> list[Move]:
    """Moves of every kind, each kind as likely as the others."""
    return [random_move(state, seat, stream) for seat in range(state.seats)]


def random_move(state: Position, seat: int, stream: Stream) -> Move:
    action = stream.choice(list(Action))
    me = state.record.tanks[state.const.tank_of[seat]]
    if action is Action.FIRE_POSITIONAL:
        return Move(action, x=me.x + stream.below(19) - 9, y=me.y + stream.below(19) - 9)
    return stream.choice([move for move in PLAIN if move.action is action])


def crowd(seed: int, seats: int = 12, name: str = "") -> Position:
    """Many tanks on a small map."""
    config = TANKS.configure("standard", {"width": 20, "height": 16, "ranks_in_moves": 1})
    return TANKS.start(config, seed, seats, name)


def turns(seed: int, name: str = "") -> Iterator[tuple[Position, Position, Sequence[Move]]]:
    """The turns of a random match: before, after and the moves."""
    state, stream = crowd(seed, name=name), Stream(seed)
    while not state.record.over:
        before, moves = state.clone(), random_moves(state, stream)
        TANKS.step(state, moves)
        yield before, state.clone(), moves


def pairs(before: Position, after: Position) -> Iterator[tuple[Tank, Tank]]:
    """Each tank before and after a turn."""
    count = before.record.n_tanks
    return zip(before.record.tanks[:count], after.record.tanks[:count], strict=True)


@every_row("seed", SEEDS)
@every_row("name", ["", "fords"])
def test_no_two_share_a_cell_and_nobody_is_where_it_cannot_be(seed: int, name: str) -> None:
    """12.1"""
    for _, after, _ in turns(seed, name):
        spots = [(t.x, t.y) for t in after.record.tanks[: after.record.n_tanks]]
        assert len(set(spots)) == len(spots)
        for t in after.record.tanks[: after.record.n_tanks]:
            terrain = after.const.terrain[t.y * after.const.width + t.x]
            assert terrain not in (Terrain.DECIDUOUS, Terrain.EVERGREEN)
            assert terrain != Terrain.LAKE or t.health == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_what_changes_has_its_cause(seed: int) -> None:
    """12.2 and 12.3"""
    for before, after, _ in turns(seed):
        for old, new in pairs(before, after):
            moved = max(abs(new.x - old.x), abs(new.y - old.y))
            assert moved == 0 or (moved == 1 and new.action == Action.MOVE and old.mobile and old.health)
            turned = (new.orientation - old.orientation) % 8
            if turned:
                assert new.action == Action.ROTATE
                assert turned == (1 if new.way == Rotation.CLOCKWISE else 7)
            assert new.health <= old.health
            assert new.score >= old.score
            assert new.mobile <= old.mobile
            if old.health == 0:
                assert bytes(new.raw) == bytes(old.raw)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", SEEDS)
def test_far_apart_all_orders_give_the_same(seed: int) -> None:
    """12.5: no two tanks within 17 cells of each other."""
    stream = Stream(seed)
    state = position(
        *["." * 60] * 20 + ["." * 5 + "1" + "." * 24 + "2" + "." * 23 + "3" + "." * 5] + ["." * 60] * 20,
        facing={1: S, 2: SE, 3: N},
    )
    for _ in range(5):
        moves = random_moves(state, stream)
        orders = [(1, 2, 3), (3, 2, 1), (2, 3, 1)]
        results = []
        for order in orders:
            other = state.clone()
            TANKS.step(other, [m._replace(rank=rank) for m, rank in zip(moves, order, strict=True)])
            results.append(other.bytes())
        assert len(set(results)) == 1
        state.record.raw[:] = results[0]  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_quiet_turn_changes_no_health_position_or_score(seed: int) -> None:
    """12.6"""
    state, stream = crowd(seed), Stream(seed)
    quiet = [m for m in PLAIN if m.action in (Action.IDLE, Action.ROTATE, Action.SCAN_MONO, Action.SCAN_OMNI)]
    for _ in range(20):
        before = state.clone()
        TANKS.step(state, [stream.choice(quiet) for _ in range(state.seats)])
        for old, new in pairs(before, state):
            assert (old.x, old.y, old.health, old.score) == (new.x, new.y, new.health, new.score)


def test_points_are_for_hits_of_the_tanks_own_shells() -> None:
    """12.7: one direct hit, two indirect ones, one of them deadly."""
    state = position("......", ".1.23.", "...4..", health={3: 20}, changes={})
    assert scores(play(state, "FIRE POSITIONAL 3 1")) == [2 + 1 + 3 + 1, 0, 0, 0]


def test_damage_adds_up() -> None:
    """12.8: a forest, a collision of two, the edge, a direct and an indirect hit."""
    state = position(
        "D1........5..",
        ".............",
        "23...4...6.7.",
        facing={1: W, 2: E, 4: S},
    )
    play(state, "MOVE FORWARD", "MOVE FORWARD", "IDLE", "MOVE FORWARD", "IDLE", "FIRE CARDINAL EAST", "IDLE")
    assert healths(state) == [75, 90, 90, 90, 100, 100, 25]
    assert sum(100 - health for health in healths(state)) == 25 + 20 + 10 + 75
    play(state, *["IDLE"] * 5, "FIRE POSITIONAL 9 1")
    assert sum(100 - health for health in healths(state)) == 25 + 20 + 10 + 75 + 25 + 25, "itself and tank 5"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_order_of_the_same_moves_is_the_same_turn(seed: int) -> None:
    """12.4: who was asked first makes no difference, ranks do."""
    for before, after, moves in turns(seed):
        again = before.clone()
        ranks = [before.const.tank_of[seat] + 1 for seat in range(before.seats)]
        TANKS.step(again, [m._replace(rank=rank) for m, rank in zip(moves, ranks, strict=True)])
        assert again.bytes() == after.bytes()


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_rules_agree_in_a_crowd(seed: int) -> None:
    state, stream = crowd(seed), Stream(seed)
    for _ in range(40):
        moves = [move._replace(rank=stream.below(4)) for move in random_moves(state, stream)]
        step(state, moves)
        assert list(TANKS.broken_invariants(state)) == []


def test_the_same_seed_and_moves_give_the_same_match() -> None:
    """12.10"""
    first, again = ([after.bytes() for _, after, _ in turns(3)] for _ in range(2))
    assert first == again
    assert all(a != b for a, b in pairwise(first))


def test_random_moves_are_legal_and_of_every_kind() -> None:
    state, dice = crowd(1), RandomPlay(TANKS, 1)
    seen = {dice.legal(state, 0).action for _ in range(600)}
    assert seen == set(Action)
