"""Renders a match of an environment: as text for terminals, or as an array of pixels."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import State
from lanista.game import Game
from lanista.learn.pixels import Canvas

HUMAN, ANSI, RGB_ARRAY = "human", "ansi", "rgb_array"
RENDER_MODES = (HUMAN, ANSI, RGB_ARRAY)
FPS = 4
MAX_WIDTH = 300  # columns; the widest picture of a game is far below


class Renderer:
    """Shows moments of matches by a render mode."""

    def __init__(self, game: Game[Any, Any, Any], mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise InputError(f"render_mode: expected one of {', '.join(RENDER_MODES)}, got {shown(mode)}")
        self._game, self._mode = game, mode
        self._canvas = Canvas()

    def show(self, state: State[Any, Any]) -> None:
        """Called at every moment; for people, the terminal shows it."""
        if self._mode == HUMAN:
            Console().print(self._game.picture(state), soft_wrap=True)

    def frame(self, state: State[Any, Any]) -> Any:
        """The picture that `render` returns: text, pixels, or None if the terminal shows it anyway."""
        if self._mode == ANSI:
            return ansi(self._game, state)
        if self._mode == RGB_ARRAY:
            return self._canvas.draw(self._game.picture(state))
        if self._mode is None:
            raise InputError(
                f"nothing is drawn without a render_mode; make it with one of {', '.join(RENDER_MODES)}"
            )
        return None


def ansi(game: Game[Any, Any, Any], state: State[Any, Any]) -> str:
    """The picture as text with escape sequences for its colours."""
    console = Console(file=StringIO(), force_terminal=True, color_system="truecolor", width=MAX_WIDTH)
    with console.capture() as capture:
        console.print(game.picture(state), soft_wrap=True, end="")
    return capture.get()
