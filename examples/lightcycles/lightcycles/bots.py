"""The built-in bots, weakest first."""

from lanista.engine import Choice, Generator, rand_below, rule
from lightcycles.rules import is_free, rides, steered
from lightcycles.state import HEIGHT, SIDES, STEP_X, STEP_Y, WIDTH, Arena, Config, Turn, Work

WAYS = 3


@rule
def careful(arena: Arena, config: Config, seat: int, generator: Generator, move: Choice, work: Work) -> None:
    """Ride ahead as long as that is free, otherwise to a free side."""
    move.action = Turn.AHEAD
    side = 1 + rand_below(generator, 2)
    if not leads_on(arena, seat, Turn.AHEAD):
        move.action = side if leads_on(arena, seat, side) else WAYS - side


@rule
def roomy(arena: Arena, config: Config, seat: int, generator: Generator, move: Choice, work: Work) -> None:
    """Ride to where it can reach the most cells, away from cells that a rival may enter too."""
    best = 0
    move.action = Turn.AHEAD
    for turn in range(WAYS):
        if leads_on(arena, seat, turn):
            room = room_after(arena, config, seat, turn, work)
            if room > best:
                best = room
                move.action = turn


@rule
def leads_on(arena: Arena, seat: int, turn: int) -> bool:
    """Whether the next cell is free after a turn."""
    heading = steered(arena.riders[seat].heading, turn)
    return is_free(arena, arena.riders[seat].x + STEP_X[heading], arena.riders[seat].y + STEP_Y[heading])


@rule
def room_after(arena: Arena, config: Config, seat: int, turn: int, work: Work) -> int:
    """How many cells the rider can reach after a turn; 1 where it may meet a rival at once."""
    for cell in range(WIDTH * HEIGHT):
        work.seen[cell] = 0
    heading = steered(arena.riders[seat].heading, turn)
    x, y = arena.riders[seat].x + STEP_X[heading], arena.riders[seat].y + STEP_Y[heading]
    work.queue[0] = y * WIDTH + x
    work.seen[y * WIDTH + x] = 1
    for other in range(config.seats):
        rival = arena.riders[other]
        if other != seat and rides(rival) and abs(rival.x - x) + abs(rival.y - y) == 1:
            return 1
    return flood(arena, work)


@rule
def flood(arena: Arena, work: Work) -> int:
    """Spread from the first cell of the queue; gives the number of free cells that it reaches."""
    done, found = 0, 1
    while done < found:
        cell = work.queue[done]
        done += 1
        for heading in range(SIDES):
            column, row = cell % WIDTH + STEP_X[heading], cell // WIDTH + STEP_Y[heading]
            if is_free(arena, column, row) and work.seen[row * WIDTH + column] == 0:
                work.seen[row * WIDTH + column] = 1
                work.queue[found] = row * WIDTH + column
                found += 1
    return found


BOTS = (careful, roomy)
