"""Rules beyond the scenarios: settings, capacities, and the properties of section 14."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lanista.engine import Stream
from lanista.games.rampage import maps, rules, views
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.maps import ItemSpot, Map, TurretSpot
from lanista.games.rampage.moves import Move
from lanista.games.rampage.settings import POINTS
from lanista.games.rampage.state import BULLETS, FLOOR, Direction, Hit, Word
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import Position, drawn, hp, play, points, position, run
from tests.rows import every_row

ROW = ("...........", "A..B.......", "...........", "...........", "...........")
MATCHES = [("pocket", 1), ("duel", 2), ("crossroads", 3), ("citadel", 4), ("", 5), ("", 6)]


def matches(ruleset: str = "standard") -> list[list[Position]]:
    """Some random matches, every state of each."""
    found = []
    for name, seed in MATCHES:
        state, dice = RAMPAGE.start(RAMPAGE.configure(ruleset), seed, map=name), RandomPlay(RAMPAGE, seed)
        states = [state.clone()]
        while not state.record.over:
            RAMPAGE.step(state, [dice.legal(state, seat) for seat in (0, 1)])
            states.append(state.clone())
        found.append(states)
    return found


# The table: a position, the turns, and the board, the points and the HP after them

TABLE: list[tuple[str, Position, str, list[str], tuple[int, int], tuple[int, int]]] = [
    (
        "a step against a disabled turret earns nothing",
        position(".....", ".At..", "...B."),
        "FORWARD/NONE",
        [".....", ".At..", "...B."],
        (0, 0),
        (2, 2),
    ),
    (
        "D30: all items on the way, those of the square stepped on in the same turn",
        position("ALSP.", ".....", "....B"),
        "FORWARD/NONE, FORWARD/NONE, FORWARD/NONE",
        ["...A.", ".....", "....B"],
        (603, 0),
        (2, 2),
    ),
    (
        "D7: a shot follows a runner and never overtakes it",
        position(".......", ".AB....", "......."),
        "SHOOT/NONE",
        [".......", ".AB....", "......."],
        (750, 0),
        (2, 1),
    ),
    (
        "a runner keeps ahead of a bullet",
        position(".......", ".A.B...", ".......", b={"dir": "RIGHT"}),
        "SHOOT/FORWARD, NONE/FORWARD, NONE/FORWARD",
        [".......", ".A..>.B", "......."],
        (0, 3),
        (2, 2),
    ),
    (
        "D16, official: a spent bullet drifts on, and costs its owner something only for a shielded player there",
        position("......", "......", "..A<..", "..B...", b={"dir": "UP"}, bullets_of=1, ruleset="classic"),
        "FORWARD/FORWARD",
        ["......", "......", "..BA..", "......"],
        (1, 1),
        (1, 2),
    ),
    (
        "D16, official: also if it is the last turn of the shield",
        position(
            *("......", "......", "..A<..", "..B..."),
            b={"dir": "UP", "shield_left": 2},
            bullets_of=1,
            ruleset="classic",
        ),
        "FORWARD/FORWARD",
        ["......", "......", "..BA..", "......"],
        (1 - 750, 1),
        (1, 2),
    ),
    (
        "D16, official: nothing if the shielded player owns it",
        position("......", "......", "..A<..", "..B...", b={"dir": "UP", "shield_left": 3}, ruleset="classic"),
        "FORWARD/FORWARD",
        ["......", "......", "..BA..", "......"],
        (1, 751),
        (1, 2),
    ),
]


@pytest.mark.parametrize(
    ("state", "turns", "board", "pts", "left"), [t[1:] for t in TABLE], ids=[t[0] for t in TABLE]
)
def test_rule(state: Position, turns: str, board: list[str], pts: tuple[int, int], left: tuple[int, int]) -> None:
    after = run(state.clone(), turns)
    assert (drawn(after), points(after), hp(after)) == (board, pts, left)


# Every hit is listed, absorbed or not (step 9): players' changes, the turn, and the kinds of hits on both

LISTED: list[tuple[str, dict[str, int], dict[str, int], str, list[int], list[int]]] = [
    ("a beam", {"laser": 1}, {}, "LASER/NONE", [], [Hit.LASER]),
    (
        "D28: a shield sends a beam back",
        {"laser": 1},
        {"shield_left": 3},
        "LASER/NONE",
        [Hit.LASER + Hit.REFLECTED],
        [Hit.LASER + Hit.ABSORBED],
    ),
    (
        "D27: a reflected beam meets the shooter's shield",
        {"laser": 1, "shield_left": 3},
        {"shield_left": 3},
        "LASER/NONE",
        [Hit.LASER + Hit.REFLECTED + Hit.ABSORBED],
        [Hit.LASER + Hit.ABSORBED],
    ),
]


@pytest.mark.parametrize(
    ("a", "b", "turn", "on_a", "on_b"), [row[1:] for row in LISTED], ids=[row[0] for row in LISTED]
)
def test_hits_are_listed(
    a: dict[str, int], b: dict[str, int], turn: str, on_a: list[int], on_b: list[int]
) -> None:
    state = run(position(*ROW, a=a, b=b), turn)
    assert [[kind for kind, _ in views.hits_of(state.record, seat)] for seat in (0, 1)] == [on_a, on_b]


# Settings


def test_a_head_on_hit_is_listed_for_who_was_hit() -> None:
    """D15: a head-on hit is listed as any other."""
    state = run(position(".A....", "......", ".>B...", b={"dir": "LEFT"}, bullets_of=1), "NONE/FORWARD")
    assert hp(state) == (2, 1)
    assert [player.n_hits for player in state.record.players] == [0, 1]


def test_a_match_is_over_at_its_turn_limit_and_not_before() -> None:
    state = position(*ROW, turns=2)
    ends = []
    for _ in range(2):
        play(state, "NONE", "NONE")
        ends.append(rules.is_over(state.record, state.const))
    assert ends == [0, 1]


def test_hits_are_forgotten_before_the_next_turn() -> None:
    """Step 0: nothing of them remains."""
    state = run(position(*ROW, a={"laser": 1}, b={"laser": 1}), "LASER/LASER")
    assert [player.n_hits for player in state.record.players] == [1, 1]
    play(state, "NONE", "NONE")
    assert [player.n_hits for player in state.record.players] == [0, 0]
    assert not any(any(hits.kind) or any(hits.by) for hits in state.record.hits)


SIGHT = (".......", ".T.T...", ".......", "A.....B", ".......", ".......", ".......")


def test_turrets_do_not_harm_each_other() -> None:
    """D3: a turret is deactivated once shot by a player."""
    state = run(position(*SIGHT), "NONE/NONE")
    assert drawn(state)[1] == ".T.T..."


def test_turrets_harm_each_other_if_enabled_and_nobody_is_paid() -> None:
    """D3: turrets reached by another turret's beam are disabled, all together, nobody is paid."""
    state = run(position(*SIGHT, changes={"turret_beams_hit_turrets": 1}), "NONE/NONE")
    assert drawn(state)[1] == ".t.t..."
    assert points(state) == (0, 0)


