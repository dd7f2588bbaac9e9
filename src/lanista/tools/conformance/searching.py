"""Checks a game's support for the bot `search`: imagined states, values, proposals; and that it plays."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from lanista.core.errors import InputError
from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.native import native
from lanista.game import BotStart, InvalidMove, take_move
from lanista.game.belief import belief_of
from lanista.search.searcher import Searcher, plan_of
from lanista.tools.conformance.play import PlayMoment, match, samples
from lanista.tools.conformance.probe import propose_one
from lanista.tools.conformance.trial import GameTrial

MATCH_TURNS = 40  # of the match whose views a belief sees
IMAGINED_EACH = 8  # turns
SAMPLES = 12
THOUGHTS = 3
PLAYOUTS = 20
MAX_VALUE = 1000


def imagined_states_agree_with_views(trial: GameTrial) -> None:
    """A state imagined from views shows the last of them, breaks no invariant, and follows from its seed."""
    if trial.game.modules.find("search.imagine", "Belief", None) is None:
        return
    for seat in trial.some_seats()[:2]:
        belief = belief_of(trial.game, start_of(trial, trial.start(1), seat))
        for moment in match(trial, 1, MATCH_TURNS):
            trial.at(moment.seed, moment.turn, seat)
            view = trial.game.view(moment.state, seat)
            belief.see(view)
            if moment.turn % IMAGINED_EACH == 1:
                _expect_agreement(trial, belief.imagine(moment.turn), belief.imagine(moment.turn), view, seat)


def _expect_agreement(
    trial: GameTrial, state: State[Any, Any], again: State[Any, Any], view: Any, seat: int
) -> None:
    trial.expect(view, trial.game.view(state, seat), "`Belief.imagine` must give a state that shows what was seen")
    faults = list(trial.game.broken_invariants(state))
    trial.expect([], faults, "`Belief.imagine` must give a state that the rules can bring about")
    trial.expect_same(state, again, "`Belief.imagine` must draw everything from its seed")


def values_and_proposals_are_usable(trial: GameTrial) -> None:
    """`value` stays on the scale of `reward`, and `propose` writes moves that `read` accepts."""
    rules = trial.game.rules
    for moment in samples(trial, SAMPLES):
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            _expect_values(trial, moment, seat)
            if rules.propose is not None and trial.game.asked(moment.state, seat):
                _expect_proposals(trial, moment, seat)


def _expect_values(trial: GameTrial, moment: PlayMoment, seat: int) -> None:
    rules, state = trial.game.rules, moment.state
    work = over(rules.work, zeros(rules.work).view("u1"))
    value = rules.value(state.record, state.const, seat, work) if rules.value else 0
    if not -MAX_VALUE <= value <= MAX_VALUE:
        trial.fail(f"-{MAX_VALUE} to {MAX_VALUE}", value, "`value` must be on the scale of `reward`")


def _expect_proposals(trial: GameTrial, moment: PlayMoment, seat: int) -> None:
    """Expect valid proposals: compiled ones for every seat and interpreted ones for one, if rules are compiled."""
    game, state, seats = trial.game, moment.state, trial.some_seats(moment.turn)
    found = _proposals(trial, moment, seat, is_compiled=trial.is_compiled)
    if trial.is_compiled and seat == seats[moment.turn % len(seats)]:
        same = "compiled and interpreted `propose` must write the same"
        trial.expect(_proposals(trial, moment, seat, is_compiled=False), found, same)
    for move in found:
        try:
            trial.expect(move, game.read(state, seat, game.write(move)), "`propose` must write what `read` reads")
        except InvalidMove as error:
            trial.fail("a valid move", f"{game.write(move)!r}: {error.reason}", "correct the rule `propose`")


def _proposals(trial: GameTrial, moment: PlayMoment, seat: int, *, is_compiled: bool) -> list[Any]:
    game, state, rules = trial.game, moment.state, trial.game.rules
    room = plan_of(game).width
    moves, generators, works = zeros(rules.move, room), zeros(Generator), zeros(rules.work)
    generators["position"] = derive(moment.turn, "propose")
    if is_compiled:
        counts = np.zeros(1, np.int64)
        rows = moves.reshape(1, -1), works.reshape(1, 1), counts
        native(rules).loop(propose_one)(state.data, state.fixed, generators, *rows, seat)
        count = int(counts[0])
    else:
        assert rules.propose is not None
        generator, work = over(Generator, generators.view("u1")), over(rules.work, works.view("u1"))
        count = rules.propose(state.record, state.const, seat, generator, over_all(rules.move, moves), work)
    if not 0 <= count <= room:
        trial.fail(f"0 to {room} proposals", count, "`propose` must not return more than `len(moves)`")
    return [take_move(type(game.missing), record) for record in over_all(rules.move, moves[:count])]


def search_plays_valid_moves(trial: GameTrial) -> None:
    """The compiled search finds a valid move, and the same one again for the same seed."""
    for moment in samples(trial, THOUGHTS):
        seat = trial.some_seats(moment.turn)[0]
        trial.at(moment.seed, moment.turn, seat)
        if not trial.game.asked(moment.state, seat):
            continue
        first, second = (_found(trial, moment.state, seat) for _ in range(2))
        trial.expect(first, second, "rules and policies must draw chance from the generator that they are given")
        try:
            trial.game.read(moment.state, seat, first)
        except InvalidMove as error:
            trial.fail(
                "a valid move", f"{first!r}: {error.reason}", "`propose` and policies must write valid moves"
            )


def _found(trial: GameTrial, state: State[Any, Any], seat: int) -> str:
    """The move that a short search finds from the seat's knowledge."""
    try:
        belief = belief_of(trial.game, start_of(trial, state, seat), state)
    except InputError as error:
        trial.fail("states that can be imagined", str(error), "write `hidden.redraw` or `imagine.Belief`")
    belief.see(trial.game.view(state, seat))
    searcher = Searcher(trial.game, seat, seats=state.seats, rules=state.rules, seed=1)
    return searcher.think([belief.imagine(number) for number in range(2)], playouts=PLAYOUTS).text


def start_of(trial: GameTrial, state: State[Any, Any], seat: int) -> BotStart:
    """The start message of a bot in the trial's matches."""
    fixed = trial.game.fixed_json(state, seat)
    shown = msgspec.json.decode(fixed) if fixed else None
    return BotStart(seat, trial.seats, trial.ruleset, trial.config, 0, shown)
