# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined"
# ruff: noqa: ANN001, ANN201, F821
"""The loop of a teacher, bound to a game's rules by `native`."""

from __future__ import annotations

from lanista.engine.loop import CONSTS, STATES, WHOLE, Argument, loop


@loop(
    states=STATES,
    consts=CONSTS,
    which=Argument("i8"),
    numbers=Argument("i4"),
    moves=Argument("move", 2),
    seat=WHOLE,
)
def decode_all(states, consts, which, numbers, moves, seat):
    """The moves of all actions of a seat in every state."""
    for i in range(states.shape[0]):
        for place in range(numbers.shape[0]):
            decode(states[i], consts[which[i]], seat, numbers[place], moves[i, place])
