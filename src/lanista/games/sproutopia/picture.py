"""The garden drawn for a terminal: the map, and beside it how the farmers are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from lanista.game.layout import side_by_side
from lanista.games.sproutopia import rules, views
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.state import MAX_SEATS, TRAILS, Item
from lanista.games.sproutopia.views import Moment
from lanista.text import append_marks, column_name

NAME_WIDTH = 14
BAR_WIDTH = 16
COLOURS = ("dark_orange", "dodger_blue1", "medium_orchid", "yellow3")
LAND_STYLES = (
    "#d08a48 on #8a4a08", "#4f90d0 on #0b4a86", "#b070c4 on #6a2480", "#b8b050 on #6e6a10",
)  # fmt: skip
TRAIL_STYLES = tuple(f"bold {colour}" for colour in COLOURS)
FARMER_STYLES = tuple(f"bold #000000 on {colour}" for colour in COLOURS)
FACES = "●▲▼◀▶"
ITEM_MARKS = " IUFPS"
ITEM_STYLE = "bold #000000 on #ffffd0"
WEED_STYLE = "bold bright_green on #123a12"
QUIET = "bright_black"
LEGEND = (
    ((" A ", LAND_STYLES[0]), "land"),
    ((" a ", TRAIL_STYLES[0]), "trail"),
    ((" ▶ ", FARMER_STYLES[0]), "farmer, direction"),
    *(((f" {ITEM_MARKS[item]} ", ITEM_STYLE), views.ITEM_NAMES[item]) for item in Item if item),
    ((" ♣ ", WEED_STYLE), "weed"),
)

Mark = tuple[str, str]  # a character and its style
FOG: Mark = (" ", "on grey7")
NEUTRAL: Mark = ("·", "grey30")


def draw(state: Moment, seat: int | None, names: Sequence[str]) -> Text:
    """The moment as text: everything, or the window of one farmer in the fog."""
    shown = [
        column_name(names[i] if i < len(names) else "", views.LETTERS[i], NAME_WIDTH) for i in range(state.seats)
    ]
    return side_by_side(map_rows(state, seat), list(panel(state, seat, shown)))


# The map


def map_rows(state: Moment, seat: int | None) -> list[Text]:
    """The cells row by row in a frame, with the numbers of every tenth column and fifth row."""
    cols, rows = state.const.Cols, state.const.Rows
    ruler = "".join(f"{x:<10}" for x in range(0, cols, 10))[:cols]
    lines = [Text(f"    {ruler} ", QUIET), Text(f"   ┌{'─' * cols}┐", QUIET)]
    things, (columns, seen_rows) = dict(things_on_cells(state)), views.window(state, seat)
    for y in range(rows):
        line = Text(f"{y if y % 5 == 0 else '':>3}│", QUIET)
        marks = [
            cell_mark(state, seat, x, y, things) if x in columns and y in seen_rows else FOG for x in range(cols)
        ]
        append_marks(line, marks)
        line.append("│", QUIET)
        lines.append(line)
    return [*lines, Text(f"   └{'─' * cols}┘", QUIET)]


def things_on_cells(state: Moment) -> Iterator[tuple[int, Mark]]:
    """Items, weeds and farmers; what comes later covers what came before."""
    garden, cols = state.record, state.const.Cols
    for store in (garden.power_ups, garden.supers):
        for cell, kind in views.items_in(store):
            yield cell, (ITEM_MARKS[kind], ITEM_STYLE)
    for weed in views.weeds_of(garden):
        for i in range(weed.size):
            yield weed.cells[i], ("♣", WEED_STYLE)
    for seat in range(state.seats):
        farmer = garden.farmers[seat]
        yield farmer.y * cols + farmer.x, ("●", FARMER_STYLES[seat])


def cell_mark(state: Moment, seat: int | None, x: int, y: int, things: dict[int, Mark]) -> Mark:
    """What is drawn on a cell; a farmer's direction is known to itself and to the audience only."""
    garden, cell = state.record, y * state.const.Cols + x
    if cell in things:
        return face(state, seat, x, y, things[cell])
    return GROUND_MARKS[garden.land[cell] | (garden.marks[cell] & TRAILS) << MAX_SEATS]


def ground_mark(land: int, trails: int) -> Mark:
    """Land, or a trail on it."""
    code = views.code_of(land, trails)
    if code == views.NEUTRAL:
        return NEUTRAL
    if code >= MAX_SEATS:
        return views.LETTERS[code - MAX_SEATS].lower(), TRAIL_STYLES[code - MAX_SEATS]
    return views.LETTERS[code], LAND_STYLES[code]


GROUND_MARKS = tuple(ground_mark(both & 15, both >> MAX_SEATS) for both in range(256))


def face(state: Moment, seat: int | None, x: int, y: int, mark: Mark) -> Mark:
    """A farmer looks where it goes; who it is, bots cannot see of others."""
    if mark[0] != "●":
        return mark
    here = [s for s, f in enumerate(state.record.farmers[: state.seats]) if (f.x, f.y) == (x, y)]
    if seat is None:
        return FACES[state.record.farmers[here[-1]].direction], FARMER_STYLES[here[-1]]
    if seat in here:
        return FACES[state.record.farmers[seat].direction], FARMER_STYLES[seat]
    return "●", "bold #000000 on white"


# The panel


def panel(state: Moment, seat: int | None, names: Sequence[str]) -> Iterator[Text]:
    """The clock, the farmers, the result and what the marks mean."""
    garden, config = state.record, state.const
    yield Text.assemble((f"Tick {garden.tick}", "bold"), (f" of {config.MaxTicks}", QUIET))
    yield Text()
    for other in range(state.seats):
        yield from farmer_lines(state, seat, other, names[other])
        yield Text()
    if garden.over and seat is None:
        yield from result_lines(state, names)
    else:
        yield from (Text.assemble((mark, style), " ", (word, QUIET)) for (mark, style), word in LEGEND)


def farmer_lines(state: Moment, seat: int | None, other: int, name: str) -> Iterator[Text]:
    """A farmer's share of the map, and what it has; of others a bot only knows the share."""
    farmer, style = state.record.farmers[other], COLOURS[other]
    share = percentage(state.record, state.const, other)
    yield Text.assemble((f" {views.LETTERS[other]} ", FARMER_STYLES[other]), " ", (name, f"bold {style}"))
    filled = round(BAR_WIDTH * share / 100) or int(share > 0)
    yield Text.assemble(("█" * filled, style), ("░" * (BAR_WIDTH - filled), QUIET), f" {share:>3} %")
    if seat is None:
        yield Text(f"{farmer.cells} cells, tie {farmer.tie / 100:.1f}", QUIET)
    if seat in (None, other):
        yield from power_lines(state, seat, other)


def power_lines(state: Moment, seat: int | None, other: int) -> Iterator[Text]:
    """The active power-ups; bots do not know how long they last."""
    farmer = state.record.farmers[other]
    for item, left in ((farmer.power_up, farmer.power_left), (farmer.super_power_up, farmer.super_left)):
        if item:
            time = "" if seat is not None or item == Item.TRAIL_PROTECTION else f" {left}"
            yield Text(f"{views.ITEM_NAMES[item]}{time}", "bold")


def result_lines(state: Moment, names: Sequence[str]) -> Iterator[Text]:
    """The farmers by rank."""
    ranks = {rules.rank_of(state.record, state.const, seat): seat for seat in range(state.seats)}
    for rank, seat in sorted(ranks.items()):
        won = " wins" if rank == 1 else ""
        yield Text.assemble(f"{rank}. ", (names[seat], f"bold {COLOURS[seat]}"), (won, "bold"))
