"""The standings of a league for the terminal: one row per bot, every rating with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lanista.cli.leagues.drawing import Scale, signed
from lanista.text import column_name

if TYPE_CHECKING:
    from rich.table import Table as RichTable
    from rich.text import Text

    from lanista.league.values import Row

MAX_NAME, MIN_NAME = 24, 10  # columns
MAX_BAR, MIN_BAR = 32, 8
GAP = 2  # between columns, on a wide screen
RATED = ("rating", "95 % interval")
WIDE = ("matches", "won", "drawn", "lost", "points", "faults")
NARROW = ("matches", "W/D/L", "points", "faults")


def standings_table(rows: Sequence[Row], width: int) -> RichTable:
    """The rows as a table that fits a screen: a narrow one gets fewer columns and shorter names."""
    from rich.table import Table as RichTable

    counts, titles = _counts(rows, width)
    gap = GAP if titles is WIDE else 1
    free = width - _taken(rows, counts, titles, gap) - 2 * gap
    name = max(MIN_NAME, min(name_width(rows), free - MIN_BAR))
    bar = min(MAX_BAR, free - name)
    table = RichTable(box=None, padding=(0, gap, 0, 0), pad_edge=False)
    for title in ("#", "bot", *RATED, *([""] if bar >= MIN_BAR else []), *titles):
        table.add_column(title, justify="left" if title in ("bot", "") else "right", no_wrap=True)
    scale = rating_scale(rows, bar)
    for row, counted in zip(rows, counts, strict=True):
        drawn = [rating_bar(row, scale)] if bar >= MIN_BAR else []
        table.add_row(rank_text(row), bot_text(row, name), *rating_texts(row), *drawn, *counted)
    return table


def _counts(rows: Sequence[Row], width: int) -> tuple[list[list[str]], tuple[str, ...]]:
    """The cells after the rating and their titles: all of them if the screen is wide enough."""
    cells = [_wide(row) for row in rows]
    if _taken(rows, cells, WIDE, GAP) + name_width(rows) + MIN_BAR + 2 * GAP <= width:
        return cells, WIDE
    return [[one[0], "/".join(one[1:4]), *one[4:]] for one in cells], NARROW


def _wide(row: Row) -> list[str]:
    numbers = (row.matches, row.won, row.drawn, row.lost)
    return [*map(str, numbers), points_text(row.points), str(row.faults or "")]


def points_text(points: float | None) -> str:
    """Points of a format: whole ones without a decimal."""
    if points is None:
        return "-"
    return f"{points:.0f}" if points == round(points) else f"{points:.1f}"


def _taken(rows: Sequence[Row], counts: Sequence[Sequence[str]], titles: Sequence[str], gap: int) -> int:
    """The columns of everything but names and bars, with the space between."""
    cells = [[rank_text(row), *rating_texts(row), *counted] for row, counted in zip(rows, counts, strict=True)]
    columns = zip(("#", *RATED, *titles), *cells, strict=True)
    return sum(max(map(len, column)) + gap for column in columns)


def name_width(rows: Sequence[Row]) -> int:
    """The columns that the longest name needs, within reason."""
    from rich.cells import cell_len

    return max(MIN_NAME, min(MAX_NAME, max((cell_len(row.bot) for row in rows), default=0)))


def rank_text(row: Row) -> str:
    """A rank; a bot that has left has none."""
    return "-" if row.rank is None else str(row.rank)


def bot_text(row: Row, width: int) -> Text:
    """A bot's name."""
    from rich.text import Text

    return Text(column_name(row.bot, "?", width), "bold" if row.rank == 1 else "")


def rating_texts(row: Row) -> tuple[str, str]:
    """A rating and its interval."""
    return signed(row.rating) if row.matches else ("-", "-")


def rating_bar(row: Row, scale: Scale) -> Text:
    """A rating with its interval on the scale of all bots; 0 is marked."""
    from rich.text import Text

    return scale.bar(row.rating, mark=0.0) if row.matches else Text("")


def rating_scale(rows: Sequence[Row], width: int) -> Scale:
    """The scale that shows the ratings of all rows."""
    return Scale.of([(row.rating.low, row.rating.high) for row in rows if row.matches], max(width, 1))
