"""Layout of pictures in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.text import Text


def side_by_side(rows: Sequence[Text], lines: Sequence[Text]) -> Text:
    """The rows of a board, and the lines of a panel to its right."""
    width = max(row.cell_len for row in rows)
    text = Text(no_wrap=True, end="")
    for row, line in zip_longest(rows, lines):
        text.append_text(row if row is not None else Text(" " * width))
        if line is not None and line.plain:
            text.append("  ")
            text.append_text(line)
        text.append("\n")
    return text
