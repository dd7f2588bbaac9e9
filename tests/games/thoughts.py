"""The answers of a game's rules `value` and `propose`, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.loop import CONSTS, MOVES, STATES, WHOLE, WORKS, LoopArgument, loop
from lanista.engine.native import native


class Thoughts(NamedTuple):
    """The value of a state to a seat, and the moves to try as bytes."""

    value: int
    moves: bytes


@loop(
    states=STATES,
    consts=CONSTS,
    moves=MOVES,
    works=WORKS,
    generators=LoopArgument("generator"),
    found=LoopArgument("i8"),
    seat=WHOLE,
)
def think_once(states, consts, moves, works, generators, found, seat):
    """The value of one state, and how many moves are proposed."""
    found[0] = value(states[0], consts[0], seat, works[0])  # type: ignore[name-defined]  # noqa: F821
    found[1] = propose(states[0], consts[0], seat, generators[0], moves, works[0])  # type: ignore[name-defined]  # noqa: F821


def generators_of(seed: int) -> Any:
    """One generator, as an array for compiled rules."""
    generators = zeros(Generator)
    generators["position"] = derive(seed, "thoughts")
    return generators


def worth(state: State[Any, Any], seat: int) -> int:
    """The value of a state to a seat."""
    return interpreted(state, seat, 1).value


def interpreted(state: State[Any, Any], seat: int, width: int) -> Thoughts:
    """By the rules as they are written."""
    rules = state.rules
    moves, work = zeros(rules.move, width), over(rules.work, zeros(rules.work).view("u1"))
    generator = over(Generator, generators_of(seat).view("u1"))
    known: dict[str, Any] = {**rules.bindings}
    found = known["value"](state.record, state.const, seat, work)
    count = known["propose"](state.record, state.const, seat, generator, over_all(rules.move, moves), work)
    return Thoughts(found, moves[:count].tobytes())


def compiled(state: State[Any, Any], seat: int, width: int) -> Thoughts:
    """By the compiled rules."""
    rules = state.rules
    moves, found = zeros(rules.move, width), np.zeros(2, np.int64)
    call = native(rules).loop(think_once)
    call(state.data, state.fixed, moves, zeros(rules.work), generators_of(seat), found, seat)
    return Thoughts(int(found[0]), moves[: int(found[1])].tobytes())


def expect_same(states: Iterable[State[Any, Any]], seats: int, width: int) -> None:
    """Compiled rules must think the same, and leave the state as it is."""
    for state in states:
        before = state.bytes()
        for seat in range(seats):
            assert interpreted(state, seat, width) == compiled(state, seat, width)
        assert state.bytes() == before
