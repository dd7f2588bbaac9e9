"""Loops that claim land: out, to one side, and back until the farmer is on its land again.

The cells beside the first leg are read row by row, each once. The number of a column says in which row the
farmer's land is below, and how many cells of it a loop would add.
"""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.sproutopia.bots.dangers import steps_to_box
from lanista.games.sproutopia.bots.notebook import OWN, TREASURE, Notebook
from lanista.games.sproutopia.bots.walks import Aim, is_open
from lanista.games.sproutopia.state import DX, DY, REVERSE, Config, Direction, Farmer, Sketch

GAIN_BITS = 10  # of the number of a column
GAIN = 1023
BACK = 6  # rows behind the farmer in which its land is looked for
FIRST_HOME = -BACK << GAIN_BITS
NO_HOME = -100 << GAIN_BITS  # no land below, or something in between
MAX_INSIDE = 8  # steps on its land before a loop
DEEP = 4  # a cell that far ahead and aside shows where the land is
MIN_TRAIL = 2
PRIZE = 8  # cells of land that an item is worth
PATIENCE = 3  # ticks added to every loop, so that larger ones pay


@rule
def plan_loop(
    config: Config, me: Farmer, generator: Generator, book: Notebook, sketch: Sketch, longest: int, side: int
) -> bool:
    """Plan the loop that gains most per tick; False if there is none.

    Trails are at most `longest` cells long, and legs `side`.
    """
    sketch.gain = 0
    sketch.time = 1
    sketch.side = side
    sketch.longest = longest
    if sketch.is_careful:
        sketch.longest = min(longest, steps_to_box(book, me.x, me.x, me.y, me.y) - 1)
    if sketch.longest < MIN_TRAIL:
        return False
    turn = rand_below(generator, 8)
    for i in range(8):
        way = 1 + (i // 2 + turn) % 4
        across = 1 + (i + turn) % 2 + (2 if way <= Direction.DOWN else 0)
        if way != REVERSE[me.direction]:
            try_loops(config, me, book, sketch, way, across)
    if sketch.gain == 0:
        return False
    write_loop(book, sketch)
    return True


@rule
def try_loops(config: Config, me: Farmer, book: Notebook, sketch: Sketch, way: int, across: int) -> None:
    """Try all loops with the first two legs in given directions."""
    ahead = DY[way] * config.Cols + DX[way]
    aside = DY[across] * config.Cols + DX[across]
    cell = me.y * config.Cols + me.x
    wide = min(sketch.side, room(config, me, across))
    deep = min(sketch.side, room(config, me, way))
    if min(wide, deep) < 1 or leads_inside(book, cell, ahead, aside, min(wide, deep, DEEP)):
        return
    read_columns(book, sketch, cell, ahead, aside, wide, min(BACK, room(config, me, REVERSE[way])))
    inside = 0  # steps on the farmer's land before the trail begins
    for a in range(1, deep + 1):
        cell += ahead
        code = book.cells[cell]
        is_mine = code & OWN > 0
        if not is_open(code) or (is_mine and inside < a - 1):
            return
        if is_mine:
            inside = a
        wide = min(wide, sketch.longest - 2 * (a - inside) + 1)
        if wide < 1 or inside > MAX_INSIDE:
            return
        try_row(me, book, sketch, way, across, a, inside, cell, aside, wide)


@rule
def room(config: Config, me: Farmer, way: int) -> int:
    """Cells between the farmer and the border."""
    if way == Direction.UP:
        return me.y
    if way == Direction.DOWN:
        return config.Rows - 1 - me.y
    return me.x if way == Direction.LEFT else config.Cols - 1 - me.x


@rule
def leads_inside(book: Notebook, here: int, ahead: int, aside: int, deep: int) -> bool:
    """Whether loops in two directions would begin deep in the farmer's land."""
    step = ahead + aside
    return book.cells[here + ahead] & book.cells[here + step] & book.cells[here + deep * step] & OWN > 0


@rule
def read_columns(book: Notebook, sketch: Sketch, here: int, ahead: int, aside: int, wide: int, back: int) -> None:
    """For each column, find the farmer's land in its row or behind."""
    for b in range(wide + 1):
        sketch.columns[b] = NO_HOME + 1
        cell = here + b * aside
        for r in range(back + 1):
            code = book.cells[cell]
            if code & OWN:
                sketch.columns[b] = r - (r << GAIN_BITS)
            if code & OWN or not is_open(code):
                break
            cell -= ahead


@rule
def try_row(
    me: Farmer,
    book: Notebook,
    sketch: Sketch,
    way: int,
    across: int,
    a: int,
    inside: int,
    cell: int,
    aside: int,
    wide: int,
) -> None:
    """Try all loops that turn in row `a`, which begins at a cell."""
    gain = 0
    is_out = inside < a
    is_clear = True
    for b in range(wide + 1):
        code = book.cells[cell]
        cell += aside
        column = a << GAIN_BITS
        if code & OWN == 0:
            column = sketch.columns[b] + (1 + PRIZE if code & TREASURE else 1)
            is_out = True
            if not is_open(code):
                column = NO_HOME + (column & GAIN)
                is_clear = False
        sketch.columns[b] = column
        gain += column & GAIN
        if is_clear and is_out and b > 0 and column >= FIRST_HOME:
            back = a - (column >> GAIN_BITS)
            time = a + b + back + PATIENCE
            is_short = a + b + back - inside <= sketch.longest
            if (
                is_short
                and gain * sketch.time > sketch.gain * time
                and is_safe(me, book, sketch, way, across, a, b, back)
            ):
                keep_loop(sketch, gain, time, way, across, a, b, back)
            is_clear = code & OWN == 0


@rule
def keep_loop(sketch: Sketch, gain: int, time: int, way: int, across: int, a: int, b: int, c: int) -> None:
    """Keep the best loop so far."""
    sketch.gain = gain
    sketch.time = time
    sketch.way = way
    sketch.across = across
    sketch.legs[0] = a
    sketch.legs[1] = b
    sketch.legs[2] = c


@rule
def is_safe(me: Farmer, book: Notebook, sketch: Sketch, way: int, across: int, a: int, b: int, c: int) -> bool:
    """Whether nobody seen lately could be at a loop before it is closed."""
    if book.others == 0 or not sketch.is_careful:
        return True
    x_1 = me.x + a * DX[way] + b * DX[across]
    y_1 = me.y + a * DY[way] + b * DY[across]
    x_2 = x_1 - c * DX[way]
    y_2 = y_1 - c * DY[way]
    left = min(me.x, x_1, x_2)
    right = max(me.x, x_1, x_2)
    top = min(me.y, y_1, y_2)
    bottom = max(me.y, y_1, y_2)
    return steps_to_box(book, left, right, top, bottom) > a + b + c


@rule
def write_loop(book: Notebook, sketch: Sketch) -> None:
    """Follow the best loop."""
    turn = sketch.legs[0]
    turn_back = turn + sketch.legs[1]
    book.steps = turn_back + sketch.legs[2]
    book.taken = 0
    book.aim = Aim.LOOP
    for n in range(book.steps):
        book.path[n] = sketch.way if n < turn else sketch.across if n < turn_back else REVERSE[sketch.way]
