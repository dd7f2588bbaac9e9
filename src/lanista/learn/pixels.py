"""Pictures for terminals as arrays of pixels, for films of training and notebooks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import MONOKAI
from rich.text import Text

from lanista.learn.glyphs import HEIGHT, WIDTH, bitmap

SCALE = 3  # screen pixels per pixel of a glyph
MIN_COLUMNS = 80
SPARE_ROWS = 6  # for pictures that grow during a match
MARGIN = 12  # screen pixels on every side

Pixels = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
Cell = tuple[str, Colour, Colour]  # a character, its colour and that of its background


class Canvas:
    """Draws pictures one after the other, all in the size of the first one; what exceeds it is cut off."""

    def __init__(self) -> None:
        self._size = (0, 0)

    def draw(self, picture: Text) -> Pixels:
        """The picture: height, width, and red, green and blue."""
        lines = list(_lines(picture))
        if self._size == (0, 0):
            self._size = len(lines) + SPARE_ROWS, max(MIN_COLUMNS, *(len(line) for line in lines))
        return _framed(_enlarged(self._painted(lines)))

    def _painted(self, lines: list[list[Cell]]) -> Pixels:
        rows, columns = self._size
        image = np.full((rows, HEIGHT, columns, WIDTH, 3), MONOKAI.background_color, dtype=np.uint8)
        for y, line in enumerate(lines[:rows]):
            for x, (character, colour, background) in enumerate(line[:columns]):
                image[y, :, x] = np.where(bitmap(character)[..., np.newaxis], colour, background)
        return image.reshape(rows * HEIGHT, columns * WIDTH, 3)


def _lines(picture: Text) -> Iterator[list[Cell]]:
    """The cells of each line."""
    console = Console(width=MIN_COLUMNS, color_system="truecolor", no_color=False)
    for line in picture.split("\n", allow_blank=True):
        yield [
            (character, *_colours(segment.style))
            for segment in line.render(console, end="")
            for character in segment.text
        ]


def _colours(style: Style | None) -> tuple[Colour, Colour]:
    """The colours of a character and its background."""
    if style is None:
        return MONOKAI.foreground_color, MONOKAI.background_color
    front = style.color.get_truecolor(MONOKAI) if style.color else MONOKAI.foreground_color
    back = style.bgcolor.get_truecolor(MONOKAI, foreground=False) if style.bgcolor else MONOKAI.background_color
    return (back, front) if style.reverse else (front, back)


def _enlarged(image: Pixels) -> Pixels:
    return image.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def _framed(image: Pixels) -> Pixels:
    height, width, _ = image.shape
    framed = np.full((height + 2 * MARGIN, width + 2 * MARGIN, 3), MONOKAI.background_color, dtype=np.uint8)
    framed[MARGIN:-MARGIN, MARGIN:-MARGIN] = image
    return framed
