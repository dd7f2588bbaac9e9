"""Small graphics for the terminal: intervals on a common scale, sparklines, and cells of a heat map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lanista.cli.shared.strength import LEVELS

if TYPE_CHECKING:
    from rich.text import Text

NO_MATCH, ITSELF = "·", "─"


class DrawnInterval(Protocol):
    """A value with its 95 % interval."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def value(self) -> float:
        """The estimate itself."""

    @property
    def high(self) -> float:
        """The upper end."""


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` over a number of columns."""

    low: float
    high: float
    width: int

    @classmethod
    def of(cls, intervals: Iterable[tuple[float, float]], width: int) -> Scale:
        """The scale that shows all of these intervals."""
        ends = [end for interval in intervals for end in interval if math.isfinite(end)]
        low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
        return cls(low, high if high > low else low + 1.0, width)

    def column(self, value: float) -> int:
        """The column of a value; values beyond the scale are at its ends."""
        share = (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)
        return min(self.width - 1, int(share * self.width))

    def bar(self, estimate: DrawnInterval, *, mark: float | None = None, style: str = "") -> Text:
        """An interval with its value as `━━●━`; `mark` is a value that is drawn in every row, such as 0."""
        from rich.text import Text

        first, at, last = (self.column(end) for end in (estimate.low, estimate.value, estimate.high))
        marked = None if mark is None else self.column(mark)
        bar = Text()
        for column in range(self.width):
            if column == at:
                bar.append("●", style or "bold cyan")
            elif first <= column <= last:
                bar.append("━", style or "cyan")
            else:
                bar.append("┊" if column == marked else " ", "dim")
        return bar


def sparkline(values: Sequence[float], scale: Scale) -> str:
    """Values as a line of little bars; all compared lines share the scale."""
    span = scale.high - scale.low
    steps = ((min(scale.high, max(scale.low, value)) - scale.low) / span for value in values)
    return "".join(LEVELS[min(len(LEVELS) - 1, int(step * len(LEVELS)))] for step in steps)


def thinned(values: Sequence[float], count: int) -> list[float]:
    """At most `count` of the values, evenly spaced; the last one is kept."""
    if len(values) <= count:
        return list(values)
    return [values[(number + 1) * len(values) // count - 1] for number in range(count)]


def heat_cell(score: float | None, *, itself: bool = False, width: int = 4) -> Text:
    """A score from 0 to 1 as a cell of a heat map: percent, red to green; without colour the number remains."""
    from rich.text import Text

    if itself:
        return Text(ITSELF.rjust(width - 1) + " ", "dim")
    if score is None:
        return Text(NO_MATCH.rjust(width - 1) + " ", "dim")
    return Text(f"{round(100 * score)}".rjust(width - 1) + " ", heat_style(score))


def heat_style(score: float) -> str:
    """Black or white on a colour from red over grey to green; dark enough for either kind of terminal."""
    strength = min(1.0, abs(score - 0.5) * 2)
    base, end = (58, 58, 62), (24, 128, 66) if score >= 0.5 else (168, 44, 44)
    mixed = (round(start + (stop - start) * strength) for start, stop in zip(base, end, strict=True))
    return "white on #{:02x}{:02x}{:02x}".format(*mixed)


def signed(rating: DrawnInterval) -> tuple[str, str]:
    """A rating and its 95 % interval as texts; never one without the other."""
    return f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"


def percent(score: DrawnInterval, style: str = ".0f") -> tuple[str, str]:
    """A share and its 95 % interval as texts."""
    low, value, high = (f"{100 * end:{style}}" for end in (score.low, score.value, score.high))
    return f"{value} %", f"{low} to {high} %"
