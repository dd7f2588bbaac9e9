"""`--step`: shows every turn of a match and waits for a key before the next."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lanista.cli.shared.layout import print_picture
from lanista.core.errors import InputError
from lanista.core.text import inert, inert_lines, seat_letter

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from lanista.bots.player import BotAnswer
    from lanista.engine import State
    from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn

QUIT = "q"


class Quit(Exception):  # noqa: N818 - not an error
    """The user quit."""


class Steps:
    """An observer that shows every turn and waits for a key; `read_key` returns "" at end of input."""

    def __init__(self, out: Console, read_key: Callable[[], str]) -> None:
        self._out = out
        self._read_key = read_key
        self._played = 0
        self._recorded = 0  # turns taken from the replay in a take-over; shown without waiting
        self._names: Sequence[str] = ()
        self._game: Any = None

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Show the start, unless the match is a take-over."""
        self._game, self._names = setup.game, names
        self._recorded = setup.branch.turn if setup.branch else 0
        if self._recorded == 0:
            self._show(state)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Show a turn; the recorded turns of a take-over are skipped except the last."""
        self._played += 1
        if self._played == self._recorded:
            self._show(state)
        elif self._played > self._recorded:
            self._show(state, turn)

    def end(self, result: MatchResult) -> None:
        """Nothing to do; the caller prints the result."""

    def _show(self, state: State[Any, Any], turn: PlayedTurn | None = None) -> None:
        print_picture(self._out, self._game.picture(state, None, self._names))
        for seat, answer in enumerate(turn.answers if turn else ()):
            self._out.print(self._format_answer(seat, answer), soft_wrap=True)
        where = f"turn {turn.turn}" if turn else "before the first turn" if not self._recorded else "as recorded"
        self._out.print(f"{where}: press any key to continue, {QUIT} to quit", style="cyan")
        if self._read_key() in (QUIT, ""):
            raise Quit("stopped by the person")

    def _format_answer(self, seat: int, answer: BotAnswer) -> Text:
        """A seat's answer, its fault if any, and its log."""
        from rich.text import Text

        text = Text(f"{seat_letter(seat)} {inert(self._names[seat], 24)}: ")
        text.append(inert(answer.text, 200) if answer.text is not None else "no move", style="bold")
        text.append(f"  {answer.ms:.1f} ms", style="dim")
        if answer.verdict.is_fault:
            text.append(f"  {answer.verdict.value}: {inert(answer.reason, 300)}", style="red")
        if answer.say:
            text.append(f"  “{inert(answer.say, 200)}”", style="italic")
        for line in inert_lines(answer.log):
            text.append(f"\n    {line}", style="dim")
        return text


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Yields a blocking function that reads one key; the terminal is restored afterwards."""
    if not sys.stdin.isatty():
        raise InputError(
            "--step waits for keys and needs a terminal; `lanista watch` prints a replay turn by turn"
        )
    from lanista.core.system.keyboard import pressed_keys

    with pressed_keys() as read:
        yield lambda: (read(None) or "")[:1]
