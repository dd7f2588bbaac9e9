"""A person as a player, who sees the legal moves, and why a move is refused.

A person answers from another thread (a page's request) or from a terminal that the poll loop watches, through a
`HumanInput`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from lanista.bots.player import BotAnswer, FaultEvidence, Opening
from lanista.bots.turn_exchange import AnswerTerms, TurnExchange
from lanista.core.errors import LanistaError
from lanista.core.system import channels
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import Game, InvalidMove, get_game

if TYPE_CHECKING:
    from lanista.bots.poller import Poller

HUMAN = "human"  # the spec of a person


class NotAsked(LanistaError):  # noqa: N818 - reads as what it is
    """A move came from a person who is not asked for one now."""


@dataclass(frozen=True)
class HumanQuestion:
    """A question to a person: the state, and the time to think."""

    game: Game[Any, Any, Any]
    state: State[Any, Any]
    seat: int
    turn: int
    asked_at: float
    deadline: float | None

    @cached_property
    def legal(self) -> list[str]:
        """The texts of all legal moves, sorted."""
        actions = np.flatnonzero(self.game.legal(self.state, self.seat)).tolist()
        moves = (self.game.learning.decode(self.state, self.seat, action) for action in actions)
        return sorted({self.game.write(move) for move in moves})

    def left_ms(self) -> int | None:
        """Milliseconds left to think; None without a clock."""
        return None if self.deadline is None else max(0, round(1000 * (self.deadline - time.monotonic())))

    def check(self, text: str) -> None:
        """Raise InvalidMove if the rules refuse a move."""
        if not text and text not in self.legal:
            raise InvalidMove("expected a move, got nothing", self.game.missing)
        self.game.read(self.state, self.seat, text)


class HumanInput(Protocol):
    """The source of people's moves: pages in a browser, or the terminal."""

    def asked(self, person: HumanPlayer) -> None:
        """Show a person their question."""

    def fileno(self) -> int | None:
        """The descriptor that the poll loop watches for answers, if there is one."""

    def read(self) -> bool:
        """Read input from there; false at its end."""


class HumanPlayer:
    """One person; the turn budget applies only if they are timed."""

    answers_at_once = False
    terms: ClassVar = AnswerTerms(max_late=None)

    def __init__(self, name: str, human_input: HumanInput, *, is_timed: bool = False) -> None:
        self.name = name
        self.seat = -1
        self._input = human_input
        self._is_timed = is_timed
        self._opening: Opening | None = None
        self._lock = threading.Lock()
        self._exchange = TurnExchange(self.terms)  # guarded by the lock
        self._question: HumanQuestion | None = None
        self._answered_turn: int | None = None
        self._wake: tuple[int, int] | None = None  # a pipe that ends the poll loop's wait

    # The person's side, from any thread

    @property
    def question(self) -> HumanQuestion | None:
        """The open question, if any."""
        return self._question

    @property
    def answered_turn(self) -> int | None:
        """The turn that was answered last."""
        return self._answered_turn

    def answer(self, turn: int, text: str) -> None:
        """Take a move; raises InvalidMove with the rules' reason, or NotAsked."""
        question = self._question
        if turn == self._answered_turn:
            raise NotAsked(f"seat {self.seat} has already answered turn {turn}; the first answer counts")
        if question is None or question.turn != turn:
            now = "no move is asked for now" if question is None else f"turn {question.turn} is asked"
            raise NotAsked(f"seat {self.seat} gave a move for turn {turn}, but {now}")
        question.check(text)
        with self._lock:
            if self._question is not question:
                raise NotAsked(f"seat {self.seat} was too late for turn {question.turn}")
            self._exchange.settle(BotAnswer(Verdict.OK, text, ms=self._exchange.clock.elapsed_ms()))
            self._answered_turn = turn
            self._answered()

    def resign(self) -> None:
        """Leave the match: the seat does nothing from now on."""
        with self._lock:
            self._exchange.end(Verdict.OK, "resigned")
            self._answered()

    def _answered(self) -> None:
        """Close the question, and end the poll loop's wait."""
        if self._question is not None and self._wake is not None:
            channels.write(self._wake[1], b"!")
        self._question = None

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start; a person is ready immediately."""
        self._opening = opening
        self.seat = opening.seat
        self._wake = channels.new_pipe()
        with self._lock:
            self._exchange.start(opening.clock.now, None)
            self._exchange.ready()

    def ask(self, turn: int, view: bytes) -> None:
        """Ask for a move, unless the person has resigned."""
        opening = self._opening
        assert opening is not None, "a player is started before it is asked"
        with self._lock:
            if not self._exchange.ask(turn, opening.match.limits.turn_ms if self._is_timed else None):
                return
            clock = self._exchange.clock
            asked_at, deadline = clock.asked_at, clock.deadline
            game, state = get_game(opening.match.game), opening.state.clone()
            self._question = HumanQuestion(game, state, opening.seat, turn, asked_at, deadline)
        self._input.asked(self)

    def ready(self) -> bool:
        """Always."""
        return True

    def waiting(self) -> bool:
        """Whether the person is still thinking."""
        return self._exchange.waiting

    def take(self) -> BotAnswer:
        """The answer of the turn."""
        with self._lock:
            return self._exchange.take()

    def evidence(self) -> FaultEvidence:
        """Nothing: people have no log."""
        return FaultEvidence()

    def finish(self, outcome: Any) -> None:
        """Do nothing: the page or the terminal shows the outcome."""

    def close(self) -> None:
        """Close the open question."""
        with self._lock:
            self._question = None
            wake, self._wake = self._wake, None
        for fd in wake or ():
            channels.close(fd)

    # The poll loop's side

    def watch(self, poller: Poller) -> None:
        """Have the loop watch for answers."""
        assert self._wake is not None, "a player is started before it is watched"
        poller.watch(self._wake[0], self, "wake", self._wake_up)
        if (fd := self._input.fileno()) is not None:
            poller.watch(fd, self, "input", partial(self._read, poller, fd))

    def deadline(self) -> float | None:
        """When the person's time is up."""
        return self._exchange.clock.deadline

    def leaving(self) -> bool:
        """Never: nobody waits for a person to leave."""
        return False

    def expire(self, now: float) -> None:
        """Handle the end of the budget."""
        budget = self._opening.match.limits.turn_ms if self._opening is not None else None
        with self._lock:
            self._exchange.expire(now, f"no answer within {budget} ms")
            self._question = None

    def give_up(self, reason: str) -> None:
        """Resign: the person's input could not be processed."""
        self.resign()

    def _read(self, poller: Poller, fd: int) -> None:
        if not self._input.read():
            poller.forget(fd)

    def _wake_up(self) -> None:
        if self._wake is not None:
            channels.read(self._wake[0], 64)
