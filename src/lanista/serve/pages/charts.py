"""Charts as inline SVG, which needs neither scripts nor inline styles: colours come from classes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from lanista.league.values import CurvePoint, Estimated

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 10, 26
TICKS = 4
NICE = (1, 2, 2.5, 5, 10)
MIN_SPAN = 40.0  # Elo


def rating_curve(points: Sequence[CurvePoint], name: str) -> Markup:
    """The rating of a version over the league's matches, with its 95 % interval."""
    if len(points) < 2:
        return Markup()
    low, high = _bounds(points)
    first, last = points[0].matches, max(points[-1].matches, points[0].matches + 1)

    def x(matches: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (matches - first) / (last - first)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    upper = [(x(point.matches), y(point.rating.high)) for point in points]
    lower = [(x(point.matches), y(point.rating.low)) for point in reversed(points)]
    line = [(x(point.matches), y(point.rating.value)) for point in points]
    end = points[-1].rating
    label = f"Rating of {name}: {end.value:+.0f} now, from {end.low:+.0f} to {end.high:+.0f} with 95 %"
    parts = [
        Markup('<svg class="curve" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, label),
        *(_level(value, y(value)) for value in _ticks(low, high)),
        Markup('<polygon class="band" points="{}"/>').format(_path([*upper, *lower])),
        Markup('<polyline class="line" points="{}"/>').format(_path(line)),
        Markup('<circle class="end" cx="{:.1f}" cy="{:.1f}" r="3.5"/>').format(*line[-1]),
        _note(LEFT, f"match {first:,}", "start"),
        _note(WIDTH - RIGHT, f"match {last:,}", "end"),
        Markup("</svg>"),
    ]
    return Markup().join(parts)


def _bounds(points: Sequence[CurvePoint]) -> tuple[float, float]:
    """The range of the chart: all ratings, and intervals unless they are far wider, as at the beginning."""
    values = [point.rating.value for point in points]
    end = points[-1].rating
    room = max(MIN_SPAN, 1.5 * (end.high - end.low), max(values) - min(values))
    low = max(min(point.rating.low for point in points), min(values) - room)
    high = min(max(point.rating.high for point in points), max(values) + room)
    return min(low, end.low) - 5, max(high, end.high) + 5


def _ticks(low: float, high: float) -> list[float]:
    rough = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(nice * power for nice in NICE if nice * power >= rough)
    return [step * number for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _level(value: float, y: float) -> Markup:
    kind = "rule zero" if value == 0 else "rule"
    line = Markup('<line class="{}" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(
        kind, LEFT, WIDTH - RIGHT, y, y
    )
    text = f"{value:+.0f}".replace("-", "−") if value else "0"
    return line + Markup('<text class="tick" x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(
        LEFT - 6, y + 4, text
    )


def _note(x: float, text: str, anchor: str) -> Markup:
    return Markup('<text class="tick" x="{}" y="{}" text-anchor="{}">{}</text>').format(
        x, HEIGHT - 8, anchor, text
    )


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{min(max(x, 0), WIDTH):.1f},{min(max(y, TOP), HEIGHT - BOTTOM):.1f}" for x, y in points)


def interval_bar(rating: Estimated, span: tuple[float, float]) -> Markup:
    """A rating and its interval on the scale of all bots; screen readers get the numbers beside it."""
    low, high = span

    def share(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - low) / (high - low)))

    left, right = share(rating.low), share(rating.high)
    return Markup(
        '<svg class="interval" aria-hidden="true">'
        '<line class="zero" x1="{z:.1f}%" x2="{z:.1f}%" y1="0" y2="100%"/>'
        '<rect class="band" x="{x:.1f}%" width="{w:.1f}%" y="30%" height="40%" rx="3"/>'
        '<rect class="mark" x="{m:.1f}%" width="3" y="12%" height="76%" rx="1.5"/></svg>'
    ).format(z=share(0.0), x=left, w=max(1.0, right - left), m=min(99.0, share(rating.value)))


def outcome_bar(won: int, drawn: int, lost: int) -> Markup:
    """Matches won, drawn and lost as one bar."""
    total = max(1, won + drawn + lost)
    parts, at = [], 0.0
    for kind, count in (("won", won), ("drawn", drawn), ("lost", lost)):
        width = 100 * count / total
        if count:
            parts.append(
                Markup('<rect class="{}" x="{:.1f}%" width="{:.1f}%" height="100%"/>').format(kind, at, width)
            )
        at += width
    return Markup('<svg class="outcome-bar" aria-hidden="true">{}</svg>').format(Markup().join(parts))
