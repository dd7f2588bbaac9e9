"""Progress of a match: a bar on a terminal, otherwise an occasional line on standard error."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lanista.cli.shared.common import error_console

if TYPE_CHECKING:
    from lanista.engine import State
    from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn

LINE_SECONDS = 10.0  # between two lines; matches shorter than this print none


class ProgressBar:
    """An observer that draws a progress bar on a terminal; without one, or if `quiet`, it prints lines.

    `tick_ms` is the length of a turn in a real-time match.
    """

    def __init__(self, quiet: bool, tick_ms: int | None = None) -> None:
        from rich.progress import Progress as Bar
        from rich.progress import TextColumn, TimeElapsedColumn

        columns = (*Bar.get_default_columns()[:2], TextColumn("turn {task.completed:.0f}"), TimeElapsedColumn())
        target = error_console()
        hidden = quiet or not target.is_terminal
        self._bar = Bar(*columns, console=target, transient=True, disable=hidden)
        self._lines = Lines(tick_ms, say) if hidden else None
        self._task: Any = None

    def __enter__(self) -> ProgressBar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins."""
        total = setup.game.max_turns(state)
        self._task = self._bar.add_task(setup.game.name, total=total)
        if self._lines is not None:
            self._lines.begin(total)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """A turn was played."""
        self._bar.update(self._task, completed=turn.turn)
        if self._lines is not None:
            self._lines.turn(turn.turn)

    def end(self, result: MatchResult) -> None:
        """The match is over."""


class Lines:
    """Prints the length of a real-time match at the start, and the progress every few seconds."""

    def __init__(
        self, tick_ms: int | None, say: Callable[[str], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._tick_ms = tick_ms
        self._say = say
        self._now = now
        self._total = 0
        self._began = self._last_line_at = now()

    def begin(self, total: int) -> None:
        """The match begins, with at most `total` turns."""
        self._total = total
        self._began = self._last_line_at = self._now()
        if self._tick_ms is not None and total * self._tick_ms >= 1000 * LINE_SECONDS:
            longest = format_duration(total * self._tick_ms / 1000)
            self._say(f"the match runs in real time: at most {total} turns of {self._tick_ms} ms, {longest}")

    def turn(self, number: int) -> None:
        """A turn was played."""
        now = self._now()
        if now - self._last_line_at >= LINE_SECONDS:
            self._last_line_at = now
            self._say(f"turn {number} of at most {self._total}, after {format_duration(now - self._began)}")


def say(text: str) -> None:
    """Print a line on standard error."""
    error_console().print(text, markup=False, soft_wrap=True)


def format_duration(seconds: float) -> str:
    """Seconds as `40 s` or `6 min 40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def counting(*, quiet: bool) -> Iterator[Callable[[str, float], None]]:
    """Yields a callback that shows the share of work done: a bar on a terminal, nothing elsewhere."""
    from rich.progress import Progress as Bar
    from rich.progress import TimeElapsedColumn

    target = error_console()
    columns = (*Bar.get_default_columns()[:3], TimeElapsedColumn())
    with Bar(*columns, console=target, transient=True, disable=quiet or not target.is_terminal) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda what, part: bar.update(task, description=what, completed=part)


@contextmanager
def doing(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Yields a callback that shows what is being done: a spinner on a terminal, lines elsewhere."""
    out = error_console()
    if quiet:
        yield lambda _: None
    elif not out.is_terminal:
        yield lambda text: out.print(f"{text} ...", markup=False)
    else:
        with out.status("starting") as status:
            yield lambda text: status.update(f"{text} ...")
