"""The game as the platform sees it: seats, settings, results, and the conformance suite."""

from __future__ import annotations

from functools import cache

import pytest

from lanista.core.errors import ConfigError
from lanista.games.tanks.ending import Reason
from lanista.games.tanks.game import TANKS, turn_limit
from lanista.games.tanks.state import Terrain
from lanista.tools.conformance.checks import COMPILED, EVERY_RULESET, Check
from lanista.tools.conformance.trial import GameTrial
from tests.games.tanks.positions import E, Position, S, healths, play, position, tank
from tests.programs import check_with_all_tools
from tests.rows import every_row

CONFIG = TANKS.configure()


@pytest.mark.compiles
@pytest.mark.parametrize("turns", [2, pytest.param(6, marks=pytest.mark.long)])
def test_tanks_conforms(turns: int) -> None:
    """With two seats and with forty, for a few turns; the next test goes deeper."""
    lines = check_with_all_tools(TANKS, turns=turns)
    assert "tanks (standard, 2 seats): seats are treated alike" in lines
    assert "tanks (standard, 40 seats): views do not leak hidden information" in lines
    assert "tanks (standard, 40 seats): compiled rules give the same bytes" in lines


# Compiled rules are fast enough for as many turns as a match of a batch needs to end
BRAWLS = [
    *(pytest.param(check, 20, id=check.__name__) for check in EVERY_RULESET),
    *(pytest.param(check, 60, id=check.__name__) for check in COMPILED),
    *(pytest.param(check, 60, id=f"{check.__name__}-60", marks=pytest.mark.long) for check in EVERY_RULESET),
]


@pytest.mark.parametrize(("check", "turns"), BRAWLS)
def test_a_brawl_of_twelve_conforms(check: Check, turns: int) -> None:
    trial, lines = brawl_of_twelve(turns), list[str]()
    trial.report = lines.append
    check(trial)
    assert lines == [], "something was not checked"


@cache
def brawl_of_twelve(turns: int) -> GameTrial:
    """One trial for all checks, so that its matches are played once."""
    return GameTrial(TANKS, "standard", 12, turns, print, is_compiled=True)


# Settings


def test_inconsistent_settings_are_refused() -> None:
    with pytest.raises(ConfigError, match="scanning_distance expects an odd number, got 8"):
        TANKS.start(TANKS.configure("standard", {"scanning_distance": 8}), 1, 2)
    with pytest.raises(ConfigError, match="obstacle_most_permille expects more than"):
        TANKS.start(TANKS.configure("standard", {"obstacle_least_permille": 30}), 1, 2)


LIMITS_OF_TURNS = {
    (10, 10): 132, (16, 16): 256, (24, 18): 363, (32, 20): 471, (40, 30): 708, (60, 30): 917, (60, 45): 1184,
    (64, 64): 1536, (120, 90): 2784, (128, 128): 3584,
}  # fmt: skip


@every_row("size", LIMITS_OF_TURNS)
def test_the_turn_limit_of_the_formula(size: tuple[int, int]) -> None:
    """Section 2 (D22)."""
    assert turn_limit(*size) == LIMITS_OF_TURNS[size]


def test_the_turn_limit_can_be_set() -> None:
    assert TANKS.max_turns(TANKS.start(TANKS.configure("standard", {"max_turns": 7}), 1, 2)) == 7
    assert TANKS.max_turns(TANKS.start(CONFIG, 1, 2)) == 917


# Seats and the start (4.4)


@pytest.mark.parametrize("seats", [2, 12, 40])
def test_tanks_start_whole_on_different_fields(seats: int) -> None:
    state = TANKS.start(CONFIG, 4, seats)
    arena = state.record
    assert arena.n_tanks == seats
    assert len({(t.x, t.y) for t in arena.tanks[:seats]}) == seats
    for t in arena.tanks[:seats]:
        assert state.const.terrain[t.y * 60 + t.x] == Terrain.FIELD
        assert (t.health, t.mobile, t.orientation, t.score, t.action) == (100, 1, 0, 0, 0)


