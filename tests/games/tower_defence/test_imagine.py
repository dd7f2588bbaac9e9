"""States imagined from views: a bot's state with itself as A, and a seat's belief over the turns of a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from lanista.engine import State, Stream
from lanista.game import BotStart
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.seat_swap import swap_seats
from lanista.games.tower_defence.moves import NOTHING
from lanista.games.tower_defence.search.imagine import Belief, imagine
from tests.games.policies import play as play_bots
from tests.games.tower_defence.matches import RULESETS, SCRIPT, Moment, facts_of, play, played, step_compiled

PHASES = 4  # rounds between two shots of a turret


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_state_has_the_same_future(ruleset: str, seat: int) -> None:
    """A bot's state, in which it is A, is the real one or its mirror image."""
    script: list[Any] = [*SCRIPT, 8, ["0,0,1", "1,1,1"], 1, ["3,3,0", ""], 2]
    state = played(script, ruleset, {"d16_cooldown_hidden_from_b": 0})
    imagined: Moment = State.blank(TOWER_DEFENCE.rules)
    imagined.fixed[:] = state.fixed
    imagine(TOWER_DEFENCE.view(state, seat), imagined)
    real = swap_seats(state) if seat else state.clone()
    for _ in range(12):
        assert facts_of(imagined) == {**facts_of(real), "tesla_hits": facts_of(imagined)["tesla_hits"]}
        play(real, "", "")
        play(imagined, "", "")


# Beliefs


def belief_of(seat: int, ruleset: str) -> Belief:
    """The belief of a seat before its first view."""
    config = TOWER_DEFENCE.configure(ruleset)
    return Belief(TOWER_DEFENCE, BotStart(seat, 2, ruleset, config, 1))


def match(ruleset: str, seed: int, opponent: str = "random", rounds: int = 120) -> Iterator[Moment]:
    """The states of a match: random orders, which come to every kind of building, against a built-in bot."""
    states = play_bots(TOWER_DEFENCE, ("random", opponent), ruleset, seed, start_energy=400)
    return islice(states, rounds + 1)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("opponent", ["random", "builder"])
def test_what_is_imagined_looks_like_the_view_and_plays_on(ruleset: str, opponent: str) -> None:
    """Exactly the last view, in states that moves can reach; turns may be missing."""
    beliefs = [belief_of(seat, ruleset) for seat in range(2)]
    stream = Stream(3)
    for state in match(ruleset, 5, opponent):
        for seat, belief in enumerate(beliefs):
            if stream.below(4) == 0:
                continue
            view = TOWER_DEFENCE.view(state, seat)
            belief.see(view)
            imagined = belief.imagine(state.record.round)
            assert TOWER_DEFENCE.view(imagined, seat) == view
            assert list(TOWER_DEFENCE.broken_invariants(imagined)) == []
            step_compiled(imagined, [NOTHING, NOTHING])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_belief_that_has_seen_every_turn_knows_the_future(ruleset: str, seat: int) -> None:
    """Nothing is hidden but cooldowns from B (D16), and those follow from when a turret was built."""
    belief = belief_of(seat, ruleset)
    for state in match(ruleset, 7, "builder", 60):
        belief.see(TOWER_DEFENCE.view(state, seat))
    imagined, real = belief.imagine(1), state.clone()
    for _ in range(PHASES * 2):
        assert facts_of(imagined)["buildings"] == facts_of(real)["buildings"]
        assert sorted(facts_of(imagined)["missiles"]) == sorted(facts_of(real)["missiles"])
        step_compiled(imagined, [NOTHING, NOTHING])
        step_compiled(real, [NOTHING, NOTHING])


def late(rounds: int) -> Moment:
    """Rounds after a turret of A at 0,1 was ordered, whose missiles fly over three cells of its half."""
    return played([2, ["0,1,1", ""], rounds], "classic")


def test_a_late_first_view_leaves_hidden_cooldowns_open_unless_missiles_tell() -> None:
    """Of four rounds in which a turret may have fired last, the three cells ahead of it in its half tell three."""
    for rounds in range(2, 10):
        state = late(rounds)
        belief = belief_of(1, "classic")
        belief.see(TOWER_DEFENCE.view(state, 1))
        dues = {belief.imagine(seed).record.due[16] for seed in range(20)}
        assert dues == {state.record.due[16], state.record.round}


def test_what_is_hidden_varies_with_the_seed_and_only_with_it() -> None:
    """A turret at the front has no cells ahead of it that would show when it fired."""
    state = played([2, ["3,1,1", ""], 9], "classic")
    belief = belief_of(1, "classic")
    belief.see(TOWER_DEFENCE.view(state, 1))
    assert belief.imagine(5).bytes() == belief.imagine(5).bytes()
    assert len({belief.imagine(seed).bytes() for seed in range(40)}) == PHASES
    known = belief_of(0, "classic")
    known.see(TOWER_DEFENCE.view(state, 0))
    assert known.imagine(5).bytes() == known.imagine(6).bytes()


def test_cooldowns_are_deduced_from_one_view_to_the_next() -> None:
    """A turret at 2,1 has one cell ahead in its half: the view in which a missile is there tells its round."""
    state = played([2, ["2,1,1", ""], 6], "classic")
    belief = belief_of(1, "classic")
    for _ in range(PHASES):
        belief.see(TOWER_DEFENCE.view(state, 1))
        play(state, "", "")
    belief.see(TOWER_DEFENCE.view(state, 1))
    assert {belief.imagine(seed).record.due[18] for seed in range(20)} == {state.record.due[18]}


def test_a_turret_rebuilt_unseen_is_believed_to_fire_anew() -> None:
    """The memory of a cell no longer fits what is there."""
    belief = belief_of(1, "classic")
    belief.see(TOWER_DEFENCE.view(played([2, ["0,1,1", ""]], "classic"), 1))
    state = played([3, ["0,1,1", ""], 9], "classic")
    belief.see(TOWER_DEFENCE.view(state, 1))
    dues = {belief.imagine(seed).record.due[16] for seed in range(20)}
    assert dues == {state.record.due[16], state.record.round}
