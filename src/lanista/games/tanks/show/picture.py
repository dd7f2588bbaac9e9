"""The battlefield drawn for a terminal: the map, and below it the tanks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from rich.text import Text

from lanista.core.text import append_marks, column_name
from lanista.games.tanks import rules, views
from lanista.games.tanks.maps import map_of
from lanista.games.tanks.state import Action, Config, Direction, Rotation, Tank, Terrain
from lanista.games.tanks.views import Moment

Mark = tuple[str, str]  # a character and its style

# Tank 1 is `1`, tank 10 is `A`, tank 36 is `a`.
SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcde"
ARROWS = "↑↗→↘↓↙←↖"
LINES = "|/-\\|/-\\"  # of fire, by orientation
COLOURS = ("dark_orange", "bright_cyan", "bright_magenta", "bright_yellow", "spring_green2", "bright_red", "white")
QUIET = "bright_black"
WRECK = "bold red on grey23"
UNKNOWN = (" ", "")
BURST = ("*", "bold bright_red")
LINE_STYLE = "red"

# Marks that differ without colour too
TERRAIN = {
    Terrain.FIELD: ("·", "grey30"),
    Terrain.DECIDUOUS: ("♣", "green3"),
    Terrain.EVERGREEN: ("♠", "green4"),
    Terrain.LAKE: ("≈", "bold deep_sky_blue1 on blue3"),
    Terrain.SWAMP: ("▒", "dark_olive_green3"),
}
LEGEND = (
    ((" 1 ", f"bold black on {COLOURS[0]}"), "tank"),
    ((" 1 ", WRECK), "wreck"),
    (("*", BURST[1]), "shot at"),
    ((LINES[2] + LINES[1], LINE_STYLE), "line of fire"),
    (TERRAIN[Terrain.DECIDUOUS], ""),
    (TERRAIN[Terrain.EVERGREEN], "forest"),
    (TERRAIN[Terrain.LAKE], "lake"),
    (TERRAIN[Terrain.SWAMP], "swamp"),
)

# What covers what where several cells share a mark; tanks cover everything.
BEFORE = " ·▒♠♣≈" + LINES[:4] + BURST[0]

WIDEST = 76  # columns that the map may take
NAME_WIDTH = 10
COLUMNS = 2  # of the list of tanks
ENTRY_WIDTH = 39
BAR = 5


def draw(state: Moment, seat: int | None, names: Sequence[str]) -> Text:
    """Everything, or the knowledge of one seat: itself and its last scan."""
    text = Text(no_wrap=True, end="")
    marks = all_marks(state) if seat is None else seen_marks(state, seat)
    below = everybody(state, names) if seat is None else tank_lines(state, seat, names)
    for line in (*board_rows(state.const, marks), *below):
        text.append_text(line)
        text.append("\n")
    return text


# The map


def board_rows(config: Config, marks: Mapping[int, Mark]) -> Iterator[Text]:
    """The cells row by row, one column each, in a frame with numbers; of a wide map, four cells in one."""
    side = 1 if config.width <= WIDEST else 2
    columns = range(0, config.width, side)
    ruler = "".join(f"{x:<10}" for x in columns[::10])
    yield Text("   " + ruler[: len(columns)], QUIET)
    yield Text(f"  ┌{'─' * len(columns)}┐", QUIET)
    for y in range(0, config.height, side):
        row = Text(f"{y:2}│" if y < 100 else f"{y % 100:02}│", QUIET)
        line = (topmost(config, marks, x, y, side) for x in columns)
        append_marks(row, line)
        row.append("│", QUIET)
        yield row
    yield Text(f"  └{'─' * len(columns)}┘", QUIET)
    if side > 1:
        yield Text("each mark stands for 2 x 2 cells", QUIET)


def topmost(config: Config, marks: Mapping[int, Mark], x: int, y: int, side: int) -> Mark:
    """The mark for a square of cells: a tank before a shot, that before any terrain."""
    if side == 1:
        return marks.get(y * config.width + x, UNKNOWN)
    rows, columns = range(y, min(y + side, config.height)), range(x, min(x + side, config.width))
    found = [marks.get(j * config.width + i, UNKNOWN) for j in rows for i in columns]
    return max(found, key=lambda mark: BEFORE.find(mark[0]) if mark[0] in BEFORE else len(BEFORE))


def all_marks(state: Moment) -> dict[int, Mark]:
    """The terrain, where positional shots of the last turn went, and the tanks."""
    arena, config = state.record, state.const
    marks = {cell: TERRAIN[Terrain(kind)] for cell, kind in enumerate(map_of(config).cells)}
    standing = {tank.y * config.width + tank.x: i for i, tank in enumerate(arena.tanks[: arena.n_tanks])}
    living = {cell: arena.tanks[i] for cell, i in standing.items() if arena.tanks[i].health > 0}
    marks.update(shot_marks(config, list(living.values()), living))
    for cell, i in standing.items():
        marks[cell] = tank_mark(arena.tanks[i], i)
    return marks


def shot_marks(config: Config, tanks: Sequence[Tank], stops: Container[int]) -> Iterator[tuple[int, Mark]]:
    """Where tanks have just shot: lines to the first cell that stops a shell, and over them targets."""
    for tank in tanks:
        if tank.action == Action.FIRE_CARDINAL:
            yield from ((cell, (LINES[tank.way], LINE_STYLE)) for cell in line_of_fire(config, tank, stops))
    for tank in tanks:
        if tank.action == Action.FIRE_POSITIONAL and not rules.is_void(config, tank):
            yield tank.target_y * config.width + tank.target_x, BURST


def line_of_fire(config: Config, tank: Tank, stops: Container[int]) -> Iterator[int]:
    """The cells on the map that a cardinal shell crosses."""
    for x, y in views.line_of_fire(config, tank):
        if not rules.is_on_map(config, x, y):
            return
        yield y * config.width + x
        if y * config.width + x in stops:
            return


def seen_marks(state: Moment, seat: int) -> dict[int, Mark]:
    """The marks of the last scan and of the player's tank."""
    arena, config = state.record, state.const
    mine = config.tank_of[seat]
    me = arena.tanks[mine]
    marks: dict[int, Mark] = {}
    way = views.scan_way(me)
    if way >= 0 and me.health > 0:
        left, top = views.scan_left(config, me, way), views.scan_top(config, me, way)
        for y in range(max(0, top), min(config.height, top + config.scanning_distance)):
            for x in range(max(0, left), min(config.width, left + config.scanning_distance)):
                marks[y * config.width + x] = TERRAIN[Terrain(config.terrain[y * config.width + x])]
        for row, column, i in views.scanned_tanks(state, me, way):
            marks[(top + row) * config.width + left + column] = tank_mark(arena.tanks[i], i)
    elif me.health > 0:
        marks.update(shot_marks(config, [me], ()))
    if mine < arena.n_tanks:
        marks[me.y * config.width + me.x] = tank_mark(me, mine)
    return marks


