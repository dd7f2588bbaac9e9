"""Decisions that bots share: attack, flee, claim more land, or pass the time."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.sproutopia.bots.dangers import FAR, steps_to_trail
from lanista.games.sproutopia.bots.loops import plan_loop
from lanista.games.sproutopia.bots.notebook import OWN, Notebook, is_home, mark_near, see_window
from lanista.games.sproutopia.bots.walks import (
    SIGHT,
    Aim,
    find,
    is_open,
    is_sound,
    length_to,
    steps_outside,
    write_path,
)
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.land import is_on_map
from lanista.games.sproutopia.state import DX, DY, NOWHERE, REVERSE, Config, Direction, Farmer, Garden, Work

MAX_TRAIL = 14  # cells of its trail during a hunt
STROLL = 12  # steps along the border of its land


@rule
def attack(garden: Garden, config: Config, seat: int, book: Notebook, work: Work, sally: int) -> bool:
    """Go to the nearest trail of another, with at most `sally` steps off the land; whether the farmer does."""
    me = garden.farmers[seat]
    if book.prey > SIGHT + 1:
        return book.aim == Aim.PREY and book.taken < book.steps
    if book.trail > MAX_TRAIL or (not is_home(config, me, book) and is_ahead(garden, config, seat)):
        return False
    goal = find(config, me, book, work, Aim.PREY)
    if goal == NOWHERE or steps_outside(config, book, work, goal) > sally:
        return False
    write_path(config, book, work, goal, Aim.PREY)
    return True


@rule
def is_ahead(garden: Garden, config: Config, seat: int) -> bool:
    """Whether nobody else has as large a share of the map."""
    mine = percentage(garden, config, seat)
    for other in range(config.seats):  # noqa: SIM110
        if other != seat and percentage(garden, config, other) >= mine:
            return False
    return True


@rule
def flee(garden: Garden, config: Config, seat: int, book: Notebook, work: Work, margin: int, recall: int) -> None:
    """Go home if somebody seen in the last ticks could cut the trail before that, or nearly."""
    me = garden.farmers[seat]
    if book.others == 0 or is_home(config, me, book):
        return
    danger = steps_to_trail(config, book, recall)
    if danger == FAR:
        return
    is_going = is_sound(garden, config, seat, book)
    left = book.steps - book.taken
    if is_going and left + margin < danger:
        return
    if is_going and (book.aim == Aim.ESCAPE or (book.aim == Aim.HOME and left < danger)):
        return
    goal = find(config, me, book, work, Aim.HOME)
    length = length_to(config, work, goal) if goal != NOWHERE else FAR
    if length + margin < danger:
        return
    if length < danger:
        write_path(config, book, work, goal, Aim.HOME)
    else:
        goal = find(config, me, book, work, Aim.ESCAPE)
        write_path(config, book, work, goal, Aim.ESCAPE)


@rule
def plan_next(
    garden: Garden,
    config: Config,
    seat: int,
    generator: Generator,
    book: Notebook,
    work: Work,
    longest: int,
    side: int,
) -> None:
    """From outside, home; from inside, a loop, or towards the border of the land."""
    me = garden.farmers[seat]
    if book.taken < book.steps:
        see_window(garden, config, seat, book)  # something new is in the way
        mark_near(config, me, book, garden.tick)
    if not is_home(config, me, book):
        write_path(config, book, work, find(config, me, book, work, Aim.HOME), Aim.HOME)
        return
    most = min(longest, config.MaxTicks - garden.tick)
    if not plan_loop(config, me, generator, book, work.sketch, most, side):
        plan_walk(config, me, book, work, rand_below(generator, 4))


@rule
def plan_walk(config: Config, me: Farmer, book: Notebook, work: Work, turn: int) -> None:
    """Go to the border of the land, and from there along it."""
    write_path(config, book, work, find(config, me, book, work, Aim.BORDER), Aim.BORDER)
    book.steps = max(0, book.steps - 1)  # a step less: the last one leads out
    if book.steps > 0:
        return
    best = int(Direction.IDLE)
    for i in range(4):
        way = 1 + (i + turn) % 4
        if way != REVERSE[me.direction]:
            steps = steps_inside(config, me, book, way)
            if steps > book.steps:
                book.steps = steps
                best = way
    for n in range(book.steps):
        book.path[n] = best


@rule
def steps_inside(config: Config, me: Farmer, book: Notebook, way: int) -> int:
    """Steps ahead on the farmer's land, at most STROLL."""
    x = me.x
    y = me.y
    for n in range(STROLL):
        x += DX[way]
        y += DY[way]
        if not is_on_map(config, x, y):
            return n
        code = book.cells[y * config.Cols + x]
        if code & OWN == 0 or not is_open(code):
            return n
    return STROLL
