"""The arena drawn for a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.show.picture import HIT_STYLE, ROBOT_STYLES, SHIELD_STYLES
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import Position, busy, position, run


def picture(state: Position, *names: str) -> list[str]:
    """The lines of the picture."""
    return RAMPAGE.picture(state, None, names).plain.splitlines()


@pytest.mark.parametrize("name", RAMPAGE.maps)
def test_the_picture_fits_80_columns_for_every_map(name: str) -> None:
    state, play = RAMPAGE.start(RAMPAGE.configure(), 1, map=name), RandomPlay(RAMPAGE, 1)
    while not state.record.over:
        RAMPAGE.step(state, [play.legal(state, seat) for seat in (0, 1)])
        lines = picture(state, "a bot with a very long name", "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 40)
        assert max(cell_len(line) for line in lines) <= 80


@pytest.mark.parametrize(("width", "height"), [(22, 9), (23, 9), (37, 5), (38, 5), (64, 64)])
def test_the_picture_fits_80_columns_for_every_size(width: int, height: int) -> None:
    config = RAMPAGE.configure("standard", {"any_size": 1, "width": width, "height": height})
    state = RAMPAGE.start(config, 1)
    lines = picture(state, "a bot with a very long name", "b")
    assert max(cell_len(line) for line in lines) <= 80
    assert sum("│" in line for line in lines) >= height, "no row is missing"
    note = "one column for a square; facing: A right, B left"
    assert (note in lines) == (width > 37)


def test_a_robot_looks_hit_or_shielded_in_the_picture() -> None:
    hit = run(position("A.B..", ".....", "....."), "SHOOT/NONE, NONE/NONE")
    shielded = run(position("A...B", ".....", ".....", b={"shield": 1}), "NONE/SHIELD")
    assert look_of_b(position("A...B", ".....", ".....")) == ROBOT_STYLES[1]
    assert look_of_b(hit) == HIT_STYLE
    assert look_of_b(shielded) == SHIELD_STYLES[1]


def look_of_b(state: Position) -> str:
    """The style in which robot B stands on the board."""
    text = RAMPAGE.picture(state)
    at = text.plain.index("B<")
    return [str(span.style) for span in text.spans if span.start <= at < span.end][-1]


def test_the_picture_shows_what_is_on_the_board() -> None:
    text = "\n".join(picture(busy(), "alpha", "beta"))
    for mark in (
        "A>",
        "B<",
        "T!",
        "→",
        "L ",
        "██",
        "0 ",
        "alpha",
        "beta",
        "Turn 1 of 50",
        "laser failed",
        "1 hit",
    ):
        assert mark in text


def test_the_picture_ends_with_the_result() -> None:
    over = run(position(".....", ".AB..", ".....", b={"hp": 1}), "SHOOT/NONE")
    assert "alpha wins, by death" in "\n".join(picture(over, "alpha", "beta"))
    draw = run(position(".....", ".AB..", ".....", turn=49), "NONE/NONE")
    assert "a draw, at the turn limit" in "\n".join(picture(draw))


def test_names_can_do_no_harm() -> None:
    text = "\n".join(picture(busy(), "\x1b[31mred\u202e\n\n", ""))
    assert "\x1b" not in text
    assert "\u202e" not in text
