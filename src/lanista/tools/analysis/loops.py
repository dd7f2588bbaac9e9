# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Playouts from many positions of a match as one loop, bound to a game's rules by `native`."""

from __future__ import annotations

from lanista.engine import rule
from lanista.engine.loop import CONSTS, STATES, WHOLE, LoopArgument, loop
from lanista.search.loops import play_on, result_or_value

WHOLE_MATCH = 1000  # what is shared by the seats that win a playout
LOSS = 1000  # the size of the worst result


@loop(
    states=STATES,
    consts=CONSTS,
    at=LoopArgument("i4"),
    counts=LoopArgument("i4"),
    given=LoopArgument("move", 2),
    is_given=LoopArgument("i1"),
    generators=LoopArgument("generator"),
    scratch=STATES,
    moves=LoopArgument("move", 2),
    works=LoopArgument("work", 2),
    memories=LoopArgument("memory", 2),
    sums=LoopArgument("i8", 2),
    squares=LoopArgument("i8", 2),
    values=LoopArgument("i8", 2),
    turns=LoopArgument("i8"),
    ended=LoopArgument("i8"),
    limit=WHOLE,
    wild=WHOLE,
    worker=WHOLE,
)
def play_rows(
    states, consts, at, counts, given, is_given, generators, scratch, moves, works, memories, sums, squares,
    values, turns, ended, limit, wild, worker,
):  # fmt: skip
    """Each row plays on from a state some times, perhaps with given first moves; adds up what the seats win."""
    seats = sums.shape[1]
    state = scratch[worker]
    const = consts[0]
    mine = moves[worker]
    work = works[worker, 0]
    for row in range(worker, at.shape[0], scratch.shape[0]):
        for playout in range(counts[row]):
            scratch[worker] = states[at[row]]
            if is_given[row]:
                for seat in range(seats):
                    mine[seat] = given[row, seat]
                step(state, mine, const, work)
            if playout == 0:
                for seat in range(seats):
                    values[row, seat] = result_or_value(state, const, seat, work)
            turns[row] += play_on(state, const, seats, generators[row], mine, work, memories[worker], limit, wild)
            if is_over(state, const):
                ended[row] += 1
            add_shares(state, const, work, sums[row], squares[row])


@rule
def add_shares(state, const, work, sums, squares):
    """The best of a match that is over share it; of a running one each seat gets a part by what it promises."""
    if is_over(state, const):
        add_wins(state, const, sums, squares)
    else:
        add_parts(state, const, work, sums, squares)


@rule
def add_wins(state, const, sums, squares):
    """The seats with the best result share the match."""
    best = reward(state, const, 0)
    for seat in range(sums.shape[0]):
        best = max(best, reward(state, const, seat))
    winners = 0
    for seat in range(sums.shape[0]):
        if reward(state, const, seat) == best:
            winners += 1
    for seat in range(sums.shape[0]):
        if reward(state, const, seat) == best:
            share = WHOLE_MATCH // winners
            sums[seat] += share
            squares[seat] += share * share


@rule
def add_parts(state, const, work, sums, squares):
    """Each seat gets a part in proportion to how far its promise is from a loss."""
    total = 0
    for seat in range(sums.shape[0]):
        total += value(state, const, seat, work) + LOSS
    for seat in range(sums.shape[0]):
        share = (value(state, const, seat, work) + LOSS) * WHOLE_MATCH // max(1, total)
        sums[seat] += share
        squares[seat] += share * share
