"""Pictures of matches: text with colours, or pixels."""

from __future__ import annotations

import numpy as np
import pytest
from rich.terminal_theme import MONOKAI
from rich.text import Text

from lanista import learn
from lanista.core.errors import InputError
from lanista.game import get_game
from lanista.learn.glyphs import GLYPHS, HEIGHT, UNKNOWN, WIDTH, bitmap
from lanista.learn.pixels import MARGIN, SCALE, Canvas

pytestmark = pytest.mark.usefixtures("interpreted")
CELL = np.array([HEIGHT, WIDTH]) * SCALE


def cell(image: np.ndarray, row: int, column: int) -> np.ndarray:
    """The pixels of a cell, one for each pixel of its glyph."""
    height, width = CELL
    inner = image[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return inner[row * height : (row + 1) * height, column * width : (column + 1) * width][::SCALE, ::SCALE]


def test_a_character_is_drawn_in_its_colours() -> None:
    text = Text("ab\n")
    text.append("#", "rgb(10,20,30) on rgb(200,100,0)")
    image = Canvas().draw(text)
    drawn = cell(image, 1, 0)
    assert (drawn[bitmap("#")] == (10, 20, 30)).all()
    assert (drawn[~bitmap("#")] == (200, 100, 0)).all()
    assert (cell(image, 0, 1)[bitmap("B")] == MONOKAI.foreground_color).all(), "small letters look like capitals"
    assert (cell(image, 0, 2) == MONOKAI.background_color).all()


def test_pictures_of_a_match_have_one_size() -> None:
    """A taller picture fits where there are spare rows; what is wider or taller than that is cut off."""
    canvas = Canvas()
    first = canvas.draw(Text("one line"))
    for other in ("one\nline\nmore", "x" * 500, "\n" * 50):
        assert canvas.draw(Text(other)).shape == first.shape


def test_every_mark_of_the_games_has_a_glyph(game: str) -> None:
    env = learn.parallel_env(game)
    env.reset(seed=1)
    picture = env.setup.game.picture(env.episode.state).plain
    unknown = {mark for mark in picture if mark.upper() not in GLYPHS and mark != "\n"}
    assert unknown == set()


def test_an_unknown_mark_is_a_box() -> None:
    assert bitmap("狐").sum() == sum(int(row, 16).bit_count() for row in UNKNOWN)


def test_text_is_that_of_the_terminal() -> None:
    env = learn.parallel_env("tower_defence", render_mode="ansi")
    env.reset(seed=2)
    picture = get_game("tower_defence").picture(env.episode.state)
    assert "\x1b[" in env.render()
    assert Text.from_ansi(env.render()).plain.rstrip() == picture.plain.rstrip()


def test_people_see_every_turn_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = learn.SeatEnv("overdrive", render_mode="human")
    env.reset(seed=2)
    env.step(0)
    assert env.render() is None
    printed = capsys.readouterr().out
    assert "Round 0" in printed
    assert "Round 1" in printed


def test_nothing_is_drawn_without_a_render_mode() -> None:
    env = learn.SeatEnv("overdrive")
    env.reset(seed=2)
    with pytest.raises(InputError, match=r"nothing is drawn without a render_mode; .* human, ansi, rgb_array"):
        env.render()
