"""The garden drawn for a terminal: the map, and beside it the farmers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from lanista.core.text import append_marks, column_name
from lanista.game.layout import side_by_side
from lanista.games.sproutopia import rules, views
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.learn.observation import OWNERS
from lanista.games.sproutopia.show.frames import HIDDEN, TRAIL_SIGN, WEED_SIGN, Frame, ShownFarmer, ShownTrail
from lanista.games.sproutopia.state import DX, DY, LOWEST, NOBODY, Config, Item
from lanista.games.sproutopia.views import Moment

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
    frame: Frame = SPROUTOPIA.pictures.record(state, seat)
    shown = [
        column_name(names[i] if i < len(names) else "", views.LETTERS[i], NAME_WIDTH) for i in range(state.seats)
    ]
    return side_by_side(map_rows(state.const, frame, seat), list(panel(state, frame, seat, shown)))


# The map


def map_rows(config: Config, frame: Frame, seat: int | None) -> list[Text]:
    """The cells row by row in a frame, with the numbers of every tenth column and fifth row."""
    cols = config.Cols
    ruler = "".join(f"{x:<10}" for x in range(0, cols, 10))[:cols]
    lines = [Text(f"    {ruler} ", QUIET), Text(f"   ┌{'─' * cols}┐", QUIET)]
    marks = {**ground_marks(config, frame), **dict(things_on_cells(config, frame, seat))}
    for y in range(config.Rows):
        line = Text(f"{y if y % 5 == 0 else '':>3}│", QUIET)
        append_marks(line, [marks.get(cell, FOG) for cell in range(y * cols, (y + 1) * cols)])
        line.append("│", QUIET)
        lines.append(line)
    return [*lines, Text(f"   └{'─' * cols}┘", QUIET)]


def ground_marks(config: Config, frame: Frame) -> dict[int, Mark]:
    """Land and trails of the cells that are shown."""
    marks = {cell: GROUND_MARKS[sign & ~WEED_SIGN] for cell, sign in signs_on_cells(config, frame)}
    for seat in reversed(range(frame.n_trails)):  # the lowest seat hides the others
        marks |= dict.fromkeys(trail_cells(config, frame.trails[seat]), trail_mark(seat))
    return marks


def signs_on_cells(config: Config, frame: Frame) -> Iterator[tuple[int, int]]:
    """The cells that are shown, and their signs."""
    first, width = frame.top * config.Cols + frame.left, frame.width
    signs: Any = frame.land[: frame.n_land]
    return ((first + i // width * config.Cols + i % width, sign) for i, sign in enumerate(signs))


def trail_cells(config: Config, trail: ShownTrail) -> Iterator[int]:
    """The cells of a trail, first to last."""
    if trail.x == HIDDEN:
        return
    cell = trail.y * config.Cols + trail.x
    yield cell
    for way in trail.ways[: trail.n_ways]:
        cell += DY[way] * config.Cols + DX[way]
        yield cell


def trail_mark(seat: int) -> Mark:
    """A cell of a trail."""
    return views.LETTERS[seat].lower(), TRAIL_STYLES[seat]


def ground_mark(sign: int) -> Mark:
    """Land, or a trail that hides it."""
    seat = LOWEST[sign & OWNERS]
    if seat == NOBODY:
        return NEUTRAL
    return trail_mark(seat) if sign & TRAIL_SIGN else (views.LETTERS[seat], LAND_STYLES[seat])


GROUND_MARKS = tuple(ground_mark(sign) for sign in range(TRAIL_SIGN + OWNERS + 1))


def things_on_cells(config: Config, frame: Frame, seat: int | None) -> Iterator[tuple[int, Mark]]:
    """Items, weeds and farmers; later things cover earlier ones, and the seat's farmer covers all."""
    for store in (frame.power_ups, frame.supers):
        for i in range(store.n_cells):
            yield store.cells[i], (ITEM_MARKS[store.kinds[i]], ITEM_STYLE)
    for cell, sign in signs_on_cells(config, frame):
        if sign & WEED_SIGN:
            yield cell, ("♣", WEED_STYLE)
    order = sorted(range(frame.n_farmers), key=lambda other: other == seat)
    for other in order:
        farmer = frame.farmers[other]
        if farmer.x != HIDDEN:
            yield farmer.y * config.Cols + farmer.x, face(farmer, other)


def face(farmer: ShownFarmer, seat: int) -> Mark:
    """The mark of a farmer, which looks where it goes; bots cannot identify others."""
    if farmer.direction == HIDDEN:
        return "●", "bold #000000 on white"
    return FACES[farmer.direction], FARMER_STYLES[seat]


# The panel


def panel(state: Moment, frame: Frame, seat: int | None, names: Sequence[str]) -> Iterator[Text]:
    """The clock, the farmers, the result and the legend."""
    garden, config = state.record, state.const
    yield Text.assemble((f"Tick {frame.tick}", "bold"), (f" of {config.MaxTicks}", QUIET))
    yield Text()
    for other in range(state.seats):
        yield from farmer_lines(state, frame.farmers[other], other, names[other])
        yield Text()
    if garden.over and seat is None:
        yield from result_lines(state, names)
    else:
        yield from (Text.assemble((mark, style), " ", (word, QUIET)) for (mark, style), word in LEGEND)


def farmer_lines(state: Moment, farmer: ShownFarmer, seat: int, name: str) -> Iterator[Text]:
    """A farmer's share of the map, and its items; of others a bot only knows the share."""
    style, share = COLOURS[seat], farmer.percent
    yield Text.assemble((f" {views.LETTERS[seat]} ", FARMER_STYLES[seat]), " ", (name, f"bold {style}"))
    filled = round(BAR_WIDTH * share / 100) or int(share > 0)
    yield Text.assemble(("█" * filled, style), ("░" * (BAR_WIDTH - filled), QUIET), f" {share:>3} %")
    if farmer.cells != HIDDEN:
        yield Text(f"{farmer.cells} cells, tie {state.record.farmers[seat].tie / 100:.1f}", QUIET)
    for item, left in ((farmer.power_up, farmer.power_left), (farmer.super_power_up, farmer.super_left)):
        if item:  # bots do not know how long it lasts
            yield Text(f"{views.ITEM_NAMES[item]}{f' {left}' if left > 0 else ''}", "bold")


def result_lines(state: Moment, names: Sequence[str]) -> Iterator[Text]:
    """The farmers by rank."""
    ranks = {rules.rank_of(state.record, state.const, seat): seat for seat in range(state.seats)}
    for rank, seat in sorted(ranks.items()):
        won = " wins" if rank == 1 else ""
        yield Text.assemble(f"{rank}. ", (names[seat], f"bold {COLOURS[seat]}"), (won, "bold"))
