"""The race drawn for a terminal: the leader, the lanes around the cars, and the state of the cars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from lanista.core.text import append_marks, column_name
from lanista.engine import State
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.show.frames import Frame, ShownCar
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    MAX_DAMAGE,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    Config,
    Happening,
    Powerup,
    Race,
    Surface,
)

WIDTH = 60  # blocks in a window
MARGIN_BEHIND = 6  # blocks shown behind the rear car ...
MARGIN_AHEAD = 14  # ... and at least ahead of the front car
BAR = 54
NAME_WIDTH = 12
WORDS_WIDTH = 40

LETTERS = "AB"
CAR_STYLES = ("bold black on cyan", "bold black on magenta")
SEAT_STYLES = ("cyan", "magenta")
QUIET = "bright_black"

# Marks that differ without colour too: what hurts is heavy, what helps is a letter or an arrow.
MARKS = {
    Surface.EMPTY: ("·", QUIET),
    Surface.MUD: ("▒", "yellow"),
    Surface.OIL_SPILL: ("≈", "bold blue"),
    Surface.OIL_ITEM: ("o", "green"),
    Surface.FINISH_LINE: ("║", "bold"),
    Surface.BOOST: ("»", "bold green"),
    Surface.WALL: ("#", "bold red"),
    Surface.LIZARD: ("L", "green"),
    Surface.TWEET: ("T", "green"),
    Surface.EMP: ("*", "bold green"),
}
TRUCK_MARK = ("C", "bold white on red")
ITEMS = {
    Powerup.BOOST: Surface.BOOST,
    Powerup.LIZARD: Surface.LIZARD,
    Powerup.EMP: Surface.EMP,
    Powerup.TWEET: Surface.TWEET,
    Powerup.OIL: Surface.OIL_ITEM,
}
LEGEND = (
    (MARKS[Surface.MUD], "mud"),
    (MARKS[Surface.OIL_SPILL], "oil"),
    (MARKS[Surface.WALL], "wall"),
    (TRUCK_MARK, "truck"),
    (MARKS[Surface.FINISH_LINE], "finish"),
    (MARKS[Surface.BOOST], "boost"),
    (MARKS[Surface.LIZARD], "lizard"),
    (MARKS[Surface.EMP], "EMP"),
    (MARKS[Surface.TWEET], "tweet"),
    (MARKS[Surface.OIL_ITEM], "oil can"),
)

Mark = tuple[str, str]  # a character and its style


def draw(state: State[Race, Config], seat: int | None, names: Sequence[str]) -> Text:
    """The race as text: everything, or the view of one seat."""
    race, shown = state.record, OVERDRIVE.pictures.record(state, seat)
    columns = [column_name(names[i] if i < len(names) else "", LETTERS[i], NAME_WIDTH) for i in range(SEATS)]
    text = Text(no_wrap=True, end="")
    draw_progress(text, race, state.const, columns)
    for blocks in windows(race) if seat is None else [window_of(shown)]:
        draw_lanes(text, race, blocks)
    for i, car in enumerate(shown.cars):
        draw_car(text, car, i, columns[i])
    if race.winner >= 0:
        draw_winner(text, race, columns)
    draw_legend(text)
    return text


# Above: the whole track


def draw_progress(text: Text, race: Race, config: Config, names: Sequence[str]) -> None:
    """The round, who leads, and a bar for each car."""
    text.append(f" Round {race.round}", "bold")
    text.append(f" of {config.max_rounds}   ", QUIET)
    text.append(f"{lead(race)}\n\n")
    for seat, car in enumerate(race.cars):
        done = round(BAR * (car.block - 1) / (LENGTH - 1))
        draw_name(text, seat, names[seat])
        text.append("━" * done, SEAT_STYLES[seat])
        text.append("─" * (BAR - done), QUIET)
        text.append(f" {car.block:4}\n", SEAT_STYLES[seat])
    text.append("\n")


def lead(race: Race) -> str:
    """The leading car."""
    gap = race.cars[0].block - race.cars[1].block
    leader = LETTERS[0 if gap > 0 else 1]
    return f"{leader} leads by {plural(abs(gap), 'block')}" if gap else "level"


def draw_name(text: Text, seat: int, name: str) -> None:
    """A car's letter as on the track, and its name in a separate column."""
    text.append(" ")
    text.append(f" {LETTERS[seat]} ", CAR_STYLES[seat])
    text.append(" ")
    text.append(name, f"bold {SEAT_STYLES[seat]}")
    text.append(" " * (NAME_WIDTH + 1 - cell_len(name)))


