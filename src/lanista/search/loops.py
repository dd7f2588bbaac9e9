# mypy: disable-error-code="no-untyped-def, no-untyped-call, name-defined, type-arg"
# ruff: noqa: ANN001, ANN201, F821
"""Tree search over simultaneous moves as loops, bound to a game's rules by `native`.

A node stands for the moves that led to it, not for a state: each iteration takes another imagined state down the
tree, so that chance and hidden information average out. Each choosing seat has a row of candidates in a node and
chooses among them by itself, since nobody knows what the others choose. Most nodes are reached only once: rows are
given to those that are reached again. Each worker grows a separate tree.
"""

from __future__ import annotations

from math import sqrt

from lanista.engine import rand_below, rule
from lanista.engine.loop import CONSTS, STATES, WHOLE, LoopArgument, loop, same_library

# Columns of `counters`
NODES, ITERATIONS, TURNS, WANTED, BRANCHED = 0, 1, 2, 3, 4
# Columns of `links`
FIRST_CHILD, NEXT_SIBLING, CHOICES, ROWS = 0, 1, 2, 3
# Columns of `sums`
VISITS, TOTAL = 0, 1
# Columns of `bounds`
LOW, HIGH = 0, 1

TREE = {
    "candidates": LoopArgument("move", 2),  # a row for each chooser of each node that was reached twice
    "counts": LoopArgument("i4"),  # how many candidates a row has; 0: not proposed yet
    "visits": LoopArgument("i4", 2),  # of each candidate
    "totals": LoopArgument("f8", 2),  # what each candidate got
    "sums": LoopArgument("f8", 2),  # of visits and totals of a row
    "links": LoopArgument("i4", 2),  # of nodes
}
SCRATCH = {
    "scratch": LoopArgument("state", 2),
    "moves": LoopArgument("move", 2),
    "works": LoopArgument("work", 2),
    "memories": LoopArgument("memory", 2),  # of all seats, then zeros
    "generators": LoopArgument("generator", 2),
    "paths": LoopArgument("i4", 2),  # the first row of a node and the choices in it, for each turn in the tree
}


@loop(
    worlds=STATES,
    consts=CONSTS,
    choosers=LoopArgument("i4"),
    **TREE,
    **SCRATCH,
    bounds=LoopArgument("f8", 2),
    weights=LoopArgument("f8", 2),
    counters=LoopArgument("i8", 2),
    seats=WHOLE,
    depth=WHOLE,
    turns=WHOLE,
    wild=WHOLE,
    worker=WHOLE,
)
def grow(
    worlds,
    consts,
    choosers,
    candidates,
    counts,
    visits,
    totals,
    sums,
    links,
    scratch,
    moves,
    works,
    memories,
    generators,
    paths,
    bounds,
    weights,
    counters,
    seats,
    depth,
    turns,
    wild,
    worker,
):
    """Repeat: descend the tree, add a node, play on by the policy, add up each chooser's results."""
    capacity = links.shape[0] // counters.shape[0]
    branches = counts.shape[0] // (counters.shape[0] * choosers.shape[0])
    root = worker * capacity
    width = choosers.shape[0] + 1  # of a turn in a path
    state = scratch[worker, 0]
    mine = moves[worker]
    work = works[worker, 0]
    minds = memories[worker]
    generator = generators[worker, 0]
    path = paths[worker]
    bound = bounds[worker]
    for _ in range(counters[worker, WANTED]):
        world = counters[worker, ITERATIONS] % worlds.shape[0]
        const = consts[world]
        scratch[worker, 0] = worlds[world]
        node = root
        length = 0
        while length < depth and node >= 0 and not is_over(state, const):
            rows = rows_of(links, node, counts, counters[worker], choosers.shape[0], worker * branches, branches)
            if rows < 0:
                break
            path[length * width] = rows
            play_rivals(state, const, choosers, seats, generator, mine, work, minds)
            joint = 0
            for i in range(choosers.shape[0]):
                row = rows + i
                if counts[row] == 0:
                    counts[row] = write_candidates(
                        state, const, choosers[i], generator, candidates[row], work, minds, seats
                    )
                    clear(counts[row], visits[row], totals[row], sums[row])
                choice = select_candidate(counts[row], visits[row], totals[row], sums[row], bound, weights)
                mine[choosers[i]] = candidates[row, choice]
                path[length * width + 1 + i] = choice
                joint = joint * candidates.shape[1] + choice
            step(state, mine, const, work)
            length += 1
            child = child_of(links, node, joint)
            if child < 0 and counters[worker, NODES] < capacity:
                add_child(links, node, root + counters[worker, NODES], joint)
                counters[worker, NODES] += 1
            node = child
        counters[worker, TURNS] += length + play_on(state, const, seats, generator, mine, work, minds, turns, wild)
        for i in range(choosers.shape[0]):
            result = float(result_or_value(state, const, choosers[i], work))
            bound[LOW] = min(bound[LOW], result)
            bound[HIGH] = max(bound[HIGH], result)
            for turn in range(length):
                row = path[turn * width] + i
                choice = path[turn * width + 1 + i]
                visits[row, choice] += 1
                totals[row, choice] += result
                sums[row, VISITS] += 1.0
                sums[row, TOTAL] += result
        counters[worker, ITERATIONS] += 1


@rule
def play_rivals(state, const, choosers, seats, generator, mine, work, minds):
    """The seats that do not choose in the tree play by the policy."""
    for seat in range(seats):
        chooses = 0
        for i in range(choosers.shape[0]):
            if choosers[i] == seat:
                chooses = 1
        if chooses == 0:
            minds[seat] = minds[seats]
            policy(state, const, seat, generator, mine[seat], work, minds[seat])