def test_ids_are_drawn_from_the_seed() -> None:
    """D4: ids are given out after a seeded shuffle of the seats."""
    orders = [[TANKS.view(TANKS.start(CONFIG, seed, 5), s)["player_id"] for s in range(5)] for seed in range(60)]
    assert all(sorted(order) == [1, 2, 3, 4, 5] for order in orders)
    for seat in range(5):
        assert {order[seat] for order in orders} == {1, 2, 3, 4, 5}


def test_an_entrant_without_a_free_field_takes_no_part() -> None:
    state = TANKS.start(CONFIG, 1, 5, "SS.SS\nS.D.S\n")
    asked = [TANKS.asked(state, seat) for seat in range(5)]
    assert (state.record.n_tanks, asked.count(True)) == (3, 3)
    absent = asked.index(False)
    assert TANKS.view(state, absent)["player_id"] == 0
    assert list(TANKS.broken_invariants(state)) == []


def test_a_match_of_fewer_than_two_is_over_at_once() -> None:
    """8.1 and D35: with 0 turns; a lone tank gets the survival points."""
    alone = TANKS.outcome(TANKS.start(CONFIG, 1, 3, "S.S"))
    assert alone is not None
    assert (sorted(alone.scores), sorted(alone.rule_ranks), alone.reason) == ([0, 0, 5], [1, 2, 2], "last tank")
    nobody = TANKS.outcome(TANKS.start(CONFIG, 1, 2, "SSS"))
    assert nobody is not None
    assert (nobody.rule_ranks, nobody.reason) == ((1, 1), "no tank")


def test_a_dead_tank_is_never_asked_again() -> None:
    state = play(position("1....2...3", health={2: 75}), "FIRE CARDINAL EAST")
    assert [TANKS.asked(state, seat) for seat in range(3)] == [True, False, True]


# Entrants that are not ready


def position_of(state: Position, seat: int) -> tuple[int, int]:
    """The position of a seat's tank."""
    where = TANKS.view(state, seat)["position"]
    return where["x"], where["y"]


def test_an_entrant_that_is_not_ready_is_removed_and_uses_up_no_id() -> None:
    """4.4"""
    state = TANKS.start(CONFIG, 3, 6)
    before = {seat: (position_of(state, seat), TANKS.view(state, seat)["player_id"]) for seat in range(6)}
    clone, digest = state.clone(), state.digest()
    TANKS.leave_out(state, [4, 1])
    assert list(TANKS.broken_invariants(state)) == []
    assert [TANKS.asked(state, seat) for seat in range(6)] == [True, False, True, True, False, True]
    staying = sorted((0, 2, 3, 5), key=lambda seat: before[seat][1])
    assert [TANKS.view(state, seat)["player_id"] for seat in staying] == [1, 2, 3, 4]
    assert [position_of(state, seat) for seat in staying] == [before[seat][0] for seat in staying]
    assert clone.digest() == digest, "a state made before keeps its seats"


def test_a_removed_entrant_comes_last() -> None:
    state = TANKS.start(CONFIG, 3, 4)
    TANKS.leave_out(state, [2])
    state.record.turn = state.const.max_turns - 1
    play(state, "IDLE", "IDLE", "IDLE", "IDLE")
    outcome = TANKS.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.scores, outcome.reason) == ((1, 1, 2, 1), (5, 5, 0, 5), "turn limit")


def test_a_removed_entrant_is_behind_a_tank_without_points() -> None:
    """8.2: -1 for an entrant that took no part."""
    state = TANKS.start(TANKS.configure("standard", {"survival_points": 0}), 3, 4)
    TANKS.leave_out(state, [2])
    assert [TANKS.rules.reward(state.record, state.const, seat) for seat in range(4)] == [0, 0, 0, 0]
    state.record.over = 1
    rewards = [TANKS.rules.reward(state.record, state.const, seat) for seat in range(4)]
    assert rewards == [333, 333, -1000, 333]


