"""Rules that the scenarios do not cover: each switch alone, settings, and invariants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lanista.core.errors import ConfigError, InputError
from lanista.games.tower_defence import rules, settings
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.seat_swap import swap_seats
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import MAX_MISSILES, Battle, Building, Ending, OrderType, Refusal
from tests.games.tower_defence.matches import Moment, begin, facts_of, play, played
from tests.rows import every_row

# A ruleset, a switch, a script, a fact, and its value with the switch on and off

UNFINISHED_WALL_IS_HIT = [2, ["3,0,1", ""], 1, ["", "2,0,0"]]
OWN_GENERATOR_IS_CROSSED = [["2,0,2", ""], 4, ["0,0,1", ""], 2]
GENERATOR_IS_DESTROYED = [["", "3,0,2"], 1, ["3,0,1", ""], 1]
GENERATOR_AGES = [["0,0,2", ""], 3]
AGES = ([[0, 0, "E", "A", 5, -1, 0]], [[0, 0, "E", "A", 5, -3, 0]])
BASE_IS_HIT = [2, ["7,0,1", ""], 5]
TWO_MEET_ONE = [["", "7,0,2"], 6, ["0,0,1", ""], ["2,0,1", ""], 3]

SWITCHES: list[tuple[str, str, list[Any], str, object, object]] = [
    ("classic", "d1_missiles_pass_unfinished", UNFINISHED_WALL_IS_HIT, "missiles", [[5, 0, "A"]], []),
    ("standard", "d1_missiles_pass_unfinished", UNFINISHED_WALL_IS_HIT, "A.score", 0, 30),
    ("classic", "d2_everything_scores", GENERATOR_IS_DESTROYED, "A.score", 27, 20),
    ("classic", "d8_own_crossing_scores", OWN_GENERATOR_IS_CROSSED, "A.score", 68, 63),
    ("standard", "d10_extra_fields_are_ignored", [["0,0,2,9", ""]], "A.energy", 5, 25),
    ("extended", "d7_dead_still_stops", TWO_MEET_ONE, "missiles", [], [[8, 0, "A"]]),
    ("extended", "counter_stops", GENERATOR_AGES, "buildings", *AGES),
    ("classic", "removal_scores", GENERATOR_IS_DESTROYED, "A.score", 27, 26),
    ("extended", "base_hits_score", BASE_IS_HIT, "A.score", 119, 44),
]


@every_row(("ruleset", "switch", "script", "fact", "on", "off"), SWITCHES)
def test_a_switch_changes_one_rule(
    ruleset: str, switch: str, script: list[Any], fact: str, on: object, off: object
) -> None:
    for value, expected in ((1, on), (0, off)):
        assert facts_of(played(script, ruleset, {switch: value}))[fact] == expected, f"{switch}={value}"


# Rules that no scenario of section 10 covers: the rule, ruleset, changed settings, a script and facts after it

TWO_TESLAS_AT_ONCE = [80, ["6,1,4", ""], 10, ["5,1,4", "7,0,0"], ["", "7,1,0"], 9]
FIRST, SECOND = [[8, 0, "B"], [6, 1, "A"]], [[8, 1, "B"], [5, 1, "A"]]

RULES: list[tuple[str, str, dict[str, int], list[Any], dict[str, Any]]] = [
    (
        "7.5.3: only buildings with health above 0 are struck: two teslas fell two walls of a column in one round",
        "extended",
        {},
        TWO_TESLAS_AT_ONCE,
        {
            "tesla_hits": sorted([FIRST, SECOND]),
            "buildings": [[5, 1, "T", "A", 5, -1, 10], [6, 1, "T", "A", 5, -12, 10]],
        },
    ),
    (
        "7.5: a tesla tower in a corner strikes the base and nothing beyond the board",
        "extended",
        {},
        [80, ["7,7,4", ""], 10],
        {"A.health": 100, "B.health": 80, "tesla_hits": [[[0, 0, "B"], [7, 7, "A"]]]},
    ),
    (
        "7.5: a tesla tower strikes no building two rows above or below",
        "extended",
        {},
        [80, ["7,3,4", "5,1,0"], ["", "5,5,0"], 9],
        {"B.health": 80, "tesla_hits": [[[0, 0, "B"], [7, 3, "A"]]]},
    ),
    (
        "5.5: a building without health is removed, even if it lost only 1",
        "standard",
        {"energy_full_health": 1, "attack_damage": 1},
        GENERATOR_IS_DESTROYED,
        {"buildings": [[3, 0, "A", "A", 5, -1, 3]]},
    ),
    (
        "D2: under the text only destroyed buildings score, whatever else could",
        "standard",
        {"base_hits_score": 1},
        [2, ["3,0,1", ""], 5],
        {"A.score": 0, "B.health": 95},
    ),
    (
        "7.2.3: no curtain becomes available in round 0",
        "extended",
        {"curtain_period": 1},
        [1],
        {"A.curtain_available": False},
    ),
    (
        "7.2.3: a curtain becomes available in every other round that the period divides",
        "extended",
        {"curtain_period": 1},
        [2],
        {"A.curtain_available": True, "B.curtain_available": True},
    ),
]


@pytest.mark.parametrize(
    ("ruleset", "changes", "script", "facts"), [r[1:] for r in RULES], ids=[r[0] for r in RULES]
)
def test_rule(ruleset: str, changes: dict[str, int], script: list[Any], facts: dict[str, Any]) -> None:
    known = facts_of(played(script, ruleset, changes))
    assert {name: known[name] for name in facts} == facts


@pytest.mark.parametrize(("extra", "rounds"), [(0, 7), (1, 8)])
def test_d4_the_engine_plays_one_round_more_than_its_setting(extra: int, rounds: int) -> None:
    state = played([10], "classic", {"max_rounds": 7, "d4_one_extra_round": extra})
    assert state.record.round == rounds == TOWER_DEFENCE.max_turns(state)
    assert state.record.ending == Ending.MAX_ROUNDS


def test_hits_score_the_damage_or_the_health_removed() -> None:
    """A wall of 7 health is hit twice for 5."""
    script = [2, ["", "3,0,0"], 2, ["3,0,1", ""], 6]
    changes = {
        "defense_full_health": 7,
        "removal_scores": 0,
        "energy_score_multiplier": 0,
        "attack_construction_score": 0,
    }
    assert facts_of(played(script, "classic", changes))["A.score"] == 5 + 5
    assert facts_of(played(script, "classic", {**changes, "hits_score_damage": 0}))["A.score"] == 5 + 2


def test_final_health_scores_only_at_the_end() -> None:
    state = played([["0,0,2", ""]], "classic", {"max_rounds": 1})
    assert TOWER_DEFENCE.outcome(state) is None
    before = state.record.players[0].score
    play(state, "", "")
    outcome = TOWER_DEFENCE.outcome(state)
    assert outcome is not None
    assert (before, state.record.players[0].score, outcome.scores) == (6, 14, (14 + 10_000, 10 + 10_000))
    assert (outcome.rule_ranks, outcome.reason) == ((1, 2), "round limit")


def test_an_order_that_the_ruleset_does_not_know_is_a_bad_command() -> None:
    """7.4: an unknown type: +1."""
    state = begin("extended", {"tesla_limit": 0})
    for count in (1, 2):
        TOWER_DEFENCE.step(state, [Move(OrderType.TESLA, 0, 0), NOTHING])
        assert [player.do_nothings for player in state.record.players] == [count, 0]


@every_row(
    ("health", "score", "lead"),
    [
        ((100, 100), (1, 0), 1),
        ((100, 100), (0, 1), -1),
        ((100, 100), (7, 7), 0),
        ((1, 0), (0, 9), 1),
        ((0, 1), (9, 0), -1),
        ((0, 0), (9, 8), 1),
        ((-5, 0), (8, 9), -1),
        ((-5, 0), (8, 8), 0),
    ],
)
def test_a_standing_base_wins_then_the_score(health: tuple[int, int], score: tuple[int, int], lead: int) -> None:
    """D18, D33: a standing base first, then the score; equal ones are a tie."""
    state = begin()
    for player, left, points in zip(state.record.players, health, score, strict=True):
        player.health, player.score = left, points
    assert rules.lead(state.record, state.const) == lead
    rewards = [rules.reward(state.record, state.const, seat) for seat in (0, 1)]
    assert rewards == [1000 * lead, -1000 * lead]


@pytest.mark.parametrize(
    ("available", "missing", "left", "refusal"),
    [
        (0, 0, -1, Refusal.NOT_AVAILABLE),
        (1, 1, -1, Refusal.NO_ENERGY),
        (1, 0, -1, Refusal.NONE),
        (1, 0, 0, Refusal.NONE),
        (1, 0, 1, Refusal.STILL_ACTIVE),
    ],
)
def test_a_curtain_must_be_available_paid_for_and_the_only_one(
    available: int, missing: int, left: int, refusal: int
) -> None:
    """7.3: not while the last one has rounds left."""
    state = begin("extended")
    player = state.record.players[0]
    player.curtain_available, player.curtain_left = available, left
    player.energy = state.const.curtain_price - missing
    assert rules.why_no_curtain(state.const, player) == refusal


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("health", "ending"), [(1, 0), (0, Ending.BASE_DESTROYED), (-1, Ending.BASE_DESTROYED)])
def test_a_base_stands_while_it_has_health(seat: int, health: int, ending: int) -> None:
    """5.7: a match ends when a player's health is 0 or less."""
    state = begin()
    state.record.players[seat].health = health
    TOWER_DEFENCE.step(state, [NOTHING, NOTHING])
    assert state.record.ending == ending


