"""HTML with which values show themselves in notebooks."""

from __future__ import annotations

import html
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

PICTURE = '<pre style="line-height: 1.2; font-family: monospace">{code}</pre>'


def picture_html(text: Text) -> str:
    """A picture for terminals, with its colours."""
    from rich.console import Console

    width = max((line.cell_len for line in text.split()), default=1)
    console = Console(file=io.StringIO(), record=True, width=max(1, width), force_jupyter=False)
    console.print(text)
    return console.export_html(inline_styles=True, code_format=PICTURE)


def table_html(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of texts and numbers."""
    lines = [_row("th", heads), *(_row("td", row) for row in rows)]
    return f"<table><caption>{html.escape(caption)}</caption>{''.join(lines)}</table>"


def _row(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
