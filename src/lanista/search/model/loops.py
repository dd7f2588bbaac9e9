# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Loops over states of a pool, which are named by the slots that hold them; bound to a game's rules by `native`.

`consts[which[slot]]` is the constant record of the state in a slot. Moves are flat actions, or a mark below.
"""

from __future__ import annotations

from lanista.engine.loop import CONSTS, MOVES, STATES, WHOLE, WORKS, LoopArgument, loop, same_library
from lanista.search.loops import play_on, result_or_value, write_candidates

BY_POLICY, GIVEN = -1, -2  # instead of a flat action: the policy's move, or the move record in `given`
POOL = {"states": STATES, "consts": CONSTS, "which": LoopArgument("i8"), "slots": LoopArgument("i8")}
SCRATCH = {
    "moves": MOVES,
    "works": WORKS,
    "memories": LoopArgument("memory"),  # of all seats, then zeros
    "generators": LoopArgument("generator"),
}


@loop(
    **POOL,
    **SCRATCH,
    actions=LoopArgument("i4", 2),
    given=LoopArgument("move", 2),
    played=LoopArgument("i4"),
    over=LoopArgument("i1"),
    seats=WHOLE,
)
def step_many(
    states, consts, which, slots, moves, works, memories, generators, actions, given, played, over, seats
):
    """Play turns of each state by the actions of its row: those of all seats in the first turn, then the next."""
    turns = actions.shape[1] // seats
    for i in range(slots.shape[0]):
        state = states[slots[i]]
        const = consts[which[slots[i]]]
        for seat in range(seats):
            memories[seat] = memories[seats]
        for turn in range(turns):
            if not is_over(state, const):
                for seat in range(seats):
                    action = actions[i, turn * seats + seat]
                    if action == BY_POLICY:
                        policy(state, const, seat, generators[0], moves[seat], works[0], memories[seat])
                    elif action == GIVEN:
                        moves[seat] = given[i, turn * seats + seat]
                    else:
                        decode(state, const, seat, action, moves[seat])
                step(state, moves, const, works[0])
                played[i] += 1
        over[i] = 1 if is_over(state, const) else 0


@loop(
    **POOL,
    **SCRATCH,
    scratch=STATES,
    totals=LoopArgument("i8", 2),
    count=WHOLE,
    turns=WHOLE,
    wild=WHOLE,
)
def playouts_many(
    states, consts, which, slots, moves, works, memories, generators, scratch, totals, count, turns, wild
):
    """Play each state on by the policy, repeatedly; add up the results by seat. Returns the turns played."""
    seats = totals.shape[1]
    state = scratch[0]
    played = 0
    for i in range(slots.shape[0]):
        const = consts[which[slots[i]]]
        for _ in range(count):
            scratch[0] = states[slots[i]]
            played += play_on(state, const, seats, generators[0], moves, works[0], memories, turns, wild)
            for seat in range(seats):
                totals[i, seat] += result_or_value(state, const, seat, works[0])
    return played


@loop(**POOL, works=WORKS, totals=LoopArgument("i8", 2))
def value_many(states, consts, which, slots, works, totals):
    """The result or estimate of each seat of each state."""
    for i in range(slots.shape[0]):
        for seat in range(totals.shape[1]):
            totals[i, seat] = result_or_value(states[slots[i]], consts[which[slots[i]]], seat, works[0])


@loop(**POOL, flags=LoopArgument("i1"), seat=WHOLE)
def legal_flags(states, consts, which, slots, flags, seat):
    """The flat actions that are legal for a seat in the first of the slots."""
    for action in range(flags.shape[0]):
        flags[action] = 1 if legal(states[slots[0]], consts[which[slots[0]]], seat, action) else 0


@loop(**POOL, **SCRATCH, actions=LoopArgument("i4"), seat=WHOLE)
def decode_actions(states, consts, which, slots, moves, works, memories, generators, actions, seat):
    """The moves of flat actions in the first of the slots."""
    for i in range(actions.shape[0]):
        decode(states[slots[0]], consts[which[slots[0]]], seat, actions[i], moves[i])


@loop(**POOL, **SCRATCH, seat=WHOLE, seats=WHOLE)
def candidates(states, consts, which, slots, moves, works, memories, generators, seat, seats):
    """The policy's move in the first of the slots, then the moves that the game proposes; returns their number."""
    state = states[slots[0]]
    return write_candidates(state, consts[which[slots[0]]], seat, generators[0], moves, works[0], memories, seats)


MODEL = same_library(step_many, playouts_many, value_many, legal_flags, decode_actions, candidates)
