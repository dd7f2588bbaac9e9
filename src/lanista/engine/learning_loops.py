# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Loops for learners: a step that also writes observations, masks of legal actions and rewards of many kinds.

They are bound to a game's rules by `native`, as those of `loops`. All that is written about a match is written
while its state is near: one pass over the states.
"""

from __future__ import annotations

from lanista.engine.loop import CONSTS, STATES, WHOLE, LoopArgument, loop, same_library
from lanista.engine.rule import rule

# Columns of `settings`
KIND, MASKS, MAX_TURNS, IS_SHAPED, IS_SEEN = 0, 1, 2, 3, 4
SETTINGS = 5
# Kinds of observations
NONE, INT8, INT16, FLOAT32 = 0, 1, 2, 3
# Kinds of masks: a byte or a bit for each flat action, or for each action of another numbering
BYTES, NUMBERED, BITS, NUMBERED_BITS = 1, 2, 3, 4
# Columns of `weights`
OUTCOME, SCORE, VALUE = 0, 1, 2
WEIGHTS = 3
WIN = 1000.0  # what `reward` and `value` call a win
LEAST8, MOST8 = -128, 127

SHOWN = {
    "is_watched": LoopArgument("i1"),  # of each seat: whether anything but its outcome is written
    "settings": LoopArgument("i4"),
    "scratch": LoopArgument("observation", 2),  # a row for each worker and seat
    "bytes8": LoopArgument("observation", 2, "i1"),  # of these three only the kind that is wanted is used
    "words16": LoopArgument("observation", 2),
    "floats32": LoopArgument("observation", 2, "f4"),
    "scales": LoopArgument("observation", 1, "f4"),
    "flags": LoopArgument("mask"),  # a row for each worker
    "masks": LoopArgument("mask", 2),
    "packed": LoopArgument("i1", 3),
    "numbers": LoopArgument("i4"),  # the flat actions, in the numbering that is used
}


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    actions=LoopArgument("i4", 2),
    moves=LoopArgument("move", 2),
    works=LoopArgument("work", 2),
    starts=STATES,
    rewards=LoopArgument("f4", 2),
    outcomes=LoopArgument("f4", 2),
    done=LoopArgument("i1"),
    truncated=LoopArgument("i1"),
    lengths=LoopArgument("i4"),
    resets=LoopArgument("i4"),
    given=LoopArgument("move", 2),
    is_given=LoopArgument("i1"),
    potentials=LoopArgument("f8", 2),
    weights=LoopArgument("f8"),
    picked=LoopArgument("i4"),
    picked_weights=LoopArgument("f8"),
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
    potentials,
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
    seen = scratch[worker]
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
        if is_seen:
            show(state, const, at, seen, bytes8, words16, floats32, scales, kind, is_watched)
        for seat in range(seats):
            result = reward(state, const, seat) / WIN if over else 0.0
            outcomes[i, seat] = result
            rewards[i, seat] = weights[OUTCOME] * result
            if shaped and is_watched[seat]:
                if kind == INT16:
                    reached = potential(
                        state, const, seat, seats, weights, picked, picked_weights, words16[at, seat], work
                    )
                else:
                    reached = potential(
                        state, const, seat, seats, weights, picked, picked_weights, seen[seat], work
                    )
                rewards[i, seat] += reached - potentials[i, seat]
                potentials[i, seat] = reached
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
                potentials,
                weights,
                picked,
                picked_weights,
                seen,
                bytes8,
                words16,
                floats32,
                scales,
                is_watched,
                kind,
                shaped,
                is_seen,
                work,
            )
        if settings[MASKS]:
            write_masks(state, consts[which[i]], i, settings, flags[worker], masks, packed, numbers, is_watched)


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    works=LoopArgument("work", 2),
    potentials=LoopArgument("f8", 2),
    weights=LoopArgument("f8"),
    picked=LoopArgument("i4"),
    picked_weights=LoopArgument("f8"),
    **SHOWN,
    workers=WHOLE,
    worker=WHOLE,
)
def show_batch(
    states,
    consts,
    which,
    works,
    potentials,
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
    """Write the observation, legal actions and potential of every seat of every state."""
    count = states.shape[0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        begin(
            states[i],
            consts[which[i]],
            i,
            potentials,
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
            works[worker, 0],
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
    potentials,
    weights,
    picked,
    picked_weights,
    seen,
    bytes8,
    words16,
    floats32,
    scales,
    is_watched,
    kind,
    shaped,
    is_seen,
    work,
):
    """Write the observations of a state's seats, and their potentials, from which later rewards count."""
    seats = potentials.shape[1]
    if is_seen:
        show(state, const, i, seen, bytes8, words16, floats32, scales, kind, is_watched)
    for seat in range(seats):
        if shaped and is_watched[seat]:
            if kind == INT16:
                potentials[i, seat] = potential(
                    state, const, seat, seats, weights, picked, picked_weights, words16[i, seat], work
                )
            else:
                potentials[i, seat] = potential(
                    state, const, seat, seats, weights, picked, picked_weights, seen[seat], work
                )


