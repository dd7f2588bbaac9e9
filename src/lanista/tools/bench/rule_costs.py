"""The time of one call of each compiled rule that the searcher uses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from lanista.engine import Generator, State, zeros
from lanista.engine.loop import CONSTS, STATES, WHOLE, WORKS, LoopArgument, loop
from lanista.engine.native import native
from lanista.game.tuning import SearchTuning
from lanista.tools.bench.measure import cpu_seconds

COPY, STEP, POLICY, PROPOSE, VALUE = range(5)
ROUNDS = 2000


class RuleCosts(NamedTuple):
    """One number per rule."""

    copy: float
    step: float
    policy: float
    propose: float
    value: float


@loop(
    states=STATES,
    consts=CONSTS,
    moves=LoopArgument("move", 2),
    candidates=LoopArgument("move", 2),
    works=WORKS,
    memories=LoopArgument("memory"),
    generators=LoopArgument("generator"),
    scratch=STATES,
    found=LoopArgument("i8"),
    rounds=WHOLE,
    part=WHOLE,
)
def call_rule(states, consts, moves, candidates, works, memories, generators, scratch, found, rounds, part):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
    """Call one rule again and again, for one state after the other; a step needs a copy."""
    for i in range(rounds):
        at = i % states.shape[0]
        seat = i // states.shape[0] % moves.shape[1]
        if part <= STEP:
            scratch[0] = states[at]
        if part == STEP:
            step(scratch[0], moves[at], consts[0], works[0])  # type: ignore[name-defined] # noqa: F821
        if part == POLICY:
            policy(states[at], consts[0], seat, generators[0], moves[at, seat], works[0], memories[0])  # type: ignore[name-defined] # noqa: F821
        if part == PROPOSE:
            found[0] += propose(states[at], consts[0], seat, generators[0], candidates[0], works[0])  # type: ignore[name-defined] # noqa: F821
        if part == VALUE:
            found[0] += value(states[at], consts[0], seat, works[0])  # type: ignore[name-defined] # noqa: F821


def rule_costs(states: list[State[Any, Any]], plan: SearchTuning) -> RuleCosts:
    """Nanoseconds of one call of each rule, in the mean over some states; steps play the moves of the policy."""
    call = caller(states, plan)
    call(POLICY)  # its moves are those of the steps
    parts = range(len(RuleCosts._fields))
    spent = [1e9 * cpu_seconds(partial(call, part), times=5) / ROUNDS for part in parts]
    spent[STEP] -= spent[COPY]
    return RuleCosts(*spent)


def caller(states: list[State[Any, Any]], plan: SearchTuning) -> Callable[[int], int]:
    """A function that calls a rule many times."""
    rules, seats = states[0].rules, states[0].seats
    arguments = (
        np.concatenate([state.data for state in states]),
        states[0].fixed,
        zeros(rules.move, len(states) * seats).reshape(len(states), seats),
        zeros(rules.move, plan.width).reshape(1, plan.width),
        zeros(rules.work),
        zeros(rules.memory_of(plan.policy)),
        zeros(Generator),
        zeros(rules.state),
        np.zeros(1, np.int64),
    )
    compiled = native(rules).loop(call_rule, plan.policy)
    return lambda part: compiled(*arguments, ROUNDS, part)
