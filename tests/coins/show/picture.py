"""The line as characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from lanista.engine import State
from tests.coins.state import LENGTH, Config, Line
from tests.coins.views import sight


def draw(state: State[Line, Config], seat: int | None, names: Sequence[str] = ()) -> Text:
    """A line of characters: runners by number, coins in sight as o."""
    line = state.record
    seen = range(LENGTH) if seat is None else sight(line.runners[seat])
    marks = ["o" if place in seen and line.coins[place] else "." for place in range(LENGTH)]
    for number, runner in enumerate(line.runners[: state.seats]):
        marks[runner.place] = str(number)
    return Text(f"turn {line.turn + 1} {''.join(marks)}")
