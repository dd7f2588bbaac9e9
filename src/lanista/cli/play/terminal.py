"""Lets people play in the terminal: shows the board and legal moves, and reads what is typed."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lanista.bots.human import HumanPlayer, HumanQuestion, NotAsked
from lanista.cli.shared.layout import print_picture
from lanista.core.system import channels
from lanista.core.text import inert, seat_name
from lanista.game import InvalidMove, Played

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.engine import State
    from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn

MAX_INLINE = 12  # more moves than this are summarized by their first words
MAX_LISTED = 200  # moves that `?` lists
READ_BYTES = 4096


class Terminal:
    """The shared input of all people at one terminal, asked one after the other; also an observer."""

    def __init__(self, out: Console, names: Sequence[str], fd: int | None = None) -> None:
        self._out = out
        self._names = list(names)
        self._fd = channels.Inlet(sys.stdin.buffer).fd if fd is None else fd
        self._asked: deque[HumanPlayer] = deque()
        self._lines: deque[str] = deque()
        self._partial = b""
        self._input_ended = False  # end of file
        self._before: Any = None
        self._people: set[int] = set()
        self._game: Any = None

    # Input

    def asked(self, person: HumanPlayer) -> None:
        """Queue a person who has a question to answer."""
        self._people.add(person.seat)
        self._asked = deque(
            other for other in self._asked if other.question is not None
        )  # drop those who timed out
        self._asked.append(person)
        if len(self._asked) == 1:
            self._show(person)
            self._process_lines()

    def fileno(self) -> int:
        """The descriptor to poll for input."""
        return self._fd

    def read(self) -> bool:
        """Read input. Ctrl-D resigns for one person; end of file for everyone."""
        data = channels.read(self._fd, READ_BYTES)
        if not data:
            return self._end_of_input()
        *whole, self._partial = (self._partial + data).split(b"\n")
        self._lines.extend(line.decode(errors="replace").strip() for line in whole)
        self._process_lines()
        return True

    def _end_of_input(self) -> bool:
        if os.isatty(self._fd):
            if self._asked:
                self._resign(self._asked[0])
                self._ask_next()
            return True
        self._input_ended = True
        self._process_lines()
        return False

    def _resign(self, person: HumanPlayer) -> None:
        self._out.print(f"\n{self._label(person.seat)} resigned", markup=False)
        person.resign()

    def _process_lines(self) -> None:
        """Answer pending questions with the lines typed so far."""
        while self._asked and (self._lines or self._input_ended):
            person = self._asked[0]
            if self._lines:
                self._handle_line(person, self._lines.popleft())
            else:
                self._resign(person)
            if person.question is None:
                self._ask_next()

    def _ask_next(self) -> None:
        self._asked.popleft()
        if self._asked:
            self._show(self._asked[0])

    def _handle_line(self, person: HumanPlayer, text: str) -> None:
        question = person.question
        if question is None:  # timed out meanwhile
            return
        if text == "?":
            self._list(question)
        elif text:
            self._answer(person, question, text)
        if person.question is question:
            self._prompt(question)

    def _answer(self, person: HumanPlayer, question: HumanQuestion, text: str) -> None:
        found = complete(text, question.legal)
        if len(found) > 1:
            self._out.print(f"{inert(text, 80)!r} is ambiguous: {_summarize(found)}", markup=False)
            return
        try:
            person.answer(question.turn, found[0] if found else text)
        except InvalidMove as error:
            self._out.print(f"refused: {inert(error.reason, 400)}", style="yellow", markup=False)
        except NotAsked:
            self._out.print("too late", style="yellow")

    # Output

    def _label(self, seat: int) -> str:
        return seat_name(self._names[seat], seat)

    def _show(self, person: HumanPlayer) -> None:
        question = person.question
        if question is None:
            return
        self._out.print()
        print_picture(self._out, question.game.picture(question.state, question.seat, self._names))
        self._out.print(f"moves: {_summarize(question.legal)} (? lists all, Ctrl-D resigns)", markup=False)
        self._prompt(question)

    def _prompt(self, question: HumanQuestion) -> None:
        left = question.left_ms()
        clock = "" if left is None else f", {left / 1000:.1f} s left"
        self._out.print(f"{self._label(question.seat)}, turn {question.turn}{clock}> ", end="", markup=False)

    def _list(self, question: HumanQuestion) -> None:
        listed = question.legal[:MAX_LISTED]
        width = max(map(len, listed), default=0)
        for move in listed:
            self._out.print(f"  {move:<{width}}  {_in_words(question, move)}".rstrip(), markup=False)
        if len(question.legal) > MAX_LISTED:
            self._out.print(
                f"  and {len(question.legal) - MAX_LISTED} more: {_summarize(question.legal)}", markup=False
            )

    # Observer

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins."""
        self._game, self._before = setup.game, state.clone()

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Print the events of a turn that the people here may see."""
        if self._people:
            self._print_events(turn, state)
        self._before = state.clone()

    def _print_events(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        from lanista.match.recorder import line_of
        from lanista.match.replay import move_of

        line = line_of(turn, state)
        moves = [move_of(self._game, self._before, seat, line) for seat in range(len(turn.answers))]
        played = Played(self._before, moves)
        told = (self._game.pictures.told(state, played, seat) for seat in sorted(self._people))
        for line in dict.fromkeys(line for seen in told for line in seen):
            self._out.print(f"  {inert(line.text, 400)}", style="dim", markup=False)

    def end(self, result: MatchResult) -> None:
        """Nothing to do; the caller prints the result."""


def _in_words(question: HumanQuestion, text: str) -> str:
    """A legal move in plain words."""
    game, state, seat = question.game, question.state, question.seat
    moves = [game.missing] * state.seats
    moves[seat] = game.read(state, seat, text)
    return game.pictures.words(Played(state, moves), seat)


def complete(text: str, legal: Sequence[str]) -> list[str]:
    """The legal moves that match a text, ignoring case: an exact match, or else all that start with it."""
    wanted = text.upper()
    exact = [move for move in legal if move.upper() == wanted]
    return exact or [move for move in legal if move.upper().startswith(wanted)]


def _summarize(moves: Sequence[str]) -> str:
    """Moves in one line, grouped by first word if there are many."""
    if len(moves) <= MAX_INLINE:
        return ", ".join(moves)
    words: dict[str, list[str]] = {}
    for move in moves:
        words.setdefault(move.split()[0] if move.split() else move, []).append(move)
    if len(words) > MAX_INLINE:
        return _truncate(words)
    return ", ".join(_format_group(word, group) for word, group in words.items())


def _format_group(word: str, group: Sequence[str]) -> str:
    return group[0] if len(group) == 1 else f"{word} ... ({len(group)})"


def _truncate(words: Iterable[str]) -> str:
    shown = list(words)
    return f"{', '.join(shown[:MAX_INLINE])} and {len(shown) - MAX_INLINE} more"
