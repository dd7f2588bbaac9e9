"""A person at the terminal: the seat's picture, the legal moves, and what is typed."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lanista.bots.human import HumanPlayer, NotAsked, Question
from lanista.cli.fitting import print_picture
from lanista.game import InvalidMove
from lanista.text import inert, seat_letter

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.engine import State
    from lanista.match import MatchResult, Setup, Turn

SHOWN = 12  # so many moves are named, the others by their first word
LISTED = 200  # so many are listed on `?`
LONGEST = 4096


class Terminal:
    """The input of all people at one terminal, who are asked one after the other; and an observer for them."""

    def __init__(self, out: Console, names: Sequence[str], fd: int | None = None) -> None:
        self._out = out
        self._names = list(names)
        self._fd = sys.stdin.fileno() if fd is None else fd
        self._asked: deque[HumanPlayer] = deque()
        self._lines: deque[str] = deque()
        self._half = b""
        self._ended = False  # nothing more is typed
        self._before: Any = None
        self._people: set[int] = set()
        self._game: Any = None

    # The input

    def asked(self, person: HumanPlayer) -> None:
        """A person has a question to answer."""
        self._people.add(person.seat)
        self._asked = deque(other for other in self._asked if other.question is not None)  # the clock took some
        self._asked.append(person)
        if len(self._asked) == 1:
            self._show(person)
            self._go_on()

    def fileno(self) -> int:
        """What is typed."""
        return self._fd

    def read(self) -> bool:
        """Take what was typed. Ctrl-D resigns; the end of a file resigns for everybody."""
        data = os.read(self._fd, LONGEST)
        if not data:
            return self._end_of_input()
        *whole, self._half = (self._half + data).split(b"\n")
        self._lines.extend(line.decode(errors="replace").strip() for line in whole)
        self._go_on()
        return True

    def _end_of_input(self) -> bool:
        if os.isatty(self._fd):
            if self._asked:
                self._resign(self._asked[0])
                self._next()
            return True
        self._ended = True
        self._go_on()
        return False

    def _resign(self, person: HumanPlayer) -> None:
        self._out.print(f"\n{self._who(person.seat)} resigned", markup=False)
        person.resign()

    def _go_on(self) -> None:
        """Use the lines that were typed for those who are asked."""
        while self._asked and (self._lines or self._ended):
            person = self._asked[0]
            if self._lines:
                self._take(person, self._lines.popleft())
            else:
                self._resign(person)
            if person.question is None:
                self._next()

    def _next(self) -> None:
        self._asked.popleft()
        if self._asked:
            self._show(self._asked[0])

    def _take(self, person: HumanPlayer, text: str) -> None:
        question = person.question
        if question is None:  # the clock was quicker
            return
        if text == "?":
            self._list(question)
        elif text:
            self._answer(person, question, text)
        if person.question is question:
            self._prompt(question)

    def _answer(self, person: HumanPlayer, question: Question, text: str) -> None:
        found = complete(text, question.legal)
        if len(found) > 1:
            self._out.print(f"{inert(text, 80)!r} may be {_some(found)}", markup=False)
            return
        try:
            person.answer(question.turn, found[0] if found else text)
        except InvalidMove as error:
            self._out.print(f"refused: {inert(error.reason, 400)}", style="yellow", markup=False)
        except NotAsked:
            self._out.print("too late", style="yellow")

    # What is shown

    def _who(self, seat: int) -> str:
        return f"{inert(self._names[seat], 24)} ({seat_letter(seat)})"

    def _show(self, person: HumanPlayer) -> None:
        question = person.question
        if question is None:
            return
        self._out.print()
        print_picture(self._out, question.game.picture(question.state, question.seat, self._names))
        self._out.print(f"moves: {_some(question.legal)} (? lists all, Ctrl-D resigns)", markup=False)
        self._prompt(question)

    def _prompt(self, question: Question) -> None:
        left = question.left_ms()
        clock = "" if left is None else f", {left / 1000:.1f} s left"
        self._out.print(f"{self._who(question.seat)}, turn {question.turn}{clock}> ", end="", markup=False)

    def _list(self, question: Question) -> None:
        for move in question.legal[:LISTED]:
            self._out.print(f"  {move}", markup=False)
        if len(question.legal) > LISTED:
            self._out.print(f"  and {len(question.legal) - LISTED} more: {_some(question.legal)}", markup=False)

    # The observer

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins."""
        self._game, self._before = setup.game, state.clone()

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """Tell the persons what happened, as far as they may know, once they play."""
        if self._people:
            self._tell(turn, state)
        self._before = state.clone()

    def _tell(self, turn: Turn, state: State[Any, Any]) -> None:
        from lanista.match.recorder import line_of
        from lanista.replay import move_of

        line = line_of(turn, state)
        moves = [move_of(self._game, self._before, seat, line) for seat in range(len(turn.answers))]
        for event in self._game.pictures.events(self._before, state, moves):
            if not event.seats or self._people & set(event.seats):
                self._out.print(f"  {inert(event.text, 400)}", style="dim", markup=False)

    def end(self, result: MatchResult) -> None:
        """The result is printed by whoever plays the match."""


def complete(text: str, legal: Sequence[str]) -> list[str]:
    """The legal moves that a text may mean: the very one, or all that it begins, whatever the case."""
    wanted = text.upper()
    exact = [move for move in legal if move.upper() == wanted]
    return exact or [move for move in legal if move.upper().startswith(wanted)]


def _some(moves: Sequence[str]) -> str:
    """Moves in a line: all of them, or by their first words if they are many."""
    if len(moves) <= SHOWN:
        return ", ".join(moves)
    words: dict[str, list[str]] = {}
    for move in moves:
        words.setdefault(move.split()[0] if move.split() else move, []).append(move)
    return ", ".join(_many(word, group) for word, group in words.items()) if len(words) <= SHOWN else _few(words)


def _many(word: str, group: Sequence[str]) -> str:
    return group[0] if len(group) == 1 else f"{word} ... ({len(group)})"


def _few(words: Iterable[str]) -> str:
    shown = list(words)
    return f"{', '.join(shown[:SHOWN])} and {len(shown) - SHOWN} more"