def test_a_match_is_over_when_it_has_an_ending() -> None:
    state = begin()
    assert rules.is_over(state.record, state.const) == 0
    for ending in Ending:
        state.record.ending = ending
        assert rules.is_over(state.record, state.const) == (1 if ending else 0)


def test_every_number_is_a_setting() -> None:
    """Each changed alone changes the bytes of the match's constants."""
    for ruleset, values in TOWER_DEFENCE.rulesets.items():
        base = begin(ruleset)
        assert settings.read_settings(base.const) == values
        for name, value in values.items():
            setting = settings.SETTINGS[name]
            other = next(v for v in (value + setting.step, value - setting.step) if not setting.fault(name, v))
            changed = {**values, name: other}
            if settings.max_missiles(changed) <= MAX_MISSILES:
                assert begin(ruleset, {name: other}).fixed.tobytes() != base.fixed.tobytes(), name


WRONG: list[tuple[dict[str, int], str]] = [
    ({"width": 7}, "setting width expects even numbers 2 to 16, got 7"),
    ({"width": 18}, "setting width expects even numbers 2 to 16, got 18"),
    ({"height": 0}, "setting height expects 1 to 8, got 0"),
    ({"max_rounds": 0}, "setting max_rounds expects 1 to 10000, got 0"),
    ({"attack_speed": 0}, "setting attack_speed expects 1 to 16, got 0"),
    ({"d1_missiles_pass_unfinished": 2}, "setting d1_missiles_pass_unfinished expects 0 to 1, got 2"),
    ({"energy_price": -1}, "setting energy_price expects 0 to 10000, got -1"),
    ({"width": 16, "height": 8, "attack_cooldown": 0}, "allow 2080 missiles in flight"),
]


