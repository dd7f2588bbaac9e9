"""The drawing knows no rule: what happened in a turn is drawn as the frame says, and nothing else is."""

from __future__ import annotations

from typing import Any

from lanista.game import Played
from lanista.games.tanks.game import TANKS
from tests.web.drawing_js import discs, draw, shot, words

from .positions import E, W, position

CELL = 20
NOTHING: dict[str, Any] = {"shells": [], "hits": [], "bumps": [], "scans": []}
BURST = 0.6  # shells of a few cells have landed, and all explosions are still seen


def middle(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) * CELL, (y + 0.5) * CELL


def turn(*rows: str, orders: tuple[str, ...], **given: Any) -> Played:
    state = position(*rows, **given)
    return Played(state, [TANKS.read(state, seat, text) for seat, text in enumerate(orders)])


def test_a_shell_bursts_where_the_frame_says() -> None:
    played = turn("1..2..", "......", orders=("FIRE CARDINAL EAST", "IDLE"))
    elsewhere = [{"seat": 0, "from_x": 0, "from_y": 0, "x": 5, "y": 1, "tick": 6, "explodes": 1, "is_lob": 0}]
    real, moved, none = draw(
        TANKS,
        [
            shot(TANKS, played, BURST),
            shot(TANKS, played, BURST, shells=elsewhere),
            shot(TANKS, played, BURST, **NOTHING),
        ],
    )
    assert middle(3, 0) in discs(real)
    assert middle(5, 1) not in discs(real)
    assert middle(5, 1) in discs(moved)
    assert not {middle(3, 0), middle(5, 1)} & discs(none), "the order to fire alone draws no explosion"


def test_health_is_lost_as_the_frame_says() -> None:
    played = turn("1..2", orders=("FIRE CARDINAL EAST", "IDLE"))
    real, other, none = draw(
        TANKS,
        [
            shot(TANKS, played, BURST),
            shot(TANKS, played, BURST, hits=[{"seat": 0, "amount": 7, "by": 1, "cause": 2, "tick": 6}]),
            shot(TANKS, played, BURST, **NOTHING),
        ],
    )
    assert [[text for text in words(calls) if text.startswith("−")] for calls in (real, other, none)] == [
        ["−75"],
        ["−7"],
        [],
    ]


def test_who_bumped_is_who_the_frame_names() -> None:
    """With arrival ranks the second tank may be first on the cell that both want (D4)."""
    orders = ("MOVE FORWARD", "MOVE FORWARD")
    state = turn("1.2", orders=orders, facing={1: E, 2: W}, changes={"ranks_in_moves": 1})
    late, early = (
        Played(state.before, [move._replace(rank=rank) for move, rank in zip(state.moves, ranks, strict=True)])
        for ranks in ((2, 1), (1, 2))
    )
    contact = 0.15
    first, second = draw(TANKS, [shot(TANKS, late, contact), shot(TANKS, early, contact)])
    stars = [
        [call[1] for call in calls if call[0] == "lineTo" and call[2] == CELL / 2] for calls in (first, second)
    ]
    assert max(stars[0]) < 2 * CELL < max(stars[1]), "the star is at the side from which the late tank came"


def test_scans_are_drawn_where_the_frame_says() -> None:
    played = turn(*["........."] * 4, "....1...2", orders=("SCAN OMNI", "IDLE"), changes={"scanning_distance": 3})
    elsewhere = [{"seat": 0, "x": 1, "y": 1}]
    real, moved = draw(TANKS, [shot(TANKS, played, 0.9), shot(TANKS, played, 0.9, scans=elsewhere)])
    assert ["rect", 3 * CELL, 3 * CELL, 3 * CELL, 3 * CELL] in real
    assert ["rect", CELL, CELL, 3 * CELL, 3 * CELL] in moved