def test_a_player_between_turrets_keeps_the_beams_apart() -> None:
    rows = (".......", ".TAT...", ".......", "......B", ".......", ".......", ".......")
    state = run(position(*rows, a={"hp": 9}, times=(1, 9), changes={"turret_beams_hit_turrets": 1}), "NONE/NONE")
    assert drawn(state)[1] == ".TAT..."
    assert hp(state) == (7, 2)


@pytest.mark.parametrize(("reach", "left"), [(1, 2), (2, 2), (3, 1), (4, 1), (8, 0)])
def test_the_laser_range_can_be_set(reach: int, left: int) -> None:
    """D22: a range of 8 reaches the opponent from both sides."""
    rows = ("...........",) * 4 + ("A..B.......",) + ("...........",) * 6
    state = position(*rows, a={"laser": 1}, changes={"laser_range": reach})
    assert hp(run(state, "LASER/NONE"))[1] == left


@pytest.mark.parametrize("turns", [1, 3, 5])
def test_the_length_of_a_shield_can_be_set(turns: int) -> None:
    state = position("A....", ".....", "....B", a={"shield": 1}, changes={"shield_turns": turns})
    run(state, "SHIELD/NONE")
    for left in range(turns - 1, -1, -1):
        assert state.record.players[0].shield_left == left + 1
        play(state, "NONE", "NONE")
    assert state.record.players[0].shield_left == 0


