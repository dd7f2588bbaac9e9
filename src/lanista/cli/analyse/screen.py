"""An analysis in the terminal: a small chart per seat, and a table of turning points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from lanista.core.text import column_names, inert, seat_letter
from lanista.tools.analysis.result import MIN_SWING
from lanista.tools.analysis.telling import better_move, change_of, percent, too_coarse

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from lanista.tools.analysis import Analysis, TurningPoint
    from lanista.tools.analysis.curve import ChanceCurve

LEVELS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # columns of a chart
SMALL_WIDTH = 24  # while it is being made
MAX_CHARTS = 6  # seats; those with the highest chances
NAME_WIDTH = 16


def print_analysis(out: Console, analysis: Analysis, names: Sequence[str]) -> None:
    """Print the chances along the match, and its turning points."""
    from rich.text import Text

    shown = column_names(names, [seat_letter(seat) for seat in range(len(names))], NAME_WIDTH)
    for seat in _charted(analysis):
        curve = [(point.turn, point.chances[seat]) for point in analysis.points]
        line = Text(f"{seat_letter(seat):<{len(seat_letter(analysis.seats - 1))}} {shown[seat]:<{NAME_WIDTH}} ")
        line.append(chart(curve, analysis.turns, WIDTH), style="cyan" if seat % 2 == 0 else "magenta")
        line.append(f"  {percent(curve[0][1])} to {percent(curve[-1][1])}")
        out.print(line, soft_wrap=True)
    out.print(_summary(analysis), style="dim", markup=False, soft_wrap=True)
    if analysis.turning_points:
        out.print(_table(analysis.turning_points))
    coarse = too_coarse(analysis.points)
    if coarse:
        out.print(coarse, style="yellow", markup=False, soft_wrap=True)
    elif not analysis.turning_points:
        out.print(f"no turning points: no turn moved a chance by {percent(MIN_SWING)} or more")


def _charted(analysis: Analysis) -> list[int]:
    """The seats whose charts are shown."""
    best = [max(point.chances[seat] for point in analysis.points) for seat in range(analysis.seats)]
    return sorted(sorted(range(analysis.seats), key=lambda seat: -best[seat])[:MAX_CHARTS])


def chart(curve: Sequence[tuple[int, float]], last: int, width: int) -> str:
    """A curve of turns and values from 0 to 1 as a line of blocks."""
    columns = min(width, last + 1)
    values = (value_at(curve, last * column / max(1, columns - 1)) for column in range(columns))
    return "".join(LEVELS[min(len(LEVELS) - 1, int(value * len(LEVELS)))] for value in values)


def value_at(curve: Sequence[tuple[int, float]], turn: float) -> float:
    """The value of a curve at a turn, between its neighbours in proportion."""
    for (a, low), (b, high) in pairwise(curve):
        if turn <= b:
            return low + (high - low) * max(0.0, turn - a) / (b - a)
    return curve[-1][1]


def sparkline(curve: ChanceCurve) -> str:
    """The chances of the first seat as far as they are known, for a line of progress."""
    points = [(turn, float(curve.chance(turn).now[0])) for turn in curve.turns()]
    return f"{seat_letter(0)} {chart(points, curve.track.turns, SMALL_WIDTH)}"


def _summary(analysis: Analysis) -> str:
    known = len(analysis.points)
    width = max(high - low for point in analysis.points for low, high in zip(point.low, point.high, strict=True))
    return (
        f"{known} of {analysis.turns + 1} moments, {analysis.playouts:,} playouts by {analysis.policy}, "
        f"intervals of at most {percent(width)}, {analysis.seconds:.1f} s"
    )


def _table(points: Sequence[TurningPoint]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1), header_style="bold", title="Turning points", title_justify="left")
    table.add_column("turn", justify="right")
    table.add_column("seat")
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_column("what happened", ratio=3)
    table.add_column("better", ratio=2)
    for point in points:
        style = "red" if point.blunder else ""
        better = Text(better_move(point), style=style)
        table.add_row(
            str(point.turn), seat_letter(point.seat), change_of(point), Text(inert(point.reason)), better
        )
    return table
