"""Learning curves: the score against the opponent during training, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import msgspec

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 20, 44, 40
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
MINUTE = 60.0
COLUMNS = ("update", "turns", "seconds", "score", "entropy", "policy_loss", "value_loss")
STYLE = (
    "text{fill:#222;font:13px sans-serif}.title{font-size:15px}.grid{stroke:#ddd}.even{stroke:#999}"
    ".curve{fill:none;stroke:#2b6cd4;stroke-width:2}.dot{fill:#2b6cd4}.paper{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#333}.even{stroke:#777}"
    ".curve{stroke:#6ea8fe}.dot{fill:#6ea8fe}.paper{fill:#16181d}}"
)


class LearningPoint(msgspec.Struct, frozen=True):
    """The progress of a network after some updates."""

    update: int
    turns: int  # that the learner had played
    seconds: float  # of work
    score: float  # against the opponent: 1 if it wins every match
    entropy: float = 0.0  # how undecided the policy is
    policy_loss: float = 0.0
    value_loss: float = 0.0


def as_csv(points: Sequence[LearningPoint]) -> str:
    """A line for each point."""
    lines = (",".join(f"{getattr(point, name):.6g}" for name in COLUMNS) for point in points)
    return "\n".join([",".join(COLUMNS), *lines]) + "\n"


def as_svg(points: Sequence[LearningPoint], title: str) -> str:
    """The score by minutes of work; it suits light and dark pages."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{STYLE}</style>',
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>',
            *_grid(longest := max([MINUTE, *(point.seconds for point in points)])),
            *_line([(_x(point.seconds, longest), _y(point.score)) for point in points]),
            "</svg>\n",
        ]
    )


def _x(seconds: float, longest: float) -> float:
    return round(LEFT + seconds / longest * (WIDTH - LEFT - RIGHT), 1)


def _y(score: float) -> float:
    return round(TOP + (1 - score) * (HEIGHT - TOP - BOTTOM), 1)


def _grid(longest: float) -> Iterator[str]:
    for share in SHARES:
        y, kind = _y(share), "even" if share == 0.5 else "grid"
        yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>'
    for part in (0.0, 0.5, 1.0):
        x, anchor = _x(part * longest, longest), "end" if part == 1.0 else "middle"
        minutes = f"{part * longest / MINUTE:.3g}{' min' if part else ''}"
        yield f'<text x="{x}" y="{HEIGHT - BOTTOM + 22}" text-anchor="{anchor}">{minutes}</text>'


def _line(points: list[tuple[float, float]]) -> Iterator[str]:
    yield f'<polyline class="curve" points="{" ".join(f"{x},{y}" for x, y in points)}"/>'
    for x, y in points[-1:]:
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="4"/>'
