"""A panel redrawn on a terminal while something runs; without a terminal, lines take its place."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from lanista.cli.shared.strength import duration_text

if TYPE_CHECKING:
    from typing import Self

    from rich.console import Console, RenderableType

LINE_SECONDS = 5.0  # between two lines where there is no terminal
REFRESHES = 4  # per second, on a terminal
ECHO = 2  # columns for the terminal's ^C, which would otherwise begin a line and displace the panel


class LivePanel(ABC):
    """Shows something while it runs; nothing if `quiet`."""

    def __init__(self, out: Console, *, quiet: bool, now: Callable[[], float] = time.monotonic) -> None:
        from rich.live import Live

        self._out = out
        self._now = now
        self._began = self._last_line_at = now()
        self._prints = not quiet and not out.is_terminal
        self._shows = not quiet and out.is_terminal
        self._live = Live(console=out, get_renderable=self._render, refresh_per_second=REFRESHES, transient=True)

    def __enter__(self) -> Self:
        if self._shows:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shows:
            self._live.stop()

    @abstractmethod
    def _render(self) -> RenderableType:
        """The panel as it is now."""

    @property
    def _subtitle(self) -> str:
        return f"{duration_text(self._now() - self._began)}, Ctrl-C stops and keeps all results"

    def _print_line(self, line: Callable[[], str]) -> None:
        """Print a line where there is no terminal, if the last one is a while ago."""
        if self._prints and self._now() - self._last_line_at >= LINE_SECONDS:
            self._last_line_at = self._now()
            self._out.print(line(), markup=False)
