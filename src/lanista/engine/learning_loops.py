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
# Kinds of masks: a byte or a bit for each flat action, or for each action of another numbering
BYTES, NUMBERED, BITS, NUMBERED_BITS = 1, 2, 3, 4
# Columns of `weights`
OUTCOME, SCORE, VALUE = 0, 1, 2
WEIGHTS = 3
WIN = 1000.0  # what `reward` and `value` call a win
LEAST8, MOST8 = -128, 127

SHOWN = {
    "is_watched": Argument("i1"),  # of each seat: whether anything but its outcome is written
    "settings": Argument("i4"),
    "scratch": Argument("observation", 2),  # a row for each worker and seat
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
                    promised = promise(
                        state, const, seat, seats, weights, picked, picked_weights, words16[at, seat]
                    )
                else:
                    promised = promise(state, const, seat, seats, weights, picked, picked_weights, seen[seat])
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
                seen,
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
    seen,
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
    if is_seen:
        show(state, const, i, seen, bytes8, words16, floats32, scales, kind, is_watched)
    for seat in range(seats):
        if shaped and is_watched[seat]:
            if kind == INT16:
                promises[i, seat] = promise(
                    state, const, seat, seats, weights, picked, picked_weights, words16[i, seat]
                )
            else:
                promises[i, seat] = promise(state, const, seat, seats, weights, picked, picked_weights, seen[seat])


@rule
def show(state, const, at, seen, bytes8, words16, floats32, scales, kind, is_watched):
    """Write what the watched seats see: as it is, saturated at 8 bits, or scaled; without a kind only into `seen`.

    All rows are seen before the first is converted: a processor that reads at once what it wrote has to wait.
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
    bits = packed[i, seat]
    if kind == NUMBERED:
        for k in range(numbers.shape[0]):
            bits[k] = flags[numbers[k]]
    elif kind == BITS:
        for k in range(flags.shape[0] // 8):
            bits[k] = as_signed(eight(flags, 8 * k))
        if flags.shape[0] % 8:
            last = 0
            for k in range(flags.shape[0] // 8 * 8, flags.shape[0]):
                last |= flags[k] << (k % 8)
            bits[flags.shape[0] // 8] = as_signed(last)
    else:
        write_numbered_bits(flags, numbers, bits)


@rule
def write_numbered_bits(flags, numbers, bits):
    """Write bits by another numbering."""
    for k in range(bits.shape[0]):
        found = 0
        for j in range(min(8, numbers.shape[0] - 8 * k)):
            found |= flags[numbers[8 * k + j]] << j
        bits[k] = as_signed(found)


@rule
def eight(flags, at):
    """Eight flags as the bits of a number."""
    low = flags[at] | flags[at + 1] << 1 | flags[at + 2] << 2 | flags[at + 3] << 3
    return low | flags[at + 4] << 4 | flags[at + 5] << 5 | flags[at + 6] << 6 | flags[at + 7] << 7


@rule
def as_signed(byte):
    """A byte as numbers of one byte are stored."""
    return byte - 256 if byte > MOST8 else byte


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


LEARNING = together(learn_batch, show_batch, decode_all)