def tank_mark(tank: Tank, i: int) -> Mark:
    """A tank's sign in its colour, or as a wreck."""
    return SIGNS[i], f"bold black on {colour(i)}" if tank.health > 0 else WRECK


def colour(i: int) -> str:
    """A tank's colour."""
    return COLOURS[i % len(COLOURS)]


# Below the map


def everybody(state: Moment, names: Sequence[str]) -> Iterator[Text]:
    """The clock, the tanks in columns, best first when it is over, and the legend."""
    arena, config = state.record, state.const
    alive = rules.count_alive(arena)
    line = Text.assemble((f"Turn {arena.turn}", "bold"), (f" of {config.max_turns}", QUIET))
    line.append(f"   {alive} of {arena.n_tanks} alive")
    order = list(range(arena.n_tanks))
    if arena.over:
        order.sort(key=lambda i: -rules.final_score(arena, config, i))
        line.append("   ")
        line.append_text(result(state, order, names))
    yield line
    entries = [entry(state, i, name_of(state, i, names)) for i in order]
    rows = -(-len(entries) // COLUMNS)
    for row in range(rows):
        yield Text("  ").join(entries[row::rows])
    yield legend()


def result(state: Moment, order: Sequence[int], names: Sequence[str]) -> Text:
    """The winner, or that there are several."""
    scores = [rules.final_score(state.record, state.const, i) for i in order]
    if not scores or scores.count(scores[0]) > 1:
        return Text("a draw", "bold")
    return Text.assemble((name_of(state, order[0], names), f"bold {colour(order[0])}"), (" wins", "bold"))


def name_of(state: Moment, i: int, names: Sequence[str]) -> str:
    """The name of who plays a tank."""
    seat = state.const.seat_of[i]
    return column_name(names[seat] if seat < len(names) else "", f"seat {seat}", NAME_WIDTH)


def entry(state: Moment, i: int, name: str) -> Text:
    """A tank in one line: sign, name, health, points, direction and last action."""
    arena, config = state.record, state.const
    tank = arena.tanks[i]
    sign, style = tank_mark(tank, i)
    line = Text.assemble((f" {sign} ", style), " ")
    line.append_text(Text(name, colour(i) if tank.health else QUIET))
    line.pad_right(max(0, 5 + NAME_WIDTH - line.cell_len))
    line.append_text(health_bar(tank, config.full_health))
    points = rules.final_score(arena, config, i)
    line.append(f"{points:>4}p ", "bold" if points else QUIET)
    line.append(what_it_did(tank) if tank.health else "destroyed", "" if tank.health else QUIET)
    line.truncate(ENTRY_WIDTH)
    line.pad_right(max(0, ENTRY_WIDTH - line.cell_len))
    return line


def health_bar(tank: Tank, full: int) -> Text:
    """Health as a bar."""
    filled = -(-tank.health * BAR // full)
    style = "green3" if 2 * tank.health > full else "yellow" if 4 * tank.health > full else "red"
    return Text.assemble(("█" * filled, style), ("░" * (BAR - filled), QUIET))


def what_it_did(tank: Tank) -> str:
    """Where a tank faces, and its last action as text."""
    stuck = " " if tank.mobile else TERRAIN[Terrain.SWAMP][0]
    return f"{ARROWS[tank.orientation]}{stuck}{DEEDS[Action(tank.action)](tank)}"


DEEDS: dict[Action, Callable[[Tank], str]] = {
    Action.IDLE: lambda tank: "idle",
    Action.MOVE: lambda tank: Direction(tank.way).name.lower(),
    Action.ROTATE: lambda tank: "turn right" if tank.way == Rotation.CLOCKWISE else "turn left",
    Action.SCAN_OMNI: lambda tank: "scan",
    Action.SCAN_MONO: lambda tank: f"scan {ARROWS[tank.way]}",
    Action.FIRE_CARDINAL: lambda tank: f"fire {ARROWS[tank.way]}",
    Action.FIRE_POSITIONAL: lambda tank: f"fire {tank.target_x},{tank.target_y}",
}


def tank_lines(state: Moment, seat: int, names: Sequence[str]) -> Iterator[Text]:
    """Lines about the player's tank; it does not know the scores or the turn limit."""
    arena = state.record
    i = state.const.tank_of[seat]
    tank = arena.tanks[i]
    line = Text.assemble((f"Turn {arena.turn}", "bold"), "   ")
    if i >= arena.n_tanks:
        yield line.append("takes no part", QUIET)
        return
    line.append(f" {SIGNS[i]} ", tank_mark(tank, i)[1])
    line.append(f" {name_of(state, i, names)}  ", colour(i))
    line.append_text(health_bar(tank, state.const.full_health))
    line.append(f" {tank.health}  at {tank.x},{tank.y}  {what_it_did(tank)}")
    yield line
    yield legend()


def legend() -> Text:
    """The legend of the marks."""
    line = Text()
    for (mark, style), word in LEGEND:
        line.append(mark, style)
        line.append(f" {word}  " if word else " ", QUIET)
    line.rstrip()
    return line