@every_row(("changes", "message"), WRONG)
def test_wrong_settings_are_refused(changes: dict[str, int], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        begin("standard", changes)


def test_the_bound_on_missiles_holds() -> None:
    """Turrets on every cell of a half, and nothing in their way: as many missiles as a side can have."""
    changes = {"width": 16, "height": 8, "attack_price": 0, "attack_damage": 0}
    state = begin("standard", changes)
    for number in range(120):
        play(state, f"{number % 64 % 8},{number % 64 // 8},1", "")
    assert state.record.n_turrets == 64
    assert 190 <= state.record.n_missiles <= MAX_MISSILES // 2


# Broken invariants: a change, and part of the message


def set_cell(battle: Battle, cell: int, **values: int) -> None:
    """Change values of a cell."""
    for field, value in values.items():
        getattr(battle, field)[cell] = value


def set_values(record: Any, **values: int) -> None:
    """Change values of a record."""
    for field, value in values.items():
        setattr(record, field, value)


def set_entry(numbers: Any, index: Any, value: int) -> None:
    """Change one number of a list."""
    numbers[index] = value


def a_moment() -> Moment:
    """A generator and a turret of A, a wall under construction of B, a missile in flight."""
    return played([["0,0,2", ""], 4, ["1,0,1", ""], 2, ["", "0,3,0"]], "extended")


BROKEN: list[tuple[Callable[[Battle], object], str]] = [
    (lambda b: set_values(b, round=-1), "round is -1"),
    (lambda b: set_values(b, ending=9), "ending is 9"),
    (lambda b: set_values(b, ending=1), "ending is 1, expected 0"),
    (lambda b: set_values(b, n_missiles=10_000), "n_missiles is 10000"),
    (lambda b: set_values(b, n_turrets=0), "turrets do not match the board"),
    (lambda b: set_cell(b, 0, building=9), "cell 0,0: unknown building 9"),
    (lambda b: set_cell(b, 0, health=0), "cell 0,0: health is 0, expected 1 to 5"),
    (lambda b: set_cell(b, 0, ready=99), "cell 0,0: ready in round 99"),
    (lambda b: set_cell(b, 0, due=9), "cell 0,0: the next shot is due in round 9"),
    (lambda b: set_cell(b, 1, due=99), "cell 1,0: the next shot is due in round 99"),
    (lambda b: set_cell(b, 5, health=1), "cell 5,0: nothing stands there"),
    (lambda b: set_entry(b.missiles, 0, 999), "missile 999 is not on the board"),
    (lambda b: set_entry(b.missiles, 50, 1), "missiles has entries beyond its count"),
    (lambda b: set_entry(b.shots, (0, 0), 1), "shot 0 has the entry 1"),
    (lambda b: set_entry(b.shot_length, 0, 3), "shot 0 has 3 entries, and there are 0 shots"),
    (lambda b: set_values(b.players[0], generators=2), "player A: generators is 2, expected 1"),
    (lambda b: set_values(b.players[1], energy=-1), "player B: energy, hits_taken"),
    (lambda b: set_values(b.players[1], health=101), "player B: health is 101"),
    (lambda b: set_values(b.players[1], curtain_left=7), "player B: curtain_available is 0, curtain_left 7"),
]


@every_row(("change", "message"), BROKEN)
def test_a_broken_invariant_is_named(change: Callable[[Battle], object], message: str) -> None:
    state = a_moment()
    assert list(TOWER_DEFENCE.broken_invariants(state)) == []
    change(state.record)
    assert any(message in fault for fault in TOWER_DEFENCE.broken_invariants(state))
    with pytest.raises(InputError, match="this is no state of tower_defence"):
        TOWER_DEFENCE.load(TOWER_DEFENCE.dump(state))


def test_exchanged_seats_are_a_mirror() -> None:
    state = played([["1,3,2", "0,0,2"], 3, ["2,1,1", ""], 2])
    other = swap_seats(state)
    assert other.record.building[3 * 16 + 6] == Building.ENERGY
    assert other.record.building[0] == Building.ENERGY
    assert [other.record.players[0].energy, other.record.players[1].energy] == [
        state.record.players[1].energy,
        state.record.players[0].energy,
    ]
    assert swap_seats(other) == state
    assert rules.lead(other.record, other.const) == -rules.lead(state.record, state.const)