def test_a_match_that_all_but_one_leave_is_over() -> None:
    """D35"""
    state = TANKS.start(CONFIG, 3, 3)
    TANKS.leave_out(state, [0])
    assert TANKS.outcome(state) is None
    TANKS.leave_out(state, [2])
    outcome = TANKS.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.reason) == ((2, 1, 2), "last tank")


# Results (section 8): the last turn and its outcome

LINE = "1....2...."
ENDS: list[tuple[str, Position, tuple[str, ...], tuple[int, ...], tuple[int, ...], Reason]] = [
    ("last", position(LINE, health={2: 75}), ("FIRE CARDINAL EAST",), (1, 2), (10, 0), Reason.LAST_TANK),
    (
        "nobody",
        position("L1.2L", facing={1: E, 2: E}),
        ("MOVE BACKWARDS", "MOVE FORWARD"),
        (1, 1),
        (0, 0),
        Reason.NO_TANK,
    ),
    ("limit", position(LINE, turn=65), ("IDLE", "IDLE"), (1, 1), (5, 5), Reason.TURN_LIMIT),
    (
        "last at the limit",
        position(LINE, turn=65, health={2: 9}),
        ("FIRE CARDINAL EAST",),
        (1, 2),
        (10, 0),
        Reason.LAST_TANK,
    ),
    ("points", position(LINE, turn=65), ("FIRE CARDINAL EAST", "IDLE"), (1, 2), (7, 5), Reason.TURN_LIMIT),
]


@pytest.mark.parametrize(
    ("state", "texts", "places", "points", "reason"), [e[1:] for e in ENDS], ids=[e[0] for e in ENDS]
)
def test_how_a_match_ends(
    state: Position, texts: tuple[str, ...], places: tuple[int, ...], points: tuple[int, ...], reason: Reason
) -> None:
    assert TANKS.outcome(state) is None
    state = play(state.clone(), *texts)
    outcome = TANKS.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.scores, outcome.reason) == (places, points, reason.value)
    rewards = [TANKS.rules.reward(state.record, state.const, seat) for seat in (0, 1)]
    assert rewards == ([0, 0] if places == (1, 1) else [1000, -1000])


def test_equal_scores_share_a_rank_without_gaps() -> None:
    """8.3: 10, 7, 7, 3 is 1, 2, 2, 3; D24: being alive matters only through its points."""
    state = position("1.2.3.d", turn=52)
    for number, score in enumerate((5, 2, 2, 3), 1):
        tank(state, number).score = score
    state.const.max_turns = 53
    outcome = TANKS.outcome(play(state, *["IDLE"] * 4))
    assert outcome is not None
    assert outcome.scores == (10, 7, 7, 3)
    assert outcome.rule_ranks == (1, 2, 2, 3)
    rewards = [TANKS.rules.reward(state.record, state.const, seat) for seat in range(4)]
    assert rewards == [1000, 0, 0, -1000]


def test_the_survival_points_can_be_set() -> None:
    state = position(LINE, turn=65, changes={"survival_points": 0})
    outcome = TANKS.outcome(play(state, "FIRE CARDINAL EAST"))
    assert outcome is not None
    assert outcome.scores == (2, 0)


def test_a_tank_whose_bot_ended_stands_idle_and_can_be_hit() -> None:
    """D34: it stays on the map, and is ranked."""
    state = position(LINE, facing={2: S})
    TANKS.step(state, [TANKS.read(state, 0, "FIRE CARDINAL EAST"), TANKS.missing])
    assert healths(state) == [100, 25]


def test_seats_are_exchanged() -> None:
    state = TANKS.start(CONFIG, 2, 5)
    other = TANKS.learning.swap_seats(state)
    assert other is not None
    for seat in range(5):
        assert TANKS.view_json(other, seat) == TANKS.view_json(state, 4 - seat)
