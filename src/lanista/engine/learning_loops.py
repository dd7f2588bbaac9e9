# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Loops for learners: a step that also writes observations, masks of legal actions and rewards of many kinds.

They are bound to a game's rules by `native`, as those of `loops`. All that is written about a match is written
while its state is near: one pass over the states.
"""

from __future__ import annotations

from lanista.engine.loop import CONSTS, STATES, WHOLE, Argument, loop, together
from lanista.engine.rule import rule

# Columns of `settings`
KIND, MASKS, MAX_TURNS, IS_SHAPED, IS_SEEN = 0, 1, 2, 3, 4
SETTINGS = 5
# Kinds of observations
NONE, INT8, INT16, FLOAT32 = 0, 1, 2, 3
# Kinds of masks: a byte for each flat action; for each action of another numbering; a bit for each
BYTES, NUMBERED, BITS = 1, 2, 3
# Columns of `weights`
OUTCOME, SCORE, VALUE = 0, 1, 2
WEIGHTS = 3
WIN = 1000.0  # what `reward` and `value` call a win
LEAST8, MOST8 = -128, 127

SHOWN = {
    "is_watched": Argument("i1"),  # of each seat: whether anything but its outcome is written
    "settings": Argument("i4"),
    "scratch": Argument("observation"),  # a row for each worker
    "bytes8": Argument("observation", 2, "i1"),  # of these three only the kind that is wanted is used
    "words16": Argument("observation", 2),
    "floats32": Argument("observation", 2, "f4"),
    "scales": Argument("observation", 1, "f4"),
    "flags": Argument("mask"),  # a row for each worker
    "masks": Argument("mask", 2),
    "packed": Argument("i1", 3),
    "numbers": Argument("i4"),  # the flat actions, in the numbering that is used
}


@loop(
    states=STATES,
    consts=CONSTS,
    which=Argument("i8"),
    actions=Argument("i4", 2),
    moves=Argument("move", 2),
    works=Argument("work", 2),
    starts=STATES,
    rewards=Argument("f4", 2),
    outcomes=Argument("f4", 2),
    done=Argument("i1"),
    truncated=Argument("i1"),
    lengths=Argument("i4"),
    resets=Argument("i4"),
    given=Argument("move", 2),
    is_given=Argument("i1"),
    promises=Argument("f8", 2),
    weights=Argument("f8"),
    picked=Argument("i4"),
    picked_weights=Argument("f8"),
    **SHOWN,
    worker=WHOLE,
)
def learn_batch(
    states,
    consts,
    which,
    actions,
    moves,
    works,
    starts,
    rewards,
    outcomes,
    done,
    truncated,
    lengths,
    resets,
    given,
    is_given,
    promises,
    weights,
    picked,
    picked_weights,
    is_watched,
    settings,
    scratch,
    bytes8,
    words16,
    floats32,
    scales,
    flags,
    masks,
    packed,
    numbers,
    worker,
):
    """One turn of every state; the last observation of a match stands `count` rows behind its others."""
    workers = works.shape[0]
    count = states.shape[0]
    seats = actions.shape[1]
    mine = moves[worker]
    work = works[worker, 0]
    kind = settings[KIND]
    limit = settings[MAX_TURNS]
    shaped = settings[IS_SHAPED]
    is_seen = settings[IS_SEEN]
    row = scratch[worker]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        state = states[i]
        const = consts[which[i]]
        for seat in range(seats):
            if is_given[seat]:
                mine[seat] = given[i, seat]
            else:
                decode(state, const, seat, numbers[actions[i, seat]], mine[seat])
        step(state, mine, const, work)
        lengths[i] += 1
        over = is_over(state, const)
        cut = 1 if not over and lengths[i] == limit else 0
        at = count + i if over or cut else i
        for seat in range(seats):
            result = reward(state, const, seat) / WIN if over else 0.0
            outcomes[i, seat] = result
            rewards[i, seat] = weights[OUTCOME] * result
            if is_seen and is_watched[seat]:
                show(state, const, seat, at, row, bytes8, words16, floats32, scales, kind)
            if shaped and is_watched[seat]:
                if kind == INT16:
                    promised = promise(
                        state, const, seat, seats, weights, picked, picked_weights, words16[at, seat]
                    )
                else:
                    promised = promise(state, const, seat, seats, weights, picked, picked_weights, row)
                rewards[i, seat] += promised - promises[i, seat]
                promises[i, seat] = promised
        done[i] = 1 if over or cut else 0
        truncated[i] = cut
        if over or cut:
            resets[i] += 1
            lengths[i] = 0
            which[i] = (which[i] + count) % starts.shape[0]
            states[i] = starts[which[i]]
            begin(
                state,
                consts[which[i]],
                i,
                promises,
                weights,
                picked,
                picked_weights,
                row,
                bytes8,
                words16,
                floats32,
                scales,
                is_watched,
                kind,
                shaped,
                is_seen,
            )
        if settings[MASKS]:
            write_masks(state, consts[which[i]], i, settings, flags[worker], masks, packed, numbers, is_watched)


@loop(
    states=STATES,
    consts=CONSTS,
    which=Argument("i8"),
    promises=Argument("f8", 2),
    weights=Argument("f8"),
    picked=Argument("i4"),
    picked_weights=Argument("f8"),
    **SHOWN,
    workers=WHOLE,
    worker=WHOLE,
)
def show_batch(
    states,
    consts,
    which,
    promises,
    weights,
    picked,
    picked_weights,
    is_watched,
    settings,
    scratch,
    bytes8,
    words16,
    floats32,
    scales,
    flags,
    masks,
    packed,
    numbers,
    workers,
    worker,
):
    """What every seat of every state sees and may do, and what each is promised."""
    count = states.shape[0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        begin(
            states[i],
            consts[which[i]],
            i,
            promises,
            weights,
            picked,
            picked_weights,
            scratch[worker],
            bytes8,
            words16,
            floats32,
            scales,
            is_watched,
            settings[KIND],
            settings[IS_SHAPED],
            settings[IS_SEEN],
        )
        if settings[MASKS]:
            write_masks(
                states[i], consts[which[i]], i, settings, flags[worker], masks, packed, numbers, is_watched
            )


@rule
def begin(
    state,
    const,
    i,
    promises,
    weights,
    picked,
    picked_weights,
    row,
    bytes8,
    words16,
    floats32,
    scales,
    is_watched,
    kind,
    shaped,
    is_seen,
):
    """What the seats of a state see, and what each is promised, from which later rewards count."""
    seats = promises.shape[1]
    for seat in range(seats):
        if is_seen and is_watched[seat]:
            show(state, const, seat, i, row, bytes8, words16, floats32, scales, kind)
        if shaped and is_watched[seat]:
            if kind == INT16:
                promises[i, seat] = promise(
                    state, const, seat, seats, weights, picked, picked_weights, words16[i, seat]
                )
            else:
                promises[i, seat] = promise(state, const, seat, seats, weights, picked, picked_weights, row)


@rule
def show(state, const, seat, at, row, bytes8, words16, floats32, scales, kind):
    """Write what a seat sees: as it is, saturated at 8 bits, or scaled; without a kind into scratch space only."""
    if kind == INT16:
        observe(state, const, seat, words16[at, seat])
        return
    observe(state, const, seat, row)
    if kind == INT8:
        small = bytes8[at, seat]
        for k in range(row.shape[0]):
            small[k] = max(LEAST8, min(MOST8, row[k]))
    elif kind == FLOAT32:
        large = floats32[at, seat]
        for k in range(row.shape[0]):
            large[k] = row[k] * scales[0, k]


@rule
def promise(state, const, seat, seats, weights, picked, picked_weights, row):
    """What a seat has achieved by the weights of a reward; a reward is the change of it."""
    total = 0.0
    if weights[SCORE] != 0.0:
        total += weights[SCORE] * lead(state, const, seat, seats)
    if weights[VALUE] != 0.0:
        total += weights[VALUE] * value(state, const, seat) / WIN
    for k in range(picked.shape[0]):
        total += picked_weights[k] * row[picked[k]]
    return total


@rule
def lead(state, const, seat, seats):
    """How many points a seat is ahead of the best of the others; alone, all its points."""
    mine = score(state, const, seat)
    best = 0
    first = 1
    for other in range(seats):
        if other != seat:
            theirs = score(state, const, other)
            best = theirs if first == 1 else max(best, theirs)
            first = 0
    return mine - best


@rule
def write_masks(state, const, i, settings, flags, masks, packed, numbers, is_watched):
    """Write which actions the watched seats may take."""
    for seat in range(is_watched.shape[0]):
        if is_watched[seat]:
            write_mask(state, const, seat, i, settings[MASKS], flags, masks, packed, numbers)


@rule
def write_mask(state, const, seat, i, kind, flags, masks, packed, numbers):
    """Write which actions are legal: in place, or by another numbering, or as bits, the first one the lowest."""
    if kind == BYTES:
        mask(state, const, seat, masks[i, seat])
        return
    mask(state, const, seat, flags)
    if kind == NUMBERED:
        for k in range(numbers.shape[0]):
            packed[i, seat, k] = flags[numbers[k]]
        return
    for k in range(packed.shape[2]):
        bits = 0
        for j in range(min(8, numbers.shape[0] - 8 * k)):
            bits |= flags[numbers[8 * k + j]] << j
        packed[i, seat, k] = bits - 256 if bits > MOST8 else bits


LEARNING = together(learn_batch, show_batch)