# Every point value of section 4: the setting, a position, the turns, and the points of both if it is 7

FACED = ("...........", ".AT........", "...........", ".......B...", "...........")
FLANKED = ("...........", "...........", ".AT..B.....", *("...........",) * 3)
PAID: list[tuple[str, Position, str, tuple[int, int]]] = [
    ("points_hit", position(*ROW, a={"laser": 1}, changes={"points_hit": 7}), "LASER/NONE", (7, 0)),
    (
        "points_reflection",
        position(*ROW, a={"laser": 1}, b={"shield": 1}, changes={"points_reflection": 7}),
        "LASER/SHIELD",
        (0, 7),
    ),
    ("points_turret", position(*FACED, changes={"points_turret": 7}), "SHOOT/NONE", (7, 0)),
    (
        "points_turret_shared",
        position(*FLANKED, b={"laser": 1}, changes={"points_turret_shared": 7}),
        "SHOOT/LASER",
        (7, 7),
    ),
    ("points_item", position("AL...", ".....", "....B", changes={"points_item": 7}), "FORWARD/NONE", (8, 0)),
    ("points_travel", position("A....", ".....", "....B", changes={"points_travel": 7}), "FORWARD/NONE", (7, 0)),
    (
        "points_win",
        position(".....", ".AB..", ".....", b={"hp": 1}, changes={"points_win": 7}),
        "SHOOT/NONE",
        (750 + 7 + 2 * 49, 0),
    ),
    (
        "points_turn_left",
        position(".....", ".AB..", ".....", b={"hp": 1}, changes={"points_turn_left": 7}),
        "SHOOT/NONE",
        (750 + 2500 + 7 * 49, 0),
    ),
    ("points_tie", position("A...B", ".....", ".....", turn=49, changes={"points_tie": 7}), "NONE/NONE", (7, 7)),
]


def test_every_point_value_is_tried() -> None:
    assert {name for name, *_ in PAID} == set(POINTS)


@every_row(("state", "turns", "pts"), [p[1:] for p in PAID], ids=[p[0] for p in PAID])
def test_a_point_value_can_be_set(state: Position, turns: str, pts: tuple[int, int]) -> None:
    assert points(run(state.clone(), turns)) == pts


def test_the_damage_of_a_hit_can_be_set() -> None:
    state = position(*ROW, a={"laser": 1}, b={"hp": 9, "shield": 1}, changes={"damage": 3, "initial_hp": 5})
    assert hp(run(state.clone(), "LASER/NONE")) == (5, 6)
    assert hp(run(state, "LASER/SHIELD")) == (2, 9), "a reflected beam does the same damage"


def test_the_longest_match_has_slots_for_every_bullet() -> None:
    """Bullets in flight have no limit (section 4); each player fires once a turn."""
    assert BULLETS >= 2 * 501
    state = position("A....", ".....", "....B", turns=500, ruleset="classic")
    for _ in range(60):
        play(state, "SHOOT", "SHOOT")
        for player in state.record.players:
            player.hp = 2
    assert list(RAMPAGE.broken_invariants(state)) == []


# Properties (section 14)


def test_two_players_never_share_a_square_or_stand_on_an_obstacle() -> None:
    for states in matches():
        for state in states:
            a, b = (player.square for player in state.record.players)
            assert a != b
            assert state.const.board[a] == state.const.board[b] == FLOOR


def test_hp_never_rise_and_points_never_fall() -> None:
    for states in matches():
        for before, after in pairwise(states):
            assert all(old >= new for old, new in zip(hp(before), hp(after), strict=True))
            assert all(old <= new for old, new in zip(points(before), points(after), strict=True))


def test_a_beam_has_at_most_four_squares_and_none_on_a_wall() -> None:
    for states in matches():
        for state in states:
            beams = list(views.beams_of(state))
            for _, direction, owner, origin in beams:
                assert sum((d, o, s) == (direction, owner, origin) for _, d, o, s in beams) <= 4
            assert all(state.const.board[square] != 1 for square, *_ in beams)


