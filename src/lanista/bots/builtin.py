"""Bots that run in this process: built-in ones, and functions or objects passed to `lanista.play`.

They cannot be interrupted: an answer that took longer than the budget does not count.
"""

from __future__ import annotations

import math
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from lanista.bot import runner
from lanista.bots.clock import Clock
from lanista.bots.player import NO_LIMITS, BotAnswer, FaultEvidence, Opening
from lanista.bots.process.line_reader import LINE_BYTES
from lanista.bots.process.log import LOG_BYTES
from lanista.bots.protocol import lines
from lanista.bots.turn_exchange import AnswerTerms, TurnExchange
from lanista.core.errors import Terminated
from lanista.core.text import MAX_QUOTED, MAX_REASON, brief, inert
from lanista.core.verdict import Verdict
from lanista.game import BotStart, get_game
from lanista.game.policy_bot import PolicyBot

TRACE_LINES = 10  # of a traceback in a report


class InProcessPlayer(ABC):
    """A bot that is a Python object. Its first turn may also use the start budget, for late imports."""

    answers_at_once = True
    only_reads = False
    is_rule = False
    terms: ClassVar = AnswerTerms(late="turns in a row that took too long")
    ends_on_error: ClassVar = False  # whether an exception ends it, as it would end a process
    propagated: ClassVar = (KeyboardInterrupt, Terminated)  # raised by the user, not by the bot

    def __init__(self, name: str) -> None:
        self.name = name
        self._move: Callable[[Any], Any] | None = None
        self._limits = NO_LIMITS
        self._exchange = TurnExchange(self.terms)
        self._trace = ""

    @abstractmethod
    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        """Set the bot up for a match; returns the function that answers a view."""

    def _timer(self, clock: Clock) -> Callable[[], float]:
        """The clock that the bot is timed by."""
        return clock.now

    def _read_result(self, turn: int, result: Any) -> BotAnswer:
        """Read the answer from the bot's return value."""
        return BotAnswer(Verdict.OK, result)

    def start(self, opening: Opening) -> None:
        """Set the bot up for a match; a bot that fails here takes no part in it."""
        self._limits = opening.match.limits
        exchange, start_ms = self._exchange, self._limits.start_ms
        exchange.start(self._timer(opening.clock), start_ms)
        try:
            self._move = self._make(opening)
        except self.propagated:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong is its verdict
            exchange.end(Verdict.CRASHED, self._failed(error).reason)
            return
        used = exchange.clock.elapsed_ms()
        if start_ms is not None and used > start_ms:
            exchange.end(Verdict.TIMEOUT, f"not ready after {start_ms} ms: it took {_rounded_up(used)} ms")
        else:
            exchange.ready()

    def ask(self, turn: int, view: bytes) -> None:
        """Let the bot answer, before returning."""
        self.ask_object(turn, msgspec.json.decode(view))

    def ask_object(self, turn: int, view: Any) -> None:
        """Let the bot answer a view that was never JSON, before returning."""
        budget = self._budget()
        if not self._exchange.ask(turn, budget) or self._move is None:
            return
        try:
            answer = self._read_result(turn, self._move(view))
        except self.propagated:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong is its verdict
            answer = self._failed(error)
        self._settle(answer, budget)
        if answer.verdict is Verdict.CRASHED and self.ends_on_error:
            self._exchange.end(Verdict.CRASHED, answer.reason)

    def _settle(self, answer: BotAnswer, budget: int | None) -> None:
        """Accept the answer if it was within the budget."""
        answer.ms = used = self._exchange.clock.elapsed_ms()
        if budget is None or used <= budget:
            self._exchange.settle(answer)
        else:
            reason = f"it took {_rounded_up(used)} ms, but has {budget} ms"
            self._exchange.settle(BotAnswer(Verdict.TIMEOUT, reason=reason, ms=used), in_time=False)

    def _budget(self) -> int | None:
        start, each = self._limits
        is_first = self._exchange.turn == 0
        return start + each if is_first and start is not None and each is not None else each

    def _failed(self, error: BaseException) -> BotAnswer:
        self._trace = traceback.format_exc()[-LOG_BYTES:].encode(errors="replace").decode()
        said = isinstance(error, SystemExit) and isinstance(error.code, str)  # a message for people
        text = brief(error, MAX_REASON)
        reason = text if said else f"{brief(type(error).__name__)}: {text}"
        return BotAnswer(Verdict.CRASHED, reason=reason, log=self._trace)

    def ready(self) -> bool:
        """Whether it was set up in time."""
        return self._exchange.is_ready and not self._exchange.ended

    def waiting(self) -> bool:
        """Never: it answers within `ask()`."""
        return False

    def take(self) -> BotAnswer:
        """The answer of the turn."""
        return self._exchange.take()

    def evidence(self) -> FaultEvidence:
        """Its last exception."""
        lines = self._trace.splitlines()[-TRACE_LINES:]
        return FaultEvidence(log_tail=[inert(line, MAX_QUOTED) for line in lines])

    def finish(self, outcome: Any) -> None:  # noqa: B027 - optional for subclasses
        """Do nothing: these bots do not need the outcome."""

    def close(self) -> None:
        """Release the bot."""
        self._move = None


def bot_start(opening: Opening) -> BotStart:
    """The start message of a built-in bot."""
    fixed = msgspec.json.decode(opening.fixed) if opening.fixed else None
    match, seats = opening.match, len(opening.match.names)
    return BotStart(opening.seat, seats, match.ruleset, match.config, opening.seed, fixed, match.limits.turn_ms)


class PolicyPlayer(InProcessPlayer):
    """A policy of the game, timed by the processor time that it uses."""

    only_reads = True
    is_rule = True

    def __init__(self, game: str, policy: str, name: str) -> None:
        super().__init__(name)
        self._game = get_game(game)
        self._policy = policy

    def _timer(self, clock: Clock) -> Callable[[], float]:
        return clock.cpu

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        return PolicyBot(self._game, bot_start(opening), self._policy, live=opening.state).move


class FunctionPlayer(InProcessPlayer):
    """A function `move(view)`, an object with a method `move(view)`, or a class of such objects.

    It may answer whatever a Python file may (see `lanista.bot.run`), and gets the same verdicts as a process.
    """

    ends_on_error = True

    def __init__(self, function: Any, name: str) -> None:
        super().__init__(name)
        self._function = function

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        start = msgspec.json.decode(lines.start_line(opening.match, opening.seat, opening.fixed))
        return runner.mover_of(self._function, start)

    def _read_result(self, turn: int, result: Any) -> BotAnswer:
        line = runner.answer(turn, result)
        if len(line) > LINE_BYTES:
            return BotAnswer(
                Verdict.OUTPUT_LIMIT, reason=f"its answer has {len(line)} bytes, at most {LINE_BYTES}"
            )
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            return BotAnswer(Verdict.PROTOCOL_ERROR, reason=str(error))
        return BotAnswer(Verdict.OK, lines.move_text(message.move), say=message.say, draw=message.draw)


def _rounded_up(ms: float) -> str:
    """Milliseconds rounded up to one decimal, so that they never equal the budget that they exceed."""
    return f"{math.ceil(10 * ms) / 10:.1f}"
