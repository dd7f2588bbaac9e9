# mypy: disable-error-code="no-untyped-def, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Loops over many states, written once and bound to each game's rules by `native`.

`step`, `is_over`, `reward`, `decode`, `legal`, `random_move`, `observe` and `prange` are names that the binding
supplies. Work is split into one range of states per worker, each with its own row of scratch space: workers that
shared a cache line would slow each other down.
"""

from __future__ import annotations

from lanista.engine.random import rand_below


def step_once(states, moves, consts, works):
    """One turn of one state."""
    step(states[0], moves, consts[0], works[0])


def step_batch(states, consts, which, actions, moves, works, starts, rewards, done, lengths, resets):
    """One turn of every state by flat actions; a finished match is replaced by the next start."""
    workers = works.shape[0]
    count = states.shape[0]
    seats = actions.shape[1]
    for worker in prange(workers):
        mine = moves[worker]
        for i in range(worker * count // workers, (worker + 1) * count // workers):
            state = states[i]
            const = consts[which[i]]
            for seat in range(seats):
                decode(state, const, seat, actions[i, seat], mine[seat])
            step(state, mine, const, works[worker, 0])
            lengths[i] += 1
            over = is_over(state, const)
            done[i] = over
            for seat in range(seats):
                rewards[i, seat] = reward(state, const, seat) / 1000.0 if over else 0.0
            if over:
                resets[i] += 1
                lengths[i] = 0
                which[i] = (which[i] + count) % starts.shape[0]
                states[i] = starts[which[i]]


def observe_batch(states, consts, which, observations):
    """What every seat of every state sees, written in place."""
    for i in prange(states.shape[0]):
        for seat in range(observations.shape[1]):
            observe(states[i], consts[which[i]], seat, observations[i, seat])


def draw_actions(states, consts, which, generators, actions, total):
    """A random legal flat action for every seat of every state."""
    for i in range(states.shape[0]):
        for seat in range(actions.shape[1]):
            action = rand_below(generators[0], total)
            while not legal(states[i], consts[which[i]], seat, action):
                action = rand_below(generators[0], total)
            actions[i, seat] = action


def random_playouts(states, consts, scratch, moves, works, generators, limits, totals, turns):
    """Play one state to its end again and again with random legal moves; add up what each seat gets."""
    workers = works.shape[0]
    seats = totals.shape[1]
    for worker in prange(workers):
        mine = moves[worker]
        state = scratch[worker]
        for _ in range(limits[worker]):
            scratch[worker] = states[0]
            while not is_over(state, consts[0]):
                for seat in range(seats):
                    random_move(state, consts[0], seat, generators[worker, 0], mine[seat])
                step(state, mine, consts[0], works[worker, 0])
                turns[worker, 0] += 1
            for seat in range(seats):
                totals[worker, seat] += reward(state, consts[0], seat)


def step_copies(states, moves, consts, works, scratch, rounds, turns):
    """The same turns of the same state again and again; with none of them only the copies that it needs."""
    for _ in range(rounds):
        scratch[0] = states[0]
        for _ in range(turns):
            step(scratch[0], moves, consts[0], works[0])


def clone_many(source, targets, rounds):
    """Copy one state into each of the targets, again and again."""
    for _ in range(rounds):
        for i in range(targets.shape[0]):
            targets[i] = source[0]
