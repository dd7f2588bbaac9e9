# mypy: disable-error-code="no-untyped-def, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Loops over many states, written once and bound to each game's rules by `native`.

`step`, `is_over`, `reward`, `decode`, `random_action`, `random_move`, `observe` and `policy` are names that the
binding supplies. Work is split into one range of states per worker, each with its own row of scratch space:
workers that shared a cache line would slow each other down.
"""

from __future__ import annotations

from lanista.engine.loop import CONSTS, MOVES, STATES, WHOLE, WORKS, LoopArgument, loop


@loop(states=STATES, moves=MOVES, consts=CONSTS, works=WORKS)
def step_once(states, moves, consts, works):
    """One turn of one state."""
    step(states[0], moves, consts[0], works[0])


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    actions=LoopArgument("i4", 2),
    moves=LoopArgument("move", 2),
    works=LoopArgument("work", 2),
    starts=STATES,
    rewards=LoopArgument("f4", 2),
    done=LoopArgument("i1"),
    lengths=LoopArgument("i4"),
    resets=LoopArgument("i4"),
    given=LoopArgument("move", 2),
    is_given=LoopArgument("i1"),
    worker=WHOLE,
)
def step_batch(
    states, consts, which, actions, moves, works, starts, rewards, done, lengths, resets, given, is_given, worker
):
    """One turn of every state by flat actions, or given moves; a finished match is replaced by the next start."""
    workers = works.shape[0]
    count = states.shape[0]
    seats = actions.shape[1]
    mine = moves[worker]
    work = works[worker, 0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        state = states[i]
        const = consts[which[i]]
        for seat in range(seats):
            if is_given[seat]:
                mine[seat] = given[i, seat]
            else:
                decode(state, const, seat, actions[i, seat], mine[seat])
        step(state, mine, const, work)
        over = is_over(state, const)
        for seat in range(seats):
            rewards[i, seat] = reward(state, const, seat) / 1000.0 if over else 0.0
        if over:
            done[i] = 1
            resets[i] += 1
            lengths[i] = 0
            which[i] = (which[i] + count) % starts.shape[0]
            states[i] = starts[which[i]]
        else:
            done[i] = 0
            lengths[i] += 1


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    rows=LoopArgument("observation", 2),
    workers=WHOLE,
    worker=WHOLE,
)
def observe_batch(states, consts, which, rows, workers, worker):
    """Write the observation of every seat of every state."""
    count = states.shape[0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        for seat in range(rows.shape[1]):
            observe(states[i], consts[which[i]], seat, rows[i, seat])


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    generators=LoopArgument("generator"),
    works=LoopArgument("work", 2),
    given=LoopArgument("move", 2),
    memories=LoopArgument("memory"),
    lengths=LoopArgument("i4"),
    seat=WHOLE,
    worker=WHOLE,
)
def policy_moves(states, consts, which, generators, works, given, memories, lengths, seat, worker):
    """The moves of one seat by a policy of the game, to which the name `policy` is bound.

    It remembers by a record for each state, after which comes one of zeros; `lengths` are turns that were played.
    """
    workers = works.shape[0]
    count = states.shape[0]
    work = works[worker, 0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        if lengths[i] == 0:
            memories[i] = memories[count]
        policy(states[i], consts[which[i]], seat, generators[i], given[i, seat], work, memories[i])


@loop(
    states=STATES,
    consts=CONSTS,
    which=LoopArgument("i8"),
    generators=LoopArgument("generator"),
    actions=LoopArgument("i4", 2),
    numbering=LoopArgument("i4"),
    workers=WHOLE,
    worker=WHOLE,
)
def draw_actions(states, consts, which, generators, actions, numbering, workers, worker):
    """A random legal action for every seat of every state, by its index in the numbering in use."""
    count = states.shape[0]
    for i in range(worker * count // workers, (worker + 1) * count // workers):
        for seat in range(actions.shape[1]):
            actions[i, seat] = numbering[random_action(states[i], consts[which[i]], seat, generators[i])]


@loop(
    states=STATES,
    consts=CONSTS,
    scratch=STATES,
    moves=LoopArgument("move", 2),
    works=LoopArgument("work", 2),
    generators=LoopArgument("generator", 2),
    limits=LoopArgument("i8"),
    totals=LoopArgument("i8", 2),
    turns=LoopArgument("i8", 2),
    worker=WHOLE,
)
def random_playouts(states, consts, scratch, moves, works, generators, limits, totals, turns, worker):
    """Play one state to its end repeatedly with random legal moves; add up the results by seat."""
    seats = totals.shape[1]
    mine = moves[worker]
    state = scratch[worker]
    const = consts[0]
    work = works[worker, 0]
    generator = generators[worker, 0]
    played = 0
    for _ in range(limits[worker]):
        scratch[worker] = states[0]
        while not is_over(state, const):
            for seat in range(seats):
                random_move(state, const, seat, generator, mine[seat])
            step(state, mine, const, work)
            played += 1
        for seat in range(seats):
            totals[worker, seat] += reward(state, const, seat)
    turns[worker, 0] += played


@loop(states=STATES, moves=MOVES, consts=CONSTS, works=WORKS, scratch=STATES, rounds=WHOLE, turns=WHOLE)
def step_copies(states, moves, consts, works, scratch, rounds, turns):
    """Repeat the same turns from the same state; without turns, only make the copies."""
    for _ in range(rounds):
        scratch[0] = states[0]
        for _ in range(turns):
            step(scratch[0], moves, consts[0], works[0])


@loop(source=STATES, targets=STATES, rounds=WHOLE)
def clone_many(source, targets, rounds):
    """Copy one state into each of the targets, repeatedly."""
    for _ in range(rounds):
        for i in range(targets.shape[0]):
            targets[i] = source[0]


ENGINE = (step_once, step_batch, observe_batch, draw_actions, random_playouts, step_copies, clone_many)
