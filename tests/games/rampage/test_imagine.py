"""The state that a belief makes from a view: as nothing is hidden, it is the state of the match, byte by byte."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from lanista.game import BotStart
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.search.imagine import Belief
from lanista.tools.conformance.play import RandomPlay
from tests.games.policies import chosen
from tests.games.rampage.positions import Position, position, run
from tests.rows import every_row


def belief_of(state: Position, seat: int = 0) -> Belief:
    """The knowledge of a seat at the start of a match."""
    config = {name: getattr(state.const, name) for name in RAMPAGE.configure()}
    return Belief(RAMPAGE, BotStart(seat, 2, "standard", config, 1, json.loads(RAMPAGE.fixed_json(state, seat))))


def imagined(state: Position, seat: int = 0) -> Position:
    """The state that a belief makes from this view alone."""
    belief = belief_of(state, seat)
    belief.see(RAMPAGE.view(state, seat))
    return belief.imagine(1)


def random_match(start: Position, seed: int) -> Iterator[Position]:
    """The states of a match of random moves, some of them illegal."""
    play, state = RandomPlay(RAMPAGE, seed), start
    yield state
    while not state.record.over:
        RAMPAGE.step(state, play.moves(state))
        yield state


def greedy_match(state: Position) -> Iterator[Position]:
    """The states of a match of two greedy robots."""
    while not state.record.over:
        words = [chosen(RAMPAGE, state, seat, seed=state.record.turn) for seat in (0, 1)]
        RAMPAGE.step(state, [RAMPAGE.read(state, seat, word) for seat, word in enumerate(words)])
        yield state


@every_row("ruleset", RAMPAGE.rulesets)
@every_row("map_", ["", "pocket", "duel", "grand"])
def test_a_view_gives_the_state_of_the_match(ruleset: str, map_: str) -> None:
    start = RAMPAGE.start(RAMPAGE.configure(ruleset), 3, map=map_)
    belief = belief_of(start, 1)
    for state in random_match(start, 3):
        belief.see(RAMPAGE.view(state, 1))
        assert belief.imagine(state.record.turn) == state


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_so_does_a_late_view_of_a_match_of_bots(ruleset: str) -> None:
    for state in greedy_match(RAMPAGE.start(RAMPAGE.configure(ruleset), 5)):
        if state.record.turn % 8 == 7:
            assert imagined(state) == state
            assert RAMPAGE.broken_invariants(imagined(state)) == []


def test_boards_beyond_the_competition_limits() -> None:
    state = RAMPAGE.start(RAMPAGE.configure("standard", {"any_size": 1, "width": 40, "height": 24}), 2)
    assert imagined(state) == state


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_a_reflection_that_is_paid_later(ruleset: str) -> None:
    """D20: a turret disabled by reflection is paid for one turn later, which the hits tell."""
    rows = ("#######", "#A..T.#", "#######", "#B#####")
    state = run(position(*rows, a={"shield": 1}, ruleset=ruleset), "SHIELD/NONE")
    assert not state.record.turrets[0].alive
    assert imagined(state) == state
    assert run(imagined(state), "NONE/NONE") == run(state, "NONE/NONE")


def test_beams_and_hits_are_forgotten_after_a_turn() -> None:
    state = position("A..B.", ".....", ".....", ".....", ".....", a={"shield": 1}, b={"laser": 1})
    belief = belief_of(state)
    for turn in ("SHIELD/LASER", "NONE/NONE"):
        belief.see(RAMPAGE.view(run(state, turn), 0))
        assert belief.imagine(1) == state


def test_each_imagined_state_is_a_copy() -> None:
    state = RAMPAGE.start(RAMPAGE.configure(), 1)
    belief = belief_of(state)
    belief.see(RAMPAGE.view(state, 0))
    run(belief.imagine(1), "SHOOT/SHOOT")
    assert belief.imagine(1) == state
