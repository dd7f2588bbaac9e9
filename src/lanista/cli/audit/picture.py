"""The chart of an audit as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from lanista.cli.audit.report import rows_of

if TYPE_CHECKING:
    from lanista.tools.audit import Audit, SeatAdvantage

LABELS, SCALE, MARGIN = 230, 460, 24  # pixels
LINE, HEAD = 22, 56
COLOURS = {"fair": "#2b8a3e", "biased": "#c92a2a", "undecided": "#b08900"}


def chart_svg(audit: Audit) -> str:
    """A line for each seat, bot and map: the advantage with its interval, and the fair part shaded."""
    rows = rows_of(audit.groups)
    width, height = LABELS + SCALE + 2 * MARGIN, HEAD + LINE * len(rows) + MARGIN
    reach = max(audit.bias * 2, *(max(-seat.advantage.low, seat.advantage.high) for _, _, seat in rows))
    plan = audit.plan
    title = f"{plan.game.title}: advantage of a seat, {len(audit.reports)} mirror matches, {plan.terms.ruleset}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<text x="{MARGIN}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>',
            *_scale(audit.bias, reach, height),
            *(_row(at, label, seat, reach) for at, (label, _, seat) in enumerate(rows)),
            "</svg>\n",
        ]
    )


def _x(share: float, reach: float) -> float:
    return round(LABELS + MARGIN + (share / reach + 1) / 2 * SCALE, 1)


def _scale(bias: float, reach: float, height: int) -> Iterator[str]:
    left, right, bottom = _x(-bias, reach), _x(bias, reach), height - MARGIN
    yield f'<rect x="{left}" y="{HEAD - 12}" width="{right - left}" height="{bottom - HEAD + 12}" fill="#e6f4ea"/>'
    for share in (-reach, 0.0, reach):
        x = _x(share, reach)
        yield f'<line x1="{x}" x2="{x}" y1="{HEAD - 12}" y2="{bottom}" stroke="#ccc"/>'
        yield f'<text x="{x}" y="{HEAD - 16}" text-anchor="middle" fill="#555">{share:+.0%}</text>'


def _row(at: int, label: str, seat: SeatAdvantage, reach: float) -> str:
    y, colour = HEAD + LINE * at + 6, COLOURS[seat.verdict.value]
    low, value, high = (
        _x(share, reach) for share in (seat.advantage.low, seat.advantage.value, seat.advantage.high)
    )
    return (
        f'<text x="{MARGIN}" y="{y + 4}">{escape(label)}</text>'
        f'<line x1="{low}" x2="{high}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        f'<circle cx="{value}" cy="{y}" r="4" fill="{colour}"/>'
    )