@rule
def show(state, const, at, seen, bytes8, words16, floats32, scales, kind, is_watched):
    """Write observations of watched seats: raw, saturated at 8 bits, or scaled; without a kind only into `seen`.

    All rows are written before the first is converted: reading a value just written stalls the processor.
    """
    for seat in range(is_watched.shape[0]):
        if is_watched[seat]:
            if kind == INT16:
                observe(state, const, seat, words16[at, seat])
            else:
                observe(state, const, seat, seen[seat])
    for seat in range(is_watched.shape[0]):
        if is_watched[seat] and kind == INT8:
            saturate(seen[seat], bytes8[at, seat])
        elif is_watched[seat] and kind == FLOAT32:
            divide(seen[seat], scales, floats32[at, seat])


@rule
def saturate(row, small):
    """Write numbers as bytes."""
    for k in range(row.shape[0]):
        small[k] = max(LEAST8, min(MOST8, row[k]))


@rule
def divide(row, scales, large):
    """Write numbers divided by their scales."""
    for k in range(row.shape[0]):
        large[k] = row[k] * scales[0, k]


@rule
def potential(state, const, seat, seats, weights, picked, picked_weights, row, work):
    """The potential of a seat under a reward's weights; the reward is its change."""
    total = 0.0
    if weights[SCORE] != 0.0:
        total += weights[SCORE] * lead(state, const, seat, seats)
    if weights[VALUE] != 0.0:
        total += weights[VALUE] * value(state, const, seat, work) / WIN
    for k in range(picked.shape[0]):
        total += picked_weights[k] * row[picked[k]]
    return total


@rule
def lead(state, const, seat, seats):
    """The lead of a seat over the best of the others, in points; alone, all its points."""
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
    """Write the legal actions of the watched seats."""
    for seat in range(is_watched.shape[0]):
        if is_watched[seat]:
            write_mask(state, const, seat, i, settings[MASKS], flags, masks, packed, numbers)


@rule
def write_mask(state, const, seat, i, kind, flags, masks, packed, numbers):
    """Write the legal actions: in place, or by another numbering, or as bits, the first one the lowest."""
    if kind == BYTES:
        mask(state, const, seat, masks[i, seat])
        return
    mask(state, const, seat, flags)
    bits = packed[i, seat]
    if kind == NUMBERED:
        for k in range(numbers.shape[0]):
            bits[k] = flags[numbers[k]]
    elif kind == BITS:
        for k in range(flags.shape[0] // 8):
            bits[k] = signed_byte(pack_eight(flags, 8 * k))
        if flags.shape[0] % 8:
            last = 0
            for k in range(flags.shape[0] // 8 * 8, flags.shape[0]):
                last |= flags[k] << (k % 8)
            bits[flags.shape[0] // 8] = signed_byte(last)
    else:
        write_numbered_bits(flags, numbers, bits)


@rule
def write_numbered_bits(flags, numbers, bits):
    """Write bits by another numbering."""
    for k in range(bits.shape[0]):
        found = 0
        for j in range(min(8, numbers.shape[0] - 8 * k)):
            found |= flags[numbers[8 * k + j]] << j
        bits[k] = signed_byte(found)


@rule
def pack_eight(flags, at):
    """Eight flags as the bits of a number."""
    low = flags[at] | flags[at + 1] << 1 | flags[at + 2] << 2 | flags[at + 3] << 3
    return low | flags[at + 4] << 4 | flags[at + 5] << 5 | flags[at + 6] << 6 | flags[at + 7] << 7


@rule
def signed_byte(byte):
    """A byte as numbers of one byte are stored."""
    return byte - 256 if byte > MOST8 else byte


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    numbers=LoopArgument("i4"),
    moves=LoopArgument("move", 2),
    seat=WHOLE,
)
def decode_all(states, consts, which, numbers, moves, seat):
    """The moves of all actions of a seat in every state."""
    for i in range(states.shape[0]):
        for k in range(numbers.shape[0]):
            decode(states[i], consts[which[i]], seat, numbers[k], moves[i, k])


LEARNING = same_library(learn_batch, show_batch, decode_all)
