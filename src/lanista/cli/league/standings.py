"""The standings of a league for the terminal: one row per bot, every rating with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lanista.cli.league.drawing import Scale, signed
from lanista.core.text import column_name

if TYPE_CHECKING:
    from rich.table import Table as RichTable
    from rich.text import Text

    from lanista.league.values import Row

MAX_NAME, MIN_NAME = 24, 10  # columns
MAX_BAR, GOOD_BAR, MIN_BAR = 32, 14, 8  # names are cut for a good one
GAP = 2  # between columns, on a wide screen
RATED = ("rating", "95 % interval")
WIDE = ("matches", "won", "drawn", "lost", "points", "faults")
NARROW = ("matches", "W/D/L", "points", "faults")
SLIM = ("W/D/L", "points", "faults")


def standings_table(rows: Sequence[Row], width: int, *, points: bool = True) -> RichTable:
    """The rows as a table that fits a screen: a narrow one gets fewer columns and shorter names.

    Leave out the points of a format that rates bots itself: they would be a rating without an interval.
    """
    from rich.table import Table as RichTable

    titles, gap = _chosen(rows, width, points=points)
    counts = [_counts(row, titles) for row in rows]
    free = width - _taken(rows, titles, gap) - 2 * gap
    name = max(MIN_NAME, min(name_width(rows), free - GOOD_BAR))
    bar = min(MAX_BAR, free - name)
    table = RichTable(box=None, padding=(0, gap, 0, 0), pad_edge=False)
    for title in ("#", "bot", *RATED, *([""] if bar >= MIN_BAR else []), *titles):
        table.add_column(title, justify="left" if title in ("bot", "") else "right", no_wrap=True)
    scale = rating_scale(rows, bar)
    for row, counted in zip(rows, counts, strict=True):
        drawn = [rating_bar(row, scale)] if bar >= MIN_BAR else []
        table.add_row(rank_text(row), bot_text(row, name), *rating_texts(row), *drawn, *counted)
    return table


def _chosen(rows: Sequence[Row], width: int, *, points: bool) -> tuple[list[str], int]:
    """The titles of the columns after the rating, and the space between columns: as much as fits."""
    for titles, gap, needed in ((WIDE, GAP, name_width(rows) + MIN_BAR), (NARROW, 1, MIN_NAME), (SLIM, 1, 0)):
        chosen = [title for title in titles if points or title != "points"]
        if _taken(rows, chosen, gap) + 2 * gap + needed <= width:
            break
    return chosen, gap


def _counts(row: Row, titles: Sequence[str]) -> list[str]:
    """The cells of these columns."""
    cells = {
        "matches": str(row.matches),
        "won": str(row.won),
        "drawn": str(row.drawn),
        "lost": str(row.lost),
        "W/D/L": f"{row.won}/{row.drawn}/{row.lost}",
        "points": points_text(row.points),
        "faults": str(row.faults or ""),
    }
    return [cells[title] for title in titles]


def points_text(points: float | None) -> str:
    """Points of a format: whole ones without a decimal."""
    if points is None:
        return "-"
    return f"{points:.0f}" if points == round(points) else f"{points:.1f}"


def _taken(rows: Sequence[Row], titles: Sequence[str], gap: int) -> int:
    """The columns of everything except names and bars, with the space between."""
    cells = [[rank_text(row), *rating_texts(row), *_counts(row, titles)] for row in rows]
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