@rule
def write_candidates(state, const, seat, generator, row, work, minds, seats):
    """Fill a row with candidates, the proposals in their order and last the policy's move; how many there are."""
    found = min(propose(state, const, seat, generator, row, work), row.shape[0] - 1)
    minds[seat] = minds[seats]
    policy(state, const, seat, generator, row[found], work, minds[seat])
    return found + 1


@loop(
    worlds=STATES,
    consts=CONSTS,
    proposals=LoopArgument("move", 2),
    found=LoopArgument("i4"),
    works=LoopArgument("work", 2),
    memories=LoopArgument("memory", 2),
    generators=LoopArgument("generator", 2),
    seat=WHOLE,
    seats=WHOLE,
)
def propose_all(worlds, consts, proposals, found, works, memories, generators, seat, seats):
    """The candidates of a seat in every imagined state."""
    dice = generators[0, 0]
    for i in range(worlds.shape[0]):
        found[i] = write_candidates(
            worlds[i], consts[i], seat, dice, proposals[i], works[0, 0], memories[0], seats
        )


@rule(floats=True)
def clear(count, visits, totals, sums):
    """Reset the statistics of new candidates."""
    for i in range(count):
        visits[i] = 0
        totals[i] = 0.0
    sums[VISITS] = 0.0
    sums[TOTAL] = 0.0


@rule(floats=True)
def select_candidate(count, visits, totals, sums, bound, weights):
    """The candidate with the best mean, on a scale from the worst to the best result so far, plus its weight.

    One that was never tried counts as much as the mean of all.
    """
    span = bound[HIGH] - bound[LOW]
    if span <= 0.0:
        span = 1.0
    mean = sums[TOTAL] / sums[VISITS] if sums[VISITS] > 0.0 else 0.0
    spread = sqrt(sums[VISITS] + 1.0)
    best = 0
    best_score = -1.0e9
    for i in range(count):
        known = totals[i] / visits[i] if visits[i] > 0 else mean
        score = (known - bound[LOW]) / span + weights[count, i] * spread / (1.0 + visits[i])
        if score > best_score:
            best_score = score
            best = i
    return best


@rule
def rows_of(links, node, counts, counted, choosers, first, branches):
    """The first of a node's rows, which it gets now if it has none; -1 if none are left."""
    if links[node, ROWS] < 0 and counted[BRANCHED] < branches:
        row = (first + counted[BRANCHED]) * choosers
        links[node, ROWS] = row
        counted[BRANCHED] += 1
        for i in range(choosers):
            counts[row + i] = 0
    return links[node, ROWS]


@rule
def child_of(links, node, joint):
    """The child that some choices lead to, or -1; it becomes the first, since it will soon be wanted again."""
    before = -1
    child = links[node, FIRST_CHILD]
    while child >= 0 and links[child, CHOICES] != joint:
        before = child
        child = links[child, NEXT_SIBLING]
    if child >= 0 and before >= 0:
        links[before, NEXT_SIBLING] = links[child, NEXT_SIBLING]
        links[child, NEXT_SIBLING] = links[node, FIRST_CHILD]
        links[node, FIRST_CHILD] = child
    return child


@rule
def add_child(links, node, child, joint):
    """Link a new node to its parent."""
    links[child, FIRST_CHILD] = -1
    links[child, NEXT_SIBLING] = links[node, FIRST_CHILD]
    links[child, CHOICES] = joint
    links[child, ROWS] = -1
    links[node, FIRST_CHILD] = child


@rule
def play_on(state, const, seats, generator, mine, work, minds, turns, wild):
    """Play some turns by the policy with an empty memory; the number played."""
    played = 0
    for seat in range(seats):
        minds[seat] = minds[seats]
    while played < turns and not is_over(state, const):
        for seat in range(seats):
            if wild > 0 and rand_below(generator, 1000) < wild:
                random_move(state, const, seat, generator, mine[seat])
            else:
                policy(state, const, seat, generator, mine[seat], work, minds[seat])
        step(state, mine, const, work)
        played += 1
    return played


@rule
def result_or_value(state, const, seat, work):
    """A seat's result if the match is over, otherwise its estimate."""
    return reward(state, const, seat) if is_over(state, const) else value(state, const, seat, work)


@loop(
    worlds=STATES,
    consts=CONSTS,
    choosers=LoopArgument("i4"),
    **TREE,
    **SCRATCH,
    states=STATES,
    played=LoopArgument("move", 2),
    seats=WHOLE,
)
def follow(
    worlds,
    consts,
    choosers,
    candidates,
    counts,
    visits,
    totals,
    sums,
    links,
    scratch,
    moves,
    works,
    memories,
    generators,
    paths,
    states,
    played,
    seats,
):
    """Play the line of the most visited choices: the states before each turn, and the moves; how many turns."""
    state = scratch[0, 0]
    mine = moves[0]
    const = consts[0]
    scratch[0, 0] = worlds[0]
    node = 0
    length = 0
    while length < states.shape[0] and node >= 0 and links[node, ROWS] >= 0 and not is_over(state, const):
        states[length] = scratch[0, 0]
        play_rivals(state, const, choosers, seats, generators[0, 0], mine, works[0, 0], memories[0])
        joint = 0
        for i in range(choosers.shape[0]):
            row = links[node, ROWS] + i
            choice = most_visited(counts[row], visits[row])
            mine[choosers[i]] = candidates[row, choice]
            joint = joint * candidates.shape[1] + choice
        for seat in range(seats):
            played[length, seat] = mine[seat]
        step(state, mine, const, works[0, 0])
        length += 1
        node = child_of(links, node, joint)
    return length


@rule
def most_visited(count, visits):
    """The most visited candidate."""
    best = 0
    for i in range(count):
        if visits[i] > visits[best]:
            best = i
    return best


SEARCH = same_library(grow, follow, propose_all)
