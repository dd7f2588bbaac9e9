"""The picture for the terminal: the map and all tanks, or what one seat knows."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.show.picture import SIGNS
from lanista.games.tanks.state import MAX_SEATS
from lanista.tools.conformance.play import RandomPlay
from tests.games.tanks.positions import E, Position, play, position

ROWS = ("SSSSSSSSSSSS", "S1.........S", "S....DE....S", "S..2.LL...3S", "S.........dS", "SSSSSSSSSSSS")


def picture(state: Position, seat: int | None = None, *names: str) -> list[str]:
    """The lines of the picture."""
    return TANKS.picture(state, seat, names).plain.splitlines()


def board(state: Position, seat: int | None = None) -> list[str]:
    """The map alone."""
    return [line.split("│")[1] for line in picture(state, seat) if "│" in line]


def test_the_picture_shows_the_map_and_the_tanks() -> None:
    assert board(position(*ROWS)) == [
        "▒▒▒▒▒▒▒▒▒▒▒▒",
        "▒1·········▒",
        "▒····♣♠····▒",
        "▒··2·≈≈···3▒",
        "▒·········4▒",
        "▒▒▒▒▒▒▒▒▒▒▒▒",
    ]


def test_the_picture_shows_where_shots_went() -> None:
    state = play(position(*ROWS), "FIRE POSITIONAL 7 1", "FIRE CARDINAL NORTH_EAST", "FIRE CARDINAL WEST")
    assert board(state)[1] == "▒1···/·*···▒"
    assert board(state)[2] == "▒···/♣♠····▒"
    assert board(state)[3] == "▒··2------3▒", "to the first living tank"


def test_the_picture_tells_how_the_tanks_are() -> None:
    state = play(position(*ROWS, facing={1: E}, health={2: 30}), "SCAN MONO SOUTH", "ROTATE CLOCKWISE")
    text = "\n".join(picture(state, None, "alpha", "beta", "gamma", "delta"))
    for words in ("Turn 1 of", "3 of 4 alive", "alpha", "→ scan ↓", "beta", "██░░░", "↗ turn right", "destroyed"):
        assert words in text


def test_a_tank_in_a_swamp_is_marked() -> None:
    assert "↑▒idle" in "\n".join(picture(position("1..2", stuck=[1])))


def test_a_seat_sees_itself_and_its_scan_only() -> None:
    assert "".join(board(position(*ROWS), 1)).replace(" ", "") == "2"
    state = play(position(*ROWS, changes={"scanning_distance": 3}), "IDLE", "IDLE", "SCAN OMNI")
    assert board(state, 2) == [" " * 12, " " * 12, "         ··▒", "         ·3▒", "         ·4▒", " " * 12]
    text = "\n".join(picture(state, 2))
    assert "0p" not in text
    assert "of 51" not in text


def test_a_seat_sees_where_it_shot() -> None:
    state = play(position(*ROWS), "FIRE CARDINAL EAST", "FIRE POSITIONAL 4 4")
    assert board(state, 0)[1] == " 1----------"
    assert board(state, 1)[4] == "    *       "


def test_who_takes_no_part_is_told_so() -> None:
    state = TANKS.start(TANKS.configure(), 1, 3)
    TANKS.leave_out(state, [1])
    assert "takes no part" in picture(state, 1)[-1]


def test_the_picture_ends_with_the_result_best_first() -> None:
    over = play(position("1....2....", health={2: 75}), "FIRE CARDINAL EAST")
    lines = picture(over, None, "alpha", "beta")
    assert "alpha wins" in lines[4]
    assert lines[5].index("alpha") < lines[5].index("beta")
    draw = play(position("1....2....", turn=65), "IDLE")
    assert "a draw" in picture(draw)[4]


@pytest.mark.parametrize("name", ["", "large", "fords"])
def test_the_picture_fits_80_columns(name: str) -> None:
    state, dice = TANKS.start(TANKS.configure(), 1, MAX_SEATS, name), RandomPlay(TANKS, 1)
    names = ["a bot with a very long name", "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 40] * 20
    for _ in range(15):
        TANKS.step(state, [dice.legal(state, seat) for seat in range(MAX_SEATS)])
        for seat in (None, 0):
            assert max(cell_len(line) for line in picture(state, seat, *names)) <= 80


def test_a_wide_map_has_a_mark_for_four_cells_and_the_tanks_stand_out() -> None:
    rows = ["." * 100, "." * 40 + "L" + "." * 59, "1" + "." * 98 + "D", "." * 97 + "2..", "." * 100]
    assert board(position(*rows)) == ["·" * 20 + "≈" + "·" * 29, "1" + "·" * 47 + "2♣", "·" * 50]


def test_every_tank_has_a_sign() -> None:
    assert len(set(SIGNS)) == len(SIGNS) == MAX_SEATS


def test_names_can_do_no_harm() -> None:
    text = "\n".join(picture(position(*ROWS), None, "\x1b[31mred\u202e\n\n", ""))
    assert "\x1b" not in text
    assert "\u202e" not in text
