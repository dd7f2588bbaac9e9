"""The game as the platform sees it: settings, maps, results, and the conformance suite."""

from __future__ import annotations

import pytest

from lanista.core.errors import InputError, LoadError
from lanista.games.rampage import maps
from lanista.games.rampage.ending import Reason
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.settings import SWITCHES
from tests.games.rampage.positions import Position, play, position, run
from tests.programs import check_with_all_tools


@pytest.mark.compiles
@pytest.mark.parametrize("turns", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_rampage_conforms(turns: int) -> None:
    lines = check_with_all_tools(RAMPAGE, turns=turns)
    assert "rampage (standard, 2 seats): seats are treated alike" in lines
    assert "rampage (classic, 2 seats): compiled rules give the same bytes" in lines
    assert "rampage (standard, 2 seats): batches equal single matches" in lines
    assert "rampage (standard, 2 seats): hides nothing from any seat" in lines
    assert [line for line in lines if "NOT" in line] == []


# Settings


def test_classic_is_standard_with_the_nine_switches_on() -> None:
    standard, classic = RAMPAGE.configure("standard"), RAMPAGE.configure("classic")
    assert {name for name in standard if standard[name] != classic[name]} == set(SWITCHES)
    assert len(SWITCHES) == 9


def test_the_map_says_how_long_and_how_many_hp_unless_a_setting_does() -> None:
    plain = RAMPAGE.start(RAMPAGE.configure(), 1, map="grand")
    assert (plain.const.max_turns, plain.record.players[0].hp) == (150, 3)
    changed = RAMPAGE.start(RAMPAGE.configure("standard", {"max_turns": 7, "initial_hp": 9}), 1, map="grand")
    assert (RAMPAGE.max_turns(changed), changed.record.players[1].hp) == (7, 9)
    assert RAMPAGE.max_turns(RAMPAGE.start(RAMPAGE.configure("classic"), 1, map="grand")) == 151


# Maps


def test_without_a_map_the_seed_makes_one_of_the_size_that_is_set() -> None:
    first, again, other = (RAMPAGE.start(RAMPAGE.configure(), seed) for seed in (1, 1, 2))
    assert first == again
    assert first.fixed.tobytes() != other.fixed.tobytes()
    assert (first.const.width, first.const.height) == (15, 15)
    small = RAMPAGE.start(RAMPAGE.configure("standard", {"width": 7, "height": 9}), 1)
    assert (small.const.width, small.const.height) == (7, 9)
    with pytest.raises(
        LoadError, match=r"side of 5 to 21 squares; the setting any_size allows 3 to 64, got 3 - at \$\.width"
    ):
        RAMPAGE.start(RAMPAGE.configure("standard", {"width": 3}), 1)
    assert RAMPAGE.start(RAMPAGE.configure("standard", {"width": 3, "any_size": 1}), 1).const.width == 3


@pytest.mark.parametrize("name", RAMPAGE.maps)
def test_every_built_in_map_can_be_played_by_name_and_by_its_text(name: str) -> None:
    by_name = RAMPAGE.start(RAMPAGE.configure(), 1, map=name)
    by_text = RAMPAGE.start(RAMPAGE.configure(), 1, map=maps.write_map(maps.built_in(name)))
    assert by_name == by_text
    assert list(RAMPAGE.broken_invariants(by_name)) == []


def test_an_unknown_map_is_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match="no map is called 'citadell'; did you mean 'citadel'"):
        RAMPAGE.start(RAMPAGE.configure(), 1, map="citadell")


# Results: the last turn and its outcome

DUEL = (".....", ".AB..", ".....")
ENDS: list[tuple[str, Position, str, tuple[int, int], Reason]] = [
    ("survivor", position(*DUEL, b={"hp": 1}), "SHOOT/NONE", (1, 2), Reason.DEATH),
    ("survivor behind", position(*DUEL, a={"score": 9000, "hp": 1}), "NONE/SHOOT", (2, 1), Reason.DEATH),
    ("both dead", position(*DUEL, a={"hp": 1}, b={"hp": 1}), "SHOOT/SHOOT", (1, 1), Reason.DEATH),
    ("limit", position(*DUEL, turn=49), "NONE/NONE", (1, 1), Reason.TURN_LIMIT),
    ("points", position(*DUEL, turn=49, b={"score": 1}), "NONE/NONE", (2, 1), Reason.TURN_LIMIT),
    ("death at the limit", position(*DUEL, turn=49, b={"hp": 1}), "SHOOT/NONE", (1, 2), Reason.DEATH),
]


@pytest.mark.parametrize(("state", "words", "places", "reason"), [e[1:] for e in ENDS], ids=[e[0] for e in ENDS])
def test_how_a_match_ends(state: Position, words: str, places: tuple[int, int], reason: Reason) -> None:
    assert RAMPAGE.outcome(state) is None
    assert [RAMPAGE.rules.reward(state.record, state.const, seat) for seat in (0, 1)] == [0, 0]
    state = state.clone()
    play(state, *words.split("/"))
    outcome = RAMPAGE.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.reason) == (places, reason.value)
    rewards = [RAMPAGE.rules.reward(state.record, state.const, seat) for seat in (0, 1)]
    assert rewards == {(1, 2): [1000, -1000], (2, 1): [-1000, 1000], (1, 1): [0, 0]}[places]


def test_seats_are_exchanged_where_the_rules_prefer_none() -> None:
    state = run(position(".....", ".A.B.", "....."), "SHOOT/NONE")
    other = RAMPAGE.learning.swap_seats(state)
    assert other is not None
    assert other.record.players[0].square == state.record.players[1].square
    assert RAMPAGE.learning.swap_seats(position(*DUEL, ruleset="classic")) is None