# In the middle: the lanes around the cars


def window_of(shown: Frame) -> range:
    """The blocks that a seat sees."""
    track = shown.tracks[0]
    return range(track.first, track.first + track.n_codes // LANES)


def windows(race: Race) -> list[range]:
    """The blocks for everybody: one window for both cars if they are within reach, otherwise one for each."""
    rear, front = sorted(car.block for car in race.cars)
    if front + MARGIN_AHEAD - (rear - MARGIN_BEHIND) < WIDTH:
        return [window_from(rear - MARGIN_BEHIND)]
    return [window_from(block - MARGIN_BEHIND) for block in (front, rear)]


def window_from(block: int) -> range:
    """A whole window that begins at a block, moved to lie on the track."""
    start = max(1, min(block, LENGTH + 1 - WIDTH))
    return range(start, start + WIDTH)


def draw_lanes(text: Text, race: Race, blocks: range) -> None:
    """The four lanes of a window over a ruler."""
    for lane in range(1, LANES + 1):
        text.append(f" {lane} ", QUIET)
        append_marks(text, lane_marks(race, lane, blocks))
        text.append("\n")
    text.append(f"   {ruler(blocks)}\n\n", QUIET)


def lane_marks(race: Race, lane: int, blocks: range) -> Iterator[Mark]:
    """A lane block by block: a car, a truck, or the surface."""
    cars = {car.block: seat for seat, car in enumerate(race.cars) if car.lane == lane}
    for block in blocks:
        cell = race.track[lane - 1, block - 1]
        if block in cars:
            yield LETTERS[cars[block]], CAR_STYLES[cars[block]]
        else:
            yield TRUCK_MARK if cell & TRUCK else MARKS[Surface(cell & SURFACE_BITS)]


def ruler(blocks: range) -> str:
    """Every tenth block's number, its first digit under the block."""
    line = ""
    for block in (block for block in blocks if block % 10 == 0 or block == 1):
        line = line.ljust(block - blocks.start) + f"{block}"
    return line


# Below: the cars


def draw_car(text: Text, car: ShownCar, seat: int, name: str) -> None:
    """The state of a car in two lines; of a hidden one only position and speed."""
    draw_name(text, seat, name)
    text.append(f"lane {car.lane} block {car.block:4} speed {car.speed:2}")
    if not car.known:
        text.append("  the rest is hidden\n\n", QUIET)
        return
    text.append(f"/{car.limit:<2}", QUIET)
    text.append(" damage ")
    text.append("■" * car.damage, "red")
    text.append("□" * (MAX_DAMAGE - car.damage), QUIET)
    text.append(f" boost {car.boost or '-'} score {car.score}\n")
    text.append(" " * (NAME_WIDTH + 6))
    draw_items(text, car)
    text.append(f"  {what_happened(car)}\n", "italic")


def draw_items(text: Text, car: ShownCar) -> None:
    """The power-ups held, as counts behind their marks."""
    for powerup, surface in ITEMS.items():
        count = car.held[powerup]
        mark, style = MARKS[surface]
        text.append(mark, style if count else QUIET)
        text.append(f"{count:<3}", "" if count else QUIET)


def what_happened(car: ShownCar) -> str:
    """The states of the last round as text, each once with its count."""
    counts = Counter(Happening(car.states[i]).name for i in range(car.n_states))
    words = ", ".join(
        name.lower().replace("_", " ").replace("emp", "EMP") + (f" x{count}" if count > 1 else "")
        for name, count in counts.items()
    )
    return words if len(words) <= WORDS_WIDTH else words[: WORDS_WIDTH - 1] + "…"


def draw_winner(text: Text, race: Race, names: Sequence[str]) -> None:
    """The winner and the reason."""
    how = "at the finish line" if any(car.block == LENGTH for car in race.cars) else "in front at the round limit"
    text.append("\n ")
    text.append(names[race.winner], f"bold {SEAT_STYLES[race.winner]}")
    text.append(f" wins, {how} in round {race.round}\n", "bold")


def draw_legend(text: Text) -> None:
    """The legend of the marks."""
    text.append("\n ")
    for (mark, style), word in LEGEND:
        text.append(mark, style)
        text.append(f" {word} ", QUIET)


def plural(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
