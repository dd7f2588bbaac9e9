"""Prints tables and pictures so that they fit the terminal."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

EMPTY_ROW = re.compile(r"[\s\d│▐▌┊]*")  # of a board: at most its frame and its number
MIN_FOLDED = 5  # rows


def print_picture(out: Console, picture: Text) -> None:
    """Print a board, cropped at the edge of the terminal rather than wrapped, and without long empty parts."""
    out.print(folded(picture), no_wrap=True, overflow="crop")
    width = max((line.cell_len for line in picture.split()), default=0)
    if width > out.width:
        out.print(f"(cut at {out.width} of {width} columns)", style="dim")


def folded(picture: Text) -> Text:
    """A board in which one line stands for many empty rows."""
    from rich.text import Text

    lines: list[Text] = []
    for is_empty, rows in groupby(picture.split("\n"), lambda line: EMPTY_ROW.fullmatch(line.plain) is not None):
        found = list(rows)
        if is_empty and len(found) >= MIN_FOLDED:
            found = [found[0], Text(f"    ⋮  {len(found) - 2} more rows of nothing", style="dim"), found[-1]]
        lines += found
    return Text("\n").join(lines)


def new_table(*titles: str, left: Container[str], title: str | None = None) -> Table:
    """A table without borders; columns are right-aligned except those named in `left`."""
    from rich.table import Table

    table = Table(title=title, box=None)
    for column in titles:
        table.add_column(column, justify="left" if column in left else "right")
    return table


def print_table(out: Console, table: Table) -> None:
    """Print a table; if it is too wide, print each row as a block of `heading value` lines."""
    from rich.measure import Measurement

    if Measurement.get(out, out.options.update(max_width=10_000), table).minimum <= out.width:
        out.print(table)
        return
    if table.title:
        out.print(table.title)
    for number in range(table.row_count):
        if number:
            out.print()
        out.print(_block(table, number), style=str(table.rows[number].style or ""))


def _block(table: Table, number: int) -> Table:
    """One row as a block: headings on the left, cells on the right; empty cells are omitted."""
    from rich.table import Table as RichTable

    block = RichTable.grid(padding=(0, 1))
    for column in table.columns:
        cell: Any = list(column.cells)[number]
        if cell != "":
            block.add_row(column.header, cell)
    return block