def test_a_turret_fires_in_its_rhythm_while_it_is_alive() -> None:
    """A turret fires in turn n exactly if it is alive after step 7 and (n - 1) mod (fire + cool) < fire."""
    for states in matches():
        for state in states[1:]:
            for i in range(state.const.n_turrets):
                turret, site = state.record.turrets[i], state.const.places[i]
                due = (state.record.turn - 1) % (site.fire + site.cool) < site.fire
                if turret.alive or turret.fired:
                    assert bool(turret.fired) == due


def test_doing_nothing_on_a_map_without_turrets_changes_the_clock_alone() -> None:
    state = RAMPAGE.start(RAMPAGE.configure(), 1, map="pocket")
    before = RAMPAGE.view(state, 0)
    while not state.record.over:
        assert RAMPAGE.view(state, 0)["items"] == before["items"]
        play(state, "NONE", "NONE")
    assert (points(state), state.record.turn) == ((1000, 1000), 40)


def shifted(map_: Map, dx: int, dy: int) -> Map:
    """The map shifted around the torus."""

    def move(x: int, y: int) -> tuple[int, int]:
        return (x + dx) % map_.width, (y + dy) % map_.height

    return map_._replace(
        starts=tuple(move(*spot) for spot in map_.starts),
        walls=tuple(move(*spot) for spot in map_.walls),
        turrets=tuple(TurretSpot(*move(t.x, t.y), t.fire, t.cool) for t in map_.turrets),
        items=tuple(ItemSpot(*move(item.x, item.y), item.kind) for item in map_.items),
        pads=tuple(move(*spot) for spot in map_.pads),
    )


def half_turned(map_: Map) -> Map:
    """The map after a half turn, with the players swapped; lists keep their order."""
    turn = map_.half_turn
    return map_._replace(
        starts=(turn(map_.starts[1]), turn(map_.starts[0])),
        facings=(Direction(map_.facings[1] ^ 1), Direction(map_.facings[0] ^ 1)),
        walls=tuple(turn(spot) for spot in map_.walls),
        turrets=tuple(TurretSpot(*turn(t.spot), t.fire, t.cool) for t in map_.turrets),
        items=tuple(ItemSpot(*turn(item.spot), item.kind) for item in map_.items),
        pads=tuple(turn(spot) for spot in map_.pads),
    )


def mirrored(move: Move) -> Move:
    """A move after a half turn of the board."""
    return Move(Word(move.word ^ 1)) if move.word <= Word.FACE_RIGHT else move


def record_of(state: Position) -> list[tuple[int, ...]]:
    """The part of a state that depends neither on the origin of the board nor on its rotation."""
    return [
        (p.points, p.hp, p.laser, p.shield, p.teleport, p.shield_left, max(3, p.effective), p.n_hits)
        for p in state.record.players
    ]


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_shifting_everything_around_the_torus_changes_nothing_else(ruleset: str) -> None:
    config, stream = RAMPAGE.configure(ruleset), Stream(1)
    for name in ("duel", "crossroads", "citadel"):
        map_ = maps.built_in(name)
        one = RAMPAGE.blank(config, map_)
        other = RAMPAGE.blank(config, shifted(map_, 1 + stream.below(4), 1 + stream.below(4)))
        dice = RandomPlay(RAMPAGE, 7)
        while not one.record.over:
            moves = [dice.legal(one, seat) for seat in (0, 1)]
            RAMPAGE.step(one, moves)
            RAMPAGE.step(other, moves)
            assert record_of(one) == record_of(other)


def test_the_mirrored_map_with_exchanged_players_gives_the_mirrored_match() -> None:
    """D31: section 7 is symmetric in A and B."""
    config = RAMPAGE.configure()
    for seed in range(4):
        map_ = maps.generate(seed, 9, 8)
        one = RAMPAGE.blank(config, map_)
        other = RAMPAGE.blank(config, half_turned(map_))
        dice = RandomPlay(RAMPAGE, seed)
        while not one.record.over:
            moves = [dice.legal(one, seat) for seat in (0, 1)]
            RAMPAGE.step(one, moves)
            RAMPAGE.step(other, [mirrored(moves[1]), mirrored(moves[0])])
            assert record_of(one) == record_of(other)[::-1]
