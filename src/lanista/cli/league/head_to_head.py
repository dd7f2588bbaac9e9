"""Scores of all pairs as a heat map for the terminal; folded if there are many bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lanista.cli.league.drawing import heat_cell
from lanista.core.text import column_name

if TYPE_CHECKING:
    from rich.text import Text

CELL = 4  # columns
LABEL = 16  # columns of a bot's name, beside its number


class PairScores:
    """Scores of pairs of bots, best bot first; a cell is the score of the row's bot against the column's."""

    def __init__(self, names: Sequence[str], scores: dict[tuple[int, int], float], width: int) -> None:
        self.names = names
        self.scores = scores
        self.label = min(LABEL, max(map(len, names), default=0))
        self.fits = max(2, (width - self.label - 5) // CELL)

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[Text]:
        """The lines of one block: numbers of the columns' bots, then a line per row."""
        from rich.text import Text

        head = "".join(f"{number + 1}".rjust(CELL - 1) + " " for number in columns)
        yield Text(" " * (self.label + 5) + head, "dim")
        for number in rows:
            name = column_name(self.names[number], "?", self.label)
            line = Text(f"{number + 1}".rjust(3) + " ", "dim").append(name, "default").append(self._gap(name))
            for other in columns:
                line.append_text(heat_cell(self.scores.get((number, other)), itself=number == other, width=CELL))
            yield line

    def _gap(self, name: str) -> str:
        from rich.cells import cell_len

        return " " * (self.label + 1 - cell_len(name))

    def folded(self) -> Iterator[Text]:
        """The best bots that fit side by side, and the number left out."""
        from rich.text import Text

        shown = range(min(self.fits, len(self.names)))
        yield from self.block(shown, shown)
        if len(shown) < len(self.names):
            yield Text(f"    the first {len(shown)} of {len(self.names)} bots; --pairs shows all", "dim")

    def whole(self) -> Iterator[Text]:
        """All bots, in as many blocks of columns as it takes."""
        from rich.text import Text

        everyone = range(len(self.names))
        for start in range(0, len(self.names), self.fits):
            if start:
                yield Text()
            yield from self.block(everyone, everyone[start : start + self.fits])
