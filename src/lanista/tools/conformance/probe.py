# mypy: disable-error-code="no-untyped-def, name-defined"
# ruff: noqa: ANN001, ANN201, F821
"""Loops, bound to a game's rules like those of `engine.loops`, that call compiled rules."""

from __future__ import annotations

from lanista.engine.loop import CONSTS, STATES, WHOLE, LoopArgument, loop


@loop(
    states=STATES,
    consts=CONSTS,
    generators=LoopArgument("generator"),
    masks=LoopArgument("i1", 2),
    flags=LoopArgument("mask"),
    decoded=LoopArgument("move", 2),
    drawn=LoopArgument("move"),
    chosen=LoopArgument("i8"),
    rows=LoopArgument("observation"),
    results=LoopArgument("i8"),
)
def probe(states, consts, generators, masks, flags, decoded, drawn, chosen, rows, results):
    """Legal actions, decoded actions, a random move and action, the observation and the result of every seat."""
    for seat in range(rows.shape[0]):
        for action in range(masks.shape[1]):
            masks[seat, action] = legal(states[0], consts[0], seat, action)
            decode(states[0], consts[0], seat, action, decoded[seat, action])
        mask(states[0], consts[0], seat, flags[seat])
        random_move(states[0], consts[0], seat, generators[0], drawn[seat])
        chosen[seat] = random_action(states[0], consts[0], seat, generators[0])
        observe(states[0], consts[0], seat, rows[seat])
        results[seat] = reward(states[0], consts[0], seat)
    results[rows.shape[0]] = is_over(states[0], consts[0])


@loop(states=STATES, consts=CONSTS, generators=LoopArgument("generator"), seat=WHOLE)
def redraw_one(states, consts, generators, seat):
    """Redraw in place what is hidden from a seat."""
    redraw(states[0], consts[0], seat, generators[0])


@loop(
    states=STATES,
    consts=CONSTS,
    generators=LoopArgument("generator"),
    moves=LoopArgument("move", 2),
    works=LoopArgument("work", 2),
    counts=LoopArgument("i8"),
    seat=WHOLE,
)
def propose_one(states, consts, generators, moves, works, counts, seat):
    """Moves worth a try."""
    counts[0] = propose(states[0], consts[0], seat, generators[0], moves[0], works[0, 0])
