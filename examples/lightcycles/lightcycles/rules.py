"""One turn: riders steer, all of them ride one cell at once, and those who hit something are out."""

from typing import Any, NamedTuple

from lanista.engine import Choice, Records, State, note, rule
from lightcycles.notes import Kind
from lightcycles.state import FREE, HEIGHT, SIDES, STEP_X, STEP_Y, WIDTH, Arena, Config, Rider, Turn, Work


class Move(NamedTuple):
    """How a rider steers; its text is the word."""

    action: Turn


@rule
def step(arena: Arena, moves: Records[Choice], config: Config, work: Work) -> None:
    """A turn."""
    if is_over(arena, config):
        return
    for seat in range(config.seats):
        if rides(arena.riders[seat]):
            arena.riders[seat].heading = steered(arena.riders[seat].heading, moves[seat].action)
    for seat in range(config.seats):
        if rides(arena.riders[seat]) and hits(arena, config, seat):
            arena.riders[seat].crashed = -1  # counts once all have been looked at
    for seat in range(config.seats):
        ride(arena, work, seat)
    arena.turn += 1


@rule
def rides(rider: Rider) -> bool:
    """Whether a rider is still in the match."""
    return rider.crashed <= 0


@rule
def steered(heading: int, turn: int) -> int:
    """The heading after a turn to the right or left."""
    if turn == Turn.AHEAD:
        return heading
    return (heading + (1 if turn == Turn.RIGHT else SIDES - 1)) % SIDES


@rule
def hits(arena: Arena, config: Config, seat: int) -> bool:
    """Whether the cell ahead is a wall, a trail, or one that another rider enters in the same turn."""
    rider = arena.riders[seat]
    x, y = rider.x + STEP_X[rider.heading], rider.y + STEP_Y[rider.heading]
    if not is_free(arena, x, y):
        return True
    for other in range(config.seats):
        rival = arena.riders[other]
        enters = rival.x + STEP_X[rival.heading] == x and rival.y + STEP_Y[rival.heading] == y
        if other != seat and rides(rival) and enters:
            return True
    return False


@rule
def is_free(arena: Arena, x: int, y: int) -> bool:
    """Whether a cell is in the arena and has no trail."""
    return 0 <= x < WIDTH and 0 <= y < HEIGHT and arena.trails[y, x] == FREE


@rule
def ride(arena: Arena, work: Work, seat: int) -> None:
    """A rider leaves a trail in its new cell, or crashes where it is."""
    rider = arena.riders[seat]
    if rider.crashed == -1:
        rider.crashed = arena.turn + 1
        note(work.log, Kind.CRASHED, seat, rider.x, rider.y)
    elif rider.crashed == 0:
        rider.x += STEP_X[rider.heading]
        rider.y += STEP_Y[rider.heading]
        arena.trails[rider.y, rider.x] = seat + 1


@rule
def is_over(arena: Arena, config: Config) -> bool:
    """A match ends when at most one rider is left, or after its turns."""
    left = 0
    for seat in range(config.seats):
        left += rides(arena.riders[seat])
    return left <= 1 or arena.turn >= config.max_turns


@rule
def asked(arena: Arena, config: Config, seat: int) -> bool:
    """Only riders are asked for moves."""
    return rides(arena.riders[seat])


@rule
def score(arena: Arena, config: Config, seat: int) -> int:
    """The turns that a rider has lasted; one that still rides counts one more."""
    rider = arena.riders[seat]
    return arena.turn + 1 if rides(rider) else rider.crashed


def scene(state: State[Arena, Config]) -> dict[str, Any]:
    """The size of the arena, for the script that draws; states are frames, since nothing is hidden."""
    return {"width": WIDTH, "height": HEIGHT}
